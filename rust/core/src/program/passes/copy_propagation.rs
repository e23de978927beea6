//! Copy propagation: a view whose definition is just a precomputed set is replaced by this set.

use crate::ir::expr::Hexes;
use crate::program::passes::{Known, Pass};

/// The pass "copy propagation".
pub(crate) struct CopyPropagation;

impl Pass for CopyPropagation {
    fn name(&self) -> &'static str {
        "copy-propagation"
    }

    fn hexes(&self, known: &mut Known<'_>, e: &mut Hexes) {
        if let Hexes::View(v) = *e {
            if let Some(Some(ready)) = known.ready_views.get(usize::from(v)) {
                *e = ready.clone();
            }
        }
    }
}
