//! Numbers.

use super::Vm;
use crate::kernel::grid::NO_HEX;
use crate::kernel::hexset;
use crate::program::expr::{Hexes, Int, Units};
use crate::state::State;

impl Vm<'_> {
    /// A number; the simplest ones are read in this small function, which all others share: put in
    /// place everywhere it makes them too large for the instruction cache.
    #[inline(never)]
    pub(super) fn arg(&mut self, st: &State, e: &Int) -> i64 {
        match e {
            Int::K(k) => *k,
            Int::V(v) => i64::from(st.vars[*v as usize]),
            Int::L(l) => i64::from(st.locals[self.s.base + *l as usize]),
            Int::It(n) => {
                let len = self.s.its.len();
                self.s.its[len - 1 - *n as usize]
            }
            Int::Is(v, k) => i64::from(st.vars[*v as usize] == *k),
            _ => self.int(st, e),
        }
    }

    pub(super) fn int(&mut self, st: &State, e: &Int) -> i64 {
        let game = self.game;
        match e {
            Int::K(_) | Int::V(_) | Int::L(_) | Int::It(_) | Int::Is(..) => self.arg(st, e),
            Int::Add(a, b) => self.arg(st, a).saturating_add(self.arg(st, b)),
            Int::Sub(a, b) => self.arg(st, a).saturating_sub(self.arg(st, b)),
            Int::Mul(a, b) => self.arg(st, a).saturating_mul(self.arg(st, b)),
            Int::Div(a, b) => {
                let (a, b) = (self.arg(st, a), self.arg(st, b));
                if b <= 0 {
                    return self.fault("division by a number that is not positive");
                }
                a.div_euclid(b)
            }
            Int::DivUp(a, b) => {
                let (a, b) = (self.arg(st, a), self.arg(st, b));
                if b <= 0 {
                    return self.fault("division by a number that is not positive");
                }
                -(-a).div_euclid(b)
            }
            Int::Mod(a, b) => {
                let (a, b) = (self.arg(st, a), self.arg(st, b));
                if b <= 0 {
                    return self.fault("division by a number that is not positive");
                }
                a.rem_euclid(b)
            }
            Int::Min(a, b) => self.arg(st, a).min(self.arg(st, b)),
            Int::Max(a, b) => self.arg(st, a).max(self.arg(st, b)),
            Int::Eq(a, b) => i64::from(self.arg(st, a) == self.arg(st, b)),
            Int::Lt(a, b) => i64::from(self.arg(st, a) < self.arg(st, b)),
            Int::Le(a, b) => i64::from(self.arg(st, a) <= self.arg(st, b)),
            Int::And(a, b) => i64::from(self.arg(st, a) != 0 && self.arg(st, b) != 0),
            Int::Or(a, b) => i64::from(self.arg(st, a) != 0 || self.arg(st, b) != 0),
            Int::Not(a) => i64::from(self.arg(st, a) == 0),
            Int::If(c, a, b) => {
                if self.arg(st, c) != 0 {
                    self.arg(st, a)
                } else {
                    self.arg(st, b)
                }
            }
            Int::Tag(rule, a) => {
                let value = self.arg(st, a);
                if value != 0 {
                    self.applied(*rule);
                    if let Some(trace) = &mut self.s.trace {
                        trace.push((*rule, value));
                    }
                }
                value
            }
            Int::Table(t, at) => self.cell(st, *t, at),
            Int::UnitAttr(i, u) => match self.unit(st, u) {
                Some(u) => i64::from(game.data.units.attrs[*i as usize].values[u as usize]),
                None => self.fault("a value of no unit"),
            },
            Int::UnitPlace(u) => match self.unit(st, u) {
                Some(u) => i64::from(st.place(u)),
                None => self.fault("the place of no unit"),
            },
            Int::UnitFlag(f, u) => match self.unit(st, u) {
                Some(u) => i64::from(st.unit_flag(*f, u)),
                None => self.fault("a flag of no unit"),
            },
            Int::UnitField(f, u) => match self.unit(st, u) {
                Some(u) => i64::from(st.field(*f, u)),
                None => self.fault("a number of no unit"),
            },
            Int::HexAttr(i, h) => match self.hex(st, h) {
                Some(h) => i64::from(game.data.hex_attrs[*i as usize].values[h as usize]),
                None => 0,
            },
            Int::Has(set, h) => match self.hex(st, h) {
                Some(h) => i64::from(self.has_hex(st, set, h)),
                None => 0,
            },
            Int::HasUnit(set, u) => match self.unit(st, u) {
                Some(u) => i64::from(self.has_unit(st, set, u)),
                None => 0,
            },
            _ => self.lookup(st, e),
        }
    }

    #[inline(never)]
    fn lookup(&mut self, st: &State, e: &Int) -> i64 {
        let game = self.game;
        match e {
            Int::Count(set) => {
                let b = self.hexes(st, set);
                let n = b.iter().map(|w| i64::from(w.count_ones())).sum();
                self.s.hex_pool.push(b);
                n
            }
            Int::CountUnits(set) => {
                if let Units::Flag(f) = &**set {
                    return hexset::count(st.units_with(game, *f)) as i64;
                }
                let b = self.units(st, set);
                let n = b.iter().map(|w| i64::from(w.count_ones())).sum();
                self.s.unit_pool.push(b);
                n
            }
            Int::First(set) => self.next_hex(st, set, -1),
            Int::NextHex(set, after) => {
                let after = self.arg(st, after);
                self.next_hex(st, set, after)
            }
            Int::NextUnit(set, after) => {
                let after = self.arg(st, after);
                self.next_unit(st, set, after)
            }
            Int::Sum(set, value) => {
                if let Int::UnitAttr(i, u) = &**value {
                    if matches!(**u, Int::It(0)) {
                        return self.sum_attr(st, set, *i);
                    }
                }
                self.fold_units(st, set, value, 0, |total, v| total.saturating_add(v))
            }
            Int::Least(set, value, none) => {
                let b = self.units(st, set);
                let empty = b.iter().all(|&w| w == 0);
                self.s.unit_pool.push(b);
                if empty {
                    return self.arg(st, none);
                }
                self.fold_units(st, set, value, i64::MAX, i64::min)
            }
            Int::CostTo(h) => match self.hex(st, h) {
                Some(h) => self.s.reach.cost(h).map_or(-1, i64::from),
                None => -1,
            },
            Int::Stack(side, h) => match self.hex(st, h) {
                Some(h) => i64::from(st.stacks(game, *side)[h as usize]),
                None => 0,
            },
            Int::Distance(a, b) => match (self.hex(st, a), self.hex(st, b)) {
                (Some(a), Some(b)) => i64::from(game.grid.distance(a, b)),
                _ => i64::from(u16::MAX),
            },
            Int::Direction(a, b) => match (self.hex(st, a), self.hex(st, b)) {
                (Some(a), Some(b)) => game.grid.direction(a, b).map_or(-1, i64::from),
                _ => -1,
            },
            Int::Neighbor(h, d) => {
                let d = self.arg(st, d);
                match self.hex(st, h) {
                    Some(h) if (0..6).contains(&d) => match game.grid.neighbor(h, d as u8) {
                        NO_HEX => -1,
                        n if game.data.hex_names[n as usize].is_empty() => -1,
                        n => i64::from(n),
                    },
                    _ => -1,
                }
            }
            Int::Edge(f, a, b) => match (self.hex(st, a), self.hex(st, b)) {
                (Some(a), Some(b)) => game.grid.direction(a, b).map_or(0, |d| {
                    i64::from(game.data.edge_features[*f as usize].masks[a as usize] >> d & 1)
                }),
                _ => 0,
            },
            Int::Ring(set, h) => self.ring(st, set, h),
            Int::Step(table, a, b) => {
                let t = self.arg(st, table);
                match (self.hex(st, a), self.hex(st, b)) {
                    (Some(a), Some(b)) => {
                        match (game.costs.get(t as usize), game.grid.direction(a, b)) {
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
            Int::Kept(slot, a) => self.kept_number(st, *slot, a),
            _ => self.fault("an expression that is not one"),
        }
    }

    #[inline(never)]
    fn ring(&mut self, st: &State, set: &Hexes, h: &Int) -> i64 {
        let game = self.game;
        let Some(h) = self.hex(st, h) else { return 0 };
        let mut mask = 0;
        if matches!(set, Hexes::Spots(_)) {
            for d in 0..6u8 {
                let n = game.grid.neighbor(h, d);
                mask |= i64::from(n != NO_HEX && self.has_hex(st, set, n)) << d;
            }
            return mask;
        }
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

    /// The first unit of a set after a number; of a filter no more members are asked than needed.
    fn next_unit(&mut self, st: &State, set: &Units, after: i64) -> i64 {
        if let Units::Flag(f) = set {
            return next_bit(st.units_with(self.game, *f), after);
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
        let (Units::Where(all, cond) | Units::WherePlaced(all, cond)) = set else {
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
            if self.arg(st, cond) != 0 {
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

    #[inline(never)]
    fn fold_units(
        &mut self,
        st: &State,
        set: &Units,
        value: &Int,
        from: i64,
        fold: fn(i64, i64) -> i64,
    ) -> i64 {
        let b = self.units(st, set);
        let mut total = from;
        self.s.its.push(0);
        let top = self.s.its.len() - 1;
        for (w, &word) in b.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let u = w * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                self.s.its[top] = u as i64;
                total = fold(total, self.arg(st, value));
            }
        }
        self.s.its.pop();
        self.s.unit_pool.push(b);
        total
    }

    #[inline(never)]
    fn cell(&mut self, st: &State, t: u16, at: &[Int]) -> i64 {
        let table = &self.game.data.tables[t as usize];
        let mut index = 0usize;
        for (d, a) in at.iter().enumerate() {
            let i = self.arg(st, a) - i64::from(table.low[d]);
            if i < 0 || i >= i64::from(table.size[d]) {
                return self.fault("a table was read outside its cells");
            }
            index = index * table.size[d] as usize + i as usize;
        }
        i64::from(table.cells[index])
    }

    #[inline(always)]
    pub(super) fn unit(&mut self, st: &State, e: &Int) -> Option<u16> {
        let u = self.arg(st, e);
        (u >= 0 && u < self.game.unit_count as i64).then_some(u as u16)
    }

    #[inline(always)]
    pub(super) fn hex(&mut self, st: &State, e: &Int) -> Option<u16> {
        let h = self.arg(st, e);
        (h >= 0 && h < self.game.hex_count as i64).then_some(h as u16)
    }
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
