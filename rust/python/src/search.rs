//! Tree search for Python: options in, statistics out. `eastfront.search` defines and validates the
//! options.

use crate::arg;
use crate::errors::{raise, Kind};
use crate::guard::{guarded, told};
use crate::rollouts::{player_named, watched};
use crate::state::PyState;
use eastfront_core::ids::QueryId;
use eastfront_core::rollout::Player;
use eastfront_core::search::leaf::{Cut, Leaf};
use eastfront_core::search::plan;
use eastfront_core::search::prior::Prior;
use eastfront_core::search::ratio::Ratio;
use eastfront_core::search::score::Formula;
use eastfront_core::search::{self as core, Options, Report};
use eastfront_core::{Action, Error, Game, State};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

/// The number of nodes of a search.
const NODES: RangeInclusive<u64> = 0..=1 << 28;
/// The number of plans, and of playouts to evaluate them.
const SAMPLES: RangeInclusive<u64> = 0..=1_000_000;

/// A game and the first root of a search; an internal error gets the bytes of this root.
type Begun = (Arc<Game>, Arc<State>);

/// The options of a search, from the items of a dictionary.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Wanted {
    simulations: u64,
    seconds: Option<f64>,
    seed: u64,
    trees: usize,
    threads: usize,
    formula: String,
    exploration: f64,
    normalize: bool,
    widening: u32,
    policy: String,
    cut: (String, u32),
    blend: u16,
    prior: String,
    weights: Vec<(u32, u32)>,
    exact: bool,
    hidden: bool,
    nodes: usize,
}

impl Wanted {
    fn options(mut self, game: &Game) -> PyResult<Options> {
        arg::within("trees", self.trees, &arg::THREADS)?;
        arg::within("threads", self.threads, &arg::THREADS)?;
        arg::within("nodes", self.nodes, &NODES)?;
        self.weights.sort_unstable();
        let weights = self.weights.into_iter().map(|(a, w)| (Action(a), w));
        Ok(Options {
            simulations: self.simulations,
            time: match self.seconds {
                None => None,
                Some(s) => Some(
                    Duration::try_from_secs_f64(s)
                        .map_err(|e| Kind::Argument.err(format!("seconds={s}: {e}")))?,
                ),
            },
            seed: self.seed,
            trees: self.trees,
            threads: self.threads,
            formula: match self.formula.as_str() {
                "uct" => Formula::Uct,
                "puct" => Formula::Puct,
                other => return Err(unknown("formula", other, "uct or puct")),
            },
            exploration: self.exploration,
            normalize: self.normalize,
            widening: self.widening,
            leaf: Leaf {
                policy: player_named(&self.policy)?,
                cut: match self.cut.0.as_str() {
                    "end" => Cut::End,
                    "decisions" => Cut::Decisions(self.cut.1),
                    "procedure" => Cut::Procedure(self.cut.1.min(64) as u8),
                    other => return Err(unknown("cut", other, "end, decisions or procedure")),
                },
                query: evaluation(game),
                blend: self.blend,
            },
            prior: match self.prior.as_str() {
                "uniform" => Prior::Uniform,
                "busy" => Prior::Busy,
                "evaluation" => Prior::Evaluation,
                other => return Err(unknown("prior", other, "uniform, busy or evaluation")),
            },
            weights: weights.collect(),
            exact: self.exact,
            hidden: self.hidden,
            nodes: self.nodes,
        })
    }
}

/// The options of a search over plans, from the items of a dictionary.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct PlansWanted {
    samples: u32,
    finalists: usize,
    playouts: u32,
    extent: u8,
    spans: u32,
    policy: String,
    seed: u64,
}

