//! Instructions that modify a position. An error is stored as a fault; the instruction loop checks
//! for it after each instruction.

use super::{Effect, Vm};
use crate::error::{Error, Result};
use crate::ids::{HexFlag, HexId, PlaceId, RuleId, UnitFlag, UnitId, VariableId};
use crate::ir::expr::{Hexes, Int, Reach, Units};
use crate::state::State;
use crate::vm::eval::units::members;
use eastfront_kernel::grid::NO_HEX;
use eastfront_kernel::hexset;

impl Vm<'_> {
    #[inline(never)]
    pub(super) fn set_var(&mut self, st: &mut State, v: u16, e: &Int, rule: u16) {
        let value = self.int(st, e);
        self.write_var(st, v, value, rule);
    }

    pub(super) fn write_var(&mut self, st: &mut State, v: u16, value: i64, rule: u16) {
        let before = st.vars[v as usize];
        let done = st.set_var(self.game, v, value);
        self.expect(done);
        let after = st.vars[v as usize];
        if before != after {
            self.s.epoch += 1;
            self.did(rule, || {
                Effect::Var(VariableId(v), before, after, RuleId(rule))
            });
        }
    }

    #[inline(never)]
    pub(super) fn place_one(&mut self, st: &mut State, u: &Int, p: &Int, rule: u16) {
        let (unit, place) = (self.unit(st, u), self.int(st, p));
        match unit {
            Some(unit) => self.place(st, unit, place, rule),
            None => {
                self.fault("placing a unit that is out of range");
            }
        }
    }

    #[inline(never)]
    pub(super) fn place_all(&mut self, st: &mut State, set: &Units, p: &Int, rule: u16) {
        let place = self.int(st, p);
        let set = self.units(st, set);
        for u in members(&set) {
            self.place(st, u, place, rule);
        }
        self.s.unit_pool.push(set);
    }

    #[inline(never)]
    pub(super) fn place(&mut self, st: &mut State, unit: u16, place: i64, rule: u16) {
        if place < 0 || place >= self.game.place_count as i64 {
            self.fault(format!("no place {place}"));
            return;
        }
        let (from, before) = (st.unit_place(unit), st.side_hash);
        st.set_place(self.game, unit, place as u16);
        self.changed(st, unit, before);
        self.did(rule, || {
            let (from, to) = (PlaceId(from), PlaceId(place as u16));
            Effect::Placed(UnitId(unit), from, to, RuleId(rule))
        });
    }

    /// Moves a unit a number of steps along the current path. Each step is made singly if effects
    /// are recorded; otherwise only the last hex matters.
    #[inline(never)]
    pub(super) fn place_along(&mut self, st: &mut State, u: &Int, steps: &Int, rule: u16) {
        let Some(unit) = self.unit(st, u) else {
            self.fault("placing a unit that is out of range");
            return;
        };
        let steps = self.int(st, steps).clamp(0, st.path.len() as i64);
        let mut at = st.unit_place(unit);
        for left in (0..steps).rev() {
            let dir = st.path.pop().unwrap_or(0);
            at = self.game.grid.neighbor(at, dir);
            if left == 0 || self.s.effects.is_some() {
                self.place(st, unit, i64::from(at), rule);
            }
        }
    }

    #[inline(never)]
    pub(super) fn unit_flag(&mut self, st: &mut State, flag: u8, set: &Units, e: &Int, rule: u16) {
        let on = self.int(st, e) != 0;
        let set = self.units(st, set);
        for u in members(&set) {
            self.one_unit_flag(st, flag, u, on, rule);
        }
        self.s.unit_pool.push(set);
    }

    #[inline]
    pub(super) fn one_unit_flag(&mut self, st: &mut State, flag: u8, u: u16, on: bool, rule: u16) {
        if st.unit_flag(flag, u) != on {
            let before = st.side_hash;
            st.set_unit_flag(self.game, flag, u, on);
            self.changed(st, u, before);
            self.did(rule, || {
                Effect::UnitFlag(UnitFlag(flag), UnitId(u), on, RuleId(rule))
            });
        }
    }

    #[inline(never)]
    pub(super) fn unit_field(&mut self, st: &mut State, field: u8, u: &Int, e: &Int, rule: u16) {
        let value = self.int(st, e);
        let Some(u) = self.unit(st, u) else {
            self.fault("a number for a unit that is out of range");
            return;
        };
        self.write_field(st, field, u, value);
        self.applied(rule);
    }

    pub(super) fn write_field(&mut self, st: &mut State, field: u8, u: u16, value: i64) {
        let before = st.side_hash;
        let done = st.set_field(self.game, field, u, value);
        self.expect(done);
        self.changed(st, u, before);
    }

    #[inline(never)]
    pub(super) fn path(&mut self, st: &mut State, r: &Reach, target: &Int, steps: u8, cost: u8) {
        self.reach(st, r);
        let from = self.hex(st, &r.from);
        let target = self.hex(st, target);
        let (n, points) = self.plan(st, from, target);
        let base = self.s.base;
        st.locals[base + steps as usize] = n;
        st.locals[base + cost as usize] = points;
    }

    #[inline(never)]
    pub(super) fn path_step(&mut self, st: &mut State, local: u8) {
        let slot = self.s.base + local as usize;
        st.locals[slot] = st.path.pop().map_or(-1, i32::from);
    }

    #[inline(never)]
    pub(super) fn path_drop(&mut self, st: &mut State, e: &Int) {
        let n = self.int(st, e).max(0) as usize;
        st.path.truncate(st.path.len().saturating_sub(n));
    }

    #[inline(never)]
    pub(super) fn note(&mut self, st: &State, kind: u16, args: &[Int], rule: u16) {
        if self.s.effects.is_some() {
            let args = args.iter().map(|a| self.int(st, a) as i32).collect();
            self.did(rule, || Effect::Note(kind, args, RuleId(rule)));
        } else {
            self.applied(rule);
        }
    }

    /// Stores an error as a fault.
    #[inline(always)]
    fn expect(&mut self, done: Result<()>) {
        if let Err(error) = done {
            let text = match error {
                Error::Program(text) => text,
                other => other.to_string(),
            };
            self.fault(text);
        }
    }

    fn did(&mut self, rule: u16, effect: impl FnOnce() -> Effect) {
        self.applied(rule);
        if let Some(effects) = &mut self.s.effects {
            effects.push(effect());
        }
    }

    /// Records the change of a unit; `before` are the hashes of the units of each side before the
    /// change.
    fn changed(&mut self, st: &State, unit: u16, before: [u64; 4]) {
        self.s.epoch += 1;
        self.s.changes.note(st, unit, before);
    }

    #[inline(never)]
    pub(super) fn hex_flag(&mut self, st: &mut State, flag: u8, set: &Hexes, e: &Int, rule: u16) {
        let game = self.game;
        let on = self.int(st, e) != 0;
        let one = match set {
            Hexes::One(h) => Some(h),
            Hexes::IfElse(c, one, none) => match (&**one, &**none) {
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
        if let Hexes::Path(from) = set {
            let mut at = self.hex(st, from).unwrap_or(NO_HEX);
            for step in (0..st.path.len()).rev() {
                at = game.grid.neighbor(at, st.path[step]);
                if at != NO_HEX {
                    self.one_hex_flag(st, flag, at, on, rule);
                }
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
        for (word, now) in set.iter_mut().zip(st.hexes_with(game, HexFlag(flag))) {
            *word &= if on { !now } else { *now };
        }
        self.turn_hexes(st, flag, &set, on, rule);
        self.s.hex_pool.push(set);
    }

    /// Sets or clears a flag of many hexes; each of them must have the opposite value before.
    pub(super) fn turn_hexes(
        &mut self,
        st: &mut State,
        flag: u8,
        set: &[u64],
        on: bool,
        rule: u16,
    ) {
        let game = self.game;
        if self.s.effects.is_some() || self.s.stats.is_some() {
            for h in hexset::iter(&game.grid, set) {
                self.one_hex_flag(st, flag, h, on, rule);
            }
        } else if !hexset::is_empty(set) {
            st.turn_hex_flags(game, flag, set, on);
            self.s.epoch += 1;
        }
    }

    fn one_hex_flag(&mut self, st: &mut State, flag: u8, h: u16, on: bool, rule: u16) {
        if st.hex_flag(self.game, flag, h) != on {
            st.set_hex_flag(self.game, flag, h, on);
            self.s.epoch += 1;
            self.did(rule, || {
                Effect::HexFlag(HexFlag(flag), HexId(h), on, RuleId(rule))
            });
        }
    }

    /// Adds the steps from one hex to another to the pending steps, last step first; returns their
    /// number and the cost. They are 0 and -1 if there is no path or a hex is None.
    fn plan(&mut self, st: &mut State, from: Option<u16>, target: Option<u16>) -> (i32, i32) {
        let grid = &self.game.grid;
        let (Some(from), Some(target)) = (from, target) else {
            return (0, -1);
        };
        let mut path = std::mem::take(&mut self.s.path);
        let mut steps = 0;
        if self.s.reach.path_into(grid, HexId(target), &mut path) {
            for i in (0..path.len()).rev() {
                let before = if i == 0 { from } else { path[i - 1] };
                if let Some(d) = grid.direction(HexId(before), HexId(path[i])) {
                    st.path.push(d);
                    steps += 1;
                }
            }
        }
        self.s.path = path;
        (
            steps,
            self.s.reach.cost(HexId(target)).map_or(-1, i32::from),
        )
    }
}

#[cfg(test)]
mod tests;
