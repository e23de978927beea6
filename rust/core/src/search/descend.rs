//! One search tree and its simulations: selection, expansion, evaluation, backpropagation.
//!
//! Nodes hold no state. A simulation replays its actions on a state copied from a root. With
//! perfect information a node is a position, and transpositions share it. With hidden information a
//! node is the sequence of actions since the root; each simulation plays on one of several deals,
//! and an edge counts how often it was available.

use super::leaf;
use super::prior::{self, Prior};
use super::ratio::Ratio;
use super::score::root;
use super::tree::{Edge, Tree, NOWHERE, WON};
use super::Options;
use crate::error::{program, Result};
use crate::game::Game;
use crate::rollout::Players;
use crate::state::State;
use crate::vm::{Action, Scratch, Vm};
use eastfront_kernel::rng::{mix, Rng};
use std::sync::atomic::AtomicBool;

/// The maximum number of steps of a simulation inside the tree.
const DEEPEST: usize = 10_000;

/// A tree and the working memory of its simulations.
pub(super) struct Grower<'a> {
    pub game: &'a Game,
    pub worlds: &'a [State],
    pub options: &'a Options,
    pub stop: &'a AtomicBool,
    pub tree: Tree,
    /// The length of the longest path from the root.
    pub depth: usize,
    /// The number of steps inside the tree, over all simulations.
    pub steps: u64,
    seed: u64,
    chance: u8,
    scratch: Scratch,
    players: Players<'a>,
    state: State,
    trial: State,
    /// The path of the current simulation: the nodes, each with the index of the edge taken.
    path: Vec<(u32, usize)>,
    legal: Vec<Action>,
    /// The indices of the edges that are available at the current node.
    open: Vec<usize>,
}

