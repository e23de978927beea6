//! The flood on a grid of at most 64 columns, where a row is one word.
//!
//! The same closure as [`super::flood::flood`], with the row above or below kept in a register.

/// What a flood needs to know, cut to the height of the grid.
pub(super) struct Narrow<'a> {
    /// Whether even rows are the shifted ones.
    pub even_shifted: bool,
    /// The rows that may be entered.
    pub open: &'a [u64],
    /// Per direction, the hexes from which a step is allowed; none when all are.
    pub leaving: Option<[&'a [u64]; 6]>,
}

impl Narrow<'_> {
    /// Close `out` under steps.
    #[allow(clippy::needless_range_loop)] // three sets run side by side
    pub fn run(&self, out: &mut [u64]) {
        for (row, bits) in out.iter_mut().enumerate() {
            if *bits != 0 {
                *bits = self.fill(row, *bits);
            }
        }
        let last = out.len() - 1;
        let mut quiet = 0;
        while quiet < 2 {
            let mut moved = false;
            let mut before = out[0];
            for row in 1..=last {
                let new = self.entering(before, row - 1, 2, 3) & self.open[row] & !out[row];
                if new != 0 {
                    out[row] = self.fill(row, out[row] | new);
                    moved = true;
                }
                before = out[row];
            }
            quiet = if moved { 0 } else { quiet + 1 };
            if quiet == 2 {
                return;
            }
            let mut moved = false;
            for row in (0..last).rev() {
                let new = self.entering(before, row + 1, 0, 5) & self.open[row] & !out[row];
                if new != 0 {
                    out[row] = self.fill(row, out[row] | new);
                    moved = true;
                }
                before = out[row];
            }
            quiet = if moved { 1 } else { quiet + 1 };
        }
    }

    #[inline(always)]
    fn leave(&self, dir: usize, row: usize) -> u64 {
        self.leaving.map_or(u64::MAX, |masks| masks[dir][row])
    }

    /// What steps out of a row by two directions, one to the right and one to the left.
    #[inline(always)]
    fn entering(&self, bits: u64, row: usize, right: usize, left: usize) -> u64 {
        let (right, left) = (bits & self.leave(right, row), bits & self.leave(left, row));
        if (row & 1 == 0) == self.even_shifted {
            right << 1 | left
        } else {
            right | left >> 1
        }
    }

    /// Close one row under steps to the right and to the left.
    #[inline(always)]
    fn fill(&self, row: usize, bits: u64) -> u64 {
        let open = self.open[row];
        let run = self.leave(1, row) << 1 & open;
        let seeds = bits << 1 & run;
        let mut filled = bits | run & (!run.wrapping_add(seeds) | seeds);
        let mut run = self.leave(4, row) >> 1 & open;
        for shift in [1, 2, 4, 8, 16, 32] {
            filled |= run & (filled >> shift);
            run &= run >> shift;
        }
        filled
    }
}
