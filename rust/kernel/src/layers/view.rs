//! A window of 64 columns on the sets of a grid, whose rows may be longer.

use crate::grid::Grid;

/// The width of a window in columns.
pub(super) const WINDOW: u16 = 64;

/// A window of a row: 64 columns from `col` on.
#[inline]
fn window(row: &[u64], col: u16) -> u64 {
    let (word, bit) = (usize::from(col >> 6), u32::from(col & 63));
    let low = row.get(word).copied().unwrap_or(0);
    if bit == 0 {
        return low;
    }
    low >> bit | row.get(word + 1).copied().unwrap_or(0) << (64 - bit)
}

/// The words of a set that a window shows.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) per_row: usize,
    pub(super) first: usize,
    pub(super) col: u16,
}

impl View {
    /// Adds to the rows `to` of the window the words of a set that the window shows, each changed
    /// by `turned`; nothing if there is no set.
    #[inline]
    pub(super) fn join(self, to: &mut [u64], set: Option<&[u64]>, turned: impl Fn(u64) -> u64) {
        let Some(set) = set else { return };
        if let (1, Some(rows)) = (self.per_row, set.get(self.first..self.first + to.len())) {
            to.iter_mut()
                .zip(rows)
                .for_each(|(to, &word)| *to |= turned(word));
            return;
        }
        for (row, to) in (self.first..).zip(to) {
            let words = row * self.per_row..(row + 1) * self.per_row;
            let words = set.get(words).unwrap_or_default();
            *to |= turned(window(words, self.col));
        }
    }
}

/// The first column of a window that contains all columns within `radius`, aligned to a word if
/// possible.
pub(super) fn first_column(grid: &Grid, col: u16, radius: u16) -> u16 {
    let word = col & !(WINDOW - 1);
    let (low, high) = (col.saturating_sub(radius), col.saturating_add(radius));
    if grid.width() <= WINDOW || (low >= word && high.min(grid.width() - 1) - word < WINDOW) {
        word
    } else {
        col.saturating_sub(WINDOW / 2)
    }
}
