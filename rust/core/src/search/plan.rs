//! A search over plans: all that a side does until its phase ends, or until luck or the other side
//! has a say.
//!
//! Plans are drawn from a policy, some with a first action that it is not asked for, and judged by
//! the program's evaluation where the phase ends. A draw that luck had a part in says more of the
//! luck than of the plan, and the best of many draws is the luckiest; so the plans at the top are
//! judged anew, each as often as the others and with the same luck, and the draw is forgotten. The
//! best may then be played on by the same policy for both sides to a horizon that lies behind the
//! other side's answer, again with the same luck, the worse half dropped round by round. The first
//! plan is the policy's own: it is always among those that are judged anew and played on, so that
//! what is chosen is an improvement of it.

use super::leaf::{place_in_play, Cut, Leaf};
use crate::error::{program, Result};
use crate::game::Game;
use crate::ids::QueryId;
use crate::rollout::{Player, Players};
use crate::state::State;
use crate::vm::{Action, Scratch, Vm};
use eastfront_kernel::rng::{mix, Rng};
use std::sync::atomic::{AtomicBool, Ordering};

/// Actions and outcomes of one plan, and of its horizon, at most.
const LONGEST: usize = 2_000;
/// Times a promising plan is judged anew.
const AGAIN: u32 = 3;

/// How to plan.
#[derive(Debug, Clone)]
pub struct Options {
    /// Plans drawn.
    pub samples: u32,
    /// Plans that are played on.
    pub finalists: usize,
    /// Games played on, over all plans.
    pub playouts: u32,
    /// The depth in the stack of procedures of what a plan lasts for: 2 for a phase, 1 for a part of
    /// the sequence of play; 0 for what it takes to come back to the decision's own procedure.
    pub extent: u8,
    /// How many parts of the sequence of play are played to their end, the one at hand among them.
    pub spans: u32,
    /// Who draws plans and plays on.
    pub policy: Player,
    /// What every draw depends on.
    pub seed: u64,
    /// The query that evaluates a position for the first side.
    pub query: QueryId,
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
    /// The number of the draw that found it first.
    drawn: usize,
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
            policy: options.policy,
            cut: Cut::Decisions(0),
            query: Some(options.query),
            blend: 1000,
        },
        players: Players::new(game, &[options.policy])?,
        scratch: Scratch::new(game),
        state: first.clone(),
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
    players: Players<'a>,
    scratch: Scratch,
    state: State,
    found: Vec<Plan>,
}

