//! The result of a search: the actions of the root, the principal variation, and the size of the
//! tree.

use super::descend::Grower;
use super::prior;
use super::ratio::Ratio;
use super::tree::{Edge, Tree};
use crate::vm::Action;
use std::time::Duration;

/// An action of the root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The action.
    pub action: Action,
    /// The number of visits of the action.
    pub visits: u64,
    /// The number of simulations in which the action was available.
    pub available: u64,
    /// The sum of the values of the action for the first side, in millionths of a won game.
    pub sum: i64,
    /// The value of the action for the first side, in millionths of a won game: the exact value if
    /// it is proven, else the mean.
    pub value: i64,
    /// The weight of the action in the prior.
    pub weight: u32,
    /// The exact value of the action for the first side, if proven.
    pub proven: Option<Ratio>,
}

/// The statistics of a search.
#[derive(Debug, Clone)]
pub struct Report {
    /// Every action of the root, in order; actions that were never tried have no visits.
    pub actions: Vec<Found>,
    /// The index of the chosen action.
    pub best: usize,
    /// The side to act; the number of sides for chance.
    pub actor: u8,
    /// The principal variation, up to the next roll.
    pub line: Vec<Action>,
    /// The value of the position for the first side, in millionths.
    pub value: i64,
    /// The exact value of the position for the first side, if proven.
    pub proven: Option<Ratio>,
    /// The number of simulations.
    pub simulations: u64,
    /// The number of nodes, over all trees.
    pub nodes: u64,
    /// The number of chance nodes.
    pub chance_nodes: u64,
    /// The number of proven nodes.
    pub proven_nodes: u64,
    /// The number of transpositions: new edges that led to an existing node.
    pub met_again: u64,
    /// The greatest depth of a node.
    pub depth: u64,
    /// The number of actions inside the tree, over all simulations.
    pub steps: u64,
    /// The elapsed time.
    pub time: Duration,
}

impl Report {
    /// The statistics of one tree.
    pub(super) fn new(grower: &Grower, simulations: u64) -> Report {
        let (tree, chance) = (&grower.tree, grower.game.data.sides.len() as u8);
        let root = &tree.nodes[0];
        let mut legal = Vec::new();
        grower.game.legal(&grower.worlds[0], &mut legal);
        legal.sort_unstable();
        let found = |action: Action| {
            let edge = root.edges.iter().find(|e| e.action == action);
            let count = |of: fn(&Edge) -> u32| edge.map_or(0, |e| u64::from(of(e)));
            Found {
                action,
                visits: count(|e| e.visits),
                available: match grower.options.hidden {
                    true => count(|e| e.available),
                    false => u64::from(root.visits),
                },
                sum: edge.map_or(0, |e| e.sum),
                value: edge.map_or(0, |e| match tree.nodes.get(e.child as usize) {
                    Some(_) => tree.mean(e.child, chance),
                    None => e.sum / i64::from(e.visits.max(1)),
                }),
                weight: prior::weight(root.weights.as_ref(), action),
                proven: edge.and_then(|e| tree.proven_edge(e)),
            }
        };
        let actions: Vec<Found> = legal.into_iter().map(found).collect();
        let count = |of: &dyn Fn(&super::tree::Node) -> bool| {
            tree.nodes.iter().filter(|n| of(n)).count() as u64
        };
        Report {
            best: best(&actions, root.actor),
            actions,
            actor: root.actor,
            line: line(tree, chance),
            value: tree.mean(0, chance),
            proven: root.proven,
            simulations,
            nodes: tree.nodes.len() as u64,
            chance_nodes: count(&|n| n.actor == chance),
            proven_nodes: count(&|n| n.proven.is_some()),
            met_again: tree.met_again,
            depth: grower.depth as u64,
            steps: grower.steps,
            time: Duration::ZERO,
        }
    }

