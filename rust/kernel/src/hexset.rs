//! Sets of hexes as rows of bits, in the layout of [`Grid::words`].
//!
//! The functions take slices, so that a set may be part of a state, of scratch memory or an owned
//! [`HexSet`]. Slices of unequal length are processed up to the shorter length. Bits beyond the
//! width of the grid remain clear in all results.

use std::ops::{Deref, DerefMut};

use super::flood::EdgeMasks;
use super::grid::{Grid, HexId};

/// The number of words processed at once.
const BLOCK: usize = 8;

/// An owned set of hexes of one grid.
///
/// ```
/// use eastfront_kernel::grid::Grid;
/// use eastfront_kernel::hexset::{self, HexSet};
///
/// let grid = Grid::new(10, 10, 0)?;
/// let mut woods = HexSet::of(&grid, [3, 14, 15]);
/// hexset::and(&mut woods, &HexSet::of(&grid, 10..20));
/// assert_eq!(hexset::count(&woods), 2);
/// assert!(hexset::iter(&grid, &woods).eq([14, 15]));
/// # Ok::<(), eastfront_kernel::grid::GridError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Hash, Default)]
pub struct HexSet(pub Box<[u64]>);

impl HexSet {
    /// The empty set.
    pub fn new(grid: &Grid) -> HexSet {
        HexSet(vec![0; grid.words()].into_boxed_slice())
    }

    /// The set of all hexes of the grid.
    pub fn full(grid: &Grid) -> HexSet {
        let mut all = HexSet::new(grid);
        not(grid, &HexSet::new(grid), &mut all);
        all
    }

    /// The set of the given hexes.
    pub fn of(grid: &Grid, hexes: impl IntoIterator<Item = u16>) -> HexSet {
        let mut made = HexSet::new(grid);
        for h in hexes {
            set(grid, &mut made, h);
        }
        made
    }
}

impl Deref for HexSet {
    type Target = [u64];
    fn deref(&self) -> &[u64] {
        &self.0
    }
}

impl DerefMut for HexSet {
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

/// The indices of the bits that are set in a word, ascending.
pub fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let n = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(n)
    })
}

/// Whether a hex is in the set.
#[inline]
pub fn get(grid: &Grid, set: &[u64], h: u16) -> bool {
    get_wide(grid, set, u32::from(h))
}

/// [`get`] for wide indices.
#[inline]
pub fn get_wide(grid: &Grid, set: &[u64], h: u32) -> bool {
    let (word, bit) = grid.word_bit_wide(h);
    set.get(word).is_some_and(|w| w & bit != 0)
}

/// Adds a hex to the set.
#[inline]
pub fn set(grid: &Grid, set: &mut [u64], h: u16) {
    set_wide(grid, set, u32::from(h));
}

/// [`set()`] for wide indices.
#[inline]
pub fn set_wide(grid: &Grid, set: &mut [u64], h: u32) {
    let (word, bit) = grid.word_bit_wide(h);
    if let Some(w) = set.get_mut(word) {
        *w |= bit;
    }
}

/// Removes a hex from the set.
#[inline]
pub fn clear(grid: &Grid, set: &mut [u64], h: HexId) {
    let (word, bit) = grid.word_bit(h.0);
    if let Some(w) = set.get_mut(word) {
        *w &= !bit;
    }
}

/// Intersection: keeps in `dst` the hexes of `src`.
#[inline]
pub fn and(dst: &mut [u64], src: &[u64]) {
    dst.iter_mut().zip(src).for_each(|(d, s)| *d &= s);
}

/// Union: adds `src` to `dst`.
#[inline]
pub fn or(dst: &mut [u64], src: &[u64]) {
    dst.iter_mut().zip(src).for_each(|(d, s)| *d |= s);
}

/// Difference: removes `src` from `dst`.
#[inline]
pub fn andnot(dst: &mut [u64], src: &[u64]) {
    dst.iter_mut().zip(src).for_each(|(d, s)| *d &= !s);
}

/// Symmetric difference: toggles the hexes of `src` in `dst`.
#[inline]
pub fn xor(dst: &mut [u64], src: &[u64]) {
    dst.iter_mut().zip(src).for_each(|(d, s)| *d ^= s);
}

