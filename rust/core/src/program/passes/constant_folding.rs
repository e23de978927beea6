//! Constant folding and algebraic simplification of numbers and conditions. A count that is only
//! compared with 0 becomes a test for a member.

use crate::ir::expr::{Hexes, Int, Units};
use crate::ir::node::Node;
use crate::program::passes::known::members;
use crate::program::passes::{Known, Pass};
use std::mem::replace;

/// The pass "constant folding".
pub(crate) struct ConstantFolding;

impl Pass for ConstantFolding {
    fn name(&self) -> &'static str {
        "constant-folding"
    }

    fn int(&self, known: &mut Known<'_>, e: &mut Int) {
        *e = known.number(replace(e, Int::Const(0)));
    }

    // 0 ? a : b = b, k ? a : b = a, not c ? a : b = c ? b : a
    fn hexes(&self, _: &mut Known<'_>, e: &mut Hexes) {
        *e = match replace(e, Hexes::Empty) {
            Hexes::IfElse(c, a, b) => match bare(c.take()) {
                Int::Const(0) => b.take(),
                Int::Const(_) => a.take(),
                Int::Not(c) => Hexes::IfElse(c, b, a),
                c => Hexes::IfElse(Node::new(c), a, b),
            },
            e => e,
        }
    }

    fn units(&self, _: &mut Known<'_>, e: &mut Units) {
        *e = match replace(e, Units::Empty) {
            Units::IfElse(c, a, b) => match bare(c.take()) {
                Int::Const(0) => b.take(),
                Int::Const(_) => a.take(),
                Int::Not(c) => Units::IfElse(c, b, a),
                c => Units::IfElse(Node::new(c), a, b),
            },
            e => e,
        }
    }
}

impl Known<'_> {
    fn number(&self, e: Int) -> Int {
        match e {
            Int::Add(a, b) => fold(a.take(), b.take(), i64::saturating_add, Int::Add),
            Int::Sub(a, b) => fold(a.take(), b.take(), i64::saturating_sub, Int::Sub),
            Int::Mul(a, b) => fold(a.take(), b.take(), i64::saturating_mul, Int::Mul),
            Int::Min(a, b) => fold(a.take(), b.take(), i64::min, Int::Min),
            Int::Max(a, b) => fold(a.take(), b.take(), i64::max, Int::Max),
            Int::Eq(a, b) => equal(a.take(), b.take()),
            Int::Lt(a, b) => less(a.take(), b.take()),
            Int::Le(a, b) => at_most(a.take(), b.take()),
            Int::And(a, b) => both(a.take(), b.take()),
            Int::Or(a, b) => either(a.take(), b.take()),
            Int::Not(a) => not(a.take()),
            // 0 ? a : b = b, k ? a : b = a, not c ? a : b = c ? b : a
            Int::IfElse(c, a, b) => match bare(c.take()) {
                Int::Const(0) => b.take(),
                Int::Const(_) => a.take(),
                Int::Not(c) => Int::IfElse(c, b, a),
                c => Int::IfElse(Node::new(c), a, b),
            },
            Int::ContainsUnit(set, u) => match (self.known_units(&set), &*u) {
                (Some(set), Int::Const(u)) => Int::Const(i64::from(members(&set).any(|m| m == *u))),
                _ => Int::ContainsUnit(set, u),
            },
            Int::NextUnit(set, after) => match (self.known_units(&set), &*after) {
                (Some(set), Int::Const(n)) => {
                    Int::Const(members(&set).find(|m| m > n).unwrap_or(-1))
                }
                _ => Int::NextUnit(set, after),
            },
            Int::Table(t, at) => self.cell(t, at),
            e => e,
        }
    }

    /// A table cell as a constant if its indices are constants, else as a lookup.
    fn cell(&self, t: u16, at: Box<[Int]>) -> Int {
        let table = &self.data.tables[t as usize];
        let mut index = 0usize;
        for ((a, &low), &size) in at.iter().zip(&table.low).zip(&table.size) {
            match a {
                Int::Const(k) if (0..i64::from(size)).contains(&(k - i64::from(low))) => {
                    index = index * size as usize + (k - i64::from(low)) as usize;
                }
                _ => return Int::Table(t, at),
            }
        }
        match table.cells.get(index) {
            Some(&cell) => Int::Const(i64::from(cell)),
            None => Int::Table(t, at),
        }
    }
}

/// Removes the conversion of a number to 0 or 1. Used for an operand of which only the truth value
/// matters.
pub(crate) fn bare(e: Int) -> Int {
    match e {
        Int::Not(a) => match a.take() {
            Int::Not(b) => bare(b.take()),
            a => Int::Not(Node::new(a)),
        },
        e => e,
    }
}

/// 1 if a number is true, else 0.
fn truth(e: Int) -> Int {
    match e {
        Int::Const(k) => Int::Const(i64::from(k != 0)),
        e if is_truth(&e) => e,
        e => Int::Not(Node::new(Int::Not(Node::new(e)))),
    }
}

fn is_truth(e: &Int) -> bool {
    match e {
        Int::Const(k) => *k == 0 || *k == 1,
        Int::Eq(..)
        | Int::Lt(..)
        | Int::Le(..)
        | Int::And(..)
        | Int::Or(..)
        | Int::Not(_)
        | Int::ContainsHex(..)
        | Int::ContainsUnit(..)
        | Int::UnitFlag(..)
        | Int::AnyHex(_)
        | Int::AnyUnit(_)
        | Int::EdgeFeature(..)
        | Int::Duty(_) => true,
        Int::IfElse(_, a, b) => is_truth(a) && is_truth(b),
        _ => false,
    }
}

