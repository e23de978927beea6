//! Movement rules besides step costs: sets, zones of control, roads, assaults.

use crate::errors::Kind;
use crate::guard::guarded;
use eastfront_core::kernel::grid::Grid;
use eastfront_core::kernel::reach::{CostTable, ReachQuery, RoadRates, ZoneTolls};
use pyo3::prelude::*;

use super::sets::HexSet;

/// Tolls for entering a zone of control, for leaving it and for a step from zone to zone; and
/// whether entering the zone ends the move.
type Tolls = (u8, u8, u8, bool);

/// Movement rules of one mover, used with `KernelMap.movement_field`, `path` and `step`.
///
/// Sets are `HexSet`. `surcharge` and `assault` are sets with their extra cost of entry, `zone` is a
/// set with its tolls (enter, leave, between, stop); 255 forbids. `road` is two tables of step costs:
/// along the road, and the full price due if the mover leaves the hex off the road.
#[pyclass(frozen, module = "eastfront._core", weakref)]
pub struct MoveRules {
    area: Option<Py<HexSet>>,
    stop: Option<Py<HexSet>>,
    surcharge: Option<(Py<HexSet>, u8)>,
    zone: Option<(Py<HexSet>, Tolls)>,
    road: Option<(CostTable, CostTable)>,
    assault: Option<(Py<HexSet>, u8)>,
    minimum_one: bool,
}

#[guarded]
#[pymethods]
impl MoveRules {
    #[new]
    #[pyo3(signature = (*, area=None, stop=None, surcharge=None, zone=None, road=None,
                        assault=None, minimum_one=false))]
    fn new(
        area: Option<Py<HexSet>>,
        stop: Option<Py<HexSet>>,
        surcharge: Option<(Py<HexSet>, u8)>,
        zone: Option<(Py<HexSet>, Tolls)>,
        road: Option<(Vec<u8>, Vec<u8>)>,
        assault: Option<(Py<HexSet>, u8)>,
        minimum_one: bool,
    ) -> MoveRules {
        let road = road.map(|(along, full)| (table(along), table(full)));
        MoveRules {
            area,
            stop,
            surcharge,
            zone,
            road,
            assault,
            minimum_one,
        }
    }
}

fn table(step: Vec<u8>) -> CostTable {
    CostTable {
        step: step.into_boxed_slice(),
    }
}

impl MoveRules {
    /// Puts the rules into a query.
    pub fn fill<'a>(&'a self, grid: &Grid, query: &mut ReachQuery<'a, u32>) -> PyResult<()> {
        let words = |set: &'a Py<HexSet>| set.get().words_for(grid);
        let with_cost = |pair: &'a Option<(Py<HexSet>, u8)>| {
            pair.as_ref()
                .map(|(set, cost)| Ok::<_, PyErr>((words(set)?, *cost)))
                .transpose()
        };
        query.area = self.area.as_ref().map(words).transpose()?;
        query.stop = self.stop.as_ref().map(words).transpose()?;
        query.surcharge = with_cost(&self.surcharge)?;
        query.assault = with_cost(&self.assault)?;
        if let Some((set, (enter, leave, between, stop))) = &self.zone {
            let (enter, leave, between, stop) = (*enter, *leave, *between, *stop);
            query.zones = Some(ZoneTolls {
                zone: words(set)?,
                enter,
                leave,
                between,
                stop,
            });
        }
        if let Some((along, full)) = &self.road {
            if along.step.len() != grid.len() * 6 || full.step.len() != grid.len() * 6 {
                return Err(Kind::Argument.err("a road table has six step costs for each hex"));
            }
            query.road = Some(RoadRates { along, full });
        }
        query.minimum_one = self.minimum_one;
        Ok(())
    }
}