/// Complement: sets `dst` to the hexes of the grid that are not in `src`.
#[inline]
pub fn not(grid: &Grid, src: &[u64], dst: &mut [u64]) {
    let per_row = grid.words_per_row();
    for (from, to) in src.chunks_exact(per_row).zip(dst.chunks_exact_mut(per_row)) {
        for (word, (s, d)) in from.iter().zip(to).enumerate() {
            *d = !s & grid.column_mask(word);
        }
    }
}

/// Clears the set.
#[inline]
pub fn clear_all(set: &mut [u64]) {
    set.fill(0);
}

/// The number of hexes in the set. The addition wraps, although it cannot overflow: an overflow
/// check would prevent vectorisation.
#[inline]
pub fn count(set: &[u64]) -> usize {
    let add = |sum: usize, word: &u64| sum.wrapping_add(word.count_ones() as usize);
    set.iter().fold(0, add)
}

/// Whether the set is empty. Not inlined: it has many callers, and copies would fill the
/// instruction cache.
#[inline(never)]
pub fn is_empty(set: &[u64]) -> bool {
    let mut blocks = set.chunks_exact(BLOCK);
    let full = |block: &[u64]| block.iter().fold(0, |all, w| all | w) != 0;
    !blocks.any(full) && !full(blocks.remainder())
}

/// Whether two sets intersect.
#[inline]
pub fn intersects(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

/// The hex with the lowest index in the set.
#[inline]
pub fn first(grid: &Grid, set: &[u64]) -> Option<HexId> {
    iter(grid, set).next().map(HexId)
}

/// The hex of the set with the lowest index above that of `h`.
pub fn next_after(grid: &Grid, set: &[u64], h: HexId) -> Option<HexId> {
    let (word, bit) = grid.word_bit(h.0);
    if bit == 0 {
        return None;
    }
    let above = set.get(word)? & !(bit | (bit - 1));
    let rest = set.get(word + 1..).unwrap_or_default();
    let found = if above != 0 {
        grid.word_start(word) + above.trailing_zeros()
    } else {
        let skipped = rest.iter().position(|&w| w != 0)?;
        let next = word + 1 + skipped;
        grid.word_start(next) + set.get(next)?.trailing_zeros()
    };
    u16::try_from(found).ok().map(HexId)
}

/// The `n`-th hex of the set, counted from 0, in order of index.
pub fn nth(grid: &Grid, set: &[u64], n: usize) -> Option<HexId> {
    let mut left = n;
    for (word, &bits) in set.iter().enumerate() {
        let here = bits.count_ones() as usize;
        if left >= here {
            left -= here;
            continue;
        }
        let mut bits = bits;
        for _ in 0..left {
            bits &= bits - 1;
        }
        let found = grid.word_start(word) + bits.trailing_zeros();
        return u16::try_from(found).ok().map(HexId);
    }
    None
}

/// The hexes of the set, in order of index.
pub fn iter<'a>(grid: &'a Grid, set: &'a [u64]) -> impl Iterator<Item = u16> + 'a {
    iter_wide(grid, set).map_while(|h| u16::try_from(h).ok())
}

/// [`iter`] for wide indices.
pub fn iter_wide<'a>(grid: &'a Grid, set: &'a [u64]) -> impl Iterator<Item = u32> + 'a {
    set.iter().enumerate().flat_map(move |(word, &bits)| {
        let start = grid.word_start(word);
        let mut bits = bits;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let bit = bits.trailing_zeros();
            bits &= bits - 1;
            Some(start + bit)
        })
    })
}

/// Sets `dst` to the hexes adjacent to any hex of `src`. A hex of `src` is included only if it is
/// adjacent to another one.
pub fn neighbors(grid: &Grid, src: &[u64], dst: &mut [u64]) {
    let rows = usize::from(grid.height());
    if grid.words_per_row() == 1 && src.len() == rows && dst.len() == rows {
        return spread_narrow(grid, dst, |_, row| src[row]);
    }
    spread(grid, dst, |_, word| src.get(word).copied().unwrap_or(0));
}

