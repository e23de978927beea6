//! Vectorises filters: a condition that depends only on flags, on membership in other sets, or not
//! on the member at all becomes a set operation instead of a loop.

use crate::ir::expr::{Hexes, Int, Units};
use crate::ir::node::Node;
use crate::ir::visit::{self, Part, PartMut, Scope};
use crate::program::analysis::purity::{moves_field, total};
use crate::program::passes::constant_folding::bare;
use crate::program::passes::{Known, Pass};
use std::mem::replace;

/// The pass "vectorise filters".
pub(crate) struct VectoriseFilters;

impl Pass for VectoriseFilters {
    fn name(&self) -> &'static str {
        "vectorise-filters"
    }

    fn hexes(&self, known: &mut Known<'_>, e: &mut Hexes) {
        *e = match replace(e, Hexes::Empty) {
            Hexes::Where(a, c) => match hexes(known, a.take(), c.take()) {
                (kept, None) => kept,
                (kept, Some(c)) => Hexes::Where(Node::new(kept), Node::new(bare(c))),
            },
            e => e,
        }
    }

    fn units(&self, known: &mut Known<'_>, e: &mut Units) {
        *e = match replace(e, Units::Empty) {
            Units::Where(a, c) => match units(known, a.take(), c.take()) {
                (kept, None) => kept,
                (kept, Some(c)) => Units::Where(Node::new(kept), Node::new(bare(c))),
            },
            e => e,
        }
    }
}

/// The members of a filter for which a condition holds: those within a set, or those outside a set.
enum Side<S> {
    In(S),
    Out(S),
}

/// A filtered set of units, and the rest of the condition that still needs a loop.
fn units(known: &mut Known<'_>, set: Units, condition: Int) -> (Units, Option<Int>) {
    let mut set = set;
    if moves_field(Part::Int(&condition)) || moves_field(Part::Units(&set)) {
        return (set, Some(condition));
    }
    let mut left: Option<Int> = None;
    for c in conjuncts(condition) {
        let leading = left.is_none();
        set = match unit_side(&c) {
            // {a: x ∈ s} = a ∩ s, {a: x ∉ s} = a - s
            Some(Side::In(s)) if leading || total(Part::Units(&s)) => known.common_units(set, s),
            Some(Side::Out(s)) if leading || total(Part::Units(&s)) => known.less_units(set, s),
            _ => {
                left = Some(joined(left, c));
                set
            }
        };
    }
    (set, left)
}

/// A filtered set of hexes, and the rest of the condition that still needs a loop.
fn hexes(known: &mut Known<'_>, set: Hexes, condition: Int) -> (Hexes, Option<Int>) {
    let mut set = set;
    if moves_field(Part::Int(&condition)) || moves_field(Part::Hexes(&set)) {
        return (set, Some(condition));
    }
    let mut left: Option<Int> = None;
    for c in conjuncts(condition) {
        let leading = left.is_none();
        set = match hex_side(&c) {
            Some(Side::In(s)) if leading || total(Part::Hexes(&s)) => known.common_hexes(set, s),
            Some(Side::Out(s)) if leading || total(Part::Hexes(&s)) => known.less_hexes(set, s),
            _ => {
                left = Some(joined(left, c));
                set
            }
        };
    }
    (set, left)
}

fn conjuncts(e: Int) -> Vec<Int> {
    match e {
        Int::And(a, b) => {
            let mut out = conjuncts(a.take());
            out.extend(conjuncts(b.take()));
            out
        }
        e => vec![e],
    }
}

fn joined(left: Option<Int>, c: Int) -> Int {
    match left {
        None => c,
        Some(l) => Int::And(Node::new(l), Node::new(c)),
    }
}

