//! Plays policies against each other in native code: `duel FILE [GAMES] [FIRST] [SECOND]
//! [THREADS]`; a policy is random, busy or greedy.

use eastfront_core::rng::Rng;
use eastfront_core::rollout::{rollout, Player, Policy, Wanted};
use eastfront_core::{Game, Scratch, State, Vm};
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn player(name: Option<&String>) -> Player {
    match name.map(String::as_str) {
        Some("greedy") => Player::Greedy,
        Some("random") => Player::Blind(Policy::Random),
        _ => Player::Blind(Policy::Busy),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().collect();
    let path = args
        .get(1)
        .ok_or("usage: duel FILE [GAMES] [FIRST] [SECOND] [THREADS]")?;
    let games = args.get(2).map_or(Ok(100), |n| n.parse())?;
    let players = [player(args.get(3)), player(args.get(4))];
    let threads = args.get(5).map_or(Ok(1), |n| n.parse())?;
    let game = Game::from_bytes(&std::fs::read(path)?)?;
    let mut state = State::blank(&game, Rng::stream(0, 0));
    Vm::new(&game, &mut Scratch::new(&game)).start(&mut state)?;
    let began = Instant::now();
    let stop = AtomicBool::new(false);
    let done = rollout(
        &game,
        &state,
        games,
        threads,
        1,
        &players,
        Wanted::default(),
        &stop,
    )?;
    let seconds = began.elapsed().as_secs_f64();
    for (side, name) in game.data.sides.iter().enumerate() {
        let won = done.games.iter().filter(|g| {
            g.outcome
                .is_some_and(|o| o.winner.is_some_and(|winner| winner.index() == side))
        });
        println!("{name} won {}", won.count());
    }
    let mut by_rule = std::collections::BTreeMap::new();
    for game_played in &done.games {
        let Some(o) = game_played.outcome else {
            continue;
        };
        let key = (o.winner, game.rule_name(o.rule).to_owned(), o.level);
        *by_rule.entry(key).or_insert(0) += 1;
    }
    println!("{by_rule:?}");
    let decisions: u64 = done.games.iter().map(|g| g.decisions).sum();
    println!(
        "{decisions} decisions, {:.0} decisions/s, {:.3} s a game",
        decisions as f64 / seconds,
        seconds / games as f64
    );
    Ok(())
}
