//! Transfer functions: the possible values of an expression given some facts, and the facts implied
//! by its truth.

use super::lattice::*;
use super::Analysis;
use crate::ir::expr::{Hexes, Int, Units};

impl Analysis<'_> {
    /// Narrows the facts to those under which the number `e` has the truth value `truth`; returns
    /// false if there are no such facts.
    pub(super) fn assume(&self, facts: &mut Facts, e: &Int, truth: bool) -> bool {
        match e {
            Int::Not(a) => return self.assume(facts, a, !truth),
            Int::Ruled(_, a) => return self.assume(facts, a, truth),
            Int::And(a, b) if truth => {
                return self.assume(facts, a, true) && self.assume(facts, b, true)
            }
            Int::Or(a, b) if !truth => {
                return self.assume(facts, a, false) && self.assume(facts, b, false)
            }
            Int::And(a, b) | Int::Or(a, b) => {
                let (mut one, mut other) = (facts.clone(), facts.clone());
                let first = self.assume(&mut one, a, truth);
                let second = self.assume(&mut other, b, truth);
                match (first, second) {
                    (true, true) => {
                        join(&mut one, &other, None);
                        *facts = one;
                    }
                    (true, false) => *facts = one,
                    (false, true) => *facts = other,
                    (false, false) => return false,
                }
                return true;
            }
            Int::Lt(a, b) | Int::Le(a, b) => {
                let strict = i64::from(matches!(e, Int::Lt(..)) == truth);
                let (low, high) = if truth { (a, b) } else { (b, a) };
                return self.order(facts, low, high, strict);
            }
            Int::Eq(a, b) if truth => {
                return self.order(facts, a, b, 0) && self.order(facts, b, a, 0)
            }
            Int::Eq(a, b) => {
                let (x, y) = (self.now(facts, a), self.now(facts, b));
                if x.0 == x.1 && x == y {
                    return false;
                }
                return [(a, x, y), (b, y, x)]
                    .into_iter()
                    .all(|(e, mut own, other)| {
                        if other.0 != other.1 {
                            return true;
                        }
                        own.0 += i64::from(own.0 == other.0);
                        own.1 -= i64::from(own.1 == other.0);
                        self.narrow(facts, e, own)
                    });
            }
            Int::UnitFlag(f, _) if truth => return fix(&mut facts.flags[*f as usize], SOMETHING),
            Int::ContainsHex(set, _) if truth => return self.fill_hexes(facts, set, SOMETHING),
            Int::ContainsUnit(set, _) if truth => return self.fill_units(facts, set, SOMETHING),
            _ => {}
        }
        let mut range = self.now(facts, e);
        if !truth {
            return self.narrow(facts, e, range.within(Range(0, 0)));
        }
        range.0 += i64::from(range.0 == 0);
        range.1 -= i64::from(range.1 == 0);
        self.narrow(facts, e, range)
    }

    /// Narrows the facts to those under which `a + strict <= b`; returns false if there are no such
    /// facts.
    pub(super) fn order(&self, facts: &mut Facts, a: &Int, b: &Int, strict: i64) -> bool {
        let (x, y) = (self.now(facts, a), self.now(facts, b));
        self.narrow(facts, a, Range(x.0, x.1.min(y.1.saturating_sub(strict))))
            && self.narrow(facts, b, Range(y.0.max(x.0.saturating_add(strict)), y.1))
    }

    /// Narrows the facts to those under which a number is in a range; returns false if there are no
    /// such facts.
    pub(super) fn narrow(&self, facts: &mut Facts, e: &Int, range: Range) -> bool {
        if range.is_empty() {
            return false;
        }
        let variables = self.data.variables.len();
        match e {
            Int::Var(v) => facts.numbers[*v as usize] = range,
            Int::Local(l) => facts.numbers[variables + *l as usize] = range,
            Int::Ruled(_, a) => return self.narrow(facts, a, range),
            Int::CountHexes(set) if range.0 > 0 => return self.fill_hexes(facts, set, SOMETHING),
            Int::CountHexes(set) if range.1 <= 0 => return self.fill_hexes(facts, set, NOTHING),
            Int::CountUnits(set) if range.0 > 0 => return self.fill_units(facts, set, SOMETHING),
            Int::CountUnits(set) if range.1 <= 0 => return self.fill_units(facts, set, NOTHING),
            Int::FirstHex(set) if range.0 >= 0 => return self.fill_hexes(facts, set, SOMETHING),
            Int::NextUnit(set, _) if range.0 >= 0 => return self.fill_units(facts, set, SOMETHING),
            Int::NextHex(set, _) if range.0 >= 0 => return self.fill_hexes(facts, set, SOMETHING),
            _ => {}
        }
        true
    }

    /// Narrows the facts to those under which a set of units is empty (`fill` is [`NOTHING`]) or
    /// has a member ([`SOMETHING`]); false if there are no such facts.
    pub(super) fn fill_units(&self, facts: &mut Facts, set: &Units, fill: Fill) -> bool {
        if self.units(facts, set) & fill == 0 {
            return false;
        }
        let some = fill == SOMETHING;
        match set {
            Units::Flag(f) => fix(&mut facts.flags[*f as usize], fill),
            Units::Distinct(a) | Units::Ruled(_, a) | Units::Memo(_, a) => {
                self.fill_units(facts, a, fill)
            }
            Units::Intersection(a, b) if some => {
                self.fill_units(facts, a, fill) && self.fill_units(facts, b, fill)
            }
            Units::Union(a, b) if !some => {
                self.fill_units(facts, a, fill) && self.fill_units(facts, b, fill)
            }
            Units::Difference(a, _) | Units::Where(a, _) if some => self.fill_units(facts, a, fill),
            Units::In(h) if some => self.fill_hexes(facts, h, fill),
            Units::One(e) if some => {
                let range = self.now(facts, e).within(self.unit_numbers());
                self.narrow(facts, e, range)
            }
            Units::IfElse(c, a, b) if some && **b == Units::Empty => {
                self.assume(facts, c, true) && self.fill_units(facts, a, fill)
            }
            _ => true,
        }
    }

    /// Narrows the facts to those under which a set of hexes is empty (`fill` is [`NOTHING`]) or
    /// has a member ([`SOMETHING`]); false if there are no such facts.
    pub(super) fn fill_hexes(&self, facts: &mut Facts, set: &Hexes, fill: Fill) -> bool {
        if self.hexes(facts, set) & fill == 0 {
            return false;
        }
        let some = fill == SOMETHING;
        match set {
            Hexes::Flag(f) => fix(
                &mut facts.flags[self.data.unit_flags.len() + *f as usize],
                fill,
            ),
            Hexes::Ruled(_, a) | Hexes::Memo(_, a) => self.fill_hexes(facts, a, fill),
            Hexes::Intersection(a, b) if some => {
                self.fill_hexes(facts, a, fill) && self.fill_hexes(facts, b, fill)
            }
            Hexes::Union(a, b) if !some => {
                self.fill_hexes(facts, a, fill) && self.fill_hexes(facts, b, fill)
            }
            Hexes::Difference(a, _) | Hexes::Where(a, _) | Hexes::Adjacent(_, a) if some => {
                self.fill_hexes(facts, a, fill)
            }
            Hexes::HexesOf(u) if some => self.fill_units(facts, u, fill),
            Hexes::One(e) if some => {
                let range = self.now(facts, e).within(self.hex_numbers());
                self.narrow(facts, e, range)
            }
            Hexes::IfElse(c, a, b) if some && **b == Hexes::Empty => {
                self.assume(facts, c, true) && self.fill_hexes(facts, a, fill)
            }
            _ => true,
        }
    }

    pub(super) fn unit_numbers(&self) -> Range {
        Range(0, self.data.units.ids.len() as i64 - 1)
    }

    pub(super) fn hex_numbers(&self) -> Range {
        Range(0, self.data.hex_names.len() as i64 - 1)
    }

    pub(super) fn now(&self, facts: &Facts, e: &Int) -> Range {
        self.int(facts, e, &mut Vec::new())
    }

    pub(super) fn int(&self, facts: &Facts, e: &Int, its: &mut Vec<Range>) -> Range {
        let d = self.data;
        let column = |values: &[i32]| {
            let low = values.iter().min().copied().unwrap_or(0);
            let high = values.iter().max().copied().unwrap_or(0);
            Range(i64::from(low), i64::from(high))
        };
        let (units, hexes) = (self.unit_numbers(), self.hex_numbers());
        match e {
            Int::Const(k) => Range(*k, *k),
            Int::Var(v) => facts.numbers[*v as usize],
            Int::Local(l) => facts.numbers[d.variables.len() + *l as usize],
            Int::Bound(n) => {
                let at = its.len().checked_sub(1 + usize::from(*n));
                at.map_or(ANY, |at| its[at])
            }
            Int::Add(a, b) => {
                let (a, b) = (self.int(facts, a, its), self.int(facts, b, its));
                Range(a.0.saturating_add(b.0), a.1.saturating_add(b.1))
            }
            Int::Sub(a, b) => {
                let (a, b) = (self.int(facts, a, its), self.int(facts, b, its));
                Range(a.0.saturating_sub(b.1), a.1.saturating_sub(b.0))
            }
            Int::Mul(a, b) => {
                let (a, b) = (self.int(facts, a, its), self.int(facts, b, its));
                a.corners(b, i64::saturating_mul)
            }
            Int::Div(a, b) | Int::DivCeil(a, b) => {
                let (a, b) = (self.int(facts, a, its), self.int(facts, b, its));
                // division by 0 or less is an error
                let b = Range(b.0.max(1), b.1.max(1));
                match e {
                    Int::Div(..) => a.corners(b, i64::div_euclid),
                    _ => a.corners(b, |a, b| a.saturating_neg().div_euclid(b).saturating_neg()),
                }
            }
            Int::Mod(_, b) => {
                let b = self.int(facts, b, its);
                Range(0, b.1.saturating_sub(1).max(0))
            }
            Int::Min(a, b) => {
                let (a, b) = (self.int(facts, a, its), self.int(facts, b, its));
                Range(a.0.min(b.0), a.1.min(b.1))
            }
            Int::Max(a, b) => {
                let (a, b) = (self.int(facts, a, its), self.int(facts, b, its));
                Range(a.0.max(b.0), a.1.max(b.1))
            }
            Int::Eq(a, b) => {
                let (a, b) = (self.int(facts, a, its), self.int(facts, b, its));
                match (a.0 == a.1 && a == b, a.within(b).is_empty()) {
                    (true, _) => Range(1, 1),
                    (_, true) => Range(0, 0),
                    _ => TRUTH,
                }
            }
            Int::Lt(a, b) => {
                let (a, b) = (self.int(facts, a, its), self.int(facts, b, its));
                decided(a.1 < b.0, a.0 >= b.1)
            }
            Int::Le(a, b) => {
                let (a, b) = (self.int(facts, a, its), self.int(facts, b, its));
                decided(a.1 <= b.0, a.0 > b.1)
            }
            Int::And(a, b) | Int::Or(a, b) => {
                let a = self.int(facts, a, its).truth();
                let b = self.int(facts, b, its).truth();
                let one = matches!(e, Int::Or(..));
                if a == Some(one) || b == Some(one) {
                    Range(i64::from(one), i64::from(one))
                } else if a == Some(!one) && b == Some(!one) {
                    Range(i64::from(!one), i64::from(!one))
                } else {
                    TRUTH
                }
            }
            Int::Not(a) => match self.int(facts, a, its).truth() {
                Some(truth) => Range(i64::from(!truth), i64::from(!truth)),
                None => TRUTH,
            },
            Int::IfElse(c, a, b) => match self.int(facts, c, its).truth() {
                Some(true) => self.int(facts, a, its),
                Some(false) => self.int(facts, b, its),
                None if its.is_empty() => self.either(facts, c, a, b),
                None => {
                    let a = self.int(facts, a, its);
                    a.joined(self.int(facts, b, its))
                }
            },
            Int::Let(a, b) => {
                let value = self.int(facts, a, its);
                its.push(value);
                let whole = self.int(facts, b, its);
                its.pop();
                whole
            }
            Int::Ruled(_, a) => self.int(facts, a, its),
            Int::Table(t, _) => column(&d.tables[*t as usize].cells),
            Int::UnitAttr(i, _) => column(&d.units.attrs[*i as usize].values),
            // 0 off the map
            Int::HexAttr(i, _) => column(&d.hex_attrs[*i as usize].values).joined(Range(0, 0)),
            Int::UnitPlace(_) => Range(0, hexes.1 + d.boxes.len() as i64),
            Int::UnitField(f, _) => match d.unit_field_ranges.get(*f as usize) {
                Some(&(low, high)) => Range(i64::from(low), i64::from(high)),
                None => Range(i64::from(i16::MIN), i64::from(i16::MAX)),
            },
            Int::CountHexes(set) => counted(self.hexes(facts, set), hexes.1 + 1),
            Int::CountUnits(set) => counted(self.units(facts, set), units.1 + 1),
            Int::FirstHex(set) => found(self.hexes(facts, set), Range(-1, -1), hexes),
            Int::NextHex(set, after) => {
                let after = self.int(facts, after, its);
                found(self.hexes(facts, set), after, hexes)
            }
            Int::NextUnit(set, after) => {
                let after = self.int(facts, after, its);
                found(self.units(facts, set), after, units)
            }
            Int::Sum(set, value) => {
                its.push(units);
                let value = self.int(facts, value, its);
                its.pop();
                match self.units(facts, set) {
                    NOTHING => Range(0, 0),
                    _ => {
                        let many = Range(0, units.1 + 1);
                        value.corners(many, i64::saturating_mul)
                    }
                }
            }
            Int::Least(set, value, none) => {
                its.push(units);
                let value = self.int(facts, value, its);
                its.pop();
                match self.units(facts, set) {
                    NOTHING => self.int(facts, none, its),
                    SOMETHING => value,
                    _ => value.joined(self.int(facts, none, its)),
                }
            }
            Int::CostTo(_) | Int::StepCost(..) => Range(-1, i64::from(u16::MAX)),
            Int::StackSize(..) => Range(0, units.1 + 1),
            Int::Distance(..) => Range(0, i64::from(u16::MAX)),
            Int::Direction(..) => Range(-1, 5),
            Int::Neighbor(..) => Range(-1, hexes.1),
            Int::Ring(..) => Range(0, 63),
            Int::ContainsHex(set, _) if self.hexes(facts, set) == NOTHING => Range(0, 0),
            Int::ContainsUnit(set, _) if self.units(facts, set) == NOTHING => Range(0, 0),
            Int::UnitFlag(f, _) if facts.flags[*f as usize] == NOTHING => Range(0, 0),
            Int::UnitFlag(..)
            | Int::ContainsHex(..)
            | Int::ContainsUnit(..)
            | Int::EdgeFeature(..)
            | Int::Duty(_)
            | Int::AnyHex(_)
            | Int::AnyUnit(_)
            | Int::VarEq(..) => TRUTH,
            Int::Clash(_) | Int::Cached(..) => Range(i64::MIN, i64::MAX),
        }
    }

    /// The range of a conditional: of either alternative, each evaluated with the facts that the
    /// condition, or its opposite, implies.
    pub(super) fn either(&self, facts: &Facts, c: &Int, a: &Int, b: &Int) -> Range {
        let (mut yes, mut no) = (facts.clone(), facts.clone());
        match (
            self.assume(&mut yes, c, true),
            self.assume(&mut no, c, false),
        ) {
            (true, true) => self.now(&yes, a).joined(self.now(&no, b)),
            (true, false) => self.now(&yes, a),
            _ => self.now(&no, b),
        }
    }

    pub(super) fn units(&self, facts: &Facts, set: &Units) -> Fill {
        let both = |a: &Units, b: &Units| (self.units(facts, a), self.units(facts, b));
        match set {
            Units::Empty => NOTHING,
            Units::All => SOMETHING,
            Units::Fixed(i) => match self.data.unit_sets[*i as usize].members.is_empty() {
                true => NOTHING,
                false => SOMETHING,
            },
            Units::Flag(f) => facts.flags[*f as usize],
            Units::One(e) => one(self.now(facts, e), self.unit_numbers()),
            Units::Union(a, b) => {
                let (a, b) = both(a, b);
                union(a, b)
            }
            Units::Intersection(a, b) => match both(a, b) {
                (NOTHING, _) | (_, NOTHING) => NOTHING,
                _ => EITHER,
            },
            Units::Difference(a, b) => match both(a, b) {
                (a, NOTHING) => a,
                (a, _) => maybe(a),
            },
            Units::Where(a, _) => maybe(self.units(facts, a)),
            Units::Distinct(a) | Units::Ruled(_, a) | Units::Memo(_, a) => self.units(facts, a),
            Units::In(h) => maybe(self.hexes(facts, h)),
            Units::IfElse(c, a, b) => match self.now(facts, c).truth() {
                Some(true) => self.units(facts, a),
                Some(false) => self.units(facts, b),
                None => self.units(facts, a) | self.units(facts, b),
            },
            _ => EITHER,
        }
    }

    pub(super) fn hexes(&self, facts: &Facts, set: &Hexes) -> Fill {
        let both = |a: &Hexes, b: &Hexes| (self.hexes(facts, a), self.hexes(facts, b));
        match set {
            Hexes::Empty => NOTHING,
            Hexes::All => SOMETHING,
            Hexes::Fixed(i) => match self.data.hex_sets[*i as usize].members.is_empty() {
                true => NOTHING,
                false => SOMETHING,
            },
            Hexes::Flag(f) => facts.flags[self.data.unit_flags.len() + *f as usize],
            Hexes::One(e) => one(self.now(facts, e), self.hex_numbers()),
            Hexes::Union(a, b) => {
                let (a, b) = both(a, b);
                union(a, b)
            }
            Hexes::Intersection(a, b) => match both(a, b) {
                (NOTHING, _) | (_, NOTHING) => NOTHING,
                _ => EITHER,
            },
            Hexes::Difference(a, b) => match both(a, b) {
                (a, NOTHING) => a,
                (a, _) => maybe(a),
            },
            Hexes::Where(a, _) | Hexes::Adjacent(_, a) => maybe(self.hexes(facts, a)),
            Hexes::Ruled(_, a) | Hexes::Memo(_, a) => self.hexes(facts, a),
            Hexes::HexesOf(u) => maybe(self.units(facts, u)),
            Hexes::IfElse(c, a, b) => match self.now(facts, c).truth() {
                Some(true) => self.hexes(facts, a),
                Some(false) => self.hexes(facts, b),
                None => self.hexes(facts, a) | self.hexes(facts, b),
            },
            _ => EITHER,
        }
    }
}

/// Whether a set contains all units that bear a flag.
pub(super) fn covers_units(set: &Units, flag: u8) -> bool {
    match set {
        Units::All => true,
        Units::Flag(f) => *f == flag,
        Units::Union(a, b) => covers_units(a, flag) || covers_units(b, flag),
        Units::Ruled(_, a) | Units::Memo(_, a) => covers_units(a, flag),
        _ => false,
    }
}

pub(super) fn covers_hexes(set: &Hexes, flag: u8) -> bool {
    match set {
        Hexes::All => true,
        Hexes::Flag(f) => *f == flag,
        Hexes::Union(a, b) => covers_hexes(a, flag) || covers_hexes(b, flag),
        Hexes::Ruled(_, a) | Hexes::Memo(_, a) => covers_hexes(a, flag),
        _ => false,
    }
}
