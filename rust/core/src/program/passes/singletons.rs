//! Singletons: a set that can contain only one hex becomes a membership test of that hex.

use crate::ir::expr::{Hexes, Int};
use crate::ir::instr::Instr;
use crate::ir::node::Node;
use crate::ir::visit::Part;
use crate::program::analysis::pointwise::by_hex;
use crate::program::analysis::purity::total;
use crate::program::passes::{Known, Pass};

/// The one hex that a set can contain, if its expression shows that there is no other.
fn pin(e: &Hexes) -> Option<&Int> {
    match e {
        Hexes::One(h) => Some(h),
        Hexes::Intersection(a, b) => pin(a).or_else(|| pin(b)),
        Hexes::Difference(a, _) | Hexes::Where(a, _) => pin(a),
        Hexes::Union(a, b) => pin(a).filter(|&h| pin(b) == Some(h)),
        Hexes::IfElse(_, a, b) if **b == Hexes::Empty => pin(a),
        Hexes::IfElse(_, a, b) => pin(a).filter(|&h| pin(b) == Some(h)),
        _ => None,
    }
}

/// Whether the evaluation of a set begins with a single hex, which is then tested.
fn begins(e: &Hexes) -> bool {
    match e {
        Hexes::One(_) => true,
        Hexes::Intersection(a, _) | Hexes::Difference(a, _) | Hexes::Where(a, _) => begins(a),
        _ => false,
    }
}

/// The membership test that replaces a set of at most one hex, and this hex. None if the set is a
/// single hex already, or may have more hexes, or cannot be tested safely.
fn member(e: &Hexes) -> Option<(Int, Int)> {
    if matches!(e, Hexes::One(_)) || !by_hex(e) {
        return None;
    }
    let h = pin(e)?.clone();
    // an expression that may fail is evaluated first only if it was before
    if !total(Part::Int(&h)) && !begins(e) {
        return None;
    }
    Some((
        Int::ContainsHex(Node::new(e.clone()), Node::new(h.clone())),
        h,
    ))
}

/// The pass "singletons".
pub(crate) struct Singletons;

impl Pass for Singletons {
    fn name(&self) -> &'static str {
        "singletons"
    }

    fn int(&self, _: &mut Known<'_>, e: &mut Int) {
        number(e);
    }

    fn instr(&self, e: &mut Instr) {
        instr(e);
    }
}

/// Replaces a test for any member by a membership test.
pub(crate) fn number(e: &mut Int) {
    if let Int::AnyHex(set) = e {
        // any({h} ∩ a) = h ∈ a
        if let Some((asked, _)) = member(set) {
            *e = asked;
        }
    }
}

/// In an instruction that marks hexes, replaces a set of at most one hex by a condition: that hex
/// if it is in the set, else no hex.
pub(crate) fn instr(e: &mut Instr) {
    if let Instr::SetHexFlag(_, set, ..) = e {
        if let Some((asked, h)) = member(set) {
            // {h} ∩ a = h ∈ a ? {h} : ∅
            let one = Node::new(Hexes::One(Node::new(h)));
            **set = Hexes::IfElse(Node::new(asked), one, Node::new(Hexes::Empty));
        }
    }
}
