//! Evaluation of numbers.

use crate::ids::{HexId, UnitFlag};
use crate::ir::expr::{Hexes, Int, Units};
use crate::state::State;
use crate::vm::Vm;
use eastfront_kernel::grid::NO_HEX;
use eastfront_kernel::hexset;

/// The error for a number whose index is out of range.
const MISSING: &str = "an unknown variable, local or member";

const OUTSIDE: &str = "a table was read outside its cells";

impl Vm<'_> {
    /// Evaluates a number. Simple numbers are read, and all others passed on, in one small function
    /// without a stack frame: each other kind of number has a function of its own, so that no kind
    /// pays for the needs of another. Nothing in this function can panic.
    #[inline(never)]
    pub(in crate::vm) fn int(&mut self, st: &State, e: &Int) -> i64 {
        let word = match e {
            Int::Const(k) => return *k,
            Int::Var(v) => st.vars.get(usize::from(*v)),
            Int::Local(l) => st.locals.get(self.s.base.wrapping_add(usize::from(*l))),
            Int::Bound(n) => {
                let at = self.s.its.len().wrapping_sub(1 + usize::from(*n));
                return match self.s.its.get(at) {
                    Some(&it) => it,
                    None => self.fault(MISSING),
                };
            }
            Int::VarEq(v, k) => {
                return match st.vars.get(usize::from(*v)) {
                    Some(v) => i64::from(v == k),
                    None => self.fault(MISSING),
                };
            }
            Int::Sub(a, b) => return self.difference(st, a, b),
            Int::Eq(a, b) => return self.equal(st, a, b),
            Int::Lt(a, b) => return self.less(st, a, b),
            Int::Le(a, b) => return self.at_most(st, a, b),
            Int::And(a, b) => return self.both(st, a, b),
            Int::Or(a, b) => return self.either(st, a, b),
            Int::Not(a) => return self.not(st, a),
            Int::IfElse(c, a, b) => return self.pick(st, c, a, b),
            Int::Table(t, at) => return self.cell(st, *t, at),
            Int::UnitAttr(i, u) => return self.attr_of(st, *i, u),
            Int::UnitPlace(u) => return self.place_of(st, u),
            Int::UnitFlag(f, u) => return self.flag_of(st, *f, u),
            Int::ContainsHex(set, h) => return self.has(st, set, h),
            Int::ContainsUnit(set, u) => return self.includes(st, set, u),
            _ => return self.lookup(st, e),
        };
        match word {
            Some(&value) => i64::from(value),
            None => self.fault(MISSING),
        }
    }

    #[inline(never)]
    fn difference(&mut self, st: &State, a: &Int, b: &Int) -> i64 {
        self.int(st, a).saturating_sub(self.int(st, b))
    }

    #[inline(never)]
    fn equal(&mut self, st: &State, a: &Int, b: &Int) -> i64 {
        i64::from(self.int(st, a) == self.int(st, b))
    }

    #[inline(never)]
    fn less(&mut self, st: &State, a: &Int, b: &Int) -> i64 {
        i64::from(self.int(st, a) < self.int(st, b))
    }

    #[inline(never)]
    fn at_most(&mut self, st: &State, a: &Int, b: &Int) -> i64 {
        i64::from(self.int(st, a) <= self.int(st, b))
    }

    #[inline(never)]
    fn both(&mut self, st: &State, a: &Int, b: &Int) -> i64 {
        i64::from(self.int(st, a) != 0 && self.int(st, b) != 0)
    }

    #[inline(never)]
    fn either(&mut self, st: &State, a: &Int, b: &Int) -> i64 {
        i64::from(self.int(st, a) != 0 || self.int(st, b) != 0)
    }

    #[inline(never)]
    fn not(&mut self, st: &State, a: &Int) -> i64 {
        i64::from(self.int(st, a) == 0)
    }

    #[inline(never)]
    fn pick(&mut self, st: &State, c: &Int, a: &Int, b: &Int) -> i64 {
        let picked = if self.int(st, c) != 0 { a } else { b };
        self.int(st, picked)
    }

    #[inline(never)]
    fn attr_of(&mut self, st: &State, attr: u8, u: &Int) -> i64 {
        match self.unit(st, u) {
            Some(u) => i64::from(self.game.data.units.attrs[attr as usize].values[u as usize]),
            None => self.fault("the value of a unit that is out of range"),
        }
    }

    #[inline(never)]
    fn place_of(&mut self, st: &State, u: &Int) -> i64 {
        match self.unit(st, u) {
            Some(u) => i64::from(st.unit_place(u)),
            None => self.fault("the place of a unit that is out of range"),
        }
    }

    #[inline(never)]
    fn flag_of(&mut self, st: &State, flag: u8, u: &Int) -> i64 {
        match self.unit(st, u) {
            Some(u) => i64::from(st.unit_flag(flag, u)),
            None => self.fault("a flag of a unit that is out of range"),
        }
    }

    #[inline(never)]
    fn has(&mut self, st: &State, set: &Hexes, h: &Int) -> i64 {
        match self.hex(st, h) {
            Some(h) => i64::from(self.has_hex(st, set, h)),
            None => 0,
        }
    }

    #[inline(never)]
    fn includes(&mut self, st: &State, set: &Units, u: &Int) -> i64 {
        match self.unit(st, u) {
            Some(u) => i64::from(self.has_unit(st, set, u)),
            None => 0,
        }
    }

    #[inline(never)]
    fn lookup(&mut self, st: &State, e: &Int) -> i64 {
        let game = self.game;
        match e {
            Int::Add(a, b) => self.int(st, a).saturating_add(self.int(st, b)),
            Int::Mul(a, b) => self.int(st, a).saturating_mul(self.int(st, b)),
            Int::Div(a, b) => self.quotient(st, a, b, i64::div_euclid),
            Int::DivCeil(a, b) => self.quotient(st, a, b, |a, b| -(-a).div_euclid(b)),
            Int::Mod(a, b) => self.quotient(st, a, b, i64::rem_euclid),
            Int::Min(a, b) => self.int(st, a).min(self.int(st, b)),
            Int::Max(a, b) => self.int(st, a).max(self.int(st, b)),
            Int::Let(a, b) => {
                let value = self.int(st, a);
                self.s.its.push(value);
                let whole = self.int(st, b);
                self.s.its.pop();
                whole
            }
            Int::Ruled(rule, a) => {
                let value = self.int(st, a);
                if value != 0 {
                    self.applied(*rule);
                    if let Some(trace) = &mut self.s.trace {
                        trace.push((*rule, value));
                    }
                }
                value
            }
            Int::UnitField(f, u) => match self.unit(st, u) {
                Some(u) => i64::from(st.field(*f, u)),
                None => self.fault("a number of a unit that is out of range"),
            },
            Int::HexAttr(i, h) => match self.hex(st, h) {
                Some(h) => i64::from(game.data.hex_attrs[*i as usize].values[h as usize]),
                None => 0,
            },
            Int::CountHexes(set) => {
                let b = self.hexes(st, set);
                let n = hexset::count(&b) as i64;
                self.s.hex_pool.push(b);
                n
            }
            Int::CountUnits(set) => {
                if let Units::Flag(f) = &**set {
                    return hexset::count(st.units_with(game, UnitFlag(*f))) as i64;
                }
                let b = self.units(st, set);
                let n = hexset::count(&b) as i64;
                self.s.unit_pool.push(b);
                n
            }
            Int::FirstHex(set) => self.next_hex(st, set, -1),
            Int::NextHex(set, after) => {
                let after = self.int(st, after);
                self.next_hex(st, set, after)
            }
            Int::NextUnit(set, after) => {
                let after = self.int(st, after);
                self.next_unit(st, set, after)
            }
            Int::Sum(set, value) => {
                if let Int::UnitAttr(i, u) = &**value {
                    if matches!(**u, Int::Bound(0)) {
                        return self.sum_attr(st, set, *i);
                    }
                }
                let b = self.units(st, set);
                let total = self.fold_units(st, &b, value, 0, i64::saturating_add);
                self.s.unit_pool.push(b);
                total
            }
            Int::Least(set, value, none) => self.least(st, set, value, none),
            Int::CostTo(h) => match self.hex(st, h) {
                Some(h) => self.s.reach.cost(HexId(h)).map_or(-1, i64::from),
                None => -1,
            },
            Int::StackSize(side, h) => match self.hex(st, h) {
                Some(h) => st.stack(game, *side, h),
                None => 0,
            },
            Int::Distance(a, b) => match (self.hex(st, a), self.hex(st, b)) {
                (Some(a), Some(b)) => i64::from(game.grid.distance(HexId(a), HexId(b))),
                _ => i64::from(u16::MAX),
            },
            Int::Direction(a, b) => match (self.hex(st, a), self.hex(st, b)) {
                (Some(a), Some(b)) => game
                    .grid
                    .direction(HexId(a), HexId(b))
                    .map_or(-1, i64::from),
                _ => -1,
            },
            Int::Neighbor(h, d) => {
                let d = self.int(st, d);
                match self.hex(st, h) {
                    Some(h) if (0..6).contains(&d) => match game.grid.neighbor(h, d as u8) {
                        NO_HEX => -1,
                        n if game.data.hex_names[n as usize].is_empty() => -1,
                        n => i64::from(n),
                    },
                    _ => -1,
                }
            }
            Int::EdgeFeature(f, a, b) => match (self.hex(st, a), self.hex(st, b)) {
                (Some(a), Some(b)) => game.grid.direction(HexId(a), HexId(b)).map_or(0, |d| {
                    i64::from(game.data.edge_features[*f as usize].masks[a as usize] >> d & 1)
                }),
                _ => 0,
            },
            Int::Ring(set, h) => self.ring(st, set, h),
            Int::StepCost(table, a, b) => {
                let t = self.int(st, table);
                match (self.hex(st, a), self.hex(st, b)) {
                    (Some(a), Some(b)) => {
                        match (
                            game.costs.get(t as usize),
                            game.grid.direction(HexId(a), HexId(b)),
                        ) {
                            (Some(c), Some(d)) => match c.step[a as usize * 6 + d as usize] {
                                255 => -1,
                                cost => i64::from(cost),
                            },
                            _ => -1,
                        }
                    }
                    _ => -1,
                }
            }
            Int::Duty(duty) => i64::from(self.duty(st, duty)),
            Int::Clash(clash) => self.clash(st, clash),
            Int::AnyHex(set) => i64::from(self.any_hex(st, set)),
            Int::AnyUnit(set) => i64::from(self.any_unit(st, set)),
            Int::Cached(slot, a) => self.kept_number(st, *slot, a),
            _ => self.fault("an invalid expression"),
        }
    }

    #[inline(never)]
    fn quotient(&mut self, st: &State, a: &Int, b: &Int, of: fn(i64, i64) -> i64) -> i64 {
        let (a, b) = (self.int(st, a), self.int(st, b));
        if b <= 0 {
            return self.fault("division by a number that is not positive");
        }
        of(a, b)
    }

    #[inline(never)]
    fn ring(&mut self, st: &State, set: &Hexes, h: &Int) -> i64 {
        let game = self.game;
        let Some(h) = self.hex(st, h) else { return 0 };
        let mut mask = 0;
        let b = self.hexes(st, set);
        for d in 0..6u8 {
            let n = game.grid.neighbor(h, d);
            if n != NO_HEX {
                let (w, bit) = game.grid.word_bit(n);
                if b[w] & bit != 0 {
                    mask |= 1 << d;
                }
            }
        }
        self.s.hex_pool.push(b);
        mask
    }

    /// The first unit of a set after a number, or -1; a filter is evaluated for no more members
    /// than needed.
    fn next_unit(&mut self, st: &State, set: &Units, after: i64) -> i64 {
        if let Units::Flag(f) = set {
            return next_bit(st.units_with(self.game, UnitFlag(*f)), after);
        }
        if let Units::WhereKnown(slot, all, cond) = set {
            let b = self.units(st, all);
            let question = (*slot, self.question_key(st, *slot));
            let mut found = next_bit(&b, after);
            while found >= 0 && !self.known(st, question, cond, found as u16) {
                found = next_bit(&b, found);
            }
            self.s.unit_pool.push(b);
            return found;
        }
        let Units::Where(all, cond) = set else {
            let b = self.units(st, set);
            let found = next_bit(&b, after);
            self.s.unit_pool.push(b);
            return found;
        };
        let b = self.units(st, all);
        self.s.its.push(0);
        let top = self.s.its.len() - 1;
        let mut found = after;
        loop {
            found = next_bit(&b, found);
            if found < 0 {
                break;
            }
            self.s.its[top] = found;
            if self.int(st, cond) != 0 {
                break;
            }
        }
        self.s.its.pop();
        self.s.unit_pool.push(b);
        found
    }

    #[inline(never)]
    fn next_hex(&mut self, st: &State, set: &Hexes, after: i64) -> i64 {
        let game = self.game;
        if let Hexes::Few(set) = set {
            let later = self.few(st, set);
            let later = later.iter().map(i64::from).filter(|&h| h > after);
            return later.min().unwrap_or(-1);
        }
        let b = self.hexes(st, set);
        let per_row = game.grid.words_per_row();
        let width = i64::from(game.grid.width());
        let start = after + 1;
        let mut found = -1;
        let mut row = (start / width).max(0) as usize;
        let mut skip = (start % width) as usize;
        'rows: while row < game.grid.height() as usize {
            for w in 0..per_row {
                let mut word = b[row * per_row + w];
                let low = w * 64;
                if skip > low {
                    let n = (skip - low).min(64);
                    word = if n == 64 { 0 } else { word >> n << n };
                }
                if word != 0 {
                    found = row as i64 * width + low as i64 + i64::from(word.trailing_zeros());
                    break 'rows;
                }
            }
            skip = 0;
            row += 1;
        }
        self.s.hex_pool.push(b);
        found
    }

    /// The sum of a printed value over a set.
    fn sum_attr(&mut self, st: &State, set: &Units, attr: u8) -> i64 {
        let b = self.units(st, set);
        let values = &self.game.data.units.attrs[attr as usize].values;
        let mut total = 0;
        for (w, &word) in b.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let u = w * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                total += i64::from(values[u]);
            }
        }
        self.s.unit_pool.push(b);
        total
    }

    /// The smallest value of a number over the units of a set; the value of `none` if the set is
    /// empty.
    #[inline(never)]
    fn least(&mut self, st: &State, set: &Units, value: &Int, none: &Int) -> i64 {
        let b = self.units(st, set);
        let least = if b.iter().all(|&w| w == 0) {
            self.int(st, none)
        } else if let Some(attr) = value_of_place(value) {
            self.least_of_places(st, &b, attr)
        } else {
            self.fold_units(st, &b, value, i64::MAX, i64::min)
        };
        self.s.unit_pool.push(b);
        least
    }

    fn least_of_places(&self, st: &State, units: &[u64], attr: u8) -> i64 {
        let values = &self.game.data.hex_attrs[usize::from(attr)].values;
        let mut least = i64::MAX;
        for (w, &word) in units.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let u = w * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                let value = values.get(usize::from(st.unit_place(u as u16)));
                least = least.min(value.map_or(0, |&v| i64::from(v)));
            }
        }
        least
    }

    #[inline(never)]
    fn fold_units(
        &mut self,
        st: &State,
        units: &[u64],
        value: &Int,
        from: i64,
        fold: fn(i64, i64) -> i64,
    ) -> i64 {
        let mut total = from;
        self.s.its.push(0);
        let top = self.s.its.len() - 1;
        for (w, &word) in units.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let u = w * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                self.s.its[top] = u as i64;
                total = fold(total, self.int(st, value));
            }
        }
        self.s.its.pop();
        total
    }

    #[inline(never)]
    fn cell(&mut self, st: &State, t: u16, at: &[Int]) -> i64 {
        let table = &self.game.data.tables[t as usize];
        if let ([a], [low]) = (at, &table.low[..]) {
            let i = usize::try_from(self.int(st, a).wrapping_sub(i64::from(*low)));
            return match i.ok().and_then(|i| table.cells.get(i)) {
                Some(&cell) => i64::from(cell),
                None => self.fault(OUTSIDE),
            };
        }
        let mut index = 0usize;
        for (d, a) in at.iter().enumerate() {
            let i = self.int(st, a) - i64::from(table.low[d]);
            if i < 0 || i >= i64::from(table.size[d]) {
                return self.fault(OUTSIDE);
            }
            index = index * table.size[d] as usize + i as usize;
        }
        i64::from(table.cells[index])
    }

    #[inline(always)]
    pub(in crate::vm) fn unit(&mut self, st: &State, e: &Int) -> Option<u16> {
        let u = self.int(st, e);
        (u >= 0 && u < self.game.unit_count as i64).then_some(u as u16)
    }

    #[inline(always)]
    pub(in crate::vm) fn hex(&mut self, st: &State, e: &Int) -> Option<u16> {
        let h = self.int(st, e);
        (h >= 0 && h < self.game.hex_count as i64).then_some(h as u16)
    }
}

/// The index of the printed value, if the number is just a printed value of the hex of the filter's
/// member.
fn value_of_place(value: &Int) -> Option<u8> {
    let Int::HexAttr(attr, hex) = value else {
        return None;
    };
    let Int::UnitPlace(unit) = &**hex else {
        return None;
    };
    matches!(**unit, Int::Bound(0)).then_some(*attr)
}

fn next_bit(words: &[u64], after: i64) -> i64 {
    let start = (after + 1).max(0) as usize;
    for (w, &word) in words.iter().enumerate().skip(start / 64) {
        let word = if w == start / 64 {
            word >> (start % 64) << (start % 64)
        } else {
            word
        };
        if word != 0 {
            return w as i64 * 64 + i64::from(word.trailing_zeros());
        }
    }
    -1
}
