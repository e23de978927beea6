//! Zones of control: their hexes, and their effects.
//!
//! Units that project zones in different ways have different [`Projection`]s; their zones are
//! combined into one set. The effect of a zone is a [`ZoneRule`] for movement, and an [`Effect`]
//! for each other purpose. If weather changes zones, the caller chooses other projections.

use super::flood::EdgeMasks;
use super::grid::Grid;
use super::hexset;
use super::reach::{ZoneTolls, FORBIDDEN};

/// The way in which some units project their zone of control.
#[derive(Clone, Copy, Debug)]
pub struct Projection<'a> {
    /// Whether the zone includes the hexes of the units.
    pub own: bool,
    /// Whether the zone includes the adjacent hexes.
    pub adjacent: bool,
    /// The hexsides across which the units project; None for all. The mask is that of the unit's
    /// hex, so a hexside may pass a zone in one direction only.
    pub across: Option<&'a EdgeMasks>,
    /// The adjacent hexes into which the units project; None for all.
    pub into: Option<&'a [u64]>,
    /// Adjacent hexes into which the units project even across a hexside outside `across`.
    pub always_into: Option<&'a [u64]>,
}

impl Default for Projection<'_> {
    /// Projects into the units' own hexes and all adjacent ones.
    fn default() -> Self {
        Projection {
            own: true,
            adjacent: true,
            across: None,
            into: None,
            always_into: None,
        }
    }
}

/// Adds to `zone` the zone of control of units in the hexes of `exerting`.
///
/// ```
/// use eastfront_kernel::grid::Grid;
/// use eastfront_kernel::hexset::HexSet;
/// use eastfront_kernel::zoc::{project, Projection};
///
/// let grid = Grid::new(5, 1, 0)?;
/// let mut zone = HexSet::new(&grid);
/// project(&grid, &HexSet::of(&grid, [2]), &Projection::default(), &mut zone);
/// assert_eq!(zone, HexSet::of(&grid, [1, 2, 3]));
/// # Ok::<(), eastfront_kernel::grid::GridError>(())
/// ```
pub fn project(grid: &Grid, exerting: &[u64], how: &Projection<'_>, zone: &mut [u64]) {
    if how.own {
        hexset::or(zone, exerting);
    }
    if !how.adjacent {
        return;
    }
    let within = |word: usize| how.into.map_or(u64::MAX, |set| at(set, word));
    let leave = |dir: usize, word: usize| {
        at(exerting, word)
            & how
                .across
                .map_or(u64::MAX, |masks| at(&masks.open[dir], word))
    };
    hexset::gather(grid, leave, |word, entered| {
        if let Some(bits) = zone.get_mut(word) {
            *bits |= entered & within(word);
        }
    });
    if let Some(always) = how.always_into {
        hexset::gather(
            grid,
            |_, word| at(exerting, word),
            |word, entered| {
                if let Some(bits) = zone.get_mut(word) {
                    *bits |= entered & at(always, word);
                }
            },
        );
    }
}

#[inline]
fn at(set: &[u64], word: usize) -> u64 {
    set.get(word).copied().unwrap_or(0)
}

/// The cost of a zone of control for a mover, and whether it ends the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ZoneRule {
    /// Extra cost to enter the zone, or [`FORBIDDEN`].
    pub enter: u8,
    /// Extra cost of a step out of the zone, or [`FORBIDDEN`].
    pub leave: u8,
    /// Total extra cost of a step from zone to zone, or [`FORBIDDEN`].
    pub between: u8,
    /// Whether entering the zone ends the move.
    pub stop: bool,
}

impl ZoneRule {
    /// Zones have no effect.
    pub const NONE: ZoneRule = ZoneRule {
        enter: 0,
        leave: 0,
        between: 0,
        stop: false,
    };
    /// Entering a zone ends the move; a mover that starts in one may step to another.
    pub const STOP: ZoneRule = ZoneRule {
        enter: 0,
        leave: 0,
        between: 0,
        stop: true,
    };
    /// Entering a zone ends the move, and steps from zone to zone are forbidden.
    pub const RIGID: ZoneRule = ZoneRule {
        enter: 0,
        leave: 0,
        between: FORBIDDEN,
        stop: true,
    };
    /// Zones may not be entered.
    pub const CLOSED: ZoneRule = ZoneRule {
        enter: FORBIDDEN,
        leave: 0,
        between: FORBIDDEN,
        stop: true,
    };

    /// A rule with extra costs for entering and leaving; a step from zone to zone costs both.
    pub const fn costs(enter: u8, leave: u8) -> ZoneRule {
        ZoneRule {
            enter,
            leave,
            between: enter.saturating_add(leave),
            stop: false,
        }
    }

