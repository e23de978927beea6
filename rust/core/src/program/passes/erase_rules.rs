//! Erases the rule ids attached to values in the compiled program. For traces and counts by rule
//! the VM runs the program as written, which has the ids.

use crate::ir::expr::{Hexes, Int, Units};
use crate::program::passes::{Known, Pass};
use std::mem::replace;

/// The pass "erase rules".
pub(crate) struct EraseRules;

impl Pass for EraseRules {
    fn name(&self) -> &'static str {
        "erase-rules"
    }

    fn int(&self, _: &mut Known<'_>, e: &mut Int) {
        *e = match replace(e, Int::Const(0)) {
            Int::Ruled(_, a) => a.take(),
            e => e,
        }
    }

    fn hexes(&self, _: &mut Known<'_>, e: &mut Hexes) {
        *e = match replace(e, Hexes::Empty) {
            Hexes::Ruled(_, a) => a.take(),
            e => e,
        }
    }

    fn units(&self, _: &mut Known<'_>, e: &mut Units) {
        *e = match replace(e, Units::Empty) {
            Units::Ruled(_, a) => a.take(),
            e => e,
        }
    }
}
