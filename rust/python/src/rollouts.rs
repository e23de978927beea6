//! Many games at once, and counting.

use crate::errors::raise;
use crate::state::{died, PyState};
use eastfront_core::perft as count;
use eastfront_core::rollout::check::{play_checked, Sampling};
use eastfront_core::rollout::twin::compare;
use eastfront_core::rollout::{self as core, Played, Policy};
use eastfront_core::vm::Stats;
use eastfront_core::{Game, Scratch};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub fn policy_named(name: &str) -> PyResult<Policy> {
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
    let began = Instant::now();
    let result = watched(py, |stop| {
        core::rollout(&game, &from, n, threads, seed, policy, stats, stop)
    })?;
    let seconds = began.elapsed().as_secs_f64();
    let out = totals(py, &game, &result.games, seconds)?;
    let sides = &game.data.sides;
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
        out.set_item("rules", by_rule(py, &game, &counts)?)?;
    }
    Ok(out)
}

/// Runs something that gives up the interpreter, and stops it when a signal asks for that.
fn watched<T: Send>(
    py: Python<'_>,
    run: impl FnOnce(&AtomicBool) -> eastfront_core::Result<T> + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| -> PyResult<T> {
        let worker = scope.spawn(|| run(&stop));
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
    })
}

/// What games came to, summed up.
fn totals<'py>(
    py: Python<'py>,
    game: &Game,
    games: &[Played],
    seconds: f64,
) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    let total = |f: fn(&Played) -> u64| games.iter().map(f).sum::<u64>();
    out.set_item("games", games.len())?;
    out.set_item("decisions", total(|g| g.decisions))?;
    out.set_item("forced", total(|g| g.forced))?;
    out.set_item("chance", total(|g| g.chance))?;
    out.set_item("seconds", seconds)?;
    out.set_item("python_steps", game.data.python_steps.len())?;
    let wins = PyDict::new(py);
    for (s, name) in game.data.sides.iter().enumerate() {
        let won = |g: &&Played| g.outcome.is_some_and(|o| o.winner == Some(s as u8));
        wins.set_item(name, games.iter().filter(won).count())?;
    }
    out.set_item("wins", wins)?;
    Ok(out)
}

/// Counts by the rules' ids.
fn by_rule<'py>(py: Python<'py>, game: &Game, counts: &Stats) -> PyResult<Bound<'py, PyDict>> {
    let rules = PyDict::new(py);
    for (r, name) in game.data.rules.iter().enumerate().skip(1) {
        let row = PyDict::new(py);
        row.set_item("allowed", counts.allowed[r])?;
        row.set_item("refused", counts.refused[r])?;
        row.set_item("applied", counts.applied[r])?;
        rules.set_item(name, row)?;
    }
    Ok(rules)
}

/// Plays the games `first` to `first + n` of `rollout` with the same seed and looks at every
/// position: what does not hold is counted and said. Every `sample`-th position, and each that
/// waits for one of `decisions`, is kept as bytes, and every action offered there is tried.
#[pyfunction]
#[pyo3(signature = (state, n=1, *, first=0, seed=0, policy="random", sample=0, decisions=Vec::new()))]
#[allow(clippy::too_many_arguments)]
pub fn rollout_checked<'py>(
    py: Python<'py>,
    state: &PyState,
    n: usize,
    first: usize,
    seed: u64,
    policy: &str,
    sample: u64,
    decisions: Vec<String>,
) -> PyResult<Bound<'py, PyDict>> {
    let policy = policy_named(policy)?;
    let (game, from) = (state.game.clone(), state.state.clone());
    let sampling = Sampling {
        every: sample,
        decisions,
    };
    let began = Instant::now();
    let done = watched(py, |stop| {
        play_checked(&game, &from, first, n, seed, policy, &sampling, stop)
    })?;
    let out = totals(py, &game, &done.games, began.elapsed().as_secs_f64())?;
    out.set_item("positions", done.positions)?;
    out.set_item("tried", done.tried)?;
    out.set_item("violations", done.violations)?;
    out.set_item("found", done.found)?;
    let samples: Vec<_> = (done.samples.iter())
        .map(|s| (s.game, s.action, PyBytes::new(py, &s.bytes)))
        .collect();
    out.set_item("samples", samples)?;
    out.set_item("rules", by_rule(py, &game, &done.stats)?)?;
    Ok(out)
}

/// Plays up to `n` games of `rollout` in step in two programs of one game, until `enough` of them
/// differed: `games` were played, `decided` of them differed; in `allowed` decisions the first
/// offered what the second did not, in `refused` the other way round, and `applied` actions led to
/// other positions.
#[pyfunction]
#[pyo3(signature = (state, twin, n=1, *, enough=10, seed=0, policy="random"))]
pub fn rollout_twin<'py>(
    py: Python<'py>,
    state: &PyState,
    twin: &PyState,
    n: usize,
    enough: u64,
    seed: u64,
    policy: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let policy = policy_named(policy)?;
    let (game, from) = (state.game.clone(), state.state.clone());
    let (other, other_from) = (twin.game.clone(), twin.state.clone());
    let found = watched(py, |stop| {
        compare(
            &game,
            &from,
            &other,
            &other_from,
            n,
            enough,
            seed,
            policy,
            stop,
        )
    })?;
    let out = PyDict::new(py);
    out.set_item("games", found.games)?;
    out.set_item("decided", found.decided)?;
    out.set_item("allowed", found.allowed)?;
    out.set_item("refused", found.refused)?;
    out.set_item("applied", found.applied)?;
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
