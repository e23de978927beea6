//! The parts of a state from which the key of a cached value is computed.

use crate::layout::Layout;
use crate::program::analysis::depends::Depends;
use eastfront_kernel::hexset::bits;

/// The dependencies of a cached value as indices into a state. They are faster to traverse than
/// [`Depends`]; keys are computed very often.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Reads {
    /// The whole state.
    pub(crate) all: bool,
    /// All properties of the unit that is the argument of the query.
    pub(crate) own: bool,
    /// Bit masks of sides: `sides` are the sides whose units are read, `occupied` those whose
    /// occupation of hexes is read.
    pub(crate) sides: u8,
    pub(crate) occupied: u8,
    /// Indices of words of the state: hashes of its parts, and unit flags.
    pub(crate) words: Box<[u32]>,
    /// The views that are read, by index.
    pub(crate) views: Box<[u16]>,
    pub(crate) variables: Box<[u16]>,
    pub(crate) locals: Box<[u8]>,
}

impl Reads {
    /// Finds where the dependencies are in a state of a game with the layout `at`.
    pub(crate) fn new(d: &Depends, at: &Layout, sides: usize) -> Reads {
        let mut words = Vec::new();
        let hashes = [
            (u64::from(d.standing), at.standing_hashes),
            (d.boxes, at.box_hashes),
            (d.hex_flags, at.flag_hashes),
        ];
        for (parts, first) in hashes {
            words.extend(bits(parts).map(|n| (first + n) as u32));
        }
        // the hashes of all sides together cover the unit flags
        if d.sides != u8::MAX {
            let flags = bits(d.unit_flags).flat_map(|f| at.unit_flag(f));
            words.extend(flags.map(|word| word as u32));
        }
        Reads {
            all: d.all,
            own: d.own,
            sides: d.sides & ((1 << sides) - 1),
            occupied: d.occupied,
            words: words.into(),
            views: d.views.as_slice().into(),
            variables: d.variables.as_slice().into(),
            locals: d.locals.as_slice().into(),
        }
    }
}

#[cfg(test)]
impl crate::game::Game {
    /// Finds where the dependencies are in a state of this game.
    pub(crate) fn reads(&self, d: &Depends) -> Reads {
        Reads::new(d, &self.layout, self.side_count)
    }
}
