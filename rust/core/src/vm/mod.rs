//! Runs a rule program on a state.
//!
//! The machine holds no part of the game: what outlives a call is the state, and what is kept
//! between calls in [`Scratch`] only saves work.

mod action;
mod change;
mod choose;
mod clash;
mod component;
mod duty;
mod few;
mod follow;
mod hexes;
mod ints;
mod join;
mod kept;
mod lives;
mod reach;
mod stacks;
mod step;
mod units;
mod views;
mod within;

use std::borrow::Cow;

use crate::error::{Error, Result};
use crate::game::Game;
use crate::kernel::reach::ReachScratch;
use crate::program::expr::Int;
use crate::program::instr::Procedure;
use crate::state::State;

pub use action::Action;
pub use choose::Refusal;

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// A unit went from one place to another.
    Placed(u16, u16, u16, u16),
    /// A unit's flag changed.
    UnitFlag(u8, u16, bool, u16),
    /// A hex's flag changed.
    HexFlag(u8, u16, bool, u16),
    /// A variable changed: which, before, after.
    Var(u16, i32, i32, u16),
    /// The program reports something.
    Note(u16, Vec<i32>, u16),
    /// An action that was taken because it was the only one: actor and action.
    Forced(u8, Action),
    /// A rule was at work; told only where that is wanted.
    Applied(u16),
}

/// How often each rule allowed, refused or did something.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stats {
    /// Decisions in which the rule left something.
    pub allowed: Vec<u64>,
    /// Decisions in which the rule took something away.
    pub refused: Vec<u64>,
    /// Times the rule did something.
    pub applied: Vec<u64>,
}

impl Stats {
    /// No counts yet.
    pub fn new(game: &Game) -> Stats {
        let zero = vec![0; game.data.rules.len()];
        Stats {
            allowed: zero.clone(),
            refused: zero.clone(),
            applied: zero,
        }
    }

    /// Adds another's counts.
    pub fn add(&mut self, other: &Stats) {
        let pairs = [
            (&mut self.allowed, &other.allowed),
            (&mut self.refused, &other.refused),
            (&mut self.applied, &other.applied),
        ];
        for (mine, theirs) in pairs {
            mine.iter_mut().zip(theirs).for_each(|(a, b)| *a += b);
        }
    }
}

/// Views are kept in so many versions each. Few, so that all of them stay in the second cache: a
/// game that goes on seldom comes back to an older one. A search does, and takes 3 to 4 % longer
/// with four than with sixteen.
const WAYS: usize = 4;

struct ViewCache {
    keys: [u64; WAYS],
    /// A digest of each version; 0 where nobody has asked for it.
    values: [u64; WAYS],
    /// As many sets as keys; none before the first is kept.
    words: Box<[u64]>,
    turn: usize,
    /// The slot that is good now, and the epoch until which it surely is.
    good: (u64, usize),
    /// How often it was asked about with a key without being worked out.
    asked: (u64, u32),
    /// The epoch at which it was found not to be good.
    missed: u64,
}

/// Memory that belongs to a thread and outlives calls.
pub struct Scratch {
    hex_pool: Vec<Box<[u64]>>,
    unit_pool: Vec<Box<[u64]>>,
    views: Vec<ViewCache>,
    component: component::Component,
    reach: ReachScratch,
    /// The key of what the last field depends on, when that is known.
    reach_kept: u64,
    /// Kept numbers, each with its key and the epoch until which it surely is good.
    numbers: Vec<(Option<u64>, u64, i64)>,
    /// Kept sets of units, likewise.
    unit_sets: Vec<kept::KeptUnits>,
    /// Kept answers to questions about a unit: for each question and unit the key, whose lowest
    /// bit is the answer; 0 for none.
    answers: Vec<Box<[u64]>>,
    /// Sets of units that are followed from one position to the next, and what has changed since.
    followed: Vec<follow::Follow>,
    changes: follow::Changes,
    changed: Vec<follow::Changed>,
    spare: Option<State>,
    reach_set: Box<[u64]>,
    path: Vec<u16>,
    its: Vec<i64>,
    /// Counts instructions; what is kept for one is stale in the next.
    now: u64,
    /// Counts changes of the position, and states at hand: what does not turn on locals stays as it
    /// is from one to the next.
    epoch: u64,
    hex_memos: Vec<(u64, Box<[u64]>)>,
    unit_memos: Vec<(u64, Box<[u64]>)>,
    seen: Vec<(u64, u64)>,
    seen_epoch: u64,
    plan: crate::kernel::duty::Plan,
    /// Hexes of a clash, with what stands in them and against them, and where each hex is there.
    held: Vec<(u16, i64, i64)>,
    slots: Vec<u16>,
    base: usize,
    /// The duty to attack asked about last, where it is known what it depends on.
    draft: Option<duty::Draft>,
    /// Units, where they are, and whether they are named.
    who: Vec<(u16, u16, bool)>,
    /// The targets of the last question and the hexes next to them.
    beside: duty::Beside,
    /// Questions that are done with, blank again.
    draft_pool: Vec<duty::Draft>,
    fault: Option<Cow<'static, str>>,
    /// Decisions taken because they had one action only.
    pub forced: u64,
    /// Effects, when they are wanted.
    pub effects: Option<Vec<Effect>>,
    /// Whether rules that are at work are wanted among them.
    pub tell_applied: bool,
    /// Kinds of decision, by number, at which a run is to end without working out what is offered:
    /// the state is then good for questions only. Empty for none.
    pub(crate) unoffered: Vec<bool>,
    /// Counts by rule, when they are wanted.
    pub stats: Option<Stats>,
    /// Values that rules put into play, in the order of evaluation, when they are wanted.
    pub trace: Option<Vec<(u16, i64)>>,
    /// Whether to run the program word for word as the file has it, which is slower and comes to
    /// the same: what the rewritten one is held against.
    pub verbatim: bool,
    digest: u64,
}

