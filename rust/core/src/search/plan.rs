//! A search over plans: everything that a side does between two decisions of one loop of the
//! rules, such as a unit that is chosen, where it goes and where it stops.
//!
//! Plans are drawn, at least one for each action, and judged by the program's evaluation where they
//! end; the best are then played on to a horizon, each as often as the others, and the worse half
//! of them is dropped, round by round. Who plays on draws a few plans at each step and takes the
//! best of them. A plan is written down as far as its side alone decides: a roll or an answer of
//! the other side ends what is written, not what is judged.

use super::leaf::{place_in_play, Cut, Leaf};
use crate::error::{program, Result};
use crate::game::Game;
use crate::rng::{mix, Rng};
use crate::rollout::Policy;
use crate::state::State;
use crate::vm::{Action, Scratch, Vm};
use std::sync::atomic::{AtomicBool, Ordering};

/// Actions and outcomes of one plan at most.
const LONGEST: usize = 64;
/// Plans that are played one after the other up to the horizon at most.
const FARTHEST: usize = 400;
/// Times a promising plan that ends in luck is judged before it may be played on.
const AGAIN: u32 = 4;

/// How to plan.
#[derive(Debug, Clone)]
pub struct Options {
    /// Plans drawn.
    pub samples: u32,
    /// Plans that are played on.
    pub finalists: usize,
    /// Games played on, over all plans.
    pub playouts: u32,
    /// Plans drawn at each step by who plays on.
    pub width: u32,
    /// The depth in the stack of procedures that the horizon looks at.
    pub depth: u8,
    /// How many procedures at that depth are played to their end.
    pub spans: u32,
    /// What every draw depends on.
    pub seed: u64,
    /// The query that evaluates a position for the first side.
    pub query: usize,
}

/// A plan that was judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// What is done, up to the first roll or answer.
    pub actions: Vec<Action>,
    /// How often it was judged.
    pub judged: u32,
    /// The sum of what the positions at the end were worth to the side, in millionths.
    pub sum: i64,
    /// Whether luck or the other side has a part in it.
    pub open: bool,
    /// Whether it was played on.
    pub played: bool,
    world: usize,
}

impl Plan {
    /// What it is worth to the side, in millionths.
    pub fn value(&self) -> i64 {
        self.sum / i64::from(self.judged.max(1))
    }
}

/// Plans for the side that acts, the best first.
pub fn plans(
    game: &Game,
    worlds: &[State],
    options: &Options,
    stop: &AtomicBool,
) -> Result<Vec<Plan>> {
    let Some(first) = worlds.first() else {
        return program("plans for no position");
    };
    let mut planner = Planner {
        game,
        worlds,
        options,
        stop,
        side: first.pending().actor,
        leaf: Leaf {
            policy: Policy::Busy,
            cut: Cut::Decisions(0),
            query: Some(options.query),
            blend: 1000,
        },
        scratch: Scratch::new(game),
        state: first.clone(),
        trial: State::default(),
        found: Vec::new(),
    };
    planner.draw()?;
    planner.judge_again()?;
    planner.play_off()?;
    Ok(planner.found)
}

struct Planner<'a> {
    game: &'a Game,
    worlds: &'a [State],
    options: &'a Options,
    stop: &'a AtomicBool,
    side: u8,
    leaf: Leaf,
    scratch: Scratch,
    state: State,
    trial: State,
    found: Vec<Plan>,
}