/// The set of members for which a condition holds, if there is one.
fn unit_side(c: &Int) -> Option<Side<Units>> {
    if let Some(c) = outside(c) {
        return Some(Side::In(Units::IfElse(
            Node::new(c),
            Node::new(Units::All),
            Node::new(Units::Empty),
        )));
    }
    let member = |e: &Int| *e == Int::Bound(0);
    let there = |e: &Int| matches!(e, Int::UnitPlace(u) if member(u));
    Some(match c {
        Int::UnitFlag(f, u) if member(u) => Side::In(Units::Flag(*f)),
        Int::ContainsUnit(s, u) if member(u) && is_light(s) => Side::In(outer_units(s)?),
        Int::ContainsHex(h, p) if there(p) => Side::In(Units::In(Node::new(outer_hexes(h)?))),
        Int::Eq(p, e) if there(p) => Side::In(Units::At(Node::new(outside(e)?))),
        Int::Eq(e, p) if there(p) => Side::In(Units::At(Node::new(outside(e)?))),
        Int::Eq(u, e) if member(u) => Side::In(Units::One(Node::new(outside(e)?))),
        Int::Eq(e, u) if member(u) => Side::In(Units::One(Node::new(outside(e)?))),
        Int::Lt(e, u) if member(u) => Side::In(Units::After(Node::new(outside(e)?))),
        Int::Not(a) => flip(unit_side(a)?),
        Int::And(a, b) => {
            let (a, b) = (unit_side(a)?, later_units(b)?);
            match (a, b) {
                (Side::In(a), Side::In(b)) => {
                    Side::In(Units::Intersection(Node::new(a), Node::new(b)))
                }
                (Side::In(a), Side::Out(b)) | (Side::Out(b), Side::In(a)) => {
                    Side::In(Units::Difference(Node::new(a), Node::new(b)))
                }
                (Side::Out(a), Side::Out(b)) => Side::Out(Units::Union(Node::new(a), Node::new(b))),
            }
        }
        Int::Or(a, b) => {
            let (a, b) = (unit_side(a)?, later_units(b)?);
            match (a, b) {
                (Side::In(a), Side::In(b)) => Side::In(Units::Union(Node::new(a), Node::new(b))),
                (Side::In(a), Side::Out(b)) | (Side::Out(b), Side::In(a)) => {
                    Side::Out(Units::Difference(Node::new(b), Node::new(a)))
                }
                (Side::Out(a), Side::Out(b)) => {
                    Side::Out(Units::Intersection(Node::new(a), Node::new(b)))
                }
            }
        }
        Int::IfElse(c, a, b) => {
            let c = outside(c)?;
            let (a, b) = (members(unit_side(a)?), members(unit_side(b)?));
            Side::In(Units::IfElse(Node::new(c), Node::new(a), Node::new(b)))
        }
        _ => return None,
    })
}

fn members(side: Side<Units>) -> Units {
    match side {
        Side::In(s) => s,
        Side::Out(s) => Units::Difference(Node::new(Units::All), Node::new(s)),
    }
}

fn flip<S>(side: Side<S>) -> Side<S> {
    match side {
        Side::In(s) => Side::Out(s),
        Side::Out(s) => Side::In(s),
    }
}

/// The set of members for which a condition holds, if that set can be evaluated in every position;
/// for a condition that a loop might not have evaluated.
fn later_units(c: &Int) -> Option<Side<Units>> {
    unit_side(c).filter(|s| match s {
        Side::In(s) | Side::Out(s) => total(Part::Units(s)),
    })
}

fn hex_side(c: &Int) -> Option<Side<Hexes>> {
    if let Some(c) = outside(c) {
        return Some(Side::In(Hexes::IfElse(
            Node::new(c),
            Node::new(Hexes::All),
            Node::new(Hexes::Empty),
        )));
    }
    match c {
        Int::ContainsHex(s, h) if **h == Int::Bound(0) => Some(Side::In(outer_hexes(s)?)),
        Int::Not(a) => hex_side(a).map(flip),
        _ => None,
    }
}

/// Whether a set of units takes only cheap set operations.
fn is_light(e: &Units) -> bool {
    match e {
        Units::Empty
        | Units::All
        | Units::Fixed(_)
        | Units::At(_)
        | Units::OnMap
        | Units::Memo(..)
        | Units::Flag(_)
        | Units::One(_)
        | Units::After(_) => true,
        Units::Union(a, b)
        | Units::Intersection(a, b)
        | Units::Difference(a, b)
        | Units::IfElse(_, a, b) => is_light(a) && is_light(b),
        _ => false,
    }
}

/// The expression as it must be outside the filter; None if it uses the member of the filter.
fn outside(e: &Int) -> Option<Int> {
    let mut out = e.clone();
    leave(PartMut::Int(&mut out), 0).then_some(out)
}

fn outer_units(e: &Units) -> Option<Units> {
    let mut out = e.clone();
    leave(PartMut::Units(&mut out), 0).then_some(out)
}

fn outer_hexes(e: &Hexes) -> Option<Hexes> {
    let mut out = e.clone();
    leave(PartMut::Hexes(&mut out), 0).then_some(out)
}

/// Changes an expression inside a filter to what it must be outside the filter; false if it uses
/// the member of the filter. `inner` counts the filters between the expression and that filter.
fn leave(part: PartMut<'_>, inner: u8) -> bool {
    let mut free = true;
    let mut visit = |part: PartMut<'_>, scope: Scope| {
        free &= match scope {
            Scope::Same => leave(part, inner),
            Scope::Bound(n) => leave(part, inner + n),
            Scope::Apart => true,
        };
    };
    match part {
        PartMut::Int(Int::Bound(n)) => {
            if *n == inner {
                return false;
            }
            *n -= u8::from(*n > inner);
        }
        PartMut::Int(e) => visit::int_mut(e, &mut visit),
        PartMut::Hexes(e) => visit::hexes_mut(e, &mut visit),
        PartMut::Units(e) => visit::units_mut(e, &mut visit),
    }
    free
}