/// The negation of a condition, simplified.
pub(crate) fn not(e: Int) -> Int {
    match e {
        Int::Const(k) => Int::Const(i64::from(k == 0)),
        // not not x = truth(x); not (a < b) = b ≤ a
        Int::Not(a) => truth(a.take()),
        Int::Lt(a, b) => Int::Le(b, a),
        Int::Le(a, b) => Int::Lt(b, a),
        e => Int::Not(Node::new(e)),
    }
}

/// The conjunction of two conditions, simplified.
pub(crate) fn both(a: Int, b: Int) -> Int {
    match (bare(a), bare(b)) {
        // 0 and x = 0; k and x = truth(x), where k ≠ 0
        (Int::Const(0), _) | (_, Int::Const(0)) => Int::Const(0),
        (Int::Const(_), x) | (x, Int::Const(_)) => truth(x),
        (a, b) => Int::And(Node::new(a), Node::new(b)),
    }
}

/// The disjunction of two conditions, simplified.
pub(crate) fn either(a: Int, b: Int) -> Int {
    match (bare(a), bare(b)) {
        // 0 or x = truth(x); k or x = 1, where k ≠ 0
        (Int::Const(0), x) | (x, Int::Const(0)) => truth(x),
        (Int::Const(_), _) => Int::Const(1),
        (a, b) => Int::Or(Node::new(a), Node::new(b)),
    }
}

/// Replaces a count of members, compared with 0, by a test whether the set has a member.
fn any(count: Int) -> Int {
    match count {
        Int::CountHexes(h) => any_hex(h.take()),
        Int::CountUnits(u) => any_unit(u.take()),
        e => Int::Lt(Node::new(Int::Const(0)), Node::new(e)),
    }
}

/// Whether a set of hexes has a member.
fn any_hex(set: Hexes) -> Int {
    match set {
        Hexes::Empty => Int::Const(0),
        // any(a ∪ b) = any(a) or any(b); any(c ? a : ∅) = c and any(a)
        Hexes::Union(a, b) => either(any_hex(a.take()), any_hex(b.take())),
        Hexes::IfElse(c, a, b) if *b == Hexes::Empty => both(c.take(), any_hex(a.take())),
        // a hex bears a unit of the set if one of them is on the map
        Hexes::HexesOf(u) => any_unit(Units::Intersection(u, Node::new(Units::OnMap))),
        set => Int::AnyHex(Node::new(set)),
    }
}

/// Whether a set of units has a member.
fn any_unit(set: Units) -> Int {
    match set {
        Units::Empty => Int::Const(0),
        // any(a ∪ b) = any(a) or any(b); any(c ? a : ∅) = c and any(a)
        Units::Union(a, b) => either(any_unit(a.take()), any_unit(b.take())),
        Units::IfElse(c, a, b) if *b == Units::Empty => both(c.take(), any_unit(a.take())),
        Units::Distinct(a) => any_unit(a.take()),
        set => Int::AnyUnit(Node::new(set)),
    }
}

fn is_count(e: &Int) -> bool {
    matches!(e, Int::CountHexes(_) | Int::CountUnits(_))
}

/// The equality of two numbers, simplified.
pub(crate) fn equal(a: Int, b: Int) -> Int {
    match (a, b) {
        (Int::Const(a), Int::Const(b)) => Int::Const(i64::from(a == b)),
        // |a| = 0 is not any(a); a truth value equals 0 if it is false
        (Int::Const(0), b) if is_count(&b) => not(any(b)),
        (a, Int::Const(0)) if is_count(&a) => not(any(a)),
        (Int::Const(0), b) if is_truth(&b) => not(b),
        (a, Int::Const(0)) if is_truth(&a) => not(a),
        (a, b) => Int::Eq(Node::new(a), Node::new(b)),
    }
}

/// Whether the first number is less than the second, simplified.
pub(crate) fn less(a: Int, b: Int) -> Int {
    match (a, b) {
        (Int::Const(a), Int::Const(b)) => Int::Const(i64::from(a < b)),
        // 0 < |a| is any(a), |a| < 1 is not any(a)
        (Int::Const(0), b) if is_count(&b) => any(b),
        (a, Int::Const(1)) if is_count(&a) => not(any(a)),
        (a, b) => Int::Lt(Node::new(a), Node::new(b)),
    }
}

/// Whether the first number is at most the second, simplified.
pub(crate) fn at_most(a: Int, b: Int) -> Int {
    match (a, b) {
        (Int::Const(a), Int::Const(b)) => Int::Const(i64::from(a <= b)),
        // 1 ≤ |a| is any(a), |a| ≤ 0 is not any(a)
        (Int::Const(1), b) if is_count(&b) => any(b),
        (a, Int::Const(0)) if is_count(&a) => not(any(a)),
        (a, b) => Int::Le(Node::new(a), Node::new(b)),
    }
}

/// An arithmetic operation on two numbers: its result if both are constants, else the expression
/// that `make` gives.
pub(crate) fn fold(
    a: Int,
    b: Int,
    op: fn(i64, i64) -> i64,
    make: fn(Node<Int>, Node<Int>) -> Int,
) -> Int {
    match (a, b) {
        (Int::Const(a), Int::Const(b)) => Int::Const(op(a, b)),
        (a, b) => make(Node::new(a), Node::new(b)),
    }
}
