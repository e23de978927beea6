//! The hex grid: dense indices, six directions, and the bit of each hex in a set.
//!
//! Rows are staggered. A map printed with staggered columns is stored transposed, so that its
//! columns become rows. This module does not know the hex numbers printed on a map.

use thiserror::Error;

/// The dense index of a hex: `row * width + column`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(transparent)]
pub struct HexId(pub u16);

impl From<HexId> for u32 {
    fn from(hex: HexId) -> u32 {
        u32::from(hex.0)
    }
}

/// The number that stands for no hex: a neighbour beyond the edge of the grid.
pub const NO_HEX: u16 = u16::MAX;

/// The number that stands for no hex, for wide (32-bit) indices.
pub const NO_HEX_WIDE: u32 = u32::MAX;

/// The maximum width and height of a grid, in hexes.
pub const MAX_SIDE: u16 = 400;

/// The reason why a grid is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum GridError {
    /// The width or the height is not between 1 and [`MAX_SIDE`].
    #[error("a grid of {width} x {height} hexes: each side must be 1 to {MAX_SIDE}")]
    Size {
        /// The given width, in hexes.
        width: u16,
        /// The given height, in hexes.
        height: u16,
    },
    /// The parity of the shifted rows is neither 0 nor 1.
    #[error("shifted rows have parity 0 or 1, not {0}")]
    Parity(u8),
}

/// A rectangle of hexes in staggered rows.
///
/// Directions run round the hex in a ring, and the opposite of `d` is `(d + 3) % 6`:
///
/// ```text
///      5   0
///    4   .   1        right = higher column, down = higher row
///      3   2
/// ```
///
/// Methods with 16-bit indices address hexes below [`NO_HEX`], which is more than any printed map
/// has; the `_wide` twins address every hex of the largest grid. [`Grid::neighbor`] and
/// [`Grid::word_bit`], which loops over hexes call, take a `u16` instead of a [`HexId`].
///
/// ```
/// use eastfront_kernel::grid::{Grid, HexId, NO_HEX};
///
/// // rows 1, 3, ... lie half a hex to the right
/// let grid = Grid::new(4, 3, 1)?;
/// assert_eq!(grid.neighbor(5, 1), 6);
/// assert_eq!(grid.neighbor(3, 1), NO_HEX);
/// assert_eq!(grid.direction(HexId(5), HexId(10)), Some(2));
/// assert_eq!(grid.distance(HexId(0), HexId(11)), 4);
/// # Ok::<(), eastfront_kernel::grid::GridError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Grid {
    width: u16,
    height: u16,
    parity: u8,
    words_per_row: usize,
    neighbors: Box<[[u32; 6]]>,
    /// For each hex, its word in a set times 64 plus its bit.
    bits: Box<[u32]>,
    /// For each word of a set, the hex of its lowest bit.
    word_base: Box<[u32]>,
    /// The existing columns in the last word of a row.
    last_mask: u64,
    /// For each row, all bits if it is shifted to the right, else none.
    shifted: Box<[u64]>,
}

