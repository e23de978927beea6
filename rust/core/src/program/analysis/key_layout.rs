//! What a key is read from.

use crate::layout::Layout;
use crate::program::analysis::depends::Depends;
use eastfront_kernel::hexset::bits;

/// What something depends on, as the places of a state to read: quicker to go through than
/// [`Depends`], as it is done at every turn.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Reads {
    /// Everything.
    pub(crate) all: bool,
    /// Anything about the unit that is asked about.
    pub(crate) own: bool,
    /// The sides whose units are read, and those whose occupation is, as bits.
    pub(crate) sides: u8,
    pub(crate) occupied: u8,
    /// Words of the state: hashes, and flags of units.
    pub(crate) words: Box<[u32]>,
    /// Views that are read.
    pub(crate) views: Box<[u16]>,
    pub(crate) variables: Box<[u16]>,
    pub(crate) locals: Box<[u8]>,
}

impl Reads {
    /// Where the states of a game have what something depends on.
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
        // the hashes of all sides tell the flags of units as well
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
    /// Where a state has what something depends on.
    pub(crate) fn reads(&self, d: &Depends) -> Reads {
        Reads::new(d, &self.layout, self.side_count)
    }
}