    /// The statistics of several trees of one root, added up.
    pub(super) fn of(reports: Vec<Report>, time: Duration) -> Report {
        let mut all = reports.into_iter();
        let Some(mut sum) = all.next() else {
            return Report::nothing(time);
        };
        let mut alone = true;
        for one in all {
            alone = false;
            for (mine, theirs) in sum.actions.iter_mut().zip(&one.actions) {
                mine.visits += theirs.visits;
                mine.available += theirs.available;
                mine.sum += theirs.sum;
                mine.proven = mine.proven.or(theirs.proven);
            }
            sum.value = weighed(&sum, &one);
            sum.proven = sum.proven.or(one.proven);
            sum.simulations += one.simulations;
            sum.nodes += one.nodes;
            sum.chance_nodes += one.chance_nodes;
            sum.proven_nodes += one.proven_nodes;
            sum.met_again += one.met_again;
            sum.depth = sum.depth.max(one.depth);
            sum.steps += one.steps;
            if sum.line.len() < one.line.len() {
                sum.line = one.line;
            }
        }
        if !alone {
            for action in &mut sum.actions {
                action.value = match action.proven {
                    Some(exact) => exact.millionths(),
                    None => action.sum / action.visits.max(1) as i64,
                };
            }
            sum.best = best(&sum.actions, sum.actor);
            let chosen = sum.actions[sum.best].action;
            if sum.line.first() != Some(&chosen) {
                sum.line = vec![chosen];
            }
        }
        sum.time = time;
        sum
    }

    /// The report of a search that was stopped before it began.
    fn nothing(time: Duration) -> Report {
        Report {
            actions: Vec::new(),
            best: 0,
            actor: 0,
            line: Vec::new(),
            value: 0,
            proven: None,
            simulations: 0,
            nodes: 0,
            chance_nodes: 0,
            proven_nodes: 0,
            met_again: 0,
            depth: 0,
            steps: 0,
            time,
        }
    }
}

/// The mean value of two searches of one root, weighted by visits.
fn weighed(a: &Report, b: &Report) -> i64 {
    let (n, m) = (i128::from(a.simulations), i128::from(b.simulations));
    let sum = i128::from(a.value) * n + i128::from(b.value) * m;
    (sum / (n + m).max(1)) as i64
}

/// The index of the action to choose for the side `actor`: a proven action that no other can beat,
/// else the action visited most; ties are broken by value, then by order.
fn best(actions: &[Found], actor: u8) -> usize {
    let sign = if actor == 0 { 1 } else { -1 };
    let settled = actions.iter().all(|a| a.proven.is_some());
    let won = |a: &Found| a.proven == Some(Ratio::whole(sign));
    let rank = |a: &Found| {
        let exact = if won(a) { 2 } else { i64::from(settled) };
        let visits = if settled { 0 } else { a.visits };
        (exact, visits, sign * a.value)
    };
    let mut out = 0;
    for (i, action) in actions.iter().enumerate() {
        let ahead = match (settled, action.proven, actions[out].proven) {
            // equal millionths may hide a difference of fractions
            (true, Some(mine), Some(best)) if sign > 0 => mine > best,
            (true, Some(mine), Some(best)) => mine < best,
            _ => rank(action) > rank(&actions[out]),
        };
        if ahead {
            out = i;
        }
    }
    out
}

/// The principal variation: from the root along the most visited edges, up to the next roll.
fn line(tree: &Tree, chance: u8) -> Vec<Action> {
    let mut out = Vec::new();
    let mut at = 0u32;
    while let Some(node) = tree.nodes.get(at as usize) {
        if node.actor == chance || out.len() > tree.nodes.len() {
            break;
        }
        let sign = if node.actor == 0 { 1 } else { -1 };
        let rank = |e: &Edge| {
            let won = tree.proven_edge(e) == Some(Ratio::whole(sign));
            let exact = if node.proven.is_some() {
                tree.proven_edge(e).map(|x| sign * x.millionths())
            } else {
                None
            };
            (
                won,
                exact,
                e.visits,
                sign * tree.of_edge(e),
                std::cmp::Reverse(e.action),
            )
        };
        let Some(edge) = node.edges.iter().max_by_key(|e| rank(e)) else {
            break;
        };
        out.push(edge.action);
        at = edge.child;
    }
    out
}
