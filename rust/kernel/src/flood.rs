//! Flood fill: all hexes connected with a set of hexes, a row of hexes at a time.
//!
//! A row is one word or a few words of bits; a step to a neighbour is a shift, combined with the
//! mask of hexsides open in that direction. Rows that gained hexes are swept downward, then upward,
//! until none is left.

use super::flood_narrow::Narrow;
use super::grid::{Grid, HexId, MAX_SIDE, NO_HEX_WIDE};

/// For each direction, the hexes from which a step in that direction is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeMasks {
    /// `open[d]` has the bit of `h` if a step from `h` in direction `d` is allowed.
    pub open: [Box<[u64]>; 6],
}

impl EdgeMasks {
    /// The masks with which no step is allowed.
    pub fn all_closed(grid: &Grid) -> EdgeMasks {
        EdgeMasks {
            open: std::array::from_fn(|_| vec![0; grid.words()].into_boxed_slice()),
        }
    }

    /// The masks with which every step that stays on the grid is allowed.
    pub fn all_open(grid: &Grid) -> EdgeMasks {
        EdgeMasks::from_fn(grid, |_, _| true)
    }

    /// The masks for the steps for which `allowed(hex, direction)` is true; `allowed` is not called
    /// for steps that leave the grid.
    pub fn from_fn(grid: &Grid, mut allowed: impl FnMut(u32, u8) -> bool) -> EdgeMasks {
        let mut masks = EdgeMasks::all_closed(grid);
        for h in 0..grid.len() as u32 {
            for dir in 0..6 {
                if grid.neighbor_wide(h, dir) != NO_HEX_WIDE && allowed(h, dir) {
                    masks.put(grid, h, dir, true);
                }
            }
        }
        masks
    }

    /// Whether every allowed step is also allowed in the opposite direction.
    pub fn both_ways(&self, grid: &Grid) -> bool {
        let back = |h, dir| {
            let other = grid.neighbor_wide(h, dir);
            other == NO_HEX_WIDE || self.is_open_wide(grid, other, (dir + 3) % 6)
        };
        let one_way = |h, dir| self.is_open_wide(grid, h, dir) && !back(h, dir);
        !(0..grid.len() as u32).any(|h| (0..6).any(|dir| one_way(h, dir)))
    }

    /// Whether a step from a hex in a direction is allowed.
    #[inline]
    pub fn is_open(&self, grid: &Grid, h: HexId, dir: u8) -> bool {
        self.is_open_wide(grid, h.into(), dir)
    }

    /// [`EdgeMasks::is_open`] for wide indices.
    #[inline]
    pub fn is_open_wide(&self, grid: &Grid, h: u32, dir: u8) -> bool {
        let (word, bit) = grid.word_bit_wide(h);
        let mask = self.open.get(usize::from(dir)).and_then(|m| m.get(word));
        mask.is_some_and(|w| w & bit != 0)
    }

    /// Closes a hexside in both directions.
    pub fn close(&mut self, grid: &Grid, h: HexId, dir: u8) {
        self.put_both(grid, h.into(), dir, false);
    }

    /// Opens a hexside in both directions, unless it is the edge of the grid.
    pub fn open_both(&mut self, grid: &Grid, h: HexId, dir: u8) {
        self.put_both(grid, h.into(), dir, true);
    }

    fn put_both(&mut self, grid: &Grid, h: u32, dir: u8, open: bool) {
        let other = grid.neighbor_wide(h, dir);
        if other != NO_HEX_WIDE {
            self.put(grid, h, dir, open);
            self.put(grid, other, (dir + 3) % 6, open);
        }
    }

    /// Allows or forbids a step in one direction.
    pub fn put(&mut self, grid: &Grid, h: u32, dir: u8, open: bool) {
        let (word, bit) = grid.word_bit_wide(h);
        if let Some(w) = self
            .open
            .get_mut(usize::from(dir))
            .and_then(|m| m.get_mut(word))
        {
            *w = if open { *w | bit } else { *w & !bit };
        }
    }
}

/// A bit for each row: whether it has hexes whose neighbours have not been visited.
struct Rows([u64; (MAX_SIDE as usize).div_ceil(64)]);

impl Rows {
    fn add(&mut self, row: usize) {
        self.0[row >> 6] |= 1 << (row & 63);
    }

    fn take_lowest_from(&mut self, row: usize) -> Option<usize> {
        let first = row >> 6;
        for word in first..self.0.len() {
            let seen = if word == first {
                self.0[word] & u64::MAX << (row & 63)
            } else {
                self.0[word]
            };
            if seen != 0 {
                let bit = seen.trailing_zeros() as usize;
                self.0[word] &= !(1 << bit);
                return Some(word << 6 | bit);
            }
        }
        None
    }

