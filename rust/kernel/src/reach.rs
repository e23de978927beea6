//! Movement fields: the hexes that a mover can reach, with costs and canonical paths.
//!
//! This module holds queries and results; the search itself is in `search`. The time depends on the
//! number of reached hexes, never on the size of the map, and nothing is allocated once the scratch
//! memory is warm. Zones of control are defined in `zoc`.

use std::sync::LazyLock;

use super::grid::{Grid, HexId, NO_HEX_WIDE};
use super::hexset;
use super::layers::{CostLayers, LayerQuery, Layers};
use super::search;

/// The step cost that stands for "forbidden".
pub const FORBIDDEN: u8 = u8::MAX;

/// The cost of every step: from hex `h` in direction `d` it is `step[h * 6 + d]`, or [`FORBIDDEN`].
/// Steps off the grid are never taken, whatever the table holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CostTable {
    /// Costs in the game's smallest movement unit.
    pub step: Box<[u8]>,
}

impl CostTable {
    /// A table with the cost that `cost(hex, direction)` gives to each step on the grid.
    pub fn from_fn(grid: &Grid, mut cost: impl FnMut(u32, u8) -> u8) -> CostTable {
        let steps = (0..grid.len() as u32).flat_map(|h| (0..6).map(move |dir| (h, dir)));
        let priced = steps.map(|(h, dir)| match grid.neighbor_wide(h, dir) {
            NO_HEX_WIDE => FORBIDDEN,
            _ => cost(h, dir),
        });
        CostTable {
            step: priced.collect(),
        }
    }

    /// A table in which every step costs the same.
    pub fn uniform(grid: &Grid, cost: u8) -> CostTable {
        CostTable::from_fn(grid, |_, _| cost)
    }
}

/// The effect of zones of control on movement, by where a step begins and ends. A toll of
/// [`FORBIDDEN`] forbids the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZoneTolls<'a> {
    /// The hexes in a hostile zone of control.
    pub zone: &'a [u64],
    /// Extra cost of a step from outside into the zone.
    pub enter: u8,
    /// Extra cost of a step out of the zone.
    pub leave: u8,
    /// Total extra cost of a step from zone to zone (not in addition to the other two).
    pub between: u8,
    /// Whether entering the zone ends the move.
    pub stop: bool,
}

impl ZoneTolls<'_> {
    /// The toll of a step, by whether it begins and ends in the zone.
    #[inline(always)]
    pub(super) fn toll(&self, leaves: bool, enters: bool) -> u8 {
        match (leaves, enters) {
            (false, false) => 0,
            (false, true) => self.enter,
            (true, false) => self.leave,
            (true, true) => self.between,
        }
    }

    /// If the only effect of the zone is to end the move on entry: whether a step from zone to zone
    /// is forbidden, too. None if the zone has another effect.
    pub(super) fn ends_moves(&self) -> Option<bool> {
        let plain = self.stop && self.enter == 0 && self.leave == 0;
        match self.between {
            0 if plain => Some(false),
            FORBIDDEN if plain => Some(true),
            _ => None,
        }
    }
}

/// Rates along a road or a railway. A mover that enters a hex along the road pays the rate of the
/// road. If the mover then leaves the hex other than along the road, it owes the full price of that
/// hex.
#[derive(Clone, Copy, Debug)]
pub struct RoadRates<'a> {
    /// The cost of a step along the road; [`FORBIDDEN`] if no road crosses the hexside.
    pub along: &'a CostTable,
    /// The full price of the same step, which is due if the mover leaves the hex off the road;
    /// [`FORBIDDEN`] if it may not do so.
    pub full: &'a CostTable,
}

