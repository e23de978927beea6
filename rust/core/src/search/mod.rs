//! Monte Carlo tree search over any game.
//!
//! Chance nodes have exact probabilities, transpositions share a node, large decisions use
//! progressive widening, and decided positions are proven. The result is a function of the roots,
//! the options and the seed: sums are integers, and no function of the system's mathematical
//! library is used.

mod descend;
pub mod leaf;
pub mod plan;
pub mod prior;
pub mod ratio;
mod report;
pub mod score;
mod tree;

use crate::error::Result;
use crate::game::Game;
use crate::state::State;
use descend::Grower;
use eastfront_kernel::rng::mix;
use leaf::Leaf;
use prior::{Prior, Weights};
use score::Formula;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::Mutex;
use std::time::{Duration, Instant};

pub use report::{Found, Report};
pub use tree::WON;

/// The options of a search.
#[derive(Debug, Clone)]
pub struct Options {
    /// The maximum number of simulations, over all trees.
    pub simulations: u64,
    /// The time limit.
    pub time: Option<Duration>,
    /// The seed of all random streams.
    pub seed: u64,
    /// The number of independent trees; their counts at the root are summed.
    pub trees: usize,
    /// The number of threads; results do not depend on it.
    pub threads: usize,
    /// The selection formula.
    pub formula: Formula,
    /// The exploration constant, for means between 0 and 1.
    pub exploration: f64,
    /// Whether the means around a node are scaled to 0 to 1 before they are compared.
    pub normalize: bool,
    /// The widening constant: after n visits a decision has at most this many times √(n + 1)
    /// actions under trial; 0 for no limit.
    pub widening: u32,
    /// The parameters of leaf evaluation.
    pub leaf: Leaf,
    /// The prior over actions.
    pub prior: Prior,
    /// Weights of actions of the root, in order of the actions; they replace the weights that the
    /// prior gives.
    pub weights: Weights,
    /// Whether to search for a proof: every action is tried, and proven actions are not visited
    /// again.
    pub exact: bool,
    /// Whether the game has hidden information: the roots are then deals, each consistent with what
    /// one side knows.
    pub hidden: bool,
    /// The maximum number of nodes of a tree.
    pub nodes: usize,
}

/// Searches a position, or several deals consistent with what a side knows of it.
pub fn search(
    game: &Game,
    worlds: &[State],
    options: &Options,
    stop: &AtomicBool,
) -> Result<Report> {
    let began = Instant::now();
    let trees = options.trees.max(1);
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Result<Report>)>> = Mutex::new(Vec::with_capacity(trees));
    let work = || loop {
        let tree = next.fetch_add(1, Ordering::Relaxed);
        if tree >= trees || stop.load(Ordering::Relaxed) {
            break;
        }
        let share = options.simulations / trees as u64
            + u64::from((tree as u64) < options.simulations % trees as u64);
        let grown = grow(game, worlds, options, tree, share, began, stop);
        if let Ok(mut all) = done.lock() {
            all.push((tree, grown));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..options.threads.clamp(1, trees.min(256)) {
            scope.spawn(work);
        }
        work();
    });
    let mut grown = done.into_inner().unwrap_or_else(|e| e.into_inner());
    grown.sort_by_key(|(tree, _)| *tree);
    let reports = (grown.into_iter())
        .map(|(_, report)| report)
        .collect::<Result<Vec<_>>>()?;
    Ok(Report::of(reports, began.elapsed()))
}

/// Grows one tree until its share of the budget is used up or its root is proven.
fn grow(
    game: &Game,
    worlds: &[State],
    options: &Options,
    tree: usize,
    share: u64,
    began: Instant,
    stop: &AtomicBool,
) -> Result<Report> {
    let seed = mix(options.seed ^ mix(tree as u64));
    let mut grower = Grower::new(game, worlds, options, seed, stop)?;
    let mut done = 0;
    while done < share && grower.proven().is_none() && !stop.load(Ordering::Relaxed) {
        if done > 0 && options.time.is_some_and(|t| began.elapsed() >= t) {
            break;
        }
        grower.simulate(done)?;
        done += 1;
    }
    Ok(Report::new(&grower, done))
}