/// [`neighbors`], with only the steps that the hexside masks allow.
pub fn neighbors_through(grid: &Grid, src: &[u64], open: &EdgeMasks, dst: &mut [u64]) {
    let rows = usize::from(grid.height());
    let masks: [&[u64]; 6] = std::array::from_fn(|dir| &open.open[dir][..]);
    let whole = src.len() == rows && dst.len() == rows && masks.iter().all(|m| m.len() == rows);
    if grid.words_per_row() == 1 && whole {
        let (src, masks) = (&src[..rows], masks.map(|mask| &mask[..rows]));
        return spread_narrow(grid, dst, |dir, row| src[row] & masks[dir][row]);
    }
    let step = |dir: usize, word: usize| {
        let mask = open.open[dir].get(word).copied().unwrap_or(0);
        src.get(word).copied().unwrap_or(0) & mask
    };
    spread(grid, dst, step);
}

/// Sets the bits of `dst` like [`spread`], for rows of one word: direction by direction, in
/// branchless loops over rows. The compiler vectorises such a loop only if it counts rows.
#[allow(clippy::needless_range_loop)]
#[inline(always)]
fn spread_narrow(grid: &Grid, dst: &mut [u64], leaving: impl Fn(usize, usize) -> u64) {
    let (rows, shifted) = (dst.len(), grid.shifted_rows());
    let (dst, shifted) = (&mut dst[..rows], &shifted[..rows]);
    let inside = grid.column_mask(0);
    // into an adjacent row a hex of a shifted row steps right or straight on, one of another row
    // straight on or left
    let across = |right: u64, left: u64, shifted: u64| {
        (right & shifted) << 1 | right & !shifted | left & shifted | (left & !shifted) >> 1
    };
    for row in 0..rows {
        dst[row] = leaving(1, row) << 1 | leaving(4, row) >> 1;
    }
    for row in 1..rows {
        dst[row - 1] |= across(leaving(0, row), leaving(5, row), shifted[row]);
    }
    for row in 1..rows {
        dst[row] |= across(leaving(2, row - 1), leaving(3, row - 1), shifted[row - 1]);
    }
    dst.iter_mut().for_each(|row| *row &= inside);
}

fn spread(grid: &Grid, dst: &mut [u64], leaving: impl Fn(usize, usize) -> u64) {
    gather(grid, leaving, |word, entered| {
        if let Some(out) = dst.get_mut(word) {
            *out = entered;
        }
    });
}

/// Collects, for every word of a set, the bits of the hexes entered by a step, and calls
/// `entered(word, bits)`; `leaving(dir, word)` are the hexes of a word that step in a direction.
pub(super) fn gather(
    grid: &Grid,
    leaving: impl Fn(usize, usize) -> u64,
    mut entered: impl FnMut(usize, u64),
) {
    let per_row = grid.words_per_row();
    let height = usize::from(grid.height());
    // Towards higher columns: from this word, and the top column of the word below it.
    let up = |dir: usize, row: usize, word: usize| {
        let at = row * per_row + word;
        let carried = if word > 0 {
            leaving(dir, at - 1) >> 63
        } else {
            0
        };
        leaving(dir, at) << 1 | carried
    };
    let down = |dir: usize, row: usize, word: usize| {
        let at = row * per_row + word;
        let carried = if word + 1 < per_row {
            leaving(dir, at + 1) << 63
        } else {
            0
        };
        leaving(dir, at) >> 1 | carried
    };
    for row in 0..height {
        for word in 0..per_row {
            let mut gathered = up(1, row, word) | down(4, row, word);
            // From the row above by directions 2 and 3, from the row below by 0 and 5.
            let mut across = |other: usize, right: usize, left: usize| {
                gathered |= if grid.is_shifted(other as u16) {
                    up(right, other, word) | leaving(left, other * per_row + word)
                } else {
                    leaving(right, other * per_row + word) | down(left, other, word)
                };
            };
            if row > 0 {
                across(row - 1, 2, 3);
            }
            if row + 1 < height {
                across(row + 1, 0, 5);
            }
            entered(row * per_row + word, gathered & grid.column_mask(word));
        }
    }
}