/// A movement query: the hexes that can be reached from a hex. Build it with [`ReachQuery::new`] or
/// from the default, and set the fields that apply.
#[derive(Clone, Copy, Debug)]
pub struct ReachQuery<'a, H = u16> {
    /// The start.
    pub from: H,
    /// The movement points of the mover.
    pub budget: u16,
    /// The cost of each step.
    pub costs: &'a CostTable,
    /// The same costs as masks, with which plain queries are faster.
    pub layers: Option<&'a CostLayers>,
    /// Hexes that may not be entered.
    pub blocked: Option<&'a [u64]>,
    /// The only hexes that may be entered; `None`: no limit.
    pub area: Option<&'a [u64]>,
    /// Hexes that end the move on entry.
    pub stop: Option<&'a [u64]>,
    /// Hexes with an extra cost of entry.
    pub surcharge: Option<(&'a [u64], u8)>,
    /// Zones of control and their tolls.
    pub zones: Option<ZoneTolls<'a>>,
    /// Road or rail rates.
    pub road: Option<RoadRates<'a>>,
    /// The cost due at once for leaving the start off the road (see [`StepState::due`]).
    pub due: u16,
    /// Blocked hexes that may be entered nevertheless, as the last hex, at this extra cost.
    pub assault: Option<(&'a [u64], u8)>,
    /// Whether the mover may enter one adjacent hex that is not forbidden by spending its whole
    /// budget, whatever the cost. Such a step is never an assault.
    pub minimum_one: bool,
}

impl<'a, H> ReachQuery<'a, H> {
    /// A query with a start, a budget and step costs only.
    pub fn new(from: H, budget: u16, costs: &'a CostTable) -> ReachQuery<'a, H> {
        ReachQuery {
            from,
            budget,
            costs,
            layers: None,
            blocked: None,
            area: None,
            stop: None,
            surcharge: None,
            zones: None,
            road: None,
            due: 0,
            assault: None,
            minimum_one: false,
        }
    }
}

impl<H: Default> Default for ReachQuery<'_, H> {
    /// A query from hex 0 with no movement points, in which every step is forbidden.
    fn default() -> Self {
        static NOWHERE: LazyLock<CostTable> = LazyLock::new(CostTable::default);
        ReachQuery::new(H::default(), 0, &NOWHERE)
    }
}

/// The working memory of a search, and its result. Use one per thread; it adapts to the size of the
/// grid.
#[derive(Clone, Debug, Default)]
pub struct ReachScratch {
    field: search::Field,
    layers: Layers,
    /// Whether the last result is in the layers.
    by_layers: bool,
    listed: Vec<(u32, u16)>,
}

/// Finds every hex that the mover can reach, and sets `out` to them, without the start.
///
/// ```
/// use eastfront_kernel::grid::{Grid, HexId};
/// use eastfront_kernel::hexset::HexSet;
/// use eastfront_kernel::reach::{reach, CostTable, ReachQuery, ReachScratch};
///
/// let grid = Grid::new(8, 1, 0)?;
/// // hex 4 is a swamp
/// let costs = CostTable::from_fn(&grid, |h, dir| match grid.neighbor_wide(h, dir) {
///     4 => 3,
///     _ => 1,
/// });
/// let mut scratch = ReachScratch::new();
/// let mut field = HexSet::new(&grid);
/// reach(&grid, &ReachQuery::new(HexId(1), 5, &costs), &mut scratch, &mut field);
/// assert_eq!(field, HexSet::of(&grid, [0, 2, 3, 4]));
/// assert_eq!(scratch.cost(HexId(4)), Some(5));
/// let mut path = Vec::new();
/// assert!(scratch.path_into(&grid, HexId(4), &mut path));
/// assert_eq!(path, [2, 3, 4]);
/// # Ok::<(), eastfront_kernel::grid::GridError>(())
/// ```
pub fn reach<H: Copy + Into<u32>>(
    grid: &Grid,
    query: &ReachQuery<'_, H>,
    scratch: &mut ReachScratch,
    out: &mut [u64],
) {
    search(grid, query, scratch);
    hexset::clear_all(out);
    if scratch.by_layers {
        return scratch.layers.add_to(grid, out);
    }
    for &h in &scratch.field.reached {
        hexset::set_wide(grid, out, h);
    }
}

/// [`reach`] as a list: the reached hexes with their costs, without the start, in an order that
/// depends only on the query.
pub fn reach_list<'s, H: Copy + Into<u32>>(
    grid: &Grid,
    query: &ReachQuery<'_, H>,
    scratch: &'s mut ReachScratch,
) -> &'s [(u32, u16)] {
    search(grid, query, scratch);
    let ReachScratch {
        field,
        layers,
        by_layers,
        listed,
    } = scratch;
    listed.clear();
    if *by_layers {
        layers.list(grid, listed);
    } else {
        let costs = field
            .reached
            .iter()
            .map(|&h| (h, field.best(h).map_or(0, |(cost, _)| cost)));
        listed.extend(costs);
    }
    listed
}

fn search<H: Copy + Into<u32>>(grid: &Grid, query: &ReachQuery<'_, H>, scratch: &mut ReachScratch) {
    let plain = query.surcharge.is_none() && query.road.is_none() && query.assault.is_none();
    let from = query.from.into();
    scratch.by_layers = match query.layers {
        Some(costs) if plain && (from as usize) < grid.len() => {
            let asked = LayerQuery {
                from,
                budget: query.budget,
                costs,
                blocked: query.blocked,
                area: query.area,
                stop: query.stop,
                zones: query.zones,
                minimum_one: query.minimum_one,
            };
            scratch.layers.run(grid, &asked)
        }
        _ => false,
    };
    if !scratch.by_layers {
        search::run(grid, query, &mut scratch.field);
    }
}

impl ReachScratch {
    /// Empty scratch memory, which adapts to the size of the first grid.
    pub fn new() -> ReachScratch {
        ReachScratch::default()
    }

    /// The cost of a hex in the last search; 0 for the start.
    #[inline]
    pub fn cost(&self, h: HexId) -> Option<u16> {
        self.cost_wide(h.into())
    }

    /// [`ReachScratch::cost`] for wide indices.
    #[inline]
    pub fn cost_wide(&self, h: u32) -> Option<u16> {
        if self.by_layers {
            return self.layers.cost(h);
        }
        self.field.best(h).map(|(cost, _)| cost)
    }

    /// Writes into `path` the hexes of the canonical path to `to`, in order, without the start and
    /// including `to`. Returns false with an empty path if `to` was not reached.
    ///
    /// Of the cheapest paths the canonical one is that which, read backward from `to`, enters each
    /// hex in the lowest direction.
    pub fn path_into(&self, grid: &Grid, to: HexId, path: &mut Vec<u16>) -> bool {
        path.clear();
        let found = self.walk_back(grid, to.into(), |h| path.push(h as u16));
        path.reverse();
        found
    }

    /// [`ReachScratch::path_into`] for wide indices.
    pub fn path_wide_into(&self, grid: &Grid, to: u32, path: &mut Vec<u32>) -> bool {
        path.clear();
        let found = self.walk_back(grid, to, |h| path.push(h));
        path.reverse();
        found
    }

    fn walk_back(&self, grid: &Grid, to: u32, visit: impl FnMut(u32)) -> bool {
        if self.by_layers {
            self.layers.walk_back(grid, to, visit)
        } else {
            self.field.walk_back(grid, to, visit)
        }
    }
}