impl Grid {
    /// A grid of `width` by `height` hexes. Rows whose `row & 1` is `shifted_parity` are shifted by
    /// half a hex towards higher columns.
    pub fn new(width: u16, height: u16, shifted_parity: u8) -> Result<Grid, GridError> {
        if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
            return Err(GridError::Size { width, height });
        }
        if shifted_parity > 1 {
            return Err(GridError::Parity(shifted_parity));
        }
        let words_per_row = usize::from(width).div_ceil(64);
        let mut grid = Grid {
            width,
            height,
            parity: shifted_parity,
            words_per_row,
            neighbors: Box::default(),
            bits: Box::default(),
            word_base: Box::default(),
            last_mask: match width % 64 {
                0 => u64::MAX,
                used => (1 << used) - 1,
            },
            shifted: Box::default(),
        };
        grid.shifted = (0..height)
            .map(|row| if grid.is_shifted(row) { u64::MAX } else { 0 })
            .collect();
        let cells = || (0..height).flat_map(|row| (0..width).map(move |col| (row, col)));
        grid.neighbors = cells()
            .map(|(row, col)| std::array::from_fn(|dir| grid.step(row, col, dir)))
            .collect();
        grid.bits = cells()
            .map(|(row, col)| u32::from(row) * 64 * words_per_row as u32 + u32::from(col))
            .collect();
        grid.word_base = (0..height)
            .flat_map(|row| (0..words_per_row as u32).map(move |word| (row, word * 64)))
            .map(|(row, col)| u32::from(row) * u32::from(width) + col)
            .collect();
        Ok(grid)
    }

    fn step(&self, row: u16, col: u16, dir: usize) -> u32 {
        let right = i32::from(self.is_shifted(row));
        let (down, along) = match dir {
            0 => (-1, right),
            1 => (0, 1),
            2 => (1, right),
            3 => (1, right - 1),
            4 => (0, -1),
            _ => (-1, right - 1),
        };
        let (row, col) = (i32::from(row) + down, i32::from(col) + along);
        let inside =
            (0..i32::from(self.height)).contains(&row) && (0..i32::from(self.width)).contains(&col);
        if inside {
            (row * i32::from(self.width) + col) as u32
        } else {
            NO_HEX_WIDE
        }
    }

    /// Whether a row is shifted by half a hex towards higher columns.
    #[inline]
    pub fn is_shifted(&self, row: u16) -> bool {
        (row & 1) as u8 == self.parity
    }

    /// For each row, all bits if it is shifted to the right, else none.
    #[inline]
    pub fn shifted_rows(&self) -> &[u64] {
        &self.shifted
    }

    /// The number of columns.
    #[inline]
    pub fn width(&self) -> u16 {
        self.width
    }

    /// The number of rows.
    #[inline]
    pub fn height(&self) -> u16 {
        self.height
    }

    /// The parity of the shifted rows.
    #[inline]
    pub fn shifted_parity(&self) -> u8 {
        self.parity
    }

    /// The number of hexes.
    #[inline]
    #[allow(clippy::len_without_is_empty)] // a grid has at least one hex
    pub fn len(&self) -> usize {
        self.neighbors.len()
    }

    /// The number of 64-bit words in one row of a set of hexes.
    #[inline]
    pub fn words_per_row(&self) -> usize {
        self.words_per_row
    }

    /// The number of 64-bit words in a set of hexes: rows one after the other, each with column 0
    /// in the lowest bit of its first word.
    #[inline]
    pub fn words(&self) -> usize {
        self.word_base.len()
    }

    /// The bits of a word within a row that are columns of the grid.
    #[inline]
    pub fn column_mask(&self, word_in_row: usize) -> u64 {
        if word_in_row + 1 == self.words_per_row {
            self.last_mask
        } else {
            u64::MAX
        }
    }

    /// The neighbour of a hex in a direction, or [`NO_HEX`] beyond the grid.
    #[inline]
    pub fn neighbor(&self, h: u16, dir: u8) -> u16 {
        u16::try_from(self.neighbor_wide(u32::from(h), dir)).unwrap_or(NO_HEX)
    }

    /// [`Grid::neighbor`] for wide indices; [`NO_HEX_WIDE`] beyond the grid.
    #[inline]
    pub fn neighbor_wide(&self, h: u32, dir: u8) -> u32 {
        match self.neighbors.get(h as usize) {
            Some(ring) => ring.get(usize::from(dir)).copied().unwrap_or(NO_HEX_WIDE),
            None => NO_HEX_WIDE,
        }
    }

    /// The six neighbours of a hex in ring order; [`NO_HEX_WIDE`] beyond the edge.
    #[inline]
    pub fn ring(&self, h: u32) -> [u32; 6] {
        self.neighbors
            .get(h as usize)
            .copied()
            .unwrap_or([NO_HEX_WIDE; 6])
    }

    /// The direction from `a` to its neighbour `b`, if they are neighbours.
    pub fn direction(&self, a: HexId, b: HexId) -> Option<u8> {
        self.direction_wide(a.into(), b.into())
    }

    /// [`Grid::direction`] for wide indices.
    pub fn direction_wide(&self, a: u32, b: u32) -> Option<u8> {
        if b as usize >= self.len() {
            return None;
        }
        (0..6).find(|&dir| self.neighbor_wide(a, dir) == b)
    }

    /// The number of steps from `a` to `b` on an open grid.
    pub fn distance(&self, a: HexId, b: HexId) -> u16 {
        self.distance_wide(a.into(), b.into())
    }

    /// [`Grid::distance`] for wide indices.
    pub fn distance_wide(&self, a: u32, b: u32) -> u16 {
        let ((row_a, col_a), (row_b, col_b)) = (self.row_col_wide(a), self.row_col_wide(b));
        let slant = self.slant(row_b, col_b) - self.slant(row_a, col_a);
        let down = i32::from(row_b) - i32::from(row_a);
        slant.abs().max(down.abs()).max((slant + down).abs()) as u16
    }

    /// One of the two axial coordinates of a hex, that along a slanting direction; the other is the
    /// row.
    pub(crate) fn slant(&self, row: u16, col: u16) -> i32 {
        i32::from(col) - self.slant_offset(row)
    }

    /// The offset from an axial coordinate to the column.
    pub(crate) fn slant_offset(&self, row: u16) -> i32 {
        let row = i32::from(row);
        if self.parity == 1 {
            row >> 1
        } else {
            (row + 1) >> 1
        }
    }

    /// The row and the column of a hex.
    #[inline]
    pub fn row_col(&self, h: HexId) -> (u16, u16) {
        (h.0 / self.width, h.0 % self.width)
    }

    /// [`Grid::row_col`] for wide indices.
    #[inline]
    pub fn row_col_wide(&self, h: u32) -> (u16, u16) {
        let width = u32::from(self.width);
        ((h / width) as u16, (h % width) as u16)
    }

    /// The hex in a row and a column, or [`NO_HEX_WIDE`] beyond the grid.
    #[inline]
    pub fn at(&self, row: u16, col: u16) -> u32 {
        if row < self.height && col < self.width {
            u32::from(row) * u32::from(self.width) + u32::from(col)
        } else {
            NO_HEX_WIDE
        }
    }

    /// The word and the bit of a hex in a set. For an index beyond the grid the bit is 0, which is
    /// in no set.
    #[inline]
    pub fn word_bit(&self, h: u16) -> (usize, u64) {
        self.word_bit_wide(u32::from(h))
    }

    /// [`Grid::word_bit`] for wide indices.
    #[inline]
    pub fn word_bit_wide(&self, h: u32) -> (usize, u64) {
        match self.bits.get(h as usize) {
            Some(&place) => ((place >> 6) as usize, 1 << (place & 63)),
            None => (0, 0),
        }
    }

    /// The hex of the lowest bit of a word of a set.
    #[inline]
    pub fn word_start(&self, word: usize) -> u32 {
        self.word_base.get(word).copied().unwrap_or(NO_HEX_WIDE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_mutual_and_one_apart() {
        for (width, height, parity) in [(1, 1, 0), (1, 5, 1), (7, 6, 0), (70, 9, 1), (128, 3, 0)] {
            let grid = Grid::new(width, height, parity).unwrap();
            for a in 0..grid.len() as u16 {
                for dir in 0..6 {
                    let b = grid.neighbor(a, dir);
                    if b == NO_HEX {
                        continue;
                    }
                    assert_eq!(grid.neighbor(b, (dir + 3) % 6), a);
                    assert_eq!(grid.direction(HexId(a), HexId(b)), Some(dir));
                    assert_eq!(grid.distance(HexId(a), HexId(b)), 1);
                }
            }
        }
    }

    #[test]
    fn shifted_rows_lie_toward_higher_columns() {
        let grid = Grid::new(4, 4, 1).unwrap();
        assert_eq!(
            [0, 1, 2, 3, 4, 5].map(|dir| grid.neighbor(5, dir)),
            [2, 6, 10, 9, 4, 1]
        );
        let grid = Grid::new(4, 4, 0).unwrap();
        assert_eq!(
            [0, 1, 2, 3, 4, 5].map(|dir| grid.neighbor(5, dir)),
            [1, 6, 9, 8, 4, 0]
        );
    }

    #[test]
    fn distance_is_the_length_of_a_shortest_walk() {
        for parity in 0..2 {
            let grid = Grid::new(9, 8, parity).unwrap();
            for start in 0..72u16 {
                let mut seen = [u16::MAX; 72];
                let mut queue = std::collections::VecDeque::from([start]);
                seen[start as usize] = 0;
                while let Some(h) = queue.pop_front() {
                    for n in (0..6).map(|d| grid.neighbor(h, d)).filter(|&n| n != NO_HEX) {
                        if seen[n as usize] == u16::MAX {
                            seen[n as usize] = seen[h as usize] + 1;
                            queue.push_back(n);
                        }
                    }
                }
                for (h, &steps) in seen.iter().enumerate() {
                    assert_eq!(grid.distance(HexId(start), HexId(h as u16)), steps);
                }
            }
        }
    }

    #[test]
    fn sizes_and_parities_are_checked() {
        assert_eq!(
            Grid::new(0, 3, 0).err(),
            Some(GridError::Size {
                width: 0,
                height: 3
            })
        );
        assert!(Grid::new(3, 401, 0).is_err());
        assert_eq!(Grid::new(3, 3, 2).err(), Some(GridError::Parity(2)));
        assert_eq!(Grid::new(400, 400, 0).unwrap().len(), 160_000);
    }

    #[test]
    fn indices_beyond_the_grid_are_harmless() {
        let grid = Grid::new(5, 5, 0).unwrap();
        assert_eq!(grid.neighbor(NO_HEX, 0), NO_HEX);
        assert_eq!(grid.neighbor(3, 9), NO_HEX);
        assert_eq!(grid.word_bit(NO_HEX).1, 0);
        assert_eq!(grid.direction(HexId(0), HexId(NO_HEX)), None);
    }
}
