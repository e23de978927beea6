//! Rules that put a value into play are left out: the program as written names them, where traces or
//! counts by rule are wanted.

use crate::ir::expr::{Hexes, Int, Units};
use crate::ir::visit::PartMut;
use crate::program::passes::{Known, Pass};

/// The pass.
pub(crate) struct EraseRules;

impl Pass for EraseRules {
    fn name(&self) -> &'static str {
        "erase-rules"
    }

    fn part(&self, _: &mut Known<'_>, part: PartMut<'_>) {
        match part {
            PartMut::Int(e) => {
                if let Int::Ruled(_, a) = e {
                    *e = a.clone().take();
                }
            }
            PartMut::Hexes(e) => {
                if let Hexes::Ruled(_, a) = e {
                    *e = a.clone().take();
                }
            }
            PartMut::Units(e) => {
                if let Units::Ruled(_, a) = e {
                    *e = a.clone().take();
                }
            }
        }
    }
}
