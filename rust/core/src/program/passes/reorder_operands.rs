//! Orders the operands of intersections and differences by cost: precomputed sets first, loops over
//! members last, so that an empty intermediate result saves the expensive ones.

use crate::ir::expr::{Hexes, Units};
use crate::ir::node::Node;
use crate::ir::visit::Part;
use crate::program::analysis::cost;
use crate::program::analysis::purity::{moves_field, total};
use crate::program::passes::{Known, Pass};

/// The pass "reorder operands".
pub(crate) struct ReorderOperands;

impl Pass for ReorderOperands {
    fn name(&self) -> &'static str {
        "reorder-operands"
    }

    fn hexes(&self, _: &mut Known<'_>, e: &mut Hexes) {
        ordered(e);
    }

    fn units(&self, _: &mut Known<'_>, e: &mut Units) {
        ordered(e);
    }
}

/// A set by its outermost operation.
enum Made<'a, S> {
    Both(&'a S, &'a S),
    Without(&'a S, &'a S),
    Either(&'a S, &'a S),
    Otherwise,
}

/// Sets of hexes or of units, as seen by this pass.
trait Set: Clone + PartialEq {
    fn made(&self) -> Made<'_, Self>;
    fn and(a: Self, b: Self) -> Self;
    fn minus(a: Self, b: Self) -> Self;
    fn is_all(&self) -> bool;
    fn cost(&self) -> u32;
    fn part(&self) -> Part<'_>;
}

macro_rules! set {
    ($set:ident, $cost:path) => {
        impl Set for $set {
            fn made(&self) -> Made<'_, $set> {
                match self {
                    $set::Intersection(a, b) => Made::Both(a, b),
                    $set::Difference(a, b) => Made::Without(a, b),
                    $set::Union(a, b) => Made::Either(a, b),
                    _ => Made::Otherwise,
                }
            }
            fn and(a: $set, b: $set) -> $set {
                $set::Intersection(Node::new(a), Node::new(b))
            }
            fn minus(a: $set, b: $set) -> $set {
                $set::Difference(Node::new(a), Node::new(b))
            }
            fn is_all(&self) -> bool {
                matches!(self, $set::All)
            }
            fn cost(&self) -> u32 {
                $cost(self)
            }
            fn part(&self) -> Part<'_> {
                Part::$set(self)
            }
        }
    };
}

set!(Hexes, cost::of_hexes);
set!(Units, cost::of_units);

/// Orders the operands of a set of units.
pub(crate) fn units(e: &mut Units) {
    ordered(e);
}

/// Orders the operands of a set, if there are several and their order does not matter.
fn ordered<S: Set>(e: &mut S) {
    if moves_field(e.part()) {
        return;
    }
    let mut parts = Vec::new();
    split(e, true, &mut parts);
    if parts.len() > 1 {
        drop_all(&mut parts);
        drop_known(&mut parts);
        if let Some(set) = sorted(parts) {
            *e = set;
        }
    }
}

/// Adds to `out` the operands of nested intersections and differences: the sets within which (true)
/// or outside which (false) the set `e` lies. If `within` is false, the complement of `e` is split
/// instead of `e`.
fn split<S: Set>(e: &S, within: bool, out: &mut Vec<(bool, S)>) {
    match (e.made(), within) {
        // within a ∩ b: within a, within b; without a ∪ b: without a, without b
        (Made::Both(a, b), true) | (Made::Either(a, b), false) => {
            split(a, within, out);
            split(b, within, out);
        }
        // within a - b: within a, without b
        (Made::Without(a, b), true) => {
            split(a, true, out);
            split(b, false, out);
        }
        _ => out.push((within, e.clone())),
    }
}

/// The cost of each operand. An operand that may lack a value in some position must not move
/// forward, so it counts as at least as expensive as those before it.
fn costs<S: Set>(parts: &[(bool, S)]) -> Vec<u32> {
    let mut dearest = 0;
    let priced = parts.iter().map(|(_, e)| {
        let own = if total(e.part()) {
            e.cost()
        } else {
            e.cost().max(dearest)
        };
        dearest = dearest.max(own);
        own
    });
    priced.collect()
}

/// Removes the set of everything from an intersection with other sets.
fn drop_all<S: Set>(parts: &mut Vec<(bool, S)>) {
    let others = parts.iter().filter(|p| p.0 && !p.1.is_all()).count();
    parts.retain(|(within, e)| {
        let drop = *within && e.is_all() && others > 0;
        !drop
    });
}

/// Removes from each excluded intersection the operands that also occur among the including sets,
/// as every member of the result is in these anyway.
fn drop_known<S: Set>(parts: &mut [(bool, S)]) {
    let known: Vec<S> = parts.iter().filter(|p| p.0).map(|p| p.1.clone()).collect();
    for (_, e) in parts.iter_mut().filter(|p| !p.0) {
        let mut conditions = Vec::new();
        conjuncts(e, &mut conditions);
        conditions.retain(|one| !known.contains(one));
        // if none is left the set is empty; evaluation finds that
        if let Some(left) = conditions.into_iter().reduce(S::and) {
            *e = left;
        }
    }
}

fn conjuncts<S: Set>(e: &S, out: &mut Vec<S>) {
    if let Made::Both(a, b) = e.made() {
        conjuncts(a, out);
        conjuncts(b, out);
    } else {
        out.push(e.clone());
    }
}

/// The operands as one set, the cheapest first. The set begins with the cheapest operand that
/// includes (true); None if all operands exclude.
fn sorted<S: Set>(parts: Vec<(bool, S)>) -> Option<S> {
    let mut priced: Vec<(u32, (bool, S))> = costs(&parts).into_iter().zip(parts).collect();
    priced.sort_by_key(|(cost, _)| *cost);
    let mut parts: Vec<(bool, S)> = priced.into_iter().map(|(_, part)| part).collect();
    let first = parts.iter().position(|(within, _)| *within)?;
    let (_, start) = parts.remove(first);
    Some(
        parts
            .into_iter()
            .fold(start, |set, (within, e)| match within {
                true => S::and(set, e),
                false => S::minus(set, e),
            }),
    )
}
