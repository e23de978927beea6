//! Search over plans: sequences of actions of a side to the end of its phase, or to the next roll
//! or decision of the other side.
//!
//! Plans are sampled from a policy, some with a first action that the policy did not choose, and
//! evaluated by the program at the end of the phase. If dice are involved, one sample says more
//! about the dice than about the plan, and the best of many samples is the luckiest. So the top
//! plans are evaluated again, equally often and with common random numbers, and the first sample is
//! dropped. The best plans may then be played out by the same policy for both sides to a horizon
//! beyond the other side's reply, again with common random numbers, and the worse half is dropped
//! each round (sequential halving). The first plan is the policy's own; it always takes part in the
//! second evaluation and the playouts, so that the chosen plan is at least as good.

use super::leaf::{place_in_play, Cut, Leaf};
use crate::error::{program, Result};
use crate::game::Game;
use crate::ids::QueryId;
use crate::rollout::{Player, Players};
use crate::state::State;
use crate::vm::{Action, Scratch, Vm};
use eastfront_kernel::rng::{mix, Rng};
use std::sync::atomic::{AtomicBool, Ordering};

/// The maximum number of actions and outcomes in a plan, and in its playout.
const LONGEST: usize = 2_000;
/// The number of times that a top plan is evaluated again.
const AGAIN: u32 = 3;

/// The options of a search over plans.
#[derive(Debug, Clone)]
pub struct Options {
    /// The number of sampled plans.
    pub samples: u32,
    /// The number of plans that are played out.
    pub finalists: usize,
    /// The number of playouts, over all plans.
    pub playouts: u32,
    /// The depth of the procedure that a plan lasts for: 2 for a phase, 1 for a part of the
    /// sequence of play, 0 until control returns to the procedure of the decision.
    pub extent: u8,
    /// The horizon: the number of parts of the sequence of play that are played to the end,
    /// including the current one.
    pub spans: u32,
    /// The player that samples plans and plays them out.
    pub policy: Player,
    /// The seed of all random streams.
    pub seed: u64,
    /// The query that evaluates a position for the first side.
    pub query: QueryId,
}

/// An evaluated plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The actions of the plan up to the first roll or reply.
    pub actions: Vec<Action>,
    /// The number of evaluations of the plan.
    pub judged: u32,
    /// The sum of the evaluations for the planning side, in millionths.
    pub sum: i64,
    /// Whether dice or the other side take part in the plan.
    pub open: bool,
    /// Whether the plan was played out.
    pub played: bool,
    /// The index of the sample that found the plan first.
    drawn: usize,
}

impl Plan {
    /// The mean value of the plan for the planning side, in millionths.
    pub fn value(&self) -> i64 {
        self.sum / i64::from(self.judged.max(1))
    }
}

/// Plans for the side to act, the best first.
pub fn plans(
    game: &Game,
    worlds: &[State],
    options: &Options,
    stop: &AtomicBool,
) -> Result<Vec<Plan>> {
    let Some(first) = worlds.first() else {
        return program("plans without a position");
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

    /// Samples plans: the policy's own, and as many as wanted that begin with a random action.
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

    /// Sorts the plans, best first; of equal ones the first found comes first.
    fn rank(&mut self) {
        (self.found).sort_by_key(|p| (std::cmp::Reverse(p.value()), p.drawn));
    }

    /// Evaluates the top plans and the policy's own again, if dice or the other side take part in
    /// them, or if there are several worlds (the deals consistent with what the side knows).
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

    /// Moves the policy's own plan into the first `top`.
    fn keep_own(&mut self, top: usize) {
        let own = self.found.iter().position(|p| p.drawn == 0);
        if let Some(own) = own.filter(|&i| top > 0 && i >= top) {
            self.found.swap(own, top - 1);
        }
    }

    /// The source of random numbers of a round, equal for every plan.
    fn luck(&self, stage: u64, round: u32) -> Rng {
        Rng::stream(mix(self.options.seed ^ stage), u64::from(round))
    }

    /// Plays a plan in the world (deal) of a round, which is the same for every plan. False if the
    /// first action of the plan is illegal in this world.
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

    /// Plays the finalists out, and drops the half with the lower values after each round.
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

    /// Plays the current state to the horizon.
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

    /// Plays the given action if it is legal, else the outcome of a roll or the choice of the
    /// policy; returns the action played.
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

    /// Plays the given actions and then the choices of the policy to the end of the plan. Returns
    /// the actions up to the first decision of another player, and whether there was such a
    /// decision.
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

    /// The value of the current state for the planning side, in millionths.
    fn worth(&mut self) -> Result<i64> {
        let value = self
            .leaf
            .evaluate(self.game, &self.state, &mut self.scratch)?;
        Ok(if self.side == 0 { value } else { -value })
    }
}