/// Sets `dst` to the hexes at most `range` steps from `centre` on an open grid, including the
/// centre.
///
/// ```
/// use eastfront_kernel::grid::{Grid, HexId};
/// use eastfront_kernel::hexset::{self, HexSet};
///
/// let grid = Grid::new(9, 9, 0)?;
/// let mut near = HexSet::new(&grid);
/// hexset::within(&grid, HexId(40), 2, &mut near);
/// assert_eq!(hexset::count(&near), 1 + 6 + 12);
/// # Ok::<(), eastfront_kernel::grid::GridError>(())
/// ```
pub fn within(grid: &Grid, centre: HexId, range: u16, dst: &mut [u64]) {
    clear_all(dst);
    if usize::from(centre.0) >= grid.len() {
        return;
    }
    let (row, col) = grid.row_col(centre);
    let slant = grid.slant(row, col);
    let reach = i32::from(range);
    let per_row = grid.words_per_row();
    let last_row = (i32::from(row) + reach).min(i32::from(grid.height()) - 1);
    for other in (i32::from(row) - reach).max(0)..=last_row {
        let down = other - i32::from(row);
        let offset = slant + grid.slant_offset(other as u16);
        let low = (offset - reach + (-down).max(0)).max(0);
        let high = (offset + reach - down.max(0)).min(i32::from(grid.width()) - 1);
        let Some(words) = dst.chunks_exact_mut(per_row).nth(other as usize) else {
            return;
        };
        for (word, bits) in words.iter_mut().enumerate() {
            let base = word as i32 * 64;
            let (from, to) = ((low - base).max(0), (high - base).min(63));
            if from <= to {
                *bits = u64::MAX >> (63 - to) & u64::MAX << from;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::NO_HEX;

    fn scattered(grid: &Grid, step: usize) -> HexSet {
        HexSet::of(grid, (0..grid.len()).step_by(step).map(|h| h as u16))
    }

    #[test]
    fn counting_and_order_agree() {
        for (width, height) in [(5, 4), (64, 3), (65, 3), (130, 7)] {
            let grid = Grid::new(width, height, 1).unwrap();
            let some = scattered(&grid, 3);
            let listed: Vec<u16> = iter(&grid, &some).collect();
            assert_eq!(listed.len(), count(&some));
            assert_eq!(first(&grid, &some), listed.first().copied().map(HexId));
            for (n, &h) in listed.iter().enumerate() {
                assert_eq!(nth(&grid, &some, n), Some(HexId(h)));
                assert_eq!(
                    next_after(&grid, &some, HexId(h)),
                    listed.get(n + 1).copied().map(HexId)
                );
                assert!(get(&grid, &some, h));
            }
            assert_eq!(nth(&grid, &some, listed.len()), None);
            let mut rest = HexSet::new(&grid);
            not(&grid, &some, &mut rest);
            assert_eq!(count(&rest) + count(&some), grid.len());
            assert!(!intersects(&rest, &some));
        }
    }

    #[test]
    fn neighbours_by_shifts_are_neighbours_by_table() {
        for (width, height, parity) in [(1, 1, 0), (5, 4, 0), (64, 5, 1), (65, 5, 0), (130, 7, 1)] {
            let grid = Grid::new(width, height, parity).unwrap();
            let some = scattered(&grid, 7);
            let mut open = EdgeMasks::all_open(&grid);
            for h in (0..grid.len() as u16).step_by(5) {
                open.close(&grid, HexId(h), (h % 6) as u8);
            }
            let (mut by_shift, mut through) = (HexSet::new(&grid), HexSet::new(&grid));
            neighbors(&grid, &some, &mut by_shift);
            neighbors_through(&grid, &some, &open, &mut through);
            let (mut table, mut masked) = (HexSet::new(&grid), HexSet::new(&grid));
            for h in iter(&grid, &some) {
                for dir in 0..6u8 {
                    set(&grid, &mut table, grid.neighbor(h, dir));
                    if get(&grid, &open.open[dir as usize], h) {
                        set(&grid, &mut masked, grid.neighbor(h, dir));
                    }
                }
            }
            assert_eq!(by_shift, table);
            assert_eq!(through, masked);
        }
    }

    #[test]
    fn within_is_a_disc() {
        for parity in 0..2 {
            let grid = Grid::new(70, 9, parity).unwrap();
            let mut disc = HexSet::new(&grid);
            for centre in [0, 69, 315, 350, 629] {
                for range in [0, 1, 3, 8, 100] {
                    within(&grid, HexId(centre), range, &mut disc);
                    for h in 0..grid.len() as u16 {
                        assert_eq!(
                            get(&grid, &disc, h),
                            grid.distance(HexId(centre), HexId(h)) <= range
                        );
                    }
                }
            }
            within(&grid, HexId(NO_HEX), 3, &mut disc);
            assert!(is_empty(&disc));
        }
    }
}