/// Samples plans for the side to act and evaluates them; returns them best first. A plan is a tuple
/// of its actions, its value for the side in millionths of a won game, the number of its
/// evaluations, and whether it was played out.
#[guarded]
#[pyfunction]
#[allow(clippy::type_complexity)]
pub fn plans<'py>(
    py: Python<'py>,
    worlds: Vec<PyRef<'py, PyState>>,
    options: PlansWanted,
) -> PyResult<Vec<(Vec<u32>, i64, u32, bool)>> {
    let (game, roots, first) = roots(worlds)?;
    let Some(mut query) = evaluation(&game) else {
        return raised(format!("{} has no evaluation to plan by", game.data.id));
    };
    arg::within("samples", options.samples, &SAMPLES)?;
    arg::within("finalists", options.finalists, &SAMPLES)?;
    arg::within("playouts", options.playouts, &SAMPLES)?;
    let policy = player_named(&options.policy)?;
    if policy == Player::Wary {
        query = prospect(&game, &roots).unwrap_or(query);
    }
    let options = plan::Options {
        samples: options.samples,
        finalists: options.finalists,
        playouts: options.playouts,
        extent: options.extent,
        policy,
        spans: options.spans,
        seed: options.seed,
        query,
    };
    let found = watched(py, |stop| plan::plans(&game, &roots, &options, stop))
        .map_err(|e| told(e, &first))?;
    let row = |p: plan::Plan| {
        let value = p.value();
        let actions = p.actions.iter().map(|a| a.0).collect();
        (actions, value, p.judged, p.played)
    };
    Ok(found.into_iter().map(row).collect())
}

/// The query that evaluates a position for the first side.
fn evaluation(game: &Game) -> Option<QueryId> {
    let side = game.data.sides.first()?;
    game.query_named(&format!("evaluation {side}"))
}

/// The query by which a wary player of the side to act evaluates its plans. Its value is that for
/// the first side.
fn prospect(game: &Game, roots: &[State]) -> Option<QueryId> {
    let actor = usize::from(roots.first()?.pending().actor);
    let side = game.data.sides.get(actor)?;
    game.query_named(&format!("prospect {side}"))
}

fn unknown(what: &str, found: &str, expected: &str) -> PyErr {
    Kind::Argument.err(format!("{what} `{found}`, expected {expected}"))
}

/// Searches a position, or deals consistent with what a side knows of one, without the global
/// interpreter lock.
#[guarded]
#[pyfunction]
pub fn search<'py>(
    py: Python<'py>,
    worlds: Vec<PyRef<'py, PyState>>,
    options: Wanted,
) -> PyResult<Bound<'py, PyDict>> {
    let (game, roots, first) = roots(worlds)?;
    let options = options.options(&game)?;
    let report = watched(py, |stop| core::search(&game, &roots, &options, stop))
        .map_err(|e| told(e, &first))?;
    statistics(py, &report)
}

/// The roots of a search, and their game.
fn roots(worlds: Vec<PyRef<'_, PyState>>) -> PyResult<(Arc<Game>, Vec<State>, Begun)> {
    let Some(first) = worlds.first() else {
        return Err(Kind::Argument.err("no position to search"));
    };
    let game = first.game.clone();
    if worlds.iter().any(|w| w.game.digest != game.digest) {
        return Err(Kind::Argument.err("positions of different games"));
    }
    if game.data.sides.len() != 2 {
        return raised(format!(
            "{} sides; a search takes games of two",
            game.data.sides.len()
        ));
    }
    if worlds.iter().any(|w| w.state.outcome().is_some()) {
        return raised("the game is over".into());
    }
    let begun = (game.clone(), first.state.clone());
    Ok((
        game,
        worlds.iter().map(|w| (*w.state).clone()).collect(),
        begun,
    ))
}

fn raised<T>(text: String) -> PyResult<T> {
    Err(raise(Error::Unknown(text)))
}

fn statistics<'py>(py: Python<'py>, report: &Report) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    let actions: Vec<_> = (report.actions.iter())
        .map(|a| {
            let counts = (a.action.0, a.visits, a.available);
            (counts, a.value, a.weight, exact(a.proven))
        })
        .collect();
    out.set_item("actions", PyTuple::new(py, actions)?)?;
    out.set_item("best", report.best)?;
    out.set_item("line", report.line.iter().map(|a| a.0).collect::<Vec<_>>())?;
    out.set_item("value", report.value)?;
    out.set_item("proven", exact(report.proven))?;
    out.set_item("simulations", report.simulations)?;
    out.set_item("nodes", report.nodes)?;
    out.set_item("chance_nodes", report.chance_nodes)?;
    out.set_item("proven_nodes", report.proven_nodes)?;
    out.set_item("transpositions", report.met_again)?;
    out.set_item("depth", report.depth)?;
    out.set_item("steps", report.steps)?;
    out.set_item("seconds", report.time.as_secs_f64())?;
    Ok(out)
}

fn exact(value: Option<Ratio>) -> Option<(i64, i64)> {
    value.map(Ratio::parts)
}
