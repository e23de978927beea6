//! The tree: nodes without states, edges with counts, and the transposition table.
//!
//! Values are expectations for the first side in millionths of a won game; the negated value is
//! that for the second side. All sums are integers, so the order of addition does not matter.

use super::ratio::Ratio;
use crate::vm::Action;
use std::collections::HashMap;

/// The value of a won game.
pub const WON: i64 = 1_000_000;

/// The number that stands for no node.
pub const NOWHERE: u32 = u32::MAX;

/// An edge of a node.
#[derive(Debug, Clone)]
pub struct Edge {
    /// The action, or the outcome of a roll.
    pub action: Action,
    /// The node to which the edge leads, or [`NOWHERE`] if the edge has not been visited.
    pub child: u32,
    /// The number of visits of the edge.
    pub visits: u32,
    /// The number of simulations in which the edge was available; counted only if that can vary.
    pub available: u32,
    /// The weight of the edge in the prior.
    pub weight: u32,
    /// The sum of the values of the edge.
    pub sum: i64,
}

/// A node: a position or, with hidden information, the sequence of actions since the root.
#[derive(Debug, Clone)]
pub struct Node {
    /// The side to act; the number of sides for chance.
    pub actor: u8,
    /// The number of legal actions at the first visit.
    pub total: u32,
    /// The number of visits of the node.
    pub visits: u32,
    /// The sum of the values of the node.
    pub sum: i64,
    /// The edges for actions that were tried.
    pub edges: Vec<Edge>,
    /// The exact value of the node, if proven.
    pub proven: Option<Ratio>,
    /// A key of the position that is equal under exchange of identical counters; 0 for none.
    pub alias: u64,
    /// The weights of the actions by the prior, once computed.
    pub weights: Option<Box<[(Action, u32)]>>,
}

/// The nodes and tables of a search.
#[derive(Debug, Default)]
pub struct Tree {
    /// The nodes, root first.
    pub nodes: Vec<Node>,
    /// The index of the node of each key. Never iterated, so the order of the table does not
    /// matter.
    table: HashMap<u64, u32>,
    /// Exact values of positions, by a key that is equal under exchange of identical counters.
    /// Never iterated.
    settled: HashMap<u64, Ratio>,
    /// The number of transpositions: new edges that led to an existing node.
    pub met_again: u64,
}

impl Tree {
    /// The index of the node with a key. None if there is none, or if its decision shows that the
    /// node belongs to another position with the same key.
    pub fn find(&self, key: u64, actor: u8, total: u32) -> Option<u32> {
        let at = *self.table.get(&key)?;
        let node = &self.nodes[at as usize];
        // of two positions with one key, a different decision tells them apart
        (node.proven.is_some() || (node.actor, node.total) == (actor, total)).then_some(at)
    }

    /// Adds a node and returns its index. If the key belongs to another position already (a
    /// collision), the table keeps the older node, and [`Tree::find`] does not find the new one.
    /// The exact value of the node is `proven` or, if that is None, the one known for the key
    /// `alias`.
    pub fn add(
        &mut self,
        key: u64,
        alias: u64,
        (actor, total): (u8, u32),
        proven: Option<Ratio>,
    ) -> u32 {
        let at = self.nodes.len() as u32;
        self.nodes.push(Node {
            actor,
            total,
            visits: 0,
            sum: 0,
            edges: Vec::new(),
            proven: proven.or_else(|| self.settled.get(&alias).copied()),
            alias,
            weights: None,
        });
        self.table.entry(key).or_insert(at);
        at
    }

    /// The mean value of a node, in millionths. At a roll whose outcomes have all been visited, the
    /// value is the expectation, regardless of the number of visits of each outcome.
    pub fn mean(&self, at: u32, chance: u8) -> i64 {
        let node = &self.nodes[at as usize];
        if let Some(exact) = node.proven {
            return exact.millionths();
        }
        if node.actor == chance && node.edges.len() == node.total as usize {
            let sum: i64 = node.edges.iter().map(|e| self.of_edge(e)).sum();
            return sum / i64::from(node.total.max(1));
        }
        node.sum / i64::from(node.visits.max(1))
    }

