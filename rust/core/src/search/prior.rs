//! Priors: the order in which actions are tried, and their weights.

use super::leaf::Leaf;
use crate::error::Result;
use crate::game::Game;
use crate::state::State;
use crate::vm::{Action, Scratch, Vm};
use eastfront_kernel::rng::mix;
use std::sync::atomic::{AtomicBool, Ordering};

/// The source of the weights of actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prior {
    /// All actions are equal.
    Uniform,
    /// All actions that end or decline something (passes) together weigh a sixteenth of the other
    /// actions.
    Busy,
    /// Each action is tried, and the position after it evaluated; the weight falls with the rank.
    Evaluation,
}

/// The default weight of an action.
pub const PLAIN: u32 = 1000;

/// The maximum number of outcomes evaluated at a roll after an action.
const FACES: u32 = 6;

/// Weights by action, in order of the actions.
pub type Weights = Box<[(Action, u32)]>;

/// The weight of an action; the default weight if it is not in the list.
pub fn weight(weights: Option<&Weights>, action: Action) -> u32 {
    weights
        .and_then(|w| {
            w.binary_search_by_key(&action, |x| x.0)
                .ok()
                .map(|i| w[i].1)
        })
        .unwrap_or(PLAIN)
}

/// A pseudo-random number by which actions of equal weight are ordered, the same at each visit.
pub fn lot(seed: u64, action: Action) -> u64 {
    mix(seed ^ mix(u64::from(action.0)))
}

/// The weights of the actions of a decision; `None` if all are equal.
pub fn weigh(
    prior: Prior,
    game: &Game,
    state: &State,
    legal: &[Action],
    memory: (&mut State, &mut Scratch),
    leaf: &Leaf,
    stop: &AtomicBool,
) -> Result<Option<Weights>> {
    let mut out: Vec<(Action, u32)> = match prior {
        Prior::Uniform => return Ok(None),
        Prior::Busy => {
            let (passes, plays) = game.split_passes(state);
            if passes == 0 || plays == 0 {
                return Ok(None);
            }
            let idle = (PLAIN * plays / (15 * passes)).max(1);
            let weight = |a| if game.is_pass(state, a) { idle } else { PLAIN };
            legal.iter().map(|&a| (a, weight(a))).collect()
        }
        Prior::Evaluation => ranked(game, state, legal, memory, leaf, stop)?,
    };
    out.sort_unstable_by_key(|w| w.0);
    Ok(Some(out.into_boxed_slice()))
}

/// Weights by rank: 1000 for the best action, then a half, a third, and so on; equal values have
/// equal weights.
fn ranked(
    game: &Game,
    state: &State,
    legal: &[Action],
    (trial, scratch): (&mut State, &mut Scratch),
    leaf: &Leaf,
    stop: &AtomicBool,
) -> Result<Vec<(Action, u32)>> {
    let sign = if state.pending().actor == 0 { 1 } else { -1 };
    let mut found = Vec::with_capacity(legal.len());
    for &action in legal {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        trial.copy_from(state);
        Vm::new(game, scratch).advance(trial, action)?;
        found.push((sign * behind(game, trial, scratch, leaf)?, action));
    }
    found.sort_unstable_by_key(|&(value, action)| (std::cmp::Reverse(value), action));
    let mut rank = 0;
    let mut out = Vec::with_capacity(found.len());
    for (i, &(value, action)) in found.iter().enumerate() {
        if i > 0 && found[i - 1].0 != value {
            rank = i as u32;
        }
        out.push((action, (PLAIN / (rank + 1)).max(1)));
    }
    Ok(out)
}

/// The evaluation of the position after an action, for the first side; if a roll is pending, the
/// average over evenly spaced outcomes.
fn behind(game: &Game, state: &State, scratch: &mut Scratch, leaf: &Leaf) -> Result<i64> {
    let total = state.pending().total;
    if state.outcome().is_some() || (state.pending().actor as usize) < game.data.sides.len() {
        return leaf.evaluate(game, state, scratch);
    }
    let faces = total.min(FACES);
    let mut sum = 0;
    for face in 0..faces {
        let mut rolled = state.clone();
        if let Some(outcome) = game.nth_legal(state, face * total / faces) {
            Vm::new(game, scratch).advance(&mut rolled, outcome)?;
        }
        sum += leaf.evaluate(game, &rolled, scratch)?;
    }
    Ok(sum / i64::from(faces.max(1)))
}