impl<'a> Grower<'a> {
    pub fn new(
        game: &'a Game,
        worlds: &'a [State],
        options: &'a Options,
        seed: u64,
        stop: &'a AtomicBool,
    ) -> Result<Grower<'a>> {
        let Some(first) = worlds.first() else {
            return program("a search without a position");
        };
        let mut grower = Grower {
            game,
            worlds,
            options,
            stop,
            tree: Tree::default(),
            depth: 0,
            steps: 0,
            seed,
            chance: game.data.sides.len() as u8,
            scratch: Scratch::new(game),
            players: Players::new(game, &[options.leaf.policy])?,
            state: first.clone(),
            trial: State::default(),
            path: Vec::new(),
            legal: Vec::new(),
            open: Vec::new(),
        };
        let pending = first.pending();
        let (actor, total) = (pending.actor, pending.total);
        let key = grower.key(0, Action(0));
        let alias = grower.alias();
        let at = grower.tree.add(key, alias, (actor, total), None);
        grower.weigh(at)?;
        if !options.weights.is_empty() {
            grower.tree.nodes[at as usize].weights = Some(options.weights.clone());
        }
        Ok(grower)
    }

    /// The exact value of the root, if proven.
    pub fn proven(&self) -> Option<Ratio> {
        self.tree.nodes.first().and_then(|n| n.proven)
    }

    /// Runs simulation `number`, which selects its random numbers and its deal.
    pub fn simulate(&mut self, number: u64) -> Result<()> {
        let mut rng = Rng::stream(self.seed, number);
        let world = (number % self.worlds.len() as u64) as usize;
        self.state.copy_from(&self.worlds[world]);
        self.path.clear();
        let mut at = 0;
        let mut key = 0;
        let end = loop {
            let node = &self.tree.nodes[at as usize];
            if let Some(exact) = node.proven {
                break (Some(at), exact.millionths());
            }
            if self.path.len() >= DEEPEST {
                break (Some(at), self.play_on(&mut rng)?);
            }
            let edge = if node.actor == self.chance {
                self.roll(at, &mut rng)?
            } else {
                self.choose(at)?
            };
            let action = self.tree.nodes[at as usize].edges[edge].action;
            Vm::new(self.game, &mut self.scratch).advance(&mut self.state, action)?;
            self.path.push((at, edge));
            self.steps += 1;
            if self.options.hidden && self.state.outcome().is_some() {
                break (None, leaf::outcome(&self.state) * WON);
            }
            key = self.key(key, action);
            let (found, new) = self.follow(at, edge, key);
            match found {
                Some(next) if !new => at = next,
                Some(next) => match self.tree.nodes[next as usize].proven {
                    Some(exact) => break (Some(next), exact.millionths()),
                    None => break (Some(next), self.play_on(&mut rng)?),
                },
                None => break (None, self.play_on(&mut rng)?),
            }
        };
        self.depth = self.depth.max(self.path.len());
        self.back_up(end.0, end.1);
        Ok(())
    }

    fn play_on(&mut self, rng: &mut Rng) -> Result<i64> {
        let (game, leaf) = (self.game, &self.options.leaf);
        let memory = (&mut self.scratch, &mut self.players);
        leaf.value(game, &mut self.state, memory, rng, self.stop)
    }

    /// The key of the node for the current state, to which `action` led from the node with key
    /// `before`.
    fn key(&self, before: u64, action: Action) -> u64 {
        if !self.options.hidden {
            return self.state.exact_key();
        }
        let waits = self
            .state
            .frames
            .last()
            .map_or(0, |f| u64::from(f.procedure) << 32 | u64::from(f.pc));
        let actor = u64::from(self.state.pending().actor);
        mix(mix(before ^ u64::from(action.0)) ^ mix(waits ^ actor << 56))
    }

    fn alias(&self) -> u64 {
        match self.options.hidden {
            true => 0,
            false => self.state.key(),
        }
    }

    /// The node to which an edge leads, and whether the node is new; None if the tree is full.
    fn follow(&mut self, at: u32, edge: usize, key: u64) -> (Option<u32>, bool) {
        let (actor, total) = (self.state.pending().actor, self.state.pending().total);
        let known = self.tree.find(key, actor, total);
        let link = &mut self.tree.nodes[at as usize].edges[edge];
        if let Some(next) = known {
            if link.child != next {
                link.child = next;
                self.tree.met_again += 1;
            }
            return (known, false);
        }
        if self.tree.nodes.len() >= self.options.nodes {
            return (None, false);
        }
        let over = self.state.outcome().is_some();
        let proven = over.then(|| Ratio::whole(leaf::outcome(&self.state)));
        let alias = self.alias();
        let next = self.tree.add(key, alias, (actor, total), proven);
        self.tree.nodes[at as usize].edges[edge].child = next;
        (Some(next), true)
    }

    /// Adds a value to the visited nodes and edges, from the end of the path back to the root.
    /// `end` is the last node; None if the tree has no node there.
    fn back_up(&mut self, end: Option<u32>, mut value: i64) {
        if let Some(end) = end {
            self.tree.credit(end, None, value);
        }
        let mut solving = !self.options.hidden && end.is_some();
        for &(at, edge) in self.path.iter().rev() {
            solving = solving && self.tree.prove(at, self.chance);
            if let (true, Some(exact)) = (solving, self.tree.nodes[at as usize].proven) {
                value = exact.millionths();
            }
            self.tree.credit(at, Some(edge), value);
        }
    }

    // -- ways down --------------------------------------------------------------------------

    /// Chooses the outcome of a roll whose share of visits is furthest below its probability; ties
    /// are broken at random.
    fn roll(&mut self, at: u32, rng: &mut Rng) -> Result<usize> {
        let game = self.game;
        game.legal(&self.state, &mut self.legal);
        let node = &self.tree.nodes[at as usize];
        let settled =
            |edge: Option<usize>| edge.is_some_and(|e| self.tree_proven(node.edges[e].child));
        let outcomes: Vec<(Action, Option<usize>)> = (self.legal.iter())
            .map(|&a| (a, node.edges.iter().position(|e| e.action == a)))
            .collect();
        // useless for a proof, unless the fraction overflowed
        let skip = self.options.exact && outcomes.iter().any(|o| !settled(o.1));
        let seen = |edge: Option<usize>| edge.map_or(0, |e| node.edges[e].visits);
        let able = || outcomes.iter().filter(|o| !(skip && settled(o.1)));
        let rarest = able().map(|o| seen(o.1)).min();
        let ties: Vec<_> = able()
            .filter(|o| Some(seen(o.1)) == rarest)
            .copied()
            .collect();
        let drawn = rng.below(ties.len() as u32) as usize;
        match ties.get(drawn) {
            Some(&(_, Some(edge))) => Ok(edge),
            Some(&(action, None)) => Ok(self.open_edge(at, action, prior::PLAIN)),
            None => program("a roll without an outcome"),
        }
    }

    /// Chooses an edge at a decision: a new one while progressive widening allows, else the one
    /// with the greatest mean plus bonus.
    fn choose(&mut self, at: u32) -> Result<usize> {
        let total = self.state.pending().total;
        self.survey(at);
        let node = &self.tree.nodes[at as usize];
        let wide = match self.options.widening {
            _ if self.options.exact => total,
            0 => total,
            n => total.min(n.saturating_mul(root(node.visits.saturating_add(1)))),
        };
        let solved = !self.options.hidden
            && (self.open.iter()).all(|&e| self.tree_proven(node.edges[e].child));
        let tried = self.open.len() as u32;
        if tried < wide || tried == 0 || (solved && tried < total) {
            if let Some(edge) = self.try_another(at)? {
                return Ok(edge);
            }
        }
        match self.most_promising(at) {
            Some(edge) => Ok(edge),
            None => program("a decision without an action"),
        }
    }

    fn tree_proven(&self, child: u32) -> bool {
        (self.tree.nodes.get(child as usize)).is_some_and(|n| n.proven.is_some())
    }

    /// Finds the edges of a node whose actions are legal in the current state.
    fn survey(&mut self, at: u32) {
        self.open.clear();
        let (game, state) = (self.game, &self.state);
        let edges = &mut self.tree.nodes[at as usize].edges;
        for (i, edge) in edges.iter_mut().enumerate() {
            if !self.options.hidden {
                self.open.push(i);
            } else if game.is_legal(state, edge.action) {
                edge.available = edge.available.saturating_add(1);
                self.open.push(i);
            }
        }
    }

    /// Among the legal actions without an edge, takes the one with the greatest weight and creates
    /// its edge; None if all have edges.
    fn try_another(&mut self, at: u32) -> Result<Option<usize>> {
        self.weigh(at)?;
        self.game.legal(&self.state, &mut self.legal);
        let node = &self.tree.nodes[at as usize];
        let mut tried: Vec<Action> = node.edges.iter().map(|e| e.action).collect();
        tried.sort_unstable();
        let lots = self.seed ^ mix(u64::from(at));
        let best = (self.legal.iter())
            .filter(|a| tried.binary_search(a).is_err())
            .map(|&a| {
                let weight = prior::weight(node.weights.as_ref(), a);
                (weight, prior::lot(lots, a), a)
            })
            .max();
        Ok(best.map(|(weight, _, action)| self.open_edge(at, action, weight)))
    }

    fn open_edge(&mut self, at: u32, action: Action, weight: u32) -> usize {
        let edges = &mut self.tree.nodes[at as usize].edges;
        edges.push(Edge {
            action,
            child: NOWHERE,
            visits: 0,
            available: 1,
            weight,
            sum: 0,
        });
        edges.len() - 1
    }

    /// Computes the weights of the actions of a node, if they are not known yet.
    fn weigh(&mut self, at: u32) -> Result<()> {
        let node = &self.tree.nodes[at as usize];
        if node.weights.is_some() || node.actor == self.chance {
            return Ok(());
        }
        let prior = self.options.prior;
        if prior == Prior::Uniform {
            return Ok(());
        }
        self.game.legal(&self.state, &mut self.legal);
        let memory = (&mut self.trial, &mut self.scratch);
        let (leaf, stop) = (&self.options.leaf, self.stop);
        let weights = prior::weigh(
            prior,
            self.game,
            &self.state,
            &self.legal,
            memory,
            leaf,
            stop,
        )?;
        self.tree.nodes[at as usize].weights = weights;
        Ok(())
    }

    /// The available edge with the greatest mean plus bonus.
    fn most_promising(&self, at: u32) -> Option<usize> {
        let node = &self.tree.nodes[at as usize];
        let sign = if node.actor == 0 { 1 } else { -1 };
        let skip = |e: &Edge| self.options.exact && self.tree_proven(e.child);
        let mut able: Vec<(usize, i64)> = (self.open.iter())
            .filter(|&&i| !skip(&node.edges[i]))
            .map(|&i| (i, sign * self.worth(&node.edges[i])))
            .collect();
        if able.is_empty() {
            // all edges are proven, but the fraction overflowed
            able.extend(self.open.iter().map(|&i| (i, 0)));
        }
        let (low, high) = match self.options.normalize {
            true => (
                able.iter().map(|x| x.1).min()?,
                able.iter().map(|x| x.1).max()?,
            ),
            false => (-WON, WON),
        };
        let spread = (high - low).max(1) as f64;
        let weights: u64 = able
            .iter()
            .map(|&(i, _)| u64::from(node.edges[i].weight))
            .sum();
        let mut best: Option<(f64, usize)> = None;
        for &(i, value) in &able {
            let edge = &node.edges[i];
            let all = if self.options.hidden {
                edge.available
            } else {
                node.visits
            };
            let share = f64::from(edge.weight) / weights.max(1) as f64;
            let mean = (value - low) as f64 / spread;
            let bonus =
                (self.options.formula).bonus(self.options.exploration, all, edge.visits, share);
            let score = mean + bonus;
            if best.is_none_or(|(b, _)| score > b) {
                best = Some((score, i));
            }
        }
        best.map(|(_, i)| i)
    }

    fn worth(&self, edge: &Edge) -> i64 {
        match self.tree.nodes.get(edge.child as usize) {
            Some(child) if child.visits > 0 || child.proven.is_some() => {
                self.tree.mean(edge.child, self.chance)
            }
            _ => edge.sum / i64::from(edge.visits.max(1)),
        }
    }
}