impl Planner<'_> {
    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Draws plans: the policy's own, and as many that begin with an action of the stream's choice.
    fn draw(&mut self) -> Result<()> {
        let mut legal = Vec::new();
        self.game.legal(&self.worlds[0], &mut legal);
        let mut rng = Rng::stream(self.options.seed, 0);
        for i in (1..legal.len()).rev() {
            legal.swap(i, rng.below(i as u32 + 1) as usize);
        }
        let mut given = legal.into_iter();
        for n in 0..self.options.samples.max(1) as usize {
            if self.stopped() {
                break;
            }
            let first = if n % 2 == 1 { given.next() } else { None };
            self.state.copy_from(&self.worlds[n % self.worlds.len()]);
            if first.is_some_and(|a| !self.game.is_legal(&self.state, a)) {
                continue;
            }
            let mut luck = Rng::stream(self.options.seed, 1 + n as u64);
            let (actions, open) = self.play_plan(first.as_slice(), &mut luck)?;
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
                    drawn: n,
                }),
            }
        }
        self.rank();
        Ok(())
    }

    /// Puts the best first; of equals, the one that was found first.
    fn rank(&mut self) {
        (self.found).sort_by_key(|p| (std::cmp::Reverse(p.value()), p.drawn));
    }

    /// Judges the plans at the top anew, the policy's own among them: those that luck has a part in,
    /// or that were judged in one world of several.
    fn judge_again(&mut self) -> Result<()> {
        let top = self.found.len().min(self.options.finalists * 2);
        self.keep_own(top);
        for i in 0..top {
            if !self.found[i].open && self.worlds.len() == 1 {
                continue;
            }
            let (mut judged, mut sum) = (0, 0);
            for again in 0..AGAIN {
                if self.stopped() {
                    return Ok(());
                }
                let mut luck = self.luck(1, again);
                if self.start(i, again as usize, &mut luck)? {
                    judged += 1;
                    sum += self.worth()?;
                }
            }
            if judged > 0 {
                (self.found[i].judged, self.found[i].sum) = (judged, sum);
            }
        }
        self.found[..top].sort_by_key(|p| (std::cmp::Reverse(p.value()), p.drawn));
        Ok(())
    }

    /// Puts the policy's own plan among the first so many.
    fn keep_own(&mut self, top: usize) {
        let own = self.found.iter().position(|p| p.drawn == 0);
        if let Some(own) = own.filter(|&i| top > 0 && i >= top) {
            self.found.swap(own, top - 1);
        }
    }

    /// The luck of a round, the same for every plan.
    fn luck(&self, stage: u64, round: u32) -> Rng {
        Rng::stream(mix(self.options.seed ^ stage), u64::from(round))
    }

    /// Plays a plan from the world of a round, the same for every plan; false where it cannot be
    /// begun there.
    fn start(&mut self, plan: usize, round: usize, luck: &mut Rng) -> Result<bool> {
        let world = &self.worlds[round % self.worlds.len()];
        self.state.copy_from(world);
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
        self.keep_own(left);
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
            self.found[..left].sort_by_key(|p| (std::cmp::Reverse(p.value()), p.drawn));
            left = left.div_ceil(2);
        }
        Ok(())
    }

    /// Plays the state at hand to the horizon.
    fn play_on(&mut self, luck: &mut Rng) -> Result<()> {
        let part = Cut::Procedure(1);
        let mut here = place_in_play(&self.worlds[0], part);
        let mut spans = 0;
        for _ in 0..LONGEST {
            if self.state.outcome().is_some() || self.stopped() {
                break;
            }
            let now = place_in_play(&self.state, part);
            if now != here && !self.rolls() {
                here = now;
                spans += 1;
                if spans >= self.options.spans {
                    break;
                }
            }
            self.step(None, luck)?;
        }
        Ok(())
    }

    fn rolls(&self) -> bool {
        usize::from(self.state.pending().actor) == self.game.data.sides.len()
    }

    /// Takes a given action where it is legal, an outcome, or what the policy picks.
    fn step(&mut self, given: Option<Action>, luck: &mut Rng) -> Result<Action> {
        let (game, rolls) = (self.game, self.rolls());
        let state = &mut self.state;
        let pick = match given.filter(|&a| game.is_legal(state, a)) {
            Some(action) => Some(action),
            None if rolls => game.nth_legal(state, luck.below(state.pending().total)),
            None => (self.players).pick(state, &mut self.scratch, luck, self.stop)?,
        };
        let Some(action) = pick else {
            return program("a state without an action");
        };
        Vm::new(game, &mut self.scratch).advance(state, action)?;
        Ok(action)
    }

    /// Plays some actions and whatever else belongs to the plan that they begin. Gives the actions
    /// up to the first that another decides, and whether there was one.
    fn play_plan(&mut self, actions: &[Action], luck: &mut Rng) -> Result<(Vec<Action>, bool)> {
        let (base, actor) = (self.state.frames.len(), self.state.pending().actor);
        let extent = Cut::Procedure(self.options.extent);
        let here = place_in_play(&self.state, extent);
        let (mut done, mut open) = (Vec::new(), false);
        for n in 0..LONGEST {
            open |= self.state.pending().actor != actor;
            let written = actions.get(n).filter(|_| !open).copied();
            let action = self.step(written, luck)?;
            if !open {
                done.push(action);
            }
            let over = match self.options.extent {
                0 => self.state.frames.len() <= base,
                _ => place_in_play(&self.state, extent) != here,
            };
            if self.state.outcome().is_some() || self.stopped() || (over && !self.rolls()) {
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
