//! Merges the base of an alternative that offers units with its limits into one set. A bound that
//! several rules share is applied once, and the set can be updated incrementally.

use crate::ir::expr::{Int, Units};
use crate::ir::instr::{Alternative, Domain, Instr};
use crate::ir::node::Node;
use crate::ir::visit::{self, Part, PartMut};
use crate::program::analysis::purity::{moves_field, total};
use crate::program::passes::reorder_operands;
use crate::program::passes::Pass;

/// The pass "merge alternatives".
pub(crate) struct MergeAlternatives;

impl Pass for MergeAlternatives {
    fn name(&self) -> &'static str {
        "merge-alternatives"
    }

    fn instr(&self, instr: &mut Instr) {
        if let Instr::Decide(decision) = instr {
            decision.alternatives.iter_mut().for_each(alternative);
        }
    }
}

/// Merges the sets of an alternative that offers units; the merged set does not tell which rule
/// refuses a unit.
pub(crate) fn alternative(alt: &mut Alternative) {
    let mut limits = Vec::new();
    for limit in &alt.limits {
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
    alt.limits.clear();
}

fn fields(e: &Units) -> bool {
    moves_field(Part::Units(e))
}

/// Narrows the set `base` by the limits. If `base` is a set under a condition, else empty, that set
/// is narrowed, and the condition remains outermost.
fn narrow(base: &mut Units, limits: Vec<Units>) {
    match base {
        // (c ? a : ∅) ∩ x = c ? a ∩ x : ∅
        Units::IfElse(_, a, b) if **b == Units::Empty => narrow(a, limits),
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

/// Splits a set into the operands that choose one unit of each class of identical counters
/// ([`Units::Distinct`]), and the set that narrows them; None if nothing narrows them.
pub(crate) fn apart(e: Units) -> (Vec<Units>, Option<Units>) {
    match e {
        Units::Intersection(a, b) => {
            let (mut once, left) = apart(a.take());
            let (more, right) = apart(b.take());
            once.extend(more);
            (once, left.into_iter().chain(right).reduce(and))
        }
        Units::Difference(a, b) => match apart(a.take()) {
            (once, None) => (once, Some(Units::Difference(Node::new(Units::All), b))),
            (once, Some(a)) => (once, Some(Units::Difference(Node::new(a), b))),
        },
        e @ Units::Distinct(_) => (vec![e], None),
        e => (Vec::new(), Some(e)),
    }
}

pub(crate) fn and(a: Units, b: Units) -> Units {
    Units::Intersection(Node::new(a), Node::new(b))
}

/// The bounds of a set: for each bound a set, and whether the bounded set lies within it (true) or
/// outside it.
pub(crate) type Bounds = Vec<(bool, Units)>;

/// The bounds of a set `e` that are not bounds of the set `inner`.
pub(crate) fn beyond(e: &Units, inner: &Units) -> Bounds {
    let (mut known, mut left) = (Vec::new(), Vec::new());
    parts(without_memos(inner), true, &mut known);
    parts(without_memos(e), true, &mut left);
    left.retain(|part| !known.contains(part));
    left
}

/// The set `start` narrowed by bounds; a filter is applied last to the members that remain.
pub(crate) fn within(start: Units, bounds: Bounds) -> Units {
    let narrowed = |set, bound| match bound {
        (true, Units::Where(all, c)) if *all == Units::All => Units::Where(Node::new(set), c),
        (true, e) if set == Units::All => e,
        (true, e) => and(set, e),
        (false, e) => Units::Difference(Node::new(set), Node::new(e)),
    };
    bounds.into_iter().fold(start, narrowed)
}

/// The bounds of the set `start` together with `more`, without duplicates.
pub(crate) fn all_bounds(start: Units, more: Bounds) -> Bounds {
    let mut out = Vec::new();
    parts(start, true, &mut out);
    for (within, e) in more {
        parts(e, within, &mut out);
    }
    let mut once: Bounds = Vec::new();
    for bound in out {
        if !once.contains(&bound) {
            once.push(bound);
        }
    }
    once
}

/// The set with the given bounds, the cheapest bound first and filters last. A part that may lack a
/// value in some position is never evaluated earlier than before.
pub(crate) fn in_order(bounds: Bounds) -> Units {
    let (mut others, mut filters) = (Vec::new(), Vec::new());
    let mut later_are_total = true;
    for (within, e) in bounds.into_iter().rev() {
        let filter = within && matches!(e, Units::Where(..));
        if filter && later_are_total {
            filters.push((within, e));
        } else {
            later_are_total &= total(Part::Units(&e));
            others.push((within, e));
        }
    }
    others.reverse();
    filters.reverse();
    let mut set = within(Units::All, others);
    reorder_operands::units(&mut set);
    within(set, filters)
}

/// Splits bounds by the condition of a conditional bound: the condition, the bounds if it holds,
/// and the bounds if not. If no bound is conditional, the bounds are returned as an error.
pub(crate) fn by_condition(
    mut bounds: Bounds,
) -> std::result::Result<(Int, Bounds, Bounds), Bounds> {
    let conditional = |(within, e): &(bool, Units)| {
        *within && matches!(e, Units::IfElse(c, ..) if total(Part::Int(c)))
    };
    let Some(at) = bounds.iter().position(conditional) else {
        return Err(bounds);
    };
    match bounds.remove(at) {
        (_, Units::IfElse(c, a, b)) => {
            let with = |e| all_bounds(within(Units::All, bounds.clone()), vec![(true, e)]);
            Ok((c.take(), with(a.take()), with(b.take())))
        }
        bound => {
            bounds.insert(at, bound);
            Err(bounds)
        }
    }
}

/// Adds to `out` the bounds of a set, or of its complement if `within` is false; a filter counts as
/// a filter of all units.
fn parts(e: Units, within: bool, out: &mut Bounds) {
    match (e, within) {
        (Units::Intersection(a, b), true) | (Units::Union(a, b), false) => {
            parts(a.take(), within, out);
            parts(b.take(), within, out);
        }
        (Units::Difference(a, b), true) => {
            parts(a.take(), true, out);
            parts(b.take(), false, out);
        }
        (Units::Where(a, c), true) => {
            parts(a.take(), true, out);
            out.push((true, Units::Where(Node::new(Units::All), c)));
        }
        (Units::All, true) => {}
        (e, within) => out.push((within, e)),
    }
}

/// A set without memos, so that it can be evaluated for one unit at a time.
pub(crate) fn without_memos(e: &Units) -> Units {
    let mut e = e.clone();
    strip(&mut e);
    e
}

fn strip(e: &mut Units) {
    while let Units::Memo(_, a) = e {
        *e = std::mem::replace(a, Units::Empty);
    }
    visit::units_mut(e, &mut |part, _| {
        if let PartMut::Units(inner) = part {
            strip(inner);
        }
    });
}