    fn take_highest_to(&mut self, row: usize) -> Option<usize> {
        let last = row >> 6;
        for word in (0..=last).rev() {
            let seen = if word == last {
                self.0[word] & u64::MAX >> (63 - (row & 63))
            } else {
                self.0[word]
            };
            if seen != 0 {
                let bit = 63 - seen.leading_zeros() as usize;
                self.0[word] &= !(1 << bit);
                return Some(word << 6 | bit);
            }
        }
        None
    }
}

/// Sets `out` to the hexes of `open` that are connected with `from` through `open`: the closure
/// under steps over hexsides that are open in `edges` (all of them if it is `None`). Hexes of
/// `from` count only if they are in `open`.
///
/// ```
/// use eastfront_kernel::flood::{flood, EdgeMasks};
/// use eastfront_kernel::grid::{Grid, HexId};
/// use eastfront_kernel::hexset::HexSet;
///
/// let grid = Grid::new(6, 1, 0)?;
/// let mut edges = EdgeMasks::all_open(&grid);
/// edges.close(&grid, HexId(3), 1); // a river east of hex 3
/// let (from, open) = (HexSet::of(&grid, [1]), HexSet::full(&grid));
/// let mut reached = HexSet::new(&grid);
/// flood(&grid, &from, &open, Some(&edges), &mut reached);
/// assert_eq!(reached, HexSet::of(&grid, [0, 1, 2, 3]));
/// # Ok::<(), eastfront_kernel::grid::GridError>(())
/// ```
pub fn flood(grid: &Grid, from: &[u64], open: &[u64], edges: Option<&EdgeMasks>, out: &mut [u64]) {
    let words = grid.words();
    let (Some(from), Some(open), Some(out)) =
        (from.get(..words), open.get(..words), out.get_mut(..words))
    else {
        return;
    };
    let leaving = edges.map(|masks| masks.open.each_ref().map(|m| m.get(..words).unwrap_or(&[])));
    if leaving.is_some_and(|masks| masks.iter().any(|m| m.len() != words)) {
        return out.fill(0);
    }
    for ((out, from), open) in out.iter_mut().zip(from).zip(open) {
        *out = from & open;
    }
    if grid.words_per_row() == 1 {
        return Narrow {
            even_shifted: grid.is_shifted(0),
            open,
            leaving,
        }
        .run(out);
    }
    match leaving {
        None => Sweep {
            grid,
            open,
            out,
            leaving: |_, _| u64::MAX,
        }
        .run(),
        Some(masks) => Sweep {
            grid,
            open,
            out,
            leaving: |dir, word| masks[dir][word],
        }
        .run(),
    }
}

struct Sweep<'a, E: Fn(usize, usize) -> u64> {
    grid: &'a Grid,
    open: &'a [u64],
    out: &'a mut [u64],
    leaving: E,
}

