//! Playouts of many games, and perft.

use crate::arg;
use crate::errors::{raise, Kind};
use crate::guard::{failed, guarded};
use crate::scratch;
use crate::state::{busy, taken, PyState};
use eastfront_core::ids::Side;
use eastfront_core::perft as count;
use eastfront_core::rng::Rng;
use eastfront_core::rollout::check::{play_checked, Sampling};
use eastfront_core::rollout::twin::compare;
use eastfront_core::rollout::{self as core, play_by, Played, Player, Players, Policy, Wanted};
use eastfront_core::vm::Stats;
use eastfront_core::{Game, Scratch, State};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The policy without look-ahead that has a name.
pub(crate) fn policy_named(name: &str) -> PyResult<Policy> {
    match name {
        "random" => Ok(Policy::Random),
        "busy" => Ok(Policy::Busy),
        _ => Err(Kind::Argument.err(format!("policy `{name}`, expected random or busy"))),
    }
}

/// The player whose policy has a name.
pub(crate) fn player_named(name: &str) -> PyResult<Player> {
    match name {
        "greedy" => Ok(Player::Greedy),
        "wary" => Ok(Player::Wary),
        _ => policy_named(name).map(Player::Blind).map_err(|_| {
            Kind::Argument.err(format!(
                "policy `{name}`, expected random, busy, greedy or wary"
            ))
        }),
    }
}

/// One policy for every side, or one for each side in order.
#[derive(FromPyObject)]
pub enum Named {
    All(String),
    BySide(Vec<String>),
}

impl Named {
    fn players(&self, game: &Game) -> PyResult<Vec<Player>> {
        match self {
            Named::All(name) => Ok(vec![player_named(name)?]),
            Named::BySide(names) if names.len() == game.data.sides.len() => {
                names.iter().map(|name| player_named(name)).collect()
            }
            Named::BySide(names) => Err(Kind::Argument.err(format!(
                "policy: {} names, expected one for each of the sides {}",
                names.len(),
                game.data.sides.join(", ")
            ))),
        }
    }
}

/// Plays `n` games from a state, natively and in parallel. The same seed gives the same results for
/// any number of threads. `policy` is one name for every side, or a list with one for each.
#[guarded]
#[pyfunction]
#[pyo3(signature = (state, n=1, *, threads=1, seed=0, policy=Named::All("random".into()), stats=false, scores=true),
       text_signature = "(state, n=1, *, threads=1, seed=0, policy='random', stats=False, scores=True)")]
#[allow(clippy::too_many_arguments)]
pub fn rollout<'py>(
    py: Python<'py>,
    state: Bound<'_, PyState>,
    n: usize,
    threads: usize,
    seed: u64,
    policy: Named,
    stats: bool,
    scores: bool,
) -> PyResult<Bound<'py, PyDict>> {
    arg::within("n", n, &arg::GAMES)?;
    arg::within("threads", threads, &arg::THREADS)?;
    let (game, from) = taken(&state)?;
    let players = policy.players(&game)?;
    let wanted = Wanted { stats, scores };
    let began = Instant::now();
    let result = watched(py, |stop| {
        core::rollout(&game, &from, n, threads, seed, &players, wanted, stop)
    })?;
    let seconds = began.elapsed().as_secs_f64();
    let out = totals(py, &game, &result.games, seconds)?;
    let sides = &game.data.sides;
    let winner = |g: &Played| {
        let side = g.outcome?.winner?;
        sides.get(side.index()).map(String::as_str)
    };
    let winners: Vec<Option<&str>> = result.games.iter().map(winner).collect();
    let results: Vec<Option<(Option<&str>, i32, &str)>> = (result.games.iter())
        .map(|g| {
            g.outcome
                .map(|o| (winner(g), o.level, game.rule_name(o.rule)))
        })
        .collect();
    let lengths: Vec<u64> = result.games.iter().map(|g| g.decisions).collect();
    let scores: Vec<Option<i64>> = result.games.iter().map(|g| g.score).collect();
    out.set_item("winners", winners)?;
    out.set_item("results", results)?;
    out.set_item("lengths", lengths)?;
    out.set_item("scores", scores)?;
    if let Some(counts) = result.stats {
        out.set_item("rules", by_rule(py, &game, &counts)?)?;
    }
    Ok(out)
}

/// The initial state of the random stream of a game in a playout.
#[guarded]
#[pyfunction]
pub fn stream(seed: u64, index: u64) -> u64 {
    Rng::stream(seed, index).0
}

/// Plays a state on, in place and without undo, while chance or a side with a policy is to act;
/// stops when a side without one (None) is to act. Returns the state of the random stream, and the
/// numbers of decisions, forced actions and rolls.
#[guarded]
#[pyfunction]
pub fn play_on(
    py: Python<'_>,
    state: Bound<'_, PyState>,
    policies: Vec<Option<String>>,
    stream: u64,
) -> PyResult<(u64, u64, u64, u64)> {
    let (game, from) = taken(&state)?;
    let mut board = scratch::copy_of(&from);
    if policies.len() != game.data.sides.len() {
        return Err(Kind::Argument.err(format!(
            "policies: {} names, expected one, or None, for each of the sides {}",
            policies.len(),
            game.data.sides.join(", ")
        )));
    }
    let players = (policies.iter())
        .map(|name| name.as_deref().map_or(Ok(Player::Elsewhere), player_named))
        .collect::<PyResult<Vec<_>>>()?;
    let on = Arc::make_mut(&mut board);
    let (rng, played) = scratch::with(&game, |memory| {
        watched(py, |stop| {
            let mut rng = Rng(stream);
            let mut players = Players::new(&game, &players)?;
            let see = |_: &State, _| Ok(true);
            let played = play_by(&game, on, memory, &mut players, &mut rng, stop, see)?;
            Ok((rng, played))
        })
    })?;
    state.try_borrow_mut().map_err(|_| busy())?.replace(board);
    Ok((rng.0, played.decisions, played.forced, played.chance))
}