impl Scratch {
    /// Fresh memory for a game.
    pub fn new(game: &Game) -> Scratch {
        let cache = |_| ViewCache {
            keys: [0; WAYS],
            values: [0; WAYS],
            words: Box::default(),
            turn: 0,
            good: (0, 0),
            asked: (0, 0),
            missed: 0,
        };
        Scratch {
            hex_pool: Vec::new(),
            unit_pool: Vec::new(),
            views: (0..game.fast.views.len()).map(cache).collect(),
            component: Default::default(),
            reach: ReachScratch::default(),
            reach_kept: 0,
            numbers: Vec::new(),
            unit_sets: Vec::new(),
            answers: vec![Box::default(); game.kept.questions.len()],
            followed: game
                .kept
                .followed
                .iter()
                .map(|_| Default::default())
                .collect(),
            changes: Default::default(),
            changed: Vec::new(),
            spare: None,
            reach_set: vec![0; game.hex_words].into_boxed_slice(),
            path: Vec::new(),
            its: Vec::new(),
            now: 0,
            epoch: 1,
            hex_memos: Vec::new(),
            unit_memos: Vec::new(),
            seen: Vec::new(),
            seen_epoch: 0,
            plan: Vec::new(),
            held: Vec::new(),
            slots: Vec::new(),
            base: 0,
            draft: None,
            who: Vec::new(),
            beside: Default::default(),
            draft_pool: Vec::new(),
            fault: None,
            forced: 0,
            effects: None,
            tell_applied: false,
            unoffered: Vec::new(),
            stats: None,
            trace: None,
            verbatim: false,
            digest: game.digest,
        }
    }
}

/// The machine: a game and a thread's memory.
pub struct Vm<'a> {
    pub(crate) game: &'a Game,
    pub(crate) s: &'a mut Scratch,
}

