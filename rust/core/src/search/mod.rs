//! Monte Carlo tree search over any game file.
//!
//! Chance has nodes of its own with exact probabilities, positions that are met again share a
//! node, large decisions widen as they are visited, and what is settled beyond doubt is proven.
//! The answer is a function of the roots, the options and the seed: sums are whole numbers, and no
//! function of the system's mathematical library is asked.

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

/// How to search.
#[derive(Debug, Clone)]
pub struct Options {
    /// Simulations at most, over all trees.
    pub simulations: u64,
    /// Time at most.
    pub time: Option<Duration>,
    /// What every draw depends on.
    pub seed: u64,
    /// Trees grown apart, whose counts at the root are added up.
    pub trees: usize,
    /// Threads that grow them; no answer depends on it.
    pub threads: usize,
    /// How edges are chosen.
    pub formula: Formula,
    /// How much weight lies on what was seen little, for means between 0 and 1.
    pub exploration: f64,
    /// Whether the means around a node are stretched over 0 to 1 before they are compared.
    pub normalize: bool,
    /// After n visits a decision has at most so many times the root of n + 1 actions under trial;
    /// 0 for all.
    pub widening: u32,
    /// How the edge of the tree is valued.
    pub leaf: Leaf,
    /// Which actions are tried first.
    pub prior: Prior,
    /// Weights of actions at the root that replace the prior's, in the order of the actions.
    pub weights: Weights,
    /// Whether to go for a proof: all actions, and none that is proven again.
    pub exact: bool,
    /// Whether the roots are deals of what one side knows.
    pub hidden: bool,
    /// Nodes of a tree at most.
    pub nodes: usize,
}

/// Searches a position, or several deals of what a side knows of one.
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