    /// The tolls of this rule for a zone.
    pub const fn tolls<'a>(&self, zone: &'a [u64]) -> ZoneTolls<'a> {
        ZoneTolls {
            zone,
            enter: self.enter,
            leave: self.leave,
            between: self.between,
            stop: self.stop,
        }
    }
}

/// The hexes in which a zone of control has an effect for one purpose. It can depend on whether the
/// hex has a unit of the side against which the zone is projected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// Whether the zone has an effect in hexes without a unit of the side against which it is
    /// projected.
    pub vacant: bool,
    /// Whether the zone has an effect in hexes with a unit of that side; false if its units negate
    /// the zone.
    pub occupied: bool,
}

impl Effect {
    /// The zone has an effect in all its hexes.
    pub const EVERYWHERE: Effect = Effect {
        vacant: true,
        occupied: true,
    };
    /// The zone has an effect except in hexes with a unit of the side against which it is
    /// projected.
    pub const NEGATED: Effect = Effect {
        vacant: true,
        occupied: false,
    };
    /// The zone has no effect.
    pub const NOWHERE: Effect = Effect {
        vacant: false,
        occupied: false,
    };
}

/// The effects of a zone for each purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effects {
    /// For movement.
    pub movement: Effect,
    /// For lines of supply.
    pub supply: Effect,
    /// For retreat.
    pub retreat: Effect,
}

/// Sets `out` to the hexes of a zone in which it has an effect; `occupied` are the hexes with units
/// of the side against which the zone is projected.
pub fn effective(zone: &[u64], occupied: &[u64], effect: Effect, out: &mut [u64]) {
    for ((out, &zone), &held) in out.iter_mut().zip(zone).zip(occupied) {
        let vacant = if effect.vacant { !held } else { 0 };
        let held = if effect.occupied { held } else { 0 };
        *out = zone & (vacant | held);
    }
}

/// Sets `out` to the hexes in both of two zones.
pub fn contested(a: &[u64], b: &[u64], out: &mut [u64]) {
    out.copy_from_slice(a);
    hexset::and(out, b);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::HexId;
    use crate::hexset::HexSet;

    #[test]
    fn a_zone_is_the_hex_and_its_ring() {
        let grid = Grid::new(9, 7, 1).unwrap();
        let units = HexSet::of(&grid, [31]);
        let mut zone = HexSet::new(&grid);
        project(&grid, &units, &Projection::default(), &mut zone);
        assert_eq!(hexset::count(&zone), 7);
        let mut own = HexSet::new(&grid);
        project(
            &grid,
            &units,
            &Projection {
                adjacent: false,
                ..Default::default()
            },
            &mut own,
        );
        assert_eq!(own, units);
    }

    #[test]
    fn hexsides_and_terrain_limit_a_zone() {
        let grid = Grid::new(9, 7, 1).unwrap();
        let units = HexSet::of(&grid, [31]);
        let mut edges = EdgeMasks::all_open(&grid);
        edges.close(&grid, HexId(31), 1);
        edges.close(&grid, HexId(31), 4);
        let town = HexSet::of(&grid, [32]);
        let mut barred = HexSet::full(&grid);
        hexset::clear(&grid, &mut barred, HexId(grid.neighbor(31, 0)));
        let how = Projection {
            own: false,
            across: Some(&edges),
            into: Some(&barred),
            always_into: Some(&town),
            ..Default::default()
        };
        let mut zone = HexSet::new(&grid);
        project(&grid, &units, &how, &mut zone);
        let expected = [1, 2, 3, 5].map(|dir| grid.neighbor(31, dir));
        assert_eq!(zone, HexSet::of(&grid, expected));
    }

    #[test]
    fn occupation_negates_by_purpose() {
        let grid = Grid::new(9, 7, 0).unwrap();
        let zone = HexSet::of(&grid, [1, 2, 3]);
        let held = HexSet::of(&grid, [2, 9]);
        let mut out = HexSet::new(&grid);
        for (effect, hexes) in [
            (Effect::EVERYWHERE, vec![1, 2, 3]),
            (Effect::NEGATED, vec![1, 3]),
            (Effect::NOWHERE, vec![]),
            (
                Effect {
                    vacant: false,
                    occupied: true,
                },
                vec![2],
            ),
        ] {
            effective(&zone, &held, effect, &mut out);
            assert_eq!(out, HexSet::of(&grid, hexes));
        }
        contested(&zone, &held, &mut out);
        assert_eq!(out, HexSet::of(&grid, [2]));
    }
}
