//! Sets that can hold a few hexes only, by what they are made of: they are listed, so that no pass
//! over the map is made for them.

use crate::ir::expr::{Hexes, Int, Units};
use crate::ir::instr::Instr;
use crate::ir::node::Node;
use crate::program::analysis::pointwise::by_hex;
use crate::program::passes::{Known, Pass};

/// A list is no longer than this.
pub(crate) const ROOM: usize = 16;

/// The pass.
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

/// Has a set listed, where it can be and is more than a hex that is named.
pub(crate) fn list(set: &mut Hexes) {
    let plain = matches!(set, Hexes::One(_) | Hexes::Empty | Hexes::IfElse(..));
    if !plain && most(set).is_some_and(|n| n <= ROOM) {
        let whole = std::mem::replace(set, Hexes::Empty);
        *set = Hexes::Few(Node::new(whole));
    }
}

/// How many hexes a set can hold at most, when it is made so that they can be listed.
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