/// The legal action that a policy chooses in a state; random choices depend on the seed.
#[guarded]
#[pyfunction]
#[pyo3(signature = (state, policy="greedy", *, seed=0))]
pub fn choose(py: Python<'_>, state: Bound<'_, PyState>, policy: &str, seed: u64) -> PyResult<u32> {
    let player = player_named(policy)?;
    let (game, board) = taken(&state)?;
    let over = || Kind::Argument.err("no side is to act in this state");
    if board.outcome().is_some() || usize::from(board.pending().actor) >= game.data.sides.len() {
        return Err(over());
    }
    let picked = scratch::with(&game, |memory| {
        let mut players = Players::new(&game, &[player]).map_err(raise)?;
        let mut rng = Rng::stream(seed, board.key());
        let stop = AtomicBool::new(false);
        py.detach(|| players.pick(&board, memory, &mut rng, &stop))
            .map_err(raise)
    })?;
    picked.map(|action| action.0).ok_or_else(over)
}

/// The maximum time between two checks for a signal.
const NAP: Duration = Duration::from_millis(20);

/// Runs a function without the global interpreter lock, and stops it when a signal arrives. The
/// waiting thread wakes as soon as it is done.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    run: impl FnOnce(&AtomicBool) -> eastfront_core::Result<T> + Send,
) -> PyResult<T> {
    let (stop, done) = (AtomicBool::new(false), AtomicBool::new(false));
    let waiter = std::thread::current();
    std::thread::scope(|scope| -> PyResult<T> {
        let worker = scope.spawn(|| {
            let out = run(&stop);
            done.store(true, Ordering::Release);
            waiter.unpark();
            out
        });
        while !done.load(Ordering::Acquire) && !worker.is_finished() {
            py.detach(|| std::thread::park_timeout(NAP));
            if let Err(e) = py.check_signals() {
                stop.store(true, Ordering::Relaxed);
                return Err(e);
            }
        }
        worker.join().map_err(|e| failed(&*e))?.map_err(raise)
    })
}

/// The summed results of games.
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
        let won = |g: &&Played| g.outcome.is_some_and(|o| o.winner == Some(Side(s as u8)));
        wins.set_item(name, games.iter().filter(won).count())?;
    }
    out.set_item("wins", wins)?;
    Ok(out)
}

/// Counts by rule id, as a dictionary.
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

/// Plays the games `first` to `first + n` of `rollout` with the same seed and checks every
/// position: violations of invariants are counted and described. Every `sample`-th position, and
/// each with one of `decisions` pending, is returned as bytes, and every legal action there is
/// tried.
#[guarded]
#[pyfunction]
#[pyo3(signature = (state, n=1, *, first=0, seed=0, policy="random", sample=0, decisions=Vec::new()))]
#[allow(clippy::too_many_arguments)]
pub fn rollout_checked<'py>(
    py: Python<'py>,
    state: Bound<'_, PyState>,
    n: usize,
    first: usize,
    seed: u64,
    policy: &str,
    sample: u64,
    decisions: Vec<String>,
) -> PyResult<Bound<'py, PyDict>> {
    arg::within("n", n, &arg::GAMES)?;
    arg::within("first", first, &arg::FIRST)?;
    let player = player_named(policy)?;
    let (game, from) = taken(&state)?;
    let sampling = Sampling {
        every: sample,
        decisions,
    };
    let began = Instant::now();
    let done = watched(py, |stop| {
        play_checked(&game, &from, first, n, seed, player, &sampling, stop)
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
/// differ: `games` were played, and `decided` of them differed. In `allowed` decisions the first
/// program offered an action that the second did not offer, in `refused` decisions the second one
/// offered an action that the first did not offer, and `applied` actions led to different
/// positions.
#[guarded]
#[pyfunction]
#[pyo3(signature = (state, twin, n=1, *, enough=10, seed=0, policy="random"))]
pub fn rollout_twin<'py>(
    py: Python<'py>,
    state: Bound<'_, PyState>,
    twin: Bound<'_, PyState>,
    n: usize,
    enough: u64,
    seed: u64,
    policy: &str,
) -> PyResult<Bound<'py, PyDict>> {
    arg::within("n", n, &arg::GAMES)?;
    let policy = policy_named(policy)?;
    let (game, from) = taken(&state)?;
    let (other, other_from) = taken(&twin)?;
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

/// The number of action sequences of a given length from a state.
#[guarded]
#[pyfunction]
pub fn perft(py: Python<'_>, state: Bound<'_, PyState>, depth: u32) -> PyResult<u64> {
    arg::within("depth", depth, &arg::DEPTH)?;
    let (game, from) = taken(&state)?;
    watched(py, |stop| {
        count::perft(&game, &from, depth, &mut Scratch::new(&game), stop)
    })
}

/// The number of action sequences of length `depth` that begin with each legal action, in notation.
#[guarded]
#[pyfunction]
pub fn divide(
    py: Python<'_>,
    state: Bound<'_, PyState>,
    depth: u32,
) -> PyResult<Vec<(String, u64)>> {
    arg::within("depth", depth, &arg::DEPTH)?;
    let (game, from) = taken(&state)?;
    let parts = watched(py, |stop| {
        count::divide(&game, &from, depth, &mut Scratch::new(&game), stop)
    })?;
    Ok(parts
        .into_iter()
        .map(|(a, n)| (game.notation(a), n))
        .collect())
}
