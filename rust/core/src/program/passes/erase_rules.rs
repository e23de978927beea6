//! Rules that put a value into play are left out: the program as written names them, where traces or
//! counts by rule are wanted.

use crate::ir::expr::{Hexes, Int, Units};
use crate::ir::visit::PartMut;
use crate::program::passes::{Known, Pass};
use std::mem::replace;

/// The pass.
pub(crate) struct EraseRules;

impl Pass for EraseRules {
    fn name(&self) -> &'static str {
        "erase-rules"
    }

    fn part(&self, _: &mut Known<'_>, part: PartMut<'_>) {
        match part {
            PartMut::Int(e) => {
                *e = match replace(e, Int::Const(0)) {
                    Int::Ruled(_, a) => a.take(),
                    e => e,
                }
            }
            PartMut::Hexes(e) => {
                *e = match replace(e, Hexes::Empty) {
                    Hexes::Ruled(_, a) => a.take(),
                    e => e,
                }
            }
            PartMut::Units(e) => {
                *e = match replace(e, Units::Empty) {
                    Units::Ruled(_, a) => a.take(),
                    e => e,
                }
            }
        }
    }
}
