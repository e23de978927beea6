//! Games played natively: random and busy policies, many games on many threads.
//!
//! A game's stream depends on the seed and its index only, so the results are the same for any
//! number of threads. [`check`] looks at every position of such games; [`twin`] plays them in step
//! with a game whose program lacks a rule.

pub mod check;
pub mod twin;

use crate::error::Result;
use crate::game::Game;
use crate::rng::Rng;
use crate::state::{Outcome, State};
use crate::vm::{Action, Scratch, Stats, Vm};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::Mutex;

/// How actions are picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// Every legal action alike.
    Random,
    /// Passes with probability 1/16, else every other action alike.
    Busy,
}

impl Policy {
    /// Picks a legal action.
    pub fn pick(self, game: &Game, state: &State, rng: &mut Rng) -> Option<Action> {
        let total = state.pending().total;
        if self == Policy::Random {
            return game.nth_legal(state, rng.below(total));
        }
        let (pass, play) = game.split_passes(state);
        let want_pass = pass > 0 && (play == 0 || rng.below(16) == 0);
        let n = rng.below(if want_pass { pass } else { play });
        game.nth_legal_of(state, n, want_pass)
    }
}

/// What one game came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Decisions of a side with at least two actions.
    pub decisions: u64,
    /// Decisions with one action, taken without asking.
    pub forced: u64,
    /// Rolls and draws.
    pub chance: u64,
}

/// Plays a state to its end.
pub fn play_out(
    game: &Game,
    state: &mut State,
    scratch: &mut Scratch,
    policy: Policy,
    rng: &mut Rng,
    stop: &AtomicBool,
) -> Result<Played> {
    play_seen(game, state, scratch, policy, rng, stop, |_, _| Ok(true))
}

/// Plays a state to its end, or until `see` answers no; it sees each position with the action that
/// is about to be taken there, and the last position with none.
pub fn play_seen(
    game: &Game,
    state: &mut State,
    scratch: &mut Scratch,
    policy: Policy,
    rng: &mut Rng,
    stop: &AtomicBool,
    mut see: impl FnMut(&State, Option<Action>) -> Result<bool>,
) -> Result<Played> {
    let mut played = Played {
        outcome: None,
        decisions: 0,
        forced: 0,
        chance: 0,
    };
    scratch.forced = 0;
    let chance = game.data.sides.len();
    let mut on = true;
    while state.outcome().is_none() {
        let pick = if state.pending().actor as usize == chance {
            played.chance += 1;
            game.nth_legal(state, rng.below(state.pending().total))
        } else {
            played.decisions += 1;
            policy.pick(game, state, rng)
        };
        let Some(action) = pick else {
            return crate::error::program("a state without an action");
        };
        on = see(state, Some(action))?;
        if !on {
            break;
        }
        Vm::new(game, scratch).advance(state, action)?;
        if played.decisions.is_multiple_of(64) && stop.load(Ordering::Relaxed) {
            break;
        }
    }
    if on && state.outcome().is_some() {
        see(state, None)?;
    }
    played.forced = scratch.forced;
    played.outcome = state.outcome();
    Ok(played)
}

/// Many games.
#[derive(Debug, Clone)]
pub struct Rollouts {
    /// One entry a game, in the order of their indices.
    pub games: Vec<Played>,
    /// Counts by rule, when they were wanted.
    pub stats: Option<Stats>,
}

/// Plays `n` games from a state.
#[allow(clippy::too_many_arguments)]
pub fn rollout(
    game: &Game,
    from: &State,
    n: usize,
    threads: usize,
    seed: u64,
    policy: Policy,
    stats: bool,
    stop: &AtomicBool,
) -> Result<Rollouts> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Result<Played>)>> = Mutex::new(Vec::with_capacity(n));
    let counts: Mutex<Option<Stats>> = Mutex::new(stats.then(|| Stats::new(game)));
    let work = || {
        let mut scratch = Scratch::new(game);
        scratch.stats = stats.then(|| Stats::new(game));
        let mut state = from.clone();
        let mut mine = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= n || stop.load(Ordering::Relaxed) {
                break;
            }
            state.copy_from(from);
            let mut rng = Rng::stream(seed, i as u64);
            mine.push((
                i,
                play_out(game, &mut state, &mut scratch, policy, &mut rng, stop),
            ));
        }
        if let Ok(mut all) = done.lock() {
            all.append(&mut mine);
        }
        if let (Ok(mut all), Some(own)) = (counts.lock(), &scratch.stats) {
            if let Some(all) = all.as_mut() {
                all.add(own);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.clamp(1, 256) {
            scope.spawn(work);
        }
        work();
    });
    let mut played = done.into_inner().unwrap_or_else(|e| e.into_inner());
    played.sort_by_key(|(i, _)| *i);
    let games = played
        .into_iter()
        .map(|(_, p)| p)
        .collect::<Result<Vec<_>>>()?;
    Ok(Rollouts {
        games,
        stats: counts.into_inner().unwrap_or_else(|e| e.into_inner()),
    })
}
