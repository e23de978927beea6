//! Facts about sets that are known at load.

use crate::file::GameData;
use crate::ir::expr::{Hexes, Units};
use crate::program::passes::materialise_sets::Standings;
use eastfront_kernel::flood::EdgeMasks;
use eastfront_kernel::hexset::bits;

/// The sets of a game that are constant; constant folding adds further ones.
pub(crate) struct Known<'a> {
    pub(crate) data: &'a GameData,
    pub(crate) edges: &'a [EdgeMasks],
    pub(crate) all_hexes: Box<[u64]>,
    pub(crate) all_units: Box<[u64]>,
    pub(crate) hexes: Vec<Box<[u64]>>,
    pub(crate) units: Vec<Box<[u64]>>,
    /// The materialised sets.
    pub(crate) standings: Standings,
    /// For each view whose definition is just a precomputed set, this set; None for any other view.
    pub(crate) ready_views: Vec<Option<Hexes>>,
}

impl<'a> Known<'a> {
    /// Collects the constant sets of a game file, as bit sets.
    pub(crate) fn new(
        data: &'a GameData,
        edges: &'a [EdgeMasks],
        all_hexes: Box<[u64]>,
        all_units: Box<[u64]>,
        hexes: Vec<Box<[u64]>>,
        units: Vec<Box<[u64]>>,
    ) -> Known<'a> {
        Known {
            data,
            edges,
            all_hexes,
            all_units,
            hexes,
            units,
            standings: Standings::default(),
            ready_views: Vec::new(),
        }
    }

    pub(crate) fn known_hexes(&self, e: &Hexes) -> Option<Box<[u64]>> {
        match e {
            Hexes::Empty => Some(vec![0; self.all_hexes.len()].into()),
            Hexes::All => Some(self.all_hexes.clone()),
            Hexes::Fixed(i) => Some(self.hexes[*i as usize].clone()),
            _ => None,
        }
    }

    pub(crate) fn known_units(&self, e: &Units) -> Option<Box<[u64]>> {
        match e {
            Units::Fixed(i) => Some(self.units[*i as usize].clone()),
            _ => None,
        }
    }

    /// The constant set that results from an operation on two constant sets; None if either is not
    /// constant.
    pub(crate) fn fold_hexes(
        &mut self,
        a: &Hexes,
        b: &Hexes,
        op: fn(u64, u64) -> u64,
    ) -> Option<Hexes> {
        let words = joined(self.known_hexes(a)?, &self.known_hexes(b)?, op);
        if words.iter().all(|&w| w == 0) {
            return Some(Hexes::Empty);
        }
        Some(Hexes::Fixed(add(&mut self.hexes, words)?))
    }

    pub(crate) fn fold_units(
        &mut self,
        a: &Units,
        b: &Units,
        op: fn(u64, u64) -> u64,
    ) -> Option<Units> {
        let words = joined(self.known_units(a)?, &self.known_units(b)?, op);
        if words.iter().all(|&w| w == 0) {
            return Some(Units::Empty);
        }
        Some(Units::Fixed(add(&mut self.units, words)?))
    }

    /// Whether both sets are constant and the first is a subset of the second.
    pub(crate) fn within(&self, a: &Hexes, b: &Hexes) -> bool {
        match (self.known_hexes(a), self.known_hexes(b)) {
            (Some(a), Some(b)) => a.iter().zip(&b[..]).all(|(a, b)| a & !b == 0),
            _ => false,
        }
    }
}

pub(crate) fn joined(mut a: Box<[u64]>, b: &[u64], op: fn(u64, u64) -> u64) -> Box<[u64]> {
    a.iter_mut().zip(b).for_each(|(a, b)| *a = op(*a, *b));
    a
}

/// The indices of the units in a bit set, ascending.
pub(crate) fn members(set: &[u64]) -> impl Iterator<Item = i64> + '_ {
    let words = set.iter().enumerate();
    words.flat_map(|(w, &word)| bits(word).map(move |bit| (w * 64 + bit) as i64))
}

/// The index of a constant set in the list `sets`, to which the set is added if it is new; None if
/// the index exceeds 16 bits.
pub(crate) fn add(sets: &mut Vec<Box<[u64]>>, words: Box<[u64]>) -> Option<u16> {
    let at = match sets.iter().position(|s| *s == words) {
        Some(at) => at,
        None => {
            sets.push(words);
            sets.len() - 1
        }
    };
    u16::try_from(at).ok()
}
