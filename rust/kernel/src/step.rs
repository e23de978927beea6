//! Single steps of a move: the cost of a step for a mover with its remaining movement points, or
//! the reason why it is forbidden.
//!
//! Every move is a chain of such steps. The steps along the canonical path of a field together cost
//! as much as the field says.

use super::grid::{Grid, NO_HEX_WIDE};
use super::hexset;
use super::reach::{CostTable, ReachQuery, FORBIDDEN};

/// The state of a mover between two steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepState {
    /// The remaining movement points.
    pub left: u16,
    /// The cost due if the mover leaves its hex off the road by which it came; [`NEVER`] if it may
    /// not leave the hex so.
    pub due: u16,
    /// Whether the last step ended the move.
    pub ended: bool,
}

/// A cost due that no mover can pay.
pub const NEVER: u16 = u16::MAX;

/// The reason why a step is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepRefusal {
    /// There is no hex in that direction.
    OffGrid,
    /// Terrain or hexside forbid the step.
    Forbidden,
    /// The hex may not be entered.
    Blocked,
    /// The hex is outside the area of the mover.
    OutsideArea,
    /// A zone of control forbids the step.
    Zone,
    /// The mover cannot pay the cost.
    TooDear {
        /// The cost of the step.
        cost: u32,
        /// The remaining movement points.
        left: u16,
    },
    /// An earlier step ended the move.
    Ended,
}

/// The effects of entering a hex, apart from the price of the step.
pub(super) struct Entry {
    pub toll: u32,
    pub ends: bool,
}

/// The price of a step; [`FORBIDDEN`] beyond the table.
#[inline]
pub(super) fn price(table: &CostTable, h: u32, dir: u32) -> u8 {
    table
        .step
        .get(h as usize * 6 + dir as usize)
        .copied()
        .unwrap_or(FORBIDDEN)
}

/// The effects of entering `n` from `h` under the sets and zones of a query.
pub(super) fn entry<H>(
    grid: &Grid,
    query: &ReachQuery<'_, H>,
    h: u32,
    n: u32,
) -> Result<Entry, StepRefusal> {
    let holds = |set: Option<&[u64]>| set.is_some_and(|set| hexset::get_wide(grid, set, n));
    let mut entry = Entry {
        toll: 0,
        ends: holds(query.stop),
    };
    if holds(query.blocked) {
        match query.assault {
            Some((set, extra)) if hexset::get_wide(grid, set, n) => {
                entry = Entry {
                    toll: u32::from(extra),
                    ends: true,
                };
            }
            _ => return Err(StepRefusal::Blocked),
        }
    }
    if query.area.is_some() && !holds(query.area) {
        return Err(StepRefusal::OutsideArea);
    }
    if let Some((set, extra)) = query.surcharge {
        entry.toll += if holds(Some(set)) {
            u32::from(extra)
        } else {
            0
        };
    }
    if let Some(zones) = query.zones {
        let entered = holds(Some(zones.zone));
        let toll = zones.toll(hexset::get_wide(grid, zones.zone, h), entered);
        if toll == FORBIDDEN {
            return Err(StepRefusal::Zone);
        }
        entry.toll += u32::from(toll);
        entry.ends |= entered && zones.stop;
    }
    Ok(entry)
}

/// Steps from `from` in direction `dir` with the remaining points of `state`. The sets, tables and
/// tolls of the query apply; its budget only tells whether any of it is spent.
pub fn step<H>(
    grid: &Grid,
    query: &ReachQuery<'_, H>,
    state: StepState,
    from: u32,
    dir: u8,
) -> Result<StepState, StepRefusal> {
    if state.ended {
        return Err(StepRefusal::Ended);
    }
    let n = grid.neighbor_wide(from, dir);
    if n == NO_HEX_WIDE {
        return Err(StepRefusal::OffGrid);
    }
    let (stay, leave) = prices(query, state.due, from, dir);
    let Some(stay) = stay else {
        return Err(StepRefusal::Forbidden);
    };
    let asked = entry(grid, query, from, n)?;
    let cost = stay + asked.toll;
    if let Some(left) = u32::from(state.left).checked_sub(cost) {
        let due = leave.map_or(u32::from(NEVER), |leave| leave - stay);
        let due = u16::try_from(due).unwrap_or(NEVER);
        return Ok(StepState {
            left: left as u16,
            due,
            ended: asked.ends,
        });
    }
    let assault = query
        .blocked
        .is_some_and(|set| hexset::get_wide(grid, set, n));
    if query.minimum_one && state.left == query.budget && !assault {
        return Ok(StepState {
            left: 0,
            due: 0,
            ended: true,
        });
    }
    Err(StepRefusal::TooDear {
        cost,
        left: state.left,
    })
}

/// Two prices of a step, None where there is none: the least price, and the least price for which
/// the mover may then leave the new hex in any direction.
fn prices<H>(
    query: &ReachQuery<'_, H>,
    due: u16,
    from: u32,
    dir: u8,
) -> (Option<u32>, Option<u32>) {
    let paid = |table: &CostTable| match price(table, from, u32::from(dir)) {
        FORBIDDEN => None,
        paid => Some(u32::from(paid)),
    };
    let off_road = match due {
        NEVER => None,
        due => paid(query.costs).map(|paid| paid + u32::from(due)),
    };
    let along = query.road.and_then(|road| paid(road.along));
    let full = along.and(query.road.and_then(|road| paid(road.full)));
    let least = |a: Option<u32>, b: Option<u32>| match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    let leave = least(off_road, full);
    (least(along, leave), leave)
}
