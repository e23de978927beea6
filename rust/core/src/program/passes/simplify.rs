//! Algebraic simplification of set expressions: empty sets, full sets, and constants.
//!
//! The laws are stated beside the rewrites: `∅` is the empty set, `Ω` all hexes or units, `c ? a :
//! b` a conditional, `{a: c}` the members of `a` for which `c` holds.

use crate::ir::expr::{Hexes, Int, Units};
use crate::ir::node::Node;
use crate::program::passes::constant_folding::both;
use crate::program::passes::{Known, Pass};

/// The pass "simplify".
pub(crate) struct Simplify;

impl Pass for Simplify {
    fn name(&self) -> &'static str {
        "simplify"
    }

    fn int(&self, _: &mut Known<'_>, e: &mut Int) {
        number(e);
    }

    fn hexes(&self, known: &mut Known<'_>, e: &mut Hexes) {
        *e = hexes(known, std::mem::replace(e, Hexes::Empty));
    }

    fn units(&self, known: &mut Known<'_>, e: &mut Units) {
        *e = units(known, std::mem::replace(e, Units::Empty));
    }
}

fn number(e: &mut Int) {
    let nothing = match e {
        // x ∈ ∅ = 0, |∅| = 0
        Int::ContainsHex(set, _) | Int::CountHexes(set) => **set == Hexes::Empty,
        Int::ContainsUnit(set, _) | Int::CountUnits(set) => **set == Units::Empty,
        _ => false,
    };
    if nothing {
        *e = Int::Const(0);
    }
}

fn hexes(known: &mut Known<'_>, e: Hexes) -> Hexes {
    match e {
        // a precomputed set needs no memo
        Hexes::Memo(slot, a) => match a.take() {
            a @ (Hexes::Empty | Hexes::All | Hexes::Fixed(_) | Hexes::View(_)) => a,
            a => Hexes::Memo(slot, Node::new(a)),
        },
        Hexes::Union(a, b) => match (a.take(), b.take()) {
            // ∅ ∪ x = x
            (Hexes::Empty, x) | (x, Hexes::Empty) => x,
            (a, b) => match known.fold_hexes(&a, &b, |a, b| a | b) {
                Some(set) => set,
                None => Hexes::Union(Node::new(a), Node::new(b)),
            },
        },
        Hexes::Intersection(a, b) => known.common_hexes(a.take(), b.take()),
        Hexes::Difference(a, b) => known.less_hexes(a.take(), b.take()),
        Hexes::Where(a, c) => match a.take() {
            // {∅: c} = ∅
            Hexes::Empty => Hexes::Empty,
            // {{a: b}: c} = {a: b and c}
            Hexes::Where(a, first) => Hexes::Where(a, Node::new(both(first.take(), c.take()))),
            a => Hexes::Where(Node::new(a), c),
        },
        e => e,
    }
}

fn units(known: &mut Known<'_>, e: Units) -> Units {
    match e {
        Units::Memo(slot, a) => match a.take() {
            a @ (Units::Empty | Units::All | Units::OnMap | Units::Fixed(_)) => a,
            a => Units::Memo(slot, Node::new(a)),
        },
        Units::Union(a, b) => match (a.take(), b.take()) {
            // ∅ ∪ x = x
            (Units::Empty, x) | (x, Units::Empty) => x,
            (a, b) => match known.fold_units(&a, &b, |a, b| a | b) {
                Some(set) => set,
                None => Units::Union(Node::new(a), Node::new(b)),
            },
        },
        Units::Intersection(a, b) => known.common_units(a.take(), b.take()),
        Units::Difference(a, b) => known.less_units(a.take(), b.take()),
        Units::Where(a, c) => match a.take() {
            // {∅: c} = ∅
            Units::Empty => Units::Empty,
            // {{a: b}: c} = {a: b and c}
            Units::Where(a, first) => Units::Where(a, Node::new(both(first.take(), c.take()))),
            a => Units::Where(Node::new(a), c),
        },
        // no unit is in the empty set of hexes; the units in all hexes are those on the map
        Units::In(h) if *h == Hexes::Empty => Units::Empty,
        Units::In(h) if *h == Hexes::All => Units::OnMap,
        Units::Distinct(a) if *a == Units::Empty => Units::Empty,
        e => e,
    }
}

impl Known<'_> {
    /// The simplified intersection of two sets of hexes.
    pub(crate) fn common_hexes(&mut self, a: Hexes, b: Hexes) -> Hexes {
        match (a, b) {
            // ∅ ∩ x = ∅
            (Hexes::Empty, _) | (_, Hexes::Empty) => Hexes::Empty,
            // Ω ∩ x = x
            (Hexes::All, x) | (x, Hexes::All) => x,
            // x ∩ (c ? Ω : ∅) = c ? x : ∅
            (x, Hexes::IfElse(c, all, none)) | (Hexes::IfElse(c, all, none), x)
                if *all == Hexes::All && *none == Hexes::Empty =>
            {
                Hexes::IfElse(c, Node::new(x), none)
            }
            // a ∩ {b: c} = {a ∩ b: c}
            (a, Hexes::Where(b, c)) => {
                let a = self.common_hexes(a, b.take());
                Hexes::Where(Node::new(a), c)
            }
            (a, b) => match self.fold_hexes(&a, &b, |a, b| a & b) {
                Some(set) => set,
                None => Hexes::Intersection(Node::new(a), Node::new(b)),
            },
        }
    }

    /// The simplified difference of two sets of hexes.
    pub(crate) fn less_hexes(&mut self, a: Hexes, b: Hexes) -> Hexes {
        match (a, b) {
            // ∅ - x = ∅, x - ∅ = x
            (Hexes::Empty, _) => Hexes::Empty,
            (a, Hexes::Empty) => a,
            // (c ? a : ∅) - b = c ? a - b : ∅
            (Hexes::IfElse(c, a, none), b) if *none == Hexes::Empty => {
                Hexes::IfElse(c, Node::new(self.less_hexes(a.take(), b)), none)
            }
            // a - (x - y) = a ∩ y, where a ⊆ x
            (a, Hexes::Difference(x, y)) if self.within(&a, &x) => self.common_hexes(a, y.take()),
            (a, b) => match self.fold_hexes(&a, &b, |a, b| a & !b) {
                Some(set) => set,
                None => Hexes::Difference(Node::new(a), Node::new(b)),
            },
        }
    }

    /// The simplified intersection of two sets of units.
    pub(crate) fn common_units(&mut self, a: Units, b: Units) -> Units {
        match (a, b) {
            // ∅ ∩ x = ∅
            (Units::Empty, _) | (_, Units::Empty) => Units::Empty,
            // Ω ∩ x = x
            (Units::All, x) | (x, Units::All) => x,
            // a ∩ {b: c} = {a ∩ b: c}
            (a, Units::Where(b, c)) => {
                let a = self.common_units(a, b.take());
                Units::Where(Node::new(a), c)
            }
            (a, b) => match self.fold_units(&a, &b, |a, b| a & b) {
                Some(set) => set,
                None => Units::Intersection(Node::new(a), Node::new(b)),
            },
        }
    }

    /// The simplified difference of two sets of units.
    pub(crate) fn less_units(&mut self, a: Units, b: Units) -> Units {
        match (a, b) {
            // ∅ - x = ∅, x - Ω = ∅, x - ∅ = x
            (Units::Empty, _) | (_, Units::All) => Units::Empty,
            (a, Units::Empty) => a,
            (a, b) => match self.fold_units(&a, &b, |a, b| a & !b) {
                Some(set) => set,
                None => Units::Difference(Node::new(a), Node::new(b)),
            },
        }
    }
}
