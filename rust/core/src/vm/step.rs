//! The instruction loop.

use super::action::choice_in;
use super::units::members;
use super::{Effect, Vm};
use crate::error::{program, Result};
use crate::kernel::hexset;
use crate::program::expr::{Hexes, Int};
use crate::program::instr::{Choice, Instr};
use crate::state::{Frame, Outcome, State};

/// More instructions than any sound program runs between two decisions.
const LIMIT: u64 = 2_000_000;
/// Deeper than any sound program calls.
const FRAMES: usize = 64;

/// How a program goes on when it leaves a frame.
enum Flow<'p> {
    Call(u16, &'p [Int]),
    Return(&'p Int),
    Choose(&'p Choice),
    Over,
    /// It ran off its end, or too long.
    Stuck,
}

impl Vm<'_> {
    /// Runs to the next decision with at least two actions, to chance, or to the end.
    pub(super) fn run(&mut self, st: &mut State) -> Result<()> {
        let procedures = self.procedures();
        self.s.epoch += 1;
        let end = self.s.now + LIMIT;
        // each round goes on in the frame that then is the last one
        while let Some(frame) = st.frames.last().copied() {
            let procedure = &procedures[frame.procedure as usize];
            let flow = match self.s.now < end {
                true => self.run_frame(st, &procedure.code, frame, end)?,
                false => Flow::Stuck,
            };
            match flow {
                Flow::Call(p, args) => self.enter(st, p, args)?,
                Flow::Return(e) => self.leave(st, e)?,
                Flow::Choose(choice) => {
                    if self.decide(st, choice)? {
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
                    st.pending.alts.clear();
                    st.pending.bits.clear();
                    return Ok(());
                }
                Flow::Stuck => {
                    let name = &procedure.name;
                    return match self.s.now < end {
                        true => program(format!("procedure {name} ran off its end")),
                        false => program("the program does not come to a decision"),
                    };
                }
            }
        }
        program("the sequence of play ran out")
    }

    /// Runs a frame until it calls, returns, asks or ends the game; its place is then kept. It may
    /// also run off its end or out of instructions.
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
            self.s.now += 1;
            let (flow, next) = match instr {
                Instr::Jump(to) => {
                    if *to <= pc && self.s.now >= end {
                        break;
                    }
                    pc = *to;
                    continue;
                }
                Instr::Unless(e, to) => {
                    let holds = self.int(st, e) != 0;
                    self.check()?;
                    if holds {
                        pc += 1;
                    } else if *to <= pc && self.s.now >= end {
                        break;
                    } else {
                        pc = *to;
                    }
                    continue;
                }
                Instr::Call(p, args, _) => (Flow::Call(*p, args), pc + 1),
                Instr::Return(e) => (Flow::Return(e), pc),
                Instr::Choose(choice) => (Flow::Choose(choice), pc),
                Instr::End(winner, level, rule) => {
                    self.end(st, winner, level, *rule)?;
                    (Flow::Over, pc)
                }
                Instr::SetLocal(l, e) => {
                    let value = narrow(self.int(st, e))?;
                    let slot = self.s.base + *l as usize;
                    st.locals[slot] = value;
                    self.check()?;
                    pc += 1;
                    continue;
                }
                _ => {
                    self.step(st, instr)?;
                    self.check()?;
                    pc += 1;
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

    /// Offers a decision; a single action is taken at once. True when the state now waits.
    fn decide(&mut self, st: &mut State, choice: &Choice) -> Result<bool> {
        let game = self.game;
        if self.s.unoffered.get(choice.kind as usize) == Some(&true) {
            st.pending.alts.clear();
            st.pending.total = 0;
            return Ok(true);
        }
        let mut pending = std::mem::take(&mut st.pending);
        self.offer(st, choice, &mut pending);
        st.pending = pending;
        self.check()?;
        if st.pending.total >= 2 || st.pending.actor as usize == game.side_count {
            st.bury(game);
            return Ok(true);
        }
        let Some(only) = game.nth_legal(st, 0) else {
            let name = &game.data.decisions[choice.kind as usize];
            return program(format!("decision `{name}` has no action"));
        };
        self.note_forced(st.pending.actor, only);
        self.take(st, only)?;
        Ok(false)
    }

    /// Recomputes the pending decision of a state that waits.
    pub(crate) fn refresh(&mut self, st: &mut State) -> Result<()> {
        let Some(choice) = choice_in(self.procedures(), st) else {
            return program("the state waits for nothing");
        };
        self.s.base = st.frames.last().map_or(0, |f| f.base as usize);
        self.s.now += 1;
        self.s.epoch += 1;
        let mut pending = std::mem::take(&mut st.pending);
        self.offer(st, choice, &mut pending);
        st.pending = pending;
        self.check()
    }

    /// Runs a procedure that takes no decision.
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
                Flow::Choose(_) => return program("a query may not ask"),
                Flow::Over => return program("a query ended the game"),
                Flow::Stuck => return program("a query does not end"),
            }
        }
        program("a query ended the game")
    }

    /// Runs an instruction that goes on to the next one; apart from those that most are, which
    /// run in a small loop.
    #[inline(never)]
    fn step(&mut self, st: &mut State, instr: &Instr) -> Result<()> {
        let game = self.game;
        match instr {
            Instr::SetVar(v, e, rule) => {
                let value = self.int(st, e);
                let before = st.vars[*v as usize];
                st.set_var(game, *v, value)?;
                if before != st.vars[*v as usize] {
                    self.s.epoch += 1;
                    self.did(*rule, || Effect::Var(*v, before, value as i32, *rule));
                }
            }
            Instr::Place(u, p, rule) => {
                let (unit, place) = (self.unit(st, u), self.int(st, p));
                let Some(unit) = unit else {
                    return program("placing no unit");
                };
                self.place(st, unit, place, *rule)?;
            }
            Instr::PlaceAll(set, p, rule) => {
                let place = self.int(st, p);
                let set = self.units(st, set);
                for u in members(&set) {
                    self.place(st, u, place, *rule)?;
                }
                self.s.unit_pool.push(set);
            }
            Instr::UnitFlag(f, set, e, rule) => {
                let on = self.int(st, e) != 0;
                let set = self.units(st, set);
                for u in members(&set) {
                    if st.unit_flag(*f, u) != on {
                        let before = st.side_hash;
                        st.set_unit_flag(game, *f, u, on);
                        self.changed(st, u, before);
                        self.did(*rule, || Effect::UnitFlag(*f, u, on, *rule));
                    }
                }
                self.s.unit_pool.push(set);
            }
            Instr::UnitField(f, u, e, rule) => {
                let value = self.int(st, e);
                let Some(u) = self.unit(st, u) else {
                    return program("a number for no unit");
                };
                let before = st.side_hash;
                st.set_field(game, *f, u, value)?;
                self.changed(st, u, before);
                self.applied(*rule);
            }
            Instr::HexFlag(f, set, e, rule) => self.hex_flag(st, *f, set, e, *rule),
            Instr::Path(r, target, steps, cost) => {
                self.reach(st, r);
                let from = self.hex(st, &r.from);
                let target = self.hex(st, target);
                let (n, points) = self.plan(st, from, target);
                let base = self.s.base;
                st.locals[base + *steps as usize] = n;
                st.locals[base + *cost as usize] = points;
            }
            Instr::PathStep(l) => {
                let slot = self.s.base + *l as usize;
                st.locals[slot] = st.path.pop().map_or(-1, i32::from);
            }
            Instr::PathDrop(e) => {
                let n = self.int(st, e).max(0) as usize;
                st.path.truncate(st.path.len().saturating_sub(n));
            }
            Instr::Note(kind, args, rule) => {
                if self.s.effects.is_some() {
                    let args = args.iter().map(|a| self.int(st, a) as i32).collect();
                    self.did(*rule, || Effect::Note(*kind, args, *rule));
                } else {
                    self.applied(*rule);
                }
            }
            Instr::Applied(rule) => self.applied(*rule),
            _ => return program("an instruction that is not one"),
        }
        Ok(())
    }

    /// Ends the game.
    fn end(&mut self, st: &mut State, winner: &Int, level: &Int, rule: u16) -> Result<()> {
        let winner = self.int(st, winner);
        let level = narrow(self.int(st, level))?;
        self.check()?;
        let side = (0..self.game.side_count as i64)
            .contains(&winner)
            .then_some(winner as u8);
        st.outcome = Some(Outcome {
            winner: side,
            level,
            rule,
        });
        self.applied(rule);
        Ok(())
    }

    fn did(&mut self, rule: u16, effect: impl FnOnce() -> Effect) {
        self.applied(rule);
        if let Some(effects) = &mut self.s.effects {
            effects.push(effect());
        }
    }

    pub(super) fn place(&mut self, st: &mut State, unit: u16, place: i64, rule: u16) -> Result<()> {
        if place < 0 || place >= self.game.place_count as i64 {
            return program(format!("no place {place}"));
        }
        let (from, before) = (st.place(unit), st.side_hash);
        st.set_place(self.game, unit, place as u16);
        self.changed(st, unit, before);
        self.did(rule, || Effect::Placed(unit, from, place as u16, rule));
        Ok(())
    }

    /// Takes note of a unit that has changed, given the hashes of the sides' units before.
    fn changed(&mut self, st: &State, unit: u16, before: [u64; 4]) {
        self.s.epoch += 1;
        self.s.changes.note(st, unit, before);
    }

    fn hex_flag(&mut self, st: &mut State, flag: u8, set: &Hexes, e: &Int, rule: u16) {
        let game = self.game;
        let on = self.int(st, e) != 0;
        let one = match set {
            Hexes::One(h) => Some(h),
            Hexes::If(c, one, none) => match (&**one, &**none) {
                (Hexes::One(h), Hexes::Empty) if self.int(st, c) != 0 => Some(h),
                (Hexes::One(_), Hexes::Empty) => return,
                _ => None,
            },
            _ => None,
        };
        if let Some(h) = one {
            if let Some(h) = self.hex(st, h) {
                self.one_hex_flag(st, flag, h, on, rule);
            }
            return;
        }
        if let Hexes::Few(set) = set {
            for h in self.few(st, set).iter() {
                self.one_hex_flag(st, flag, h, on, rule);
            }
            return;
        }
        let mut set = self.hexes(st, set);
        for (word, now) in set.iter_mut().zip(st.hexes_with(game, flag)) {
            *word &= if on { !now } else { *now };
        }
        if self.s.effects.is_some() || self.s.stats.is_some() {
            for h in hexset::iter(&game.grid, &set) {
                self.one_hex_flag(st, flag, h, on, rule);
            }
        } else if !hexset::is_empty(&set) {
            st.turn_hex_flags(game, flag, &set, on);
            self.s.epoch += 1;
        }
        self.s.hex_pool.push(set);
    }

    fn one_hex_flag(&mut self, st: &mut State, flag: u8, h: u16, on: bool, rule: u16) {
        if st.hex_flag(self.game, flag, h) != on {
            st.set_hex_flag(self.game, flag, h, on);
            self.s.epoch += 1;
            self.did(rule, || Effect::HexFlag(flag, h, on, rule));
        }
    }

    /// Puts the steps to a hex on the path, last one first; their number and the cost.
    fn plan(&mut self, st: &mut State, from: Option<u16>, target: Option<u16>) -> (i32, i32) {
        let grid = &self.game.grid;
        let (Some(from), Some(target)) = (from, target) else {
            return (0, -1);
        };
        let mut path = std::mem::take(&mut self.s.path);
        let mut steps = 0;
        if self.s.reach.path_into(grid, target, &mut path) {
            for i in (0..path.len()).rev() {
                let before = if i == 0 { from } else { path[i - 1] };
                if let Some(d) = grid.direction(before, path[i]) {
                    st.path.push(d);
                    steps += 1;
                }
            }
        }
        self.s.path = path;
        (steps, self.s.reach.cost(target).map_or(-1, i32::from))
    }

    fn enter(&mut self, st: &mut State, p: u16, args: &[Int]) -> Result<()> {
        if st.frames.len() >= FRAMES {
            return program("procedures call each other too deeply");
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

#[cfg(test)]
mod tests;
