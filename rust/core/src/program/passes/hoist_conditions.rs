//! Hoists conditions: a condition that allows all or no actions of an alternative is evaluated
//! before the domain of the alternative.

use crate::ir::expr::{Hexes, Int, Reach, Units};
use crate::ir::instr::{Alternative, Domain, Instr, Limit};
use crate::ir::node::Node;
use crate::ir::visit::{self, Part};
use crate::program::analysis::purity::{moves_field, total};
use crate::program::passes::constant_folding::{bare, both};
use crate::program::passes::Pass;

/// The pass "hoist conditions".
pub(crate) struct HoistConditions;

impl Pass for HoistConditions {
    fn name(&self) -> &'static str {
        "hoist-conditions"
    }

    fn instr(&self, instr: &mut Instr) {
        match instr {
            // a value used only for its truth needs no conversion to 0 or 1
            Instr::JumpIfFalse(e, _) => *e = bare(std::mem::replace(e, Int::Const(0))),
            Instr::Decide(decision) => decision.alternatives.iter_mut().for_each(ask_first),
            _ => {}
        }
    }
}

/// Whether a limit removes nothing from a domain: it allows everything, it equals the domain, or
/// the domain is a movement field that already avoids what the limit forbids.
fn takes_nothing(limit: &Domain, base: &Domain) -> bool {
    match (limit, base) {
        (Domain::When(Int::Const(k)), _) => *k != 0,
        (Domain::Hexes(Hexes::All), _) | (Domain::Units(Units::All), _) => true,
        (Domain::Hexes(Hexes::Difference(all, shut)), Domain::Hexes(base)) => {
            let keeps_out = field(base).is_some_and(|reach| holds(&reach.blocked, shut));
            **all == Hexes::All && keeps_out
        }
        (limit, base) => limit == base,
    }
}

/// The movement field that a set consists of; None if the set is anything else.
fn field(set: &Hexes) -> Option<&Reach> {
    match set {
        Hexes::Memo(_, set) => field(set),
        Hexes::Reach(reach) => Some(reach),
        _ => None,
    }
}

/// Whether a set equals `part`, or is a union, nested or not, that has `part` as an operand.
fn holds(set: &Hexes, part: &Hexes) -> bool {
    let inner = |e: &Hexes| holds(e, part);
    set == part || matches!(set, Hexes::Union(a, b) if inner(a) || inner(b))
}

/// Moves the conditions that allow all or no actions before the domain of an alternative, if
/// evaluation order permits.
fn ask_first(alt: &mut Alternative) {
    let base = &alt.base;
    alt.limits.retain(|l| !takes_nothing(&l.allows, base));
    let fields = |domain: &Domain| {
        let mut found = false;
        visit::domain(domain, &mut |part, _| found |= moves_field(part));
        found
    };
    let fixed = fields(&alt.base) || alt.limits.iter().any(|l| fields(&l.allows));
    let early = |domain: &Domain| match domain {
        Domain::When(e) => !fixed && total(Part::Int(e)),
        _ => false,
    };
    let (first, rest): (Vec<Limit>, Vec<Limit>) = std::mem::take(&mut alt.limits)
        .into_iter()
        .partition(|l| early(&l.allows));
    alt.limits = rest;
    for limit in first.into_iter().rev() {
        // x, if c = c ? x : ∅
        if let Domain::When(c) = limit.allows {
            let base = std::mem::replace(&mut alt.base, Domain::When(Int::Const(0)));
            alt.base = only_when(bare(c), base);
        }
    }
    let limits = alt.limits.iter_mut().map(|l| &mut l.allows);
    for domain in std::iter::once(&mut alt.base).chain(limits) {
        if let Domain::When(e) = domain {
            *e = bare(std::mem::replace(e, Int::Const(0)));
        }
    }
}

/// A domain that is empty unless a condition holds.
fn only_when(c: Int, domain: Domain) -> Domain {
    let c = Node::new(c);
    match domain {
        Domain::When(e) => Domain::When(both(c.take(), e)),
        Domain::Numbers(e) => {
            Domain::Numbers(Int::IfElse(c, Node::new(e), Node::new(Int::Const(0))))
        }
        Domain::Hexes(e) => Domain::Hexes(Hexes::IfElse(c, Node::new(e), Node::new(Hexes::Empty))),
        Domain::Units(e) => Domain::Units(Units::IfElse(c, Node::new(e), Node::new(Units::Empty))),
    }
}
