//! Flood fill on a grid of at most 64 columns, where a row is one word.
//!
//! The result is that of [`super::flood::flood`]; the row above or below is kept in a register.

use super::grid::MAX_SIDE;

/// The input of a flood fill, cut to the height of the grid.
pub(super) struct Narrow<'a> {
    /// Whether the even rows are shifted.
    pub even_shifted: bool,
    /// The rows that may be entered.
    pub open: &'a [u64],
    /// For each direction, the hexes from which a step is allowed; None if all steps are.
    pub leaving: Option<[&'a [u64]; 6]>,
}

impl Narrow<'_> {
    /// Adds to `out` all hexes connected with those in it.
    pub fn run(&self, out: &mut [u64]) {
        if out.len() <= 64 {
            self.close::<1>(out);
        } else {
            self.close::<{ (MAX_SIDE as usize).div_ceil(64) }>(out);
        }
    }

    fn close<const WORDS: usize>(&self, out: &mut [u64]) {
        let (mut down, mut up) = (Gained([0; WORDS]), Gained([0; WORDS]));
        for (row, bits) in out.iter_mut().enumerate() {
            if *bits != 0 {
                *bits = self.fill(row, *bits);
                down.add(row);
                up.add(row);
            }
        }
        while down.any() || up.any() {
            while let Some(row) = down.take_first() {
                if self.pass(out, row, row + 1, 2, 3) {
                    down.add(row + 1);
                    up.add(row + 1);
                }
            }
            while let Some(row) = up.take_last() {
                if row > 0 && self.pass(out, row, row - 1, 0, 5) {
                    up.add(row - 1);
                    down.add(row - 1);
                }
            }
        }
    }

    /// Steps from a row into an adjacent row in two directions; true if that row gained hexes.
    #[inline(always)]
    fn pass(&self, out: &mut [u64], row: usize, beside: usize, right: usize, left: usize) -> bool {
        let (Some(&bits), Some(&there), Some(&open)) =
            (out.get(row), out.get(beside), self.open.get(beside))
        else {
            return false;
        };
        let new = self.entering(bits, row, right, left) & open & !there;
        if new != 0 {
            out[beside] = self.fill(beside, there | new);
        }
        new != 0
    }

    #[inline(always)]
    fn leave(&self, dir: usize, row: usize) -> u64 {
        self.leaving.map_or(u64::MAX, |masks| masks[dir][row])
    }

    /// The bits that step out of a row in two directions, one to the right and one to the left.
    #[inline(always)]
    fn entering(&self, bits: u64, row: usize, right: usize, left: usize) -> u64 {
        let (right, left) = (bits & self.leave(right, row), bits & self.leave(left, row));
        if (row & 1 == 0) == self.even_shifted {
            right << 1 | left
        } else {
            right | left >> 1
        }
    }

    /// Closes one row under steps to the right and to the left.
    #[inline(always)]
    fn fill(&self, row: usize, bits: u64) -> u64 {
        let open = self.open[row];
        let run = self.leave(1, row) << 1 & open;
        let seeds = bits << 1 & run;
        let mut filled = bits | run & (!run.wrapping_add(seeds) | seeds);
        let mut run = self.leave(4, row) >> 1 & open;
        if run & filled >> 1 & !filled == 0 {
            return filled;
        }
        for shift in [1, 2, 4, 8, 16, 32] {
            filled |= run & (filled >> shift);
            run &= run >> shift;
        }
        filled
    }
}

/// A bit for each row: whether it has gained hexes from which no step was made yet.
struct Gained<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Gained<WORDS> {
    #[inline(always)]
    fn add(&mut self, row: usize) {
        self.0[row >> 6] |= 1 << (row & 63);
    }

    #[inline(always)]
    fn any(&self) -> bool {
        self.0.iter().any(|&word| word != 0)
    }

    #[inline(always)]
    fn take_first(&mut self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let bit = self.0[word].trailing_zeros() as usize;
        self.0[word] &= self.0[word] - 1;
        Some(word << 6 | bit)
    }

    #[inline(always)]
    fn take_last(&mut self) -> Option<usize> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        let bit = 63 - self.0[word].leading_zeros() as usize;
        self.0[word] &= !(1 << bit);
        Some(word << 6 | bit)
    }
}
