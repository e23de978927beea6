//! What a decision offers of units as one set: what is there to choose from, narrowed by what each
//! rule leaves. A set is narrowed once, whatever two rules say alike, and can be followed from one
//! position to the next.

use super::expr::Units;
use super::instr::{Alternative, Domain};
use super::vectors::moves_field;
use super::walk::{self, Part, PartMut};

/// Makes one set of an alternative that offers units, in the form in which only the outcome counts.
pub(super) fn alternative(alt: &mut Alternative) {
    let mut limits = Vec::new();
    for limit in &alt.rules {
        match &limit.allows {
            Domain::Units(e) if !fields(e) => limits.push(e.clone()),
            _ => return,
        }
    }
    let Domain::Units(base) = &mut alt.base else {
        return;
    };
    if limits.is_empty() || fields(base) {
        return;
    }
    narrow(base, limits);
    alt.rules.clear();
}

fn fields(e: &Units) -> bool {
    moves_field(Part::Units(e))
}

/// Narrows a set, within what it is offered under.
fn narrow(base: &mut Units, limits: Vec<Units>) {
    match base {
        Units::If(_, a, b) if **b == Units::Empty => narrow(a, limits),
        base => {
            let whole = std::mem::replace(base, Units::Empty);
            let alike = match &whole {
                Units::Distinct(a) => Some((**a).clone()),
                _ => None,
            };
            *base = alike.into_iter().chain(limits).fold(whole, and);
        }
    }
}

/// The parts of a set of which alike counters are to count once, and what else narrows it, in its
/// order.
pub(super) fn apart(e: Units) -> (Vec<Units>, Option<Units>) {
    match e {
        Units::And(a, b) => {
            let (mut once, left) = apart(*a);
            let (more, right) = apart(*b);
            once.extend(more);
            (once, left.into_iter().chain(right).reduce(and))
        }
        Units::Minus(a, b) => match apart(*a) {
            (once, None) => (once, Some(Units::Minus(Box::new(Units::All), b))),
            (once, Some(a)) => (once, Some(Units::Minus(Box::new(a), b))),
        },
        e @ Units::Distinct(_) => (vec![e], None),
        e => (Vec::new(), Some(e)),
    }
}

pub(super) fn and(a: Units, b: Units) -> Units {
    Units::And(Box::new(a), Box::new(b))
}

/// What narrows a set that is followed further, which is all that it is begun with.
pub(super) fn beyond(e: Units, begun: Option<(u16, Units)>) -> Option<Units> {
    let Some((at, inner)) = begun else {
        return Some(e);
    };
    let mut known = Vec::new();
    parts(without_memos(&inner), true, &mut known);
    let mut left = Vec::new();
    parts(without_memos(&e), true, &mut left);
    left.retain(|part| !known.contains(part));
    let start = Units::Followed(at, Box::new(inner), false);
    (!left.is_empty()).then(|| {
        left.into_iter()
            .fold(start, |set, (within, e)| match within {
                true => and(set, e),
                false => Units::Minus(Box::new(set), Box::new(e)),
            })
    })
}

/// What a set lies within (true), and what it lies without.
fn parts(e: Units, within: bool, out: &mut Vec<(bool, Units)>) {
    match (e, within) {
        (Units::And(a, b), true) | (Units::Or(a, b), false) => {
            parts(*a, within, out);
            parts(*b, within, out);
        }
        (Units::Minus(a, b), true) => {
            parts(*a, true, out);
            parts(*b, false, out);
        }
        (Units::All, true) => {}
        (e, within) => out.push((within, e)),
    }
}

/// A set without its memos, as one unit at a time is asked about.
pub(super) fn without_memos(e: &Units) -> Units {
    let mut e = e.clone();
    strip(&mut e);
    e
}

fn strip(e: &mut Units) {
    while let Units::Memo(_, a) = e {
        *e = std::mem::replace(a, Units::Empty);
    }
    walk::units_mut(e, &mut |part, _| {
        if let PartMut::Units(inner) = part {
            strip(inner);
        }
    });
}
