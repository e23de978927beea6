//! Numbers and truths in their simplest form: what is known is worked out, what only asks whether
//! there is a member asks that.

use super::expr::{Hexes, Int, Units};

/// Drops what only makes a truth 0 or 1.
pub(super) fn bare(e: Int) -> Int {
    match e {
        Int::Not(a) => match *a {
            Int::Not(b) => bare(*b),
            a => Int::Not(Box::new(a)),
        },
        e => e,
    }
}

/// A number that is 1 when another is true, else 0.
fn truth(e: Int) -> Int {
    match e {
        Int::K(k) => Int::K(i64::from(k != 0)),
        e if is_truth(&e) => e,
        e => Int::Not(Box::new(Int::Not(Box::new(e)))),
    }
}

fn is_truth(e: &Int) -> bool {
    match e {
        Int::K(k) => *k == 0 || *k == 1,
        Int::Eq(..)
        | Int::Lt(..)
        | Int::Le(..)
        | Int::And(..)
        | Int::Or(..)
        | Int::Not(_)
        | Int::Has(..)
        | Int::HasUnit(..)
        | Int::UnitFlag(..)
        | Int::AnyHex(_)
        | Int::AnyUnit(_)
        | Int::Edge(..)
        | Int::Duty(_) => true,
        Int::If(_, a, b) => is_truth(a) && is_truth(b),
        _ => false,
    }
}

/// The opposite.
pub(super) fn not(e: Int) -> Int {
    match e {
        Int::K(k) => Int::K(i64::from(k == 0)),
        Int::Not(a) => truth(*a),
        Int::Lt(a, b) => Int::Le(b, a),
        Int::Le(a, b) => Int::Lt(b, a),
        e => Int::Not(Box::new(e)),
    }
}

/// Whether both are true.
pub(super) fn both(a: Int, b: Int) -> Int {
    match (bare(a), bare(b)) {
        (Int::K(0), _) | (_, Int::K(0)) => Int::K(0),
        (Int::K(_), x) | (x, Int::K(_)) => truth(x),
        (a, b) => Int::And(Box::new(a), Box::new(b)),
    }
}

/// Whether either is true.
pub(super) fn either(a: Int, b: Int) -> Int {
    match (bare(a), bare(b)) {
        (Int::K(0), x) | (x, Int::K(0)) => truth(x),
        (Int::K(_), _) => Int::K(1),
        (a, b) => Int::Or(Box::new(a), Box::new(b)),
    }
}

/// The number of members compared with 0 or 1, as whether there is one.
fn any(count: Int) -> Int {
    match count {
        Int::Count(h) => any_hex(*h),
        Int::CountUnits(u) => any_unit(*u),
        e => Int::Lt(Box::new(Int::K(0)), Box::new(e)),
    }
}

/// Whether a set of hexes has a member.
fn any_hex(set: Hexes) -> Int {
    match set {
        Hexes::Empty => Int::K(0),
        Hexes::Or(a, b) => either(any_hex(*a), any_hex(*b)),
        Hexes::If(c, a, b) if *b == Hexes::Empty => both(*c, any_hex(*a)),
        Hexes::Of(u) => any_unit(Units::And(u, Box::new(Units::OnMap))),
        set => Int::AnyHex(Box::new(set)),
    }
}

/// Whether a set of units has a member.
fn any_unit(set: Units) -> Int {
    match set {
        Units::Empty => Int::K(0),
        Units::Or(a, b) => either(any_unit(*a), any_unit(*b)),
        Units::If(c, a, b) if *b == Units::Empty => both(*c, any_unit(*a)),
        Units::Distinct(a) => any_unit(*a),
        set => Int::AnyUnit(Box::new(set)),
    }
}

fn is_count(e: &Int) -> bool {
    matches!(e, Int::Count(_) | Int::CountUnits(_))
}

/// Whether two numbers are equal.
pub(super) fn equal(a: Int, b: Int) -> Int {
    match (a, b) {
        (Int::K(a), Int::K(b)) => Int::K(i64::from(a == b)),
        (Int::K(0), b) if is_count(&b) => not(any(b)),
        (a, Int::K(0)) if is_count(&a) => not(any(a)),
        (Int::K(0), b) if is_truth(&b) => not(b),
        (a, Int::K(0)) if is_truth(&a) => not(a),
        (a, b) => Int::Eq(Box::new(a), Box::new(b)),
    }
}

/// Whether the first is the smaller.
pub(super) fn less(a: Int, b: Int) -> Int {
    match (a, b) {
        (Int::K(a), Int::K(b)) => Int::K(i64::from(a < b)),
        (Int::K(0), b) if is_count(&b) => any(b),
        (a, Int::K(1)) if is_count(&a) => not(any(a)),
        (a, b) => Int::Lt(Box::new(a), Box::new(b)),
    }
}

/// Whether the first is not the greater.
pub(super) fn at_most(a: Int, b: Int) -> Int {
    match (a, b) {
        (Int::K(a), Int::K(b)) => Int::K(i64::from(a <= b)),
        (Int::K(1), b) if is_count(&b) => any(b),
        (a, Int::K(0)) if is_count(&a) => not(any(a)),
        (a, b) => Int::Le(Box::new(a), Box::new(b)),
    }
}

/// An operation, done at once when both numbers are known.
pub(super) fn fold(
    a: Int,
    b: Int,
    op: fn(i64, i64) -> i64,
    make: fn(Box<Int>, Box<Int>) -> Int,
) -> Int {
    match (a, b) {
        (Int::K(a), Int::K(b)) => Int::K(op(a, b)),
        (a, b) => make(Box::new(a), Box::new(b)),
    }
}
