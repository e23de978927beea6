//! Small sets: a set whose expression bounds it to a few hexes is evaluated as a list, without a
//! pass over the map.

use crate::ir::expr::{Hexes, Int, Units};
use crate::ir::instr::Instr;
use crate::ir::node::Node;
use crate::program::analysis::pointwise::by_hex;
use crate::program::passes::{Known, Pass};

/// The maximum length of a list.
pub(crate) const ROOM: usize = 16;

/// The pass "small sets".
pub(crate) struct SmallSets;

impl Pass for SmallSets {
    fn name(&self) -> &'static str {
        "small-sets"
    }

    fn int(&self, _: &mut Known<'_>, e: &mut Int) {
        if let Int::AnyHex(set) | Int::FirstHex(set) | Int::NextHex(set, _) = e {
            list(set);
        }
    }

    fn units(&self, _: &mut Known<'_>, e: &mut Units) {
        if let Units::In(set) = e {
            list(set);
        }
    }

    fn instr(&self, instr: &mut Instr) {
        if let Instr::SetHexFlag(_, set, ..) = instr {
            list(set);
        }
    }
}

/// Marks a set for evaluation as a list, if its expression bounds it to at most [`ROOM`] hexes. A
/// single hex, the empty set and a conditional set are not marked.
pub(crate) fn list(set: &mut Hexes) {
    let plain = matches!(set, Hexes::One(_) | Hexes::Empty | Hexes::IfElse(..));
    if !plain && most(set).is_some_and(|n| n <= ROOM) {
        let whole = std::mem::replace(set, Hexes::Empty);
        *set = Hexes::Few(Node::new(whole));
    }
}

/// The maximum number of hexes in a set; None if there is no bound, or the set cannot be listed.
fn most(e: &Hexes) -> Option<usize> {
    match e {
        Hexes::Empty => Some(0),
        Hexes::One(_) => Some(1),
        Hexes::Adjacent(_, a) => most(a).map(|n| n * 6),
        Hexes::Union(a, b) => Some(most(a)? + most(b)?),
        Hexes::IfElse(_, a, b) => Some(most(a)?.max(most(b)?)),
        Hexes::Intersection(a, b) => match most(a) {
            Some(n) => by_hex(b).then_some(n),
            None if a.stands_ready() && !matches!(**a, Hexes::View(_)) => most(b),
            None => None,
        },
        Hexes::Difference(a, b) if by_hex(b) => most(a),
        Hexes::Where(a, _) => most(a),
        _ => None,
    }
}
