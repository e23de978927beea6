//! The layout of the buffers of a state, which is the same for all states of a game.

use crate::file::GameData;

/// The offset of each part of a state, and the lengths of the buffers.
///
/// A canonical part is serialised, a derived part is computed from the canonical ones. Words: unit
/// flags and hex flags (canonical), then derived parts: occupation by side, units on the map, parts
/// of the hash, hashes of the hex flags, the materialised sets with their hashes, and hashes of the
/// boxes. Shorts: places and fields of units (canonical), then the flags of each unit and the
/// linked lists of stacks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) units: usize,
    pub(crate) unit_words: usize,
    pub(crate) hex_flags: usize,
    pub(crate) occupied: usize,
    pub(crate) on_map: usize,
    pub(crate) terms: usize,
    pub(crate) flag_hashes: usize,
    pub(crate) standing: usize,
    pub(crate) standing_hashes: usize,
    pub(crate) box_hashes: usize,
    pub(crate) words: usize,
    pub(crate) fields: usize,
    pub(crate) marks: usize,
    /// The number of shorts for the flags of one unit.
    pub(crate) per_unit: usize,
    pub(crate) next: usize,
    pub(crate) heads: usize,
    pub(crate) shorts: usize,
}

impl Layout {
    /// The range of words that hold a unit flag, one bit for each unit.
    pub(crate) fn unit_flag(&self, flag: usize) -> std::ops::Range<usize> {
        flag * self.unit_words..(flag + 1) * self.unit_words
    }

    /// The index, in the buffer of shorts, of the short with the bit of a flag of a unit.
    pub(crate) fn mark(&self, unit: usize, flag: usize) -> usize {
        self.marks + unit * self.per_unit + flag / 16
    }

    /// The layout of the states of a game: `hex_words` and `unit_words` are the numbers of words of
    /// a set of hexes and of units, `standings` is the number of materialised sets.
    pub(crate) fn new(
        data: &GameData,
        hex_words: usize,
        unit_words: usize,
        standings: usize,
    ) -> Layout {
        let (units, hexes) = (data.units.ids.len(), data.hex_names.len());
        let hex_flags = data.unit_flags.len() * unit_words;
        let occupied = hex_flags + data.hex_flags.len() * hex_words;
        let on_map = occupied + data.sides.len() * hex_words;
        let terms = on_map + unit_words;
        let flag_hashes = terms + units;
        let standing = flag_hashes + data.hex_flags.len();
        let standing_hashes = standing + standings * hex_words;
        let box_hashes = standing_hashes + standings;
        let marks = units + data.unit_fields.len() * units;
        let per_unit = data.unit_flags.len().div_ceil(16);
        let next = marks + per_unit * units;
        let heads = next + units;
        Layout {
            units,
            unit_words,
            hex_flags,
            occupied,
            on_map,
            terms,
            flag_hashes,
            standing,
            standing_hashes,
            box_hashes,
            words: box_hashes + data.boxes.len(),
            fields: units,
            marks,
            per_unit,
            next,
            heads,
            shorts: heads + hexes + data.boxes.len(),
        }
    }
}