impl<E: Fn(usize, usize) -> u64> Sweep<'_, E> {
    fn run(&mut self) {
        let per_row = self.grid.words_per_row();
        let height = usize::from(self.grid.height());
        let mut down = Rows([0; 7]);
        let mut up = Rows([0; 7]);
        for row in 0..height {
            let any = self.out[row * per_row..][..per_row]
                .iter()
                .fold(0, |any, word| any | word);
            if any != 0 {
                self.fill(row);
                down.add(row);
                up.add(row);
            }
        }
        loop {
            let mut row = 0;
            let mut moved = false;
            while let Some(found) = down.take_lowest_from(row) {
                row = found + 1;
                if row < height && self.pass(found, row, 2, 3) {
                    moved = true;
                    down.add(row);
                    up.add(row);
                }
                if row >= height {
                    break;
                }
            }
            let mut row = height - 1;
            while let Some(found) = up.take_highest_to(row) {
                if found == 0 {
                    break;
                }
                row = found - 1;
                if self.pass(found, row, 0, 5) {
                    moved = true;
                    down.add(row);
                    up.add(row);
                }
            }
            if !moved {
                return;
            }
        }
    }

    /// Steps from one row into the next in the directions `right` and `left`; true if the next row
    /// gained hexes.
    fn pass(&mut self, source: usize, target: usize, right: usize, left: usize) -> bool {
        let per_row = self.grid.words_per_row();
        let shifted = self.grid.is_shifted(source as u16);
        let (from, to) = (source * per_row, target * per_row);
        let mut gained = 0;
        for word in 0..per_row {
            let rightward = self.out[from + word] & (self.leaving)(right, from + word);
            let leftward = self.out[from + word] & (self.leaving)(left, from + word);
            let mut entering = if shifted {
                leftward | rightward << 1
            } else {
                rightward | leftward >> 1
            };
            if shifted && word > 0 {
                let below = from + word - 1;
                entering |= (self.out[below] & (self.leaving)(right, below)) >> 63;
            }
            if !shifted && word + 1 < per_row {
                let above = from + word + 1;
                entering |= (self.out[above] & (self.leaving)(left, above)) << 63;
            }
            let new = entering & self.open[to + word] & !self.out[to + word];
            self.out[to + word] |= new;
            gained |= new;
        }
        if gained != 0 {
            self.fill(target);
        }
        gained != 0
    }

    /// Closes one row under steps to the right and to the left.
    fn fill(&mut self, row: usize) {
        let per_row = self.grid.words_per_row();
        let at = row * per_row;
        // Rightward, a whole run at once: the carry of a sum runs from a seed to the end of its
        // run.
        let (mut step_in, mut seed_in) = (0, 0);
        for word in at..at + per_row {
            let leaving = (self.leaving)(1, word);
            let run = (leaving << 1 | step_in) & self.open[word];
            let seeds = (self.out[word] << 1 | seed_in) & run;
            step_in = leaving >> 63;
            self.out[word] |= run & (!run.wrapping_add(seeds) | seeds);
            seed_in = self.out[word] >> 63;
        }
        // Leftward: doubling shifts.
        let (mut step_in, mut seed_in) = (0, 0);
        for word in (at..at + per_row).rev() {
            let leaving = (self.leaving)(4, word);
            let mut run = (leaving >> 1 | step_in) & self.open[word];
            let mut filled = self.out[word] | (seed_in & run);
            step_in = leaving << 63;
            for shift in [1, 2, 4, 8, 16, 32] {
                filled |= run & (filled >> shift);
                run &= run >> shift;
            }
            self.out[word] = filled;
            seed_in = filled << 63;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hexset::{self, HexSet};

    /// A random number generator that suffices to scatter hexes.
    fn random(seed: &mut u64) -> u64 {
        *seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        *seed >> 33
    }

    fn slow(grid: &Grid, from: &[u64], open: &[u64], edges: Option<&EdgeMasks>) -> HexSet {
        let mut out = HexSet::new(grid);
        let mut waiting: Vec<u16> = hexset::iter(grid, from).collect();
        waiting.retain(|&h| hexset::get(grid, open, h));
        while let Some(h) = waiting.pop() {
            hexset::set(grid, &mut out, h);
            for dir in 0..6 {
                let n = grid.neighbor(h, dir);
                let crossed = edges.is_none_or(|edges| edges.is_open(grid, HexId(h), dir));
                if crossed && hexset::get(grid, open, n) && !hexset::get(grid, &out, n) {
                    waiting.push(n);
                }
            }
        }
        out
    }

    #[test]
    fn rows_are_taken_from_where_the_sweep_is() {
        let mut rows = Rows([0; 7]);
        [3, 70, 140].into_iter().for_each(|row| rows.add(row));
        assert_eq!(rows.take_lowest_from(10), Some(70));
        assert_eq!(rows.take_lowest_from(70), Some(140));
        assert_eq!(rows.take_lowest_from(0), Some(3));
        assert_eq!(rows.take_lowest_from(0), None);
        [3, 5, 70, 140].into_iter().for_each(|row| rows.add(row));
        assert_eq!(rows.take_highest_to(139), Some(70));
        assert_eq!(rows.take_highest_to(4), Some(3));
        assert_eq!(rows.take_highest_to(399), Some(140));
        assert_eq!(rows.take_highest_to(139), Some(5));
        assert_eq!(rows.take_highest_to(399), None);
    }

    #[test]
    fn a_flood_is_the_closure_of_steps() {
        let mut seed = 7;
        let sizes = [
            (1, 1),
            (1, 9),
            (9, 1),
            (20, 30),
            (64, 12),
            (65, 12),
            (130, 40),
            (300, 9),
        ];
        for (round, (width, height)) in (0..200).flat_map(|round| sizes.map(|size| (round, size))) {
            let grid = Grid::new(width, height, (round % 2) as u8).unwrap();
            let share = 40 + random(&mut seed) % 60;
            let mut scatter = |percent: u64| {
                let hexes = 0..grid.len() as u16;
                HexSet::of(&grid, hexes.filter(|_| random(&mut seed) % 100 < percent))
            };
            let (open, from) = (scatter(share), scatter(2));
            let one_way = EdgeMasks::from_fn(&grid, |_, _| random(&mut seed) % 100 < share);
            for edges in [None, Some(&one_way)] {
                let mut out = HexSet::full(&grid);
                flood(&grid, &from, &open, edges, &mut out);
                assert_eq!(out, slow(&grid, &from, &open, edges));
            }
        }
    }
}
