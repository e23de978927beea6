//! The virtual machine: runs a rules program on a state.
//!
//! The VM holds no part of a game: the state has everything that outlives a call, and the caches in
//! [`Scratch`] only save work.

mod action;
mod change;
mod choose;
mod concede;
mod duty;
mod effects;
mod eval;
mod lives;
mod memo;
mod restore;
mod scratch;
mod step;

use std::borrow::Cow;

use crate::error::{Error, Result};
use crate::game::Game;
use crate::ids::{HexId, ProcedureId, QueryId, RuleId, Side};
use crate::ir::expr::Int;
use crate::ir::instr::Procedure;
use crate::state::State;

pub use action::Action;
pub use choose::Refusal;
pub use concede::MAY_CONCEDE;
pub use effects::{Effect, Stats};
pub use scratch::Scratch;

/// The VM: a game and the memory of a thread.
pub struct Vm<'a> {
    pub(crate) game: &'a Game,
    pub(crate) s: &'a mut Scratch,
}

impl<'a> Vm<'a> {
    /// A VM for a game; memory that was used for another game is allocated again.
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
        self.call(state, ProcedureId(0), &[])
    }

    /// Calls a procedure in place of the running ones, and runs it to its first decision or to the
    /// end of the game.
    pub fn call(&mut self, state: &mut State, procedure: ProcedureId, args: &[i32]) -> Result<()> {
        let Some(called) = self.game.data.procedures.get(procedure.index()) else {
            return Err(Error::Unknown(format!("no procedure {}", procedure.0)));
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
            procedure: procedure.0,
            pc: 0,
            base: 0,
        });
        self.run(state)
    }

    /// Whether to run the program as written, in which every `Ruled` node names its rule, instead
    /// of the optimised one.
    fn plain(&self) -> bool {
        self.s.verbatim || self.s.stats.is_some() || self.s.trace.is_some()
    }

    /// The procedures of the program as written or of the optimised one, whichever is to run.
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

    /// The memoised set in a slot, if it was computed during the instruction with number `now`.
    fn kept(memos: &[(u64, Box<[u64]>)], slot: u16, now: u64) -> Option<&[u64]> {
        memos
            .get(slot as usize)
            .filter(|m| m.0 == now)
            .map(|m| &*m.1)
    }

    /// Memoises a set in a slot; returns the memory of the set that it replaces, for reuse.
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

    /// Reports the application of a rule whose effects bear the ids of other rules.
    fn tell(&mut self, rule: u16) {
        if self.s.tell_applied {
            if let Some(effects) = &mut self.s.effects {
                effects.push(Effect::Applied(RuleId(rule)));
            }
        }
        self.applied(rule);
    }

    fn applied(&mut self, rule: u16) {
        if let Some(stats) = &mut self.s.stats {
            stats.applied[rule as usize] += 1;
        }
    }

    /// Evaluates a query.
    ///
    /// ```
    /// # use eastfront_core::rng::Rng;
    /// # use eastfront_core::{Game, Scratch, State, Vm};
    /// # let game = Game::from_bytes(&std::fs::read("tests/data/blue-kremlin.efg")?)?;
    /// # let mut scratch = Scratch::new(&game);
    /// # let mut state = State::blank(&game, Rng::stream(41, 0));
    /// # Vm::new(&game, &mut scratch).start(&mut state)?;
    /// use eastfront_core::vm::Reply;
    ///
    /// let query = game.query_named("may concede").ok_or("no such question")?;
    /// let answer = Vm::new(&game, &mut scratch).ask(&state, query, &[])?;
    /// assert_eq!(answer, Reply::Int(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ask(&mut self, state: &State, query: QueryId, args: &[i32]) -> Result<Reply> {
        use crate::file::Answer;
        let game = self.game;
        let Some(q) = game.data.queries.get(query.index()) else {
            return Err(Error::Unknown(format!("no query {}", query.0)));
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
            &game.fast.answers[query.index()]
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

    /// Evaluates a number in a procedure whose locals begin at `base`.
    pub(crate) fn number(&mut self, state: &State, base: u32, e: &Int) -> Result<i64> {
        self.s.now += 1;
        self.s.epoch += 1;
        self.s.base = base as usize;
        let value = self.int(state, e);
        self.check()?;
        Ok(value)
    }

    /// Runs an evaluation in which the bound members (`Bound`) have the values `its`, outermost
    /// first.
    fn given<T>(&mut self, its: impl Iterator<Item = i64>, work: impl FnOnce(&mut Self) -> T) -> T {
        self.s.its.clear();
        self.s.its.extend(its);
        let out = work(self);
        self.s.its.clear();
        out
    }

    /// Runs a procedure without decisions on a copy of the state, and returns its value.
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

    /// The units whose identity is hidden from a side.
    pub fn hidden_from(&mut self, state: &State, side: Side) -> Result<Box<[u64]>> {
        self.s.now += 1;
        self.s.epoch += 1;
        let out = self.units(state, &self.game.fast.hidden[side.index()]);
        self.check()?;
        Ok(out)
    }

    /// Returns the memory of a set of units to the pool, for reuse.
    pub(crate) fn recycle(&mut self, units: Box<[u64]>) {
        self.s.unit_pool.push(units);
    }

    /// The movement points to a hex in the movement field computed last; None if the field does not
    /// reach it.
    pub fn last_cost(&self, hex: HexId) -> Option<u16> {
        self.s.reach.cost(hex)
    }
}

/// The result of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// A number.
    Int(i64),
    /// A set of hexes, as rows of bits.
    Hexes(Box<[u64]>),
    /// A set of units, as bits.
    Units(Box<[u64]>),
}
