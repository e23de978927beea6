//! Materialises sets of hexes in the state and updates them incrementally. Each set has a hash of
//! its own, so that a cached value can depend on a single set.

use crate::ir::expr::{Hexes, Int, Units};
use crate::program::passes::known::joined;
use crate::program::passes::{Known, Pass};

/// The maximum number of materialised sets; each enlarges every state.
const MOST: usize = 24;
/// The least height of a stack without a materialised set; stacks of this height or more are not
/// distinguished.
pub(crate) const HEIGHTS: usize = 8;

/// The definition of a materialised set.
#[derive(Debug, Clone, PartialEq)]
enum Standing {
    /// The hexes with at least one of the given units, a bit set.
    Group(Box<[u64]>),
    /// Hexes with at least `height` units of a side that count for stacking.
    High { side: u8, height: u8 },
}

/// The materialised sets, collected from the program.
#[derive(Debug, Default)]
pub(crate) struct Standings(Vec<Standing>);

impl Standings {
    /// The materialised set of the hexes with at least one unit of a group, made if need be; None
    /// if there is no room for a further set.
    fn group(&mut self, units: Box<[u64]>) -> Option<Hexes> {
        self.add(Standing::Group(units))
    }

    /// The materialised set of hexes with at least `height` units of a side that count for
    /// stacking; None if there is no room for a further set.
    fn high(&mut self, side: u8, height: i64) -> Option<Hexes> {
        let height = u8::try_from(height)
            .ok()
            .filter(|n| (1..HEIGHTS as u8).contains(n))?;
        self.add(Standing::High { side, height })
    }

    fn add(&mut self, new: Standing) -> Option<Hexes> {
        let at = match self.0.iter().position(|s| *s == new) {
            Some(at) => at,
            None if self.0.len() == MOST => return None,
            None => {
                self.0.push(new);
                self.0.len() - 1
            }
        };
        Some(Hexes::Standing(at as u8))
    }

    /// The number of materialised sets.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// A bit mask of the materialised sets that are the hexes with units of a group, for the groups
    /// to which unit `u` belongs.
    pub(crate) fn groups_of(&self, u: usize) -> u32 {
        let bit = |(g, s): (usize, &Standing)| match s {
            Standing::Group(units) => ((units[u / 64] >> (u % 64) & 1) as u32) << g,
            Standing::High { .. } => 0,
        };
        self.0.iter().enumerate().map(bit).sum()
    }

    /// For each height, a bit mask of the materialised sets that a hex joins when its stack of side
    /// `of` reaches this height.
    pub(crate) fn heights_of(&self, of: u8) -> [u32; HEIGHTS + 1] {
        let mut by_height = [0; HEIGHTS + 1];
        for (g, s) in self.0.iter().enumerate() {
            if let Standing::High { side, height } = *s {
                by_height[height as usize] |= u32::from(side == of) << g;
            }
        }
        by_height
    }
}

/// The pass "materialise sets".
pub(crate) struct MaterialiseSets;

impl Pass for MaterialiseSets {
    fn name(&self) -> &'static str {
        "materialise-sets"
    }

    fn hexes(&self, known: &mut Known<'_>, e: &mut Hexes) {
        if let Some(standing) = known.standing(e) {
            *e = standing;
        }
    }
}

impl Known<'_> {
    /// The materialised set that equals a set, if the set is defined by the places of constant sets
    /// of units, or by the height of stacks.
    fn standing(&mut self, set: &Hexes) -> Option<Hexes> {
        match set {
            Hexes::Stacked(side, n) => match **n {
                Int::Const(n) => self.standings.high(*side, n),
                _ => None,
            },
            Hexes::HexesOf(units) => self.group(units),
            _ => None,
        }
    }

    /// The materialised set of the hexes that hold the units of a set, if this set is constant.
    fn group(&mut self, set: &Units) -> Option<Hexes> {
        let group = self.counters(set)?;
        if group.iter().all(|&w| w == 0) {
            return Some(Hexes::Empty);
        }
        let sides = &self.data.units.side;
        let of = |side: u8| sides.iter().enumerate().filter(move |&(_, &s)| s == side);
        for side in 0..self.data.sides.len() as u8 {
            let mut whole = vec![0; group.len()].into_boxed_slice();
            of(side).for_each(|(u, _)| whole[u / 64] |= 1 << (u % 64));
            if whole == group {
                return Some(Hexes::Occupied(side));
            }
        }
        self.standings.group(group)
    }

    /// The units in a set, regardless of their places; None if the set is not constant.
    fn counters(&self, set: &Units) -> Option<Box<[u64]>> {
        match set {
            Units::Empty => Some(vec![0; self.all_units.len()].into()),
            Units::All | Units::OnMap => Some(self.all_units.clone()),
            Units::Fixed(i) => Some(self.units[*i as usize].clone()),
            Units::Intersection(a, b) => {
                Some(joined(self.counters(a)?, &self.counters(b)?, |a, b| a & b))
            }
            Units::Union(a, b) => Some(joined(self.counters(a)?, &self.counters(b)?, |a, b| a | b)),
            Units::Difference(a, b) => {
                Some(joined(self.counters(a)?, &self.counters(b)?, |a, b| a & !b))
            }
            _ => None,
        }
    }
}