    /// The mean value of an edge: that of the node to which it leads, if there is one.
    pub fn of_edge(&self, edge: &Edge) -> i64 {
        match self.nodes.get(edge.child as usize) {
            Some(child) => match child.proven {
                Some(exact) => exact.millionths(),
                None if child.visits > 0 => child.sum / i64::from(child.visits),
                None => 0,
            },
            None => edge.sum / i64::from(edge.visits.max(1)),
        }
    }

    /// The exact value of an edge, if proven.
    pub fn proven_edge(&self, edge: &Edge) -> Option<Ratio> {
        self.nodes.get(edge.child as usize).and_then(|n| n.proven)
    }

    /// Adds a visit with a value to a node and, if given, to one of its edges.
    pub fn credit(&mut self, at: u32, edge: Option<usize>, value: i64) {
        let node = &mut self.nodes[at as usize];
        node.visits = node.visits.saturating_add(1);
        node.sum += value;
        if let Some(edge) = edge.and_then(|e| node.edges.get_mut(e)) {
            edge.visits = edge.visits.saturating_add(1);
            edge.sum += value;
        }
    }

    /// Proves a node from its children if that is possible; returns whether it is proven.
    pub fn prove(&mut self, at: u32, chance: u8) -> bool {
        let node = &self.nodes[at as usize];
        if node.proven.is_some() {
            return true;
        }
        let known: Vec<Ratio> = (node.edges.iter())
            .filter_map(|e| self.proven_edge(e))
            .collect();
        let all = known.len() == node.total as usize;
        let best = match node.actor {
            0 => known.iter().max().copied(),
            _ => known.iter().min().copied(),
        };
        let won = Ratio::whole(if node.actor == 0 { 1 } else { -1 });
        let proven = if node.actor == chance {
            all.then(|| Ratio::mean(known.into_iter())).flatten()
        } else {
            best.filter(|&b| all || b == won)
        };
        if let Some(exact) = proven {
            let node = &mut self.nodes[at as usize];
            node.proven = proven;
            self.settled.insert(node.alias, exact);
        }
        proven.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(action: u32, child: u32) -> Edge {
        Edge {
            action: Action(action),
            child,
            visits: 0,
            available: 0,
            weight: 1,
            sum: 0,
        }
    }

    /// A root with some proven children.
    fn family(actor: u8, total: u32, children: &[i64]) -> Tree {
        let mut tree = Tree::default();
        tree.add(0, 99, (actor, total), None);
        for (n, &value) in children.iter().enumerate() {
            let child = tree.add(n as u64 + 1, n as u64, (0, 0), Some(Ratio::whole(value)));
            tree.nodes[0].edges.push(edge(n as u32, child));
        }
        tree
    }

    #[test]
    fn a_side_takes_its_best_and_chance_the_mean() {
        for (actor, value) in [(0, (1, 1)), (1, (-1, 1)), (2, (1, 3))] {
            let mut tree = family(actor, 3, &[1, -1, 1]);
            assert!(tree.prove(0, 2));
            assert_eq!(tree.nodes[0].proven.map(Ratio::parts), Some(value));
        }
    }

    #[test]
    fn only_a_win_proves_what_was_not_tried() {
        assert!(family(0, 5, &[0, 1]).prove(0, 2));
        assert!(!family(0, 5, &[0, -1]).prove(0, 2));
        assert!(family(1, 5, &[-1]).prove(0, 2));
        assert!(!family(2, 5, &[1, 1, 1, 1]).prove(0, 2));
    }

    #[test]
    fn a_roll_seen_whole_is_worth_its_mean_however_often_each_came() {
        let mut tree = family(2, 2, &[1, -1]);
        for _ in 0..9 {
            tree.credit(0, Some(0), WON);
        }
        tree.credit(0, Some(1), -WON);
        assert_eq!(tree.mean(0, 2), 0);
    }
}
