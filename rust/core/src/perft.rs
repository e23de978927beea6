//! Counting the positions at a depth: the check of a whole rules program against another one.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::Result;
use crate::game::Game;
use crate::state::State;
use crate::vm::{Action, Scratch, Vm};

/// The number of action sequences of a length; a game that ends early counts once.
/// Forced actions are taken without counting; chance counts each outcome. When `stop` is set it ends
/// soon, with what it has counted until then.
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

/// The same, by first action.
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
