//! Sets of hexes that are kept in the state, as it runs: they stand ready whenever they are asked
//! for, and have a hash of their own to depend on.

use crate::ir::expr::{Hexes, Int, Units};
use crate::program::passes::known::joined;
use crate::program::passes::{Known, Pass};

/// More sets are not kept: each makes a state larger.
const MOST: usize = 24;
/// Stacks are told apart by height below this one; no set is kept of such high ones.
pub(crate) const HEIGHTS: usize = 8;

/// What tells the hexes of a set that is kept.
#[derive(Debug, Clone, PartialEq)]
enum Standing {
    /// One of these units is there.
    Group(Box<[u64]>),
    /// So many units of a side that count for stacking are there.
    High { side: u8, height: u8 },
}

/// The sets that are kept, which a program is found to ask for.
#[derive(Debug, Default)]
pub(crate) struct Standings(Vec<Standing>);

impl Standings {
    /// The hexes where one of some units is.
    fn group(&mut self, units: Box<[u64]>) -> Option<Hexes> {
        self.add(Standing::Group(units))
    }

    /// The hexes with at least so many units of a side that count for stacking.
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

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The groups that a unit belongs to, as bits.
    pub(crate) fn groups_of(&self, u: usize) -> u32 {
        let bit = |(g, s): (usize, &Standing)| match s {
            Standing::Group(units) => ((units[u / 64] >> (u % 64) & 1) as u32) << g,
            Standing::High { .. } => 0,
        };
        self.0.iter().enumerate().map(bit).sum()
    }

    /// For each height of a side's stacks the sets that a hex enters when it is come to, as bits.
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

/// The pass.
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
    /// The set that is kept in place of another, where that is told by the counters, their places
    /// and the map alone.
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

    /// Where the units of a set are.
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

    /// The counters of a set, as far as they are on the map.
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
