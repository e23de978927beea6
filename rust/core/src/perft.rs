//! Perft: counts action sequences of a given length, to compare one rules program with another.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::Result;
use crate::game::Game;
use crate::state::State;
use crate::vm::{Action, Scratch, Vm};

/// The number of action sequences of a given length; a game that ends early counts once. An action
/// that is the only legal one is played without counting; chance counts each outcome. If `stop` is
/// set, the count ends soon and is partial.
///
/// ```
/// # use eastfront_core::rng::Rng;
/// # use eastfront_core::{Game, Scratch, State, Vm};
/// # let game = Game::from_bytes(&std::fs::read("tests/data/blue-kremlin.efg")?)?;
/// # let mut scratch = Scratch::new(&game);
/// # let mut state = State::blank(&game, Rng::stream(41, 0));
/// # Vm::new(&game, &mut scratch).start(&mut state)?;
/// use eastfront_core::perft::perft;
/// use std::sync::atomic::AtomicBool;
///
/// let stop = AtomicBool::new(false);
/// let offered = u64::from(state.pending().total);
/// assert_eq!(perft(&game, &state, 1, &mut scratch, &stop)?, offered);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft(
    game: &Game,
    state: &State,
    depth: u32,
    scratch: &mut Scratch,
    stop: &AtomicBool,
) -> Result<u64> {
    if depth == 0 || state.outcome().is_some() {
        return Ok(1);
    }
    if depth == 1 {
        return Ok(u64::from(state.pending().total));
    }
    let mut total = 0;
    for (_, n) in divide(game, state, depth, scratch, stop)? {
        total += n;
    }
    Ok(total)
}

/// The number of action sequences of length `depth` that begin with each legal action. If `stop` is
/// set, the counts end soon and are partial.
pub fn divide(
    game: &Game,
    state: &State,
    depth: u32,
    scratch: &mut Scratch,
    stop: &AtomicBool,
) -> Result<Vec<(Action, u64)>> {
    let mut actions = Vec::new();
    game.legal(state, &mut actions);
    let mut out = Vec::with_capacity(actions.len());
    let mut next = state.clone();
    for action in actions {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        next.copy_from(state);
        Vm::new(game, scratch).advance(&mut next, action)?;
        out.push((
            action,
            perft(game, &next, depth.saturating_sub(1), scratch, stop)?,
        ));
    }
    Ok(out)
}