impl<'a> Vm<'a> {
    /// A machine for a game; memory made for another game is made anew.
    pub fn new(game: &'a Game, scratch: &'a mut Scratch) -> Vm<'a> {
        if scratch.digest != game.digest {
            let wanted = (
                scratch.effects.take(),
                scratch.tell_applied,
                scratch.stats.take(),
                scratch.trace.take(),
                scratch.verbatim,
            );
            *scratch = Scratch::new(game);
            (
                scratch.effects,
                scratch.tell_applied,
                scratch.stats,
                scratch.trace,
                scratch.verbatim,
            ) = wanted;
        }
        Vm { game, s: scratch }
    }

    /// Starts a game and runs it to its first decision.
    pub fn start(&mut self, state: &mut State) -> Result<()> {
        self.call(state, 0, &[])
    }

    /// Calls a procedure in place of all that is under way, and runs it to its first decision or to
    /// an end of the game.
    pub fn call(&mut self, state: &mut State, procedure: usize, args: &[i32]) -> Result<()> {
        let Some(called) = self.game.data.procedures.get(procedure) else {
            return Err(Error::Unknown(format!("no procedure {procedure}")));
        };
        if called.args as usize != args.len() {
            return Err(Error::Unknown(format!(
                "procedure {} takes {} arguments, {} given",
                called.name,
                called.args,
                args.len()
            )));
        }
        state.outcome = None;
        state.buried = 0;
        state.frames.clear();
        state.path.clear();
        state.locals.clear();
        state.locals.extend_from_slice(args);
        state.locals.resize(called.locals as usize, 0);
        state.frames.push(crate::state::Frame {
            procedure: procedure as u16,
            pc: 0,
            base: 0,
        });
        self.run(state)
    }

    /// Whether the program is to be run as the file has it, with every `Ruled`.
    fn plain(&self) -> bool {
        self.s.verbatim || self.s.stats.is_some() || self.s.trace.is_some()
    }

    /// The procedures in the form in which they are to be run.
    fn procedures(&self) -> &'a [Procedure] {
        if self.plain() {
            &self.game.data.procedures
        } else {
            &self.game.fast.procedures
        }
    }

    #[cold]
    fn fault(&mut self, text: impl Into<Cow<'static, str>>) -> i64 {
        self.s.fault.get_or_insert_with(|| text.into());
        0
    }

    #[inline(always)]
    fn check(&mut self) -> Result<()> {
        if self.s.fault.is_none() {
            return Ok(());
        }
        self.failed()
    }

    #[cold]
    fn failed(&mut self) -> Result<()> {
        match self.s.fault.take() {
            None => Ok(()),
            Some(text) => Err(Error::Program(text.into())),
        }
    }

    /// The kept set of a slot, when it was kept during this instruction.
    fn kept(memos: &[(u64, Box<[u64]>)], slot: u16, now: u64) -> Option<&[u64]> {
        memos
            .get(slot as usize)
            .filter(|m| m.0 == now)
            .map(|m| &*m.1)
    }

    /// Keeps a set; what was kept in its place is good for another one.
    fn keep_memo(
        memos: &mut Vec<(u64, Box<[u64]>)>,
        slot: u16,
        now: u64,
        set: Box<[u64]>,
    ) -> Option<Box<[u64]>> {
        let slot = slot as usize;
        if memos.len() <= slot {
            memos.resize_with(slot + 1, Default::default);
        }
        let former = std::mem::replace(&mut memos[slot], (now, set)).1;
        (!former.is_empty()).then_some(former)
    }

    fn hex_buf(&mut self) -> Box<[u64]> {
        match self.s.hex_pool.pop() {
            Some(b) => b,
            None => vec![0; self.game.hex_words].into_boxed_slice(),
        }
    }

    fn unit_buf(&mut self) -> Box<[u64]> {
        match self.s.unit_pool.pop() {
            Some(b) => b,
            None => vec![0; self.game.unit_words].into_boxed_slice(),
        }
    }

    /// Tells that a rule is at work whose effects bear the names of others.
    fn tell(&mut self, rule: u16) {
        if self.s.tell_applied {
            if let Some(effects) = &mut self.s.effects {
                effects.push(Effect::Applied(rule));
            }
        }
        self.applied(rule);
    }

    fn applied(&mut self, rule: u16) {
        if let Some(stats) = &mut self.s.stats {
            stats.applied[rule as usize] += 1;
        }
    }

    /// Answers a query.
    pub fn ask(&mut self, state: &State, query: usize, args: &[i32]) -> Result<Reply> {
        use crate::game::Answer;
        let game = self.game;
        let Some(q) = game.data.queries.get(query) else {
            return Err(Error::Unknown(format!("no query {query}")));
        };
        if q.args as usize != args.len() {
            return Err(Error::Unknown(format!(
                "query {} takes {} arguments, {} given",
                q.name,
                q.args,
                args.len()
            )));
        }
        self.s.now += 1;
        self.s.epoch += 1;
        let answer = if self.plain() {
            &q.answer
        } else {
            &game.fast.answers[query]
        };
        let given = args.iter().map(|&a| i64::from(a));
        let reply = match answer {
            Answer::Int(e) => Reply::Int(self.given(given, |vm| vm.int(state, e))),
            Answer::Hexes(e) => Reply::Hexes(self.given(given, |vm| vm.hexes(state, e))),
            Answer::Units(e) => Reply::Units(self.given(given, |vm| vm.units(state, e))),
            Answer::Procedure(p) => Reply::Int(self.try_out(state, *p, args)?),
        };
        self.check()?;
        Ok(reply)
    }

    /// A number as a frame whose locals begin there sees it.
    pub(crate) fn number(&mut self, state: &State, base: u32, e: &Int) -> Result<i64> {
        self.s.now += 1;
        self.s.epoch += 1;
        self.s.base = base as usize;
        let value = self.int(state, e);
        self.check()?;
        Ok(value)
    }

    /// What is worked out with such members at hand.
    fn given<T>(&mut self, its: impl Iterator<Item = i64>, work: impl FnOnce(&mut Self) -> T) -> T {
        self.s.its.clear();
        self.s.its.extend(its);
        let out = work(self);
        self.s.its.clear();
        out
    }

    /// The answer of a procedure, which runs on a copy that it is free to change.
    fn try_out(&mut self, state: &State, procedure: u16, args: &[i32]) -> Result<i64> {
        let mut copy = match self.s.spare.take() {
            Some(mut spare) => {
                spare.copy_from(state);
                spare
            }
            None => state.clone(),
        };
        let answer = self.call_query(&mut copy, procedure, args);
        self.s.spare = Some(copy);
        answer
    }

    /// The units whose identity a side may not know.
    pub fn hidden_from(&mut self, state: &State, side: u8) -> Result<Box<[u64]>> {
        self.s.now += 1;
        self.s.epoch += 1;
        let out = self.units(state, &self.game.fast.hidden[side as usize]);
        self.check()?;
        Ok(out)
    }

    /// Takes a set of units back for the next use.
    pub(crate) fn recycle(&mut self, units: Box<[u64]>) {
        self.s.unit_pool.push(units);
    }

    /// The movement points to a hex by the reach last asked for.
    pub fn last_cost(&self, hex: u16) -> Option<u16> {
        self.s.reach.cost(hex)
    }
}

/// The answer to a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// A number.
    Int(i64),
    /// Rows of bits.
    Hexes(Box<[u64]>),
    /// Bits.
    Units(Box<[u64]>),
}
