//! Many games at once, and counting.

use crate::errors::raise;
use crate::state::{died, PyState};
use eastfront_core::perft as count;
use eastfront_core::rollout::{self as core, Policy};
use eastfront_core::Scratch;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn policy_named(name: &str) -> PyResult<Policy> {
    match name {
        "random" => Ok(Policy::Random),
        "busy" => Ok(Policy::Busy),
        _ => Err(PyValueError::new_err(format!(
            "policy `{name}`, expected random or busy"
        ))),
    }
}

/// Plays `n` games from a state natively and in parallel. The same seed gives the same results for
/// any number of threads.
#[pyfunction]
#[pyo3(signature = (state, n=1, *, threads=1, seed=0, policy="random", stats=false))]
pub fn rollout<'py>(
    py: Python<'py>,
    state: &PyState,
    n: usize,
    threads: usize,
    seed: u64,
    policy: &str,
    stats: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let policy = policy_named(policy)?;
    let (game, from) = (state.game.clone(), state.state.clone());
    let stop = AtomicBool::new(false);
    let began = Instant::now();
    let result = std::thread::scope(|scope| -> PyResult<_> {
        let worker =
            scope.spawn(|| core::rollout(&game, &from, n, threads, seed, policy, stats, &stop));
        let mut nap = 1u64;
        while !worker.is_finished() {
            py.detach(|| std::thread::sleep(Duration::from_micros(nap)));
            nap = (nap * 2).min(20_000);
            if let Err(e) = py.check_signals() {
                stop.store(true, Ordering::Relaxed);
                return Err(e);
            }
        }
        worker.join().map_err(|_| died())?.map_err(raise)
    })?;
    let seconds = began.elapsed().as_secs_f64();
    let sides = &game.data.sides;
    let out = PyDict::new(py);
    let total = |f: fn(&core::Played) -> u64| result.games.iter().map(f).sum::<u64>();
    out.set_item("games", result.games.len())?;
    out.set_item("decisions", total(|g| g.decisions))?;
    out.set_item("forced", total(|g| g.forced))?;
    out.set_item("chance", total(|g| g.chance))?;
    out.set_item("seconds", seconds)?;
    out.set_item("python_steps", game.data.python_steps.len())?;
    let wins = PyDict::new(py);
    for (s, name) in sides.iter().enumerate() {
        let n = result
            .games
            .iter()
            .filter(|g| g.outcome.is_some_and(|o| o.winner == Some(s as u8)))
            .count();
        wins.set_item(name, n)?;
    }
    out.set_item("wins", wins)?;
    let winners: Vec<Option<&str>> = result
        .games
        .iter()
        .map(|g| {
            g.outcome
                .and_then(|o| o.winner)
                .and_then(|w| sides.get(w as usize))
                .map(String::as_str)
        })
        .collect();
    out.set_item("winners", winners)?;
    out.set_item(
        "lengths",
        result.games.iter().map(|g| g.decisions).collect::<Vec<_>>(),
    )?;
    if let Some(counts) = result.stats {
        let rules = PyDict::new(py);
        for (r, name) in game.data.rules.iter().enumerate().skip(1) {
            let row = PyDict::new(py);
            row.set_item("allowed", counts.allowed[r])?;
            row.set_item("refused", counts.refused[r])?;
            row.set_item("applied", counts.applied[r])?;
            rules.set_item(name, row)?;
        }
        out.set_item("rules", rules)?;
    }
    Ok(out)
}

/// The number of action sequences of a length from a state.
#[pyfunction]
pub fn perft(py: Python<'_>, state: &PyState, depth: u32) -> PyResult<u64> {
    let (game, from) = (state.game.clone(), state.state.clone());
    py.detach(|| count::perft(&game, &from, depth, &mut Scratch::new(&game)))
        .map_err(raise)
}

/// The same by first action, in notation.
#[pyfunction]
pub fn divide(py: Python<'_>, state: &PyState, depth: u32) -> PyResult<Vec<(String, u64)>> {
    let (game, from) = (state.game.clone(), state.state.clone());
    let parts = py
        .detach(|| count::divide(&game, &from, depth, &mut Scratch::new(&game)))
        .map_err(raise)?;
    Ok(parts
        .into_iter()
        .map(|(a, n)| (game.notation(a), n))
        .collect())
}
