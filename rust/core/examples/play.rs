//! Plays a game file with no interpreter near: `play FILE [GAMES] [random|busy] [THREADS]`.
//! With `check` for the threads every position is looked at: its derived part, its bytes, its key,
//! and that no hex holds units of two sides.

use eastfront_core::rng::Rng;
use eastfront_core::rollout::{rollout, Policy};
use eastfront_core::{Game, Scratch, State, Vm};
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().collect();
    let path = args
        .get(1)
        .ok_or("usage: play FILE [GAMES] [random|busy] [THREADS]")?;
    let games = args.get(2).map_or(Ok(100), |n| n.parse())?;
    let policy = match args.get(3).map(String::as_str) {
        Some("random") => Policy::Random,
        _ => Policy::Busy,
    };
    if args.get(4).map(String::as_str) == Some("check") {
        return check(&path_game(path)?, games, policy);
    }
    let threads = args.get(4).map_or(Ok(1), |n| n.parse())?;
    let game = path_game(path)?;
    let mut state = State::blank(&game, Rng::stream(0, 0));
    Vm::new(&game, &mut Scratch::new(&game)).start(&mut state)?;
    let began = Instant::now();
    let stop = AtomicBool::new(false);
    let done = rollout(&game, &state, games, threads, 1, policy, false, &stop)?;
    let seconds = began.elapsed().as_secs_f64();
    let decisions: u64 = done.games.iter().map(|g| g.decisions).sum();
    let forced: u64 = done.games.iter().map(|g| g.forced).sum();
    println!(
        "{games} games, {decisions} decisions, {forced} forced, {:.0} decisions/s, {:.1} games/s",
        decisions as f64 / seconds,
        games as f64 / seconds
    );
    Ok(())
}

fn path_game(path: &str) -> Result<Game, Box<dyn Error>> {
    Ok(Game::from_bytes(&std::fs::read(path)?)?)
}

fn check(game: &Game, games: usize, policy: Policy) -> Result<(), Box<dyn Error>> {
    let (mut scratch, mut other) = (Scratch::new(game), Scratch::new(game));
    let (mut positions, mut violations) = (0u64, 0u64);
    for index in 0..games {
        let mut rng = Rng::stream(1, index as u64);
        let mut state = State::blank(game, Rng::stream(0, 0));
        Vm::new(game, &mut scratch).start(&mut state)?;
        while state.outcome().is_none() {
            let action = policy
                .pick(game, &state, &mut rng)
                .ok_or("a state without an action")?;
            Vm::new(game, &mut scratch).apply(&mut state, action)?;
            positions += 1;
            let back = State::from_bytes(game, &state.to_bytes(game), &mut other)?;
            let mixed = (0..game.grid.len() as u16).any(|h| {
                let mut sides = state.units_at(h).map(|u| game.data.units.side[u as usize]);
                let first = sides.next();
                sides.any(|s| Some(s) != first)
            });
            let sound = state.audit(game).is_none()
                && back.same_position(&state)
                && back.key() == state.key()
                && back.pending() == state.pending();
            violations += u64::from(mixed || !sound);
        }
    }
    println!("{games} games, {positions} positions looked at, {violations} violations");
    Ok(())
}
