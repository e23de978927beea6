//! The loop that runs the instructions of a program.

use self::endless::{endless, too_deep};
use super::action::decision_in;
use super::Vm;
use crate::error::{program, Result};
use crate::ids::{RuleId, Side};
use crate::ir::expr::Int;
use crate::ir::instr::{Decision, Instr};
use crate::state::{Frame, Outcome, State};

/// The maximum number of instructions between two decisions.
const LIMIT: u64 = 2_000_000;
/// The number of instructions beyond [`LIMIT`] that show which procedure holds an endless loop.
const WATCHED: u64 = 20_000;
/// The maximum depth of calls of procedures.
const FRAMES: usize = 64;

/// The next step after a frame stops running.
enum Flow<'p> {
    Call(u16, &'p [Int]),
    Return(&'p Int),
    Decide(&'p Decision),
    Over,
    /// The program ran beyond the end of a procedure, or for too many instructions.
    Stuck,
}

impl Vm<'_> {
    /// Runs to the next decision with at least two actions, to a roll, or to the end of the game.
    pub(super) fn run(&mut self, st: &mut State) -> Result<()> {
        let procedures = self.procedures();
        self.s.epoch += 1;
        let end = self.s.now + LIMIT;
        // each iteration runs the innermost frame
        while let Some(frame) = st.frames.last().copied() {
            let procedure = &procedures[frame.procedure as usize];
            let flow = match self.s.now < end {
                true => self.run_frame(st, &procedure.code, frame, end)?,
                false => Flow::Stuck,
            };
            match flow {
                Flow::Call(p, args) => self.enter(st, p, args)?,
                Flow::Return(e) => self.leave(st, e)?,
                Flow::Decide(decision) => {
                    if self.decide(st, decision)? {
                        return Ok(());
                    }
                }
                Flow::Over => {
                    st.frames.clear();
                    st.buried = 0;
                    st.locals.clear();
                    st.path.clear();
                    st.pending.actor = 0;
                    st.pending.total = 0;
                    st.pending.alternatives.clear();
                    st.pending.bits.clear();
                    return Ok(());
                }
                Flow::Stuck if self.s.now < end => {
                    return program(format!("procedure {} ran off its end", procedure.name));
                }
                Flow::Stuck => return self.stuck(st),
            }
        }
        program("the sequence of play ran out")
    }

    /// The error about a state that has run for [`LIMIT`] instructions: runs some more, to see
    /// which frame holds the loop.
    #[cold]
    fn stuck(&mut self, st: &mut State) -> Result<()> {
        let procedures = self.procedures();
        let end = self.s.now + WATCHED;
        // the least number of frames while the loop runs
        let mut least = st.frames.len();
        while let (Some(frame), true) = (st.frames.last().copied(), self.s.now < end) {
            least = least.min(st.frames.len());
            let code = &procedures[frame.procedure as usize].code;
            match self.run_frame(st, code, frame, end)? {
                Flow::Call(p, args) => self.enter(st, p, args)?,
                Flow::Return(e) => self.leave(st, e)?,
                Flow::Decide(decision) if self.decide(st, decision)? => break,
                Flow::Decide(_) => {}
                Flow::Over | Flow::Stuck => break,
            }
        }
        let least = least.min(st.frames.len());
        program(endless(self.game, procedures, &st.frames, least))
    }

    /// Runs a frame until it calls, returns, waits or ends the game, then stores the point that it
    /// has reached. The frame may also run beyond its end or out of instructions.
    fn run_frame<'p>(
        &mut self,
        st: &mut State,
        code: &'p [Instr],
        frame: Frame,
        end: u64,
    ) -> Result<Flow<'p>> {
        self.s.base = frame.base as usize;
        let mut pc = frame.pc;
        while let Some(instr) = code.get(pc as usize) {
            // neither can overflow, and this is the innermost loop
            self.s.now = self.s.now.wrapping_add(1);
            let after = pc.wrapping_add(1);
            let (flow, next) = match instr {
                Instr::Jump(to) => {
                    if *to <= pc && self.s.now >= end {
                        break;
                    }
                    pc = *to;
                    continue;
                }
                Instr::JumpIfFalse(e, to) => {
                    let holds = self.int(st, e) != 0;
                    self.check()?;
                    if holds {
                        pc = after;
                    } else if *to <= pc && self.s.now >= end {
                        break;
                    } else {
                        pc = *to;
                    }
                    continue;
                }
                Instr::Call(p, args, _) => (Flow::Call(*p, args), after),
                Instr::Return(e) => (Flow::Return(e), pc),
                Instr::Decide(decision) => (Flow::Decide(decision), pc),
                Instr::EndGame(winner, level, rule) => {
                    self.end(st, winner, level, *rule)?;
                    (Flow::Over, pc)
                }
                Instr::SetLocal(l, e) => {
                    let value = narrow(self.int(st, e))?;
                    let slot = self.s.base + *l as usize;
                    st.locals[slot] = value;
                    self.check()?;
                    pc = after;
                    continue;
                }
                _ => {
                    self.step(st, instr);
                    self.check()?;
                    pc = after;
                    continue;
                }
            };
            if let Some(frame) = st.frames.last_mut() {
                frame.pc = next;
            }
            return Ok(flow);
        }
        Ok(Flow::Stuck)
    }

    /// Computes the legal actions of a decision; a single action is applied at once. True if the
    /// state now waits for an action.
    fn decide(&mut self, st: &mut State, decision: &Decision) -> Result<bool> {
        let game = self.game;
        if self.s.unoffered.get(decision.kind as usize) == Some(&true) {
            st.pending.alternatives.clear();
            st.pending.total = 0;
            return Ok(true);
        }
        let mut pending = std::mem::take(&mut st.pending);
        self.offer(st, decision, &mut pending);
        st.pending = pending;
        self.check()?;
        if st.pending.total >= 2 || st.pending.actor as usize == game.side_count {
            st.bury(game);
            return Ok(true);
        }
        let Some(only) = game.nth_legal(st, 0) else {
            let name = &game.data.decisions[decision.kind as usize];
            return program(format!("decision `{name}` has no action"));
        };
        self.note_forced(st.pending.actor, only);
        self.take(st, only)?;
        Ok(false)
    }

    /// Computes the pending decision of a waiting state again.
    pub(crate) fn refresh(&mut self, st: &mut State) -> Result<()> {
        let Some(decision) = decision_in(self.procedures(), st) else {
            return program("the state has no pending decision");
        };
        self.s.base = st.frames.last().map_or(0, |f| f.base as usize);
        self.s.now += 1;
        self.s.epoch += 1;
        let mut pending = std::mem::take(&mut st.pending);
        self.offer(st, decision, &mut pending);
        st.pending = pending;
        self.check()
    }

    /// Runs a procedure without decisions, and returns its value.
    pub(super) fn call_query(&mut self, st: &mut State, p: u16, args: &[i32]) -> Result<i64> {
        let game = self.game;
        let locals = game.data.procedures[p as usize].locals as usize;
        let floor = st.frames.len();
        let base = st.locals.len();
        st.locals.extend_from_slice(args);
        st.locals.resize(base + locals, 0);
        st.frames.push(Frame {
            procedure: p,
            pc: 0,
            base: base as u32,
        });
        let procedures = self.procedures();
        let end = self.s.now + LIMIT;
        while let Some(frame) = st.frames.last().copied() {
            let code = &procedures[frame.procedure as usize].code;
            match self.run_frame(st, code, frame, end)? {
                Flow::Call(p, args) => self.enter(st, p, args)?,
                Flow::Return(e) if st.frames.len() == floor + 1 => {
                    let answer = self.int(st, e);
                    self.check()?;
                    return Ok(answer);
                }
                Flow::Return(e) => self.leave(st, e)?,
                Flow::Decide(_) => return program("a query may not contain a decision"),
                Flow::Over => return program("a query ended the game"),
                Flow::Stuck => return program("a query does not end"),
            }
        }
        program("a query ended the game")
    }

    /// Runs an instruction that continues with the next one; the loop itself handles the most
    /// frequent kinds. Each kind has a function of its own, so that this function needs no stack
    /// frame.
    #[inline(never)]
    fn step(&mut self, st: &mut State, instr: &Instr) {
        match instr {
            Instr::SetVar(v, e, rule) => self.set_var(st, *v, e, *rule),
            Instr::Place(u, p, rule) => self.place_one(st, u, p, *rule),
            Instr::PlaceAlong(u, n, rule) => self.place_along(st, u, n, *rule),
            Instr::PlaceAll(set, p, rule) => self.place_all(st, set, p, *rule),
            Instr::SetUnitFlag(f, set, e, rule) => self.unit_flag(st, *f, set, e, *rule),
            Instr::SetUnitField(f, u, e, rule) => self.unit_field(st, *f, u, e, *rule),
            Instr::SetHexFlag(f, set, e, rule) => self.hex_flag(st, *f, set, e, *rule),
            Instr::Path(r, target, steps, cost) => self.path(st, r, target, *steps, *cost),
            Instr::PathStep(l) => self.path_step(st, *l),
            Instr::PathDrop(e) => self.path_drop(st, e),
            Instr::Note(kind, args, rule) => self.note(st, *kind, args, *rule),
            Instr::Applied(rule) => self.tell(*rule),
            Instr::Over(life) => self.ends(st, *life),
            _ => {
                self.fault("an invalid instruction");
            }
        }
    }

    /// Ends the game.
    fn end(&mut self, st: &mut State, winner: &Int, level: &Int, rule: u16) -> Result<()> {
        let winner = self.int(st, winner);
        let level = narrow(self.int(st, level))?;
        self.check()?;
        let side = (0..self.game.side_count as i64)
            .contains(&winner)
            .then_some(Side(winner as u8));
        st.outcome = Some(Outcome {
            winner: side,
            level,
            rule: RuleId(rule),
        });
        self.applied(rule);
        Ok(())
    }

    fn enter(&mut self, st: &mut State, p: u16, args: &[Int]) -> Result<()> {
        if st.frames.len() >= FRAMES {
            return program(too_deep(self.procedures(), &st.frames));
        }
        let procedure = &self.procedures()[p as usize];
        let base = st.locals.len();
        st.locals.resize(base + procedure.locals as usize, 0);
        for (i, a) in args.iter().enumerate() {
            let value = self.int(st, a);
            st.locals[base + i] = narrow(value)?;
        }
        self.check()?;
        st.frames.push(Frame {
            procedure: p,
            pc: 0,
            base: base as u32,
        });
        Ok(())
    }

    fn leave(&mut self, st: &mut State, e: &Int) -> Result<()> {
        let value = self.int(st, e);
        self.check()?;
        if let Some(frame) = st.frames.pop() {
            st.locals.truncate(frame.base as usize);
            st.buried = st.buried.min(st.frames.len().saturating_sub(1));
        }
        let Some(caller) = st.frames.last() else {
            return program("the sequence of play ran out");
        };
        let code = &self.procedures()[caller.procedure as usize].code;
        if let Some(Instr::Call(_, _, Some(into))) = code.get(caller.pc as usize - 1) {
            let slot = caller.base as usize + *into as usize;
            st.locals[slot] = narrow(value)?;
        }
        Ok(())
    }
}

fn narrow(value: i64) -> Result<i32> {
    i32::try_from(value).or_else(|_| program(format!("the number {value} is too large")))
}

mod endless;
#[cfg(test)]
mod tests;
