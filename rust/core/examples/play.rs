//! Plays a game file in native code: `play FILE [GAMES] [random|busy] [THREADS] [PASS,...]`. The
//! named passes are left out; with `none` the program runs as written. With `check` in place of the
//! threads every position is checked against the invariants of the engine and of the game.

use eastfront_core::file::FormerNames;
use eastfront_core::program::passes::Passes;
use eastfront_core::rng::Rng;
use eastfront_core::rollout::check::{play_checked, Sampling};
use eastfront_core::rollout::{rollout, Player, Policy, Wanted};
use eastfront_core::{Game, Scratch, State, Vm};
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().collect();
    let path = args
        .get(1)
        .ok_or("usage: play FILE [GAMES] [random|busy] [THREADS] [PASS,...]")?;
    let games = args.get(2).map_or(Ok(100), |n| n.parse())?;
    let policy = match args.get(3).map(String::as_str) {
        Some("random") => Policy::Random,
        _ => Policy::Busy,
    };
    if args.get(4).map(String::as_str) == Some("check") {
        return check(&path_game(path)?, games, policy);
    }
    let threads = args.get(4).map_or(Ok(1), |n| n.parse())?;
    let passes = match args.get(5).map(String::as_str) {
        None => Passes::ALL,
        Some("none") => Passes::NONE,
        Some(left_out) => left_out.split(',').try_fold(Passes::ALL, Passes::without)?,
    };
    let game = Game::compiled(&std::fs::read(path)?, &FormerNames::default(), passes)?;
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
        &[Player::Blind(policy)],
        Wanted::default(),
        &stop,
    )?;
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
    let mut state = State::blank(game, Rng::stream(0, 0));
    Vm::new(game, &mut Scratch::new(game)).start(&mut state)?;
    let (stop, sampling) = (AtomicBool::new(false), Sampling::default());
    let done = play_checked(
        game,
        &state,
        0,
        games,
        1,
        Player::Blind(policy),
        &sampling,
        &stop,
    )?;
    println!(
        "{} games, {} positions looked at, {} further actions tried, {} violations",
        done.games.len(),
        done.positions,
        done.tried,
        done.violations
    );
    for text in &done.found {
        println!("  {text}");
    }
    Ok(())
}
