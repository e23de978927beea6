//! Stages of a supply line as Python objects.

use crate::guard::guarded;
use eastfront_core::kernel::grid::Grid;
use eastfront_core::kernel::supply::{Limit, Stage};
use pyo3::prelude::*;

use super::sets::{HexSet, Hexsides};

/// One stage of a supply line: the hexes that the line may pass, the hexsides that it may cross,
/// and the limits of its length.
///
/// `open` are the hexes that the line may pass, `area` is the area in which it must stay. `limits`
/// are pairs (maximum number of steps or None, hexes to avoid or None), of which the line must
/// satisfy one. `gates` are hexes that the line must pass, in order from the source. With `own_hex`
/// the supplied hex itself need not be open.
#[pyclass(frozen, module = "eastfront._core", weakref)]
pub struct SupplyStage {
    open: Py<HexSet>,
    area: Option<Py<HexSet>>,
    hexsides: Option<Py<Hexsides>>,
    limits: Vec<(Option<u16>, Option<Py<HexSet>>)>,
    gates: Vec<u16>,
    own_hex: bool,
}

#[guarded]
#[pymethods]
impl SupplyStage {
    #[new]
    #[pyo3(signature = (open, *, area=None, hexsides=None, limits=Vec::new(), gates=Vec::new(),
                        own_hex=false))]
    fn new(
        open: Py<HexSet>,
        area: Option<Py<HexSet>>,
        hexsides: Option<Py<Hexsides>>,
        limits: Vec<(Option<u16>, Option<Py<HexSet>>)>,
        gates: Vec<u16>,
        own_hex: bool,
    ) -> SupplyStage {
        SupplyStage {
            open,
            area,
            hexsides,
            limits,
            gates,
            own_hex,
        }
    }
}

impl SupplyStage {
    /// The limits, with the words of their sets.
    pub fn limits(&self, grid: &Grid) -> PyResult<Vec<Limit<'_>>> {
        let limits = self.limits.iter().map(|(length, avoid)| {
            let avoid = avoid
                .as_ref()
                .map(|set| set.get().words_for(grid))
                .transpose()?;
            Ok(Limit {
                length: *length,
                avoid,
            })
        });
        limits.collect()
    }

    /// The stage, with limits from [`SupplyStage::limits`].
    pub fn stage<'a>(&'a self, grid: &Grid, limits: &'a [Limit<'a>]) -> PyResult<Stage<'a>> {
        Ok(Stage {
            open: self.open.get().words_for(grid)?,
            area: self
                .area
                .as_ref()
                .map(|set| set.get().words_for(grid))
                .transpose()?,
            edges: self.hexsides.as_ref().map(|sides| &sides.get().masks),
            limits,
            gates: &self.gates,
            own_hex: self.own_hex,
        })
    }
}