impl Planner<'_> {
    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Draws plans: one for each action, then more for the actions of the better plans.
    fn draw(&mut self) -> Result<()> {
        let mut legal = Vec::new();
        self.game.legal(&self.worlds[0], &mut legal);
        let mut rng = Rng::stream(self.options.seed, 0);
        for i in (1..legal.len()).rev() {
            legal.swap(i, rng.below(i as u32 + 1) as usize);
        }
        let samples = self.options.samples as usize;
        for n in 0..samples {
            if self.stopped() {
                break;
            }
            // every action once; then the actions of plans that are ahead, the more the further
            let first = match legal.get(n) {
                Some(&action) => action,
                None => {
                    let ahead = (self.found.len() * (samples - n) / samples).max(1);
                    if n % 16 == 0 || n == legal.len() {
                        self.rank();
                    }
                    match self.found.get(rng.below(ahead as u32) as usize) {
                        Some(plan) => plan.actions[0],
                        None => break,
                    }
                }
            };
            let world = n % self.worlds.len();
            let mut luck = Rng::stream(self.options.seed, 1 + n as u64);
            self.state.copy_from(&self.worlds[world]);
            if !self.game.is_legal(&self.state, first) {
                continue;
            }
            let (actions, open) = self.play_plan(&[first], &mut luck)?;
            let value = self.worth()?;
            match self.found.iter_mut().find(|p| p.actions == actions) {
                Some(plan) => {
                    plan.judged += 1;
                    plan.sum += value;
                }
                None => self.found.push(Plan {
                    actions,
                    judged: 1,
                    sum: value,
                    open,
                    played: false,
                    world,
                }),
            }
        }
        self.rank();
        Ok(())
    }

    /// Puts the best first; of equals, the one that was found first.
    fn rank(&mut self) {
        self.found
            .sort_by_key(|p| std::cmp::Reverse((p.played, p.value())));
    }

    /// Judges the plans at the top that depend on luck more than once.
    fn judge_again(&mut self) -> Result<()> {
        let top = self.found.len().min(self.options.finalists * 2);
        for i in 0..top {
            for again in 0..AGAIN {
                if !self.found[i].open || self.stopped() {
                    break;
                }
                let mut luck = self.luck(1, again);
                if self.start(i, again as usize, &mut luck)? {
                    let value = self.worth()?;
                    self.found[i].judged += 1;
                    self.found[i].sum += value;
                }
            }
        }
        self.rank();
        Ok(())
    }

    /// The luck of a round, the same for every plan.
    fn luck(&self, stage: u64, round: u32) -> Rng {
        Rng::stream(mix(self.options.seed ^ stage), u64::from(round))
    }

    /// Plays a plan from one of the worlds; false where it cannot be begun there.
    fn start(&mut self, plan: usize, round: usize, luck: &mut Rng) -> Result<bool> {
        let world = (self.found[plan].world + round) % self.worlds.len();
        self.state.copy_from(&self.worlds[world]);
        let actions = std::mem::take(&mut self.found[plan].actions);
        let begun = self.game.is_legal(&self.state, actions[0]);
        if begun {
            self.play_plan(&actions, luck)?;
        }
        self.found[plan].actions = actions;
        Ok(begun)
    }

    /// Plays the finalists on, and drops the worse half of them round by round.
    fn play_off(&mut self) -> Result<()> {
        let mut left = self.found.len().min(self.options.finalists);
        if self.options.playouts == 0 || left < 2 {
            return Ok(());
        }
        for plan in &mut self.found[..left] {
            (plan.judged, plan.sum, plan.played) = (0, 0, true);
        }
        let rounds = usize::BITS - (left - 1).leading_zeros();
        let mut round = 0;
        while left > 1 {
            let each = self.options.playouts / rounds / left as u32;
            for _ in 0..each.max(1) {
                for plan in 0..left {
                    if self.stopped() {
                        return Ok(());
                    }
                    let mut luck = self.luck(2, round);
                    if self.start(plan, round as usize, &mut luck)? {
                        self.play_on(&mut luck)?;
                        let value = self.worth()?;
                        self.found[plan].judged += 1;
                        self.found[plan].sum += value;
                    }
                }
                round += 1;
            }
            self.found[..left].sort_by_key(|p| std::cmp::Reverse(p.value()));
            left = left.div_ceil(2);
        }
        Ok(())
    }

    /// Plays the state at hand to the horizon.
    fn play_on(&mut self, luck: &mut Rng) -> Result<()> {
        let cut = Cut::Procedure(self.options.depth);
        let mut here = place_in_play(&self.worlds[0], cut);
        let mut spans = 0;
        for _ in 0..FARTHEST {
            if self.state.outcome().is_some() || self.stopped() {
                break;
            }
            let now = place_in_play(&self.state, cut);
            if now != here {
                here = now;
                spans += 1;
                if spans >= self.options.spans {
                    break;
                }
            }
            self.step(luck)?;
        }
        Ok(())
    }

    /// Draws a few plans for whoever acts, and plays the best of them with luck of its own.
    fn step(&mut self, luck: &mut Rng) -> Result<()> {
        let start = std::mem::take(&mut self.trial);
        let mut trial = start;
        trial.copy_from(&self.state);
        let actor = trial.pending().actor;
        let sign = if actor == 0 { 1 } else { -1 };
        let mut best: Option<(i64, Vec<Action>)> = None;
        for n in 0..self.options.width.max(1) {
            if n > 0 {
                self.state.copy_from(&trial);
            }
            let Some(first) = self.leaf.policy.pick(self.game, &self.state, luck) else {
                return program("a state without an action");
            };
            let (actions, _) = self.play_plan(&[first], luck)?;
            if self.options.width <= 1 {
                self.trial = trial;
                return Ok(());
            }
            let value = sign
                * self
                    .leaf
                    .evaluate(self.game, &self.state, &mut self.scratch)?;
            if best.as_ref().is_none_or(|b| value > b.0) {
                best = Some((value, actions));
            }
        }
        if let Some((_, actions)) = best {
            self.state.copy_from(&trial);
            self.play_plan(&actions, luck)?;
        }
        self.trial = trial;
        Ok(())
    }

    /// Plays some actions and whatever else belongs to the plan that they begin. Gives the actions
    /// up to the first that another decides, and whether there was one.
    fn play_plan(&mut self, actions: &[Action], luck: &mut Rng) -> Result<(Vec<Action>, bool)> {
        let (game, chance) = (self.game, self.game.data.sides.len());
        let (base, actor) = (self.state.frames.len(), self.state.pending().actor);
        let (mut done, mut open) = (Vec::new(), false);
        for n in 0..LONGEST {
            let state = &mut self.state;
            let mine = state.pending().actor == actor;
            open |= !mine;
            let written = actions.get(n).filter(|_| !open).copied();
            let pick = match written.filter(|&a| game.is_legal(state, a)) {
                Some(action) => Some(action),
                None if state.pending().actor as usize == chance => {
                    game.nth_legal(state, luck.below(state.pending().total))
                }
                None => self.leaf.policy.pick(game, state, luck),
            };
            let Some(action) = pick else {
                return program("a state without an action");
            };
            if !open {
                done.push(action);
            }
            Vm::new(game, &mut self.scratch).advance(state, action)?;
            let rolls = state.pending().actor as usize == chance;
            if state.outcome().is_some() || (state.frames.len() <= base && !rolls) {
                break;
            }
        }
        Ok((done, open))
    }

    /// What the state at hand is worth to the side that plans.
    fn worth(&mut self) -> Result<i64> {
        let value = self
            .leaf
            .evaluate(self.game, &self.state, &mut self.scratch)?;
        Ok(if self.side == 0 { value } else { -value })
    }
}
