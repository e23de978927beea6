//! Layers for a cost table with a single cost, on a grid of at most 64 columns.
//!
//! Each layer is then computed from the layer before it alone, and each row from three rows of that
//! layer; four adjacent rows are computed at a time.

use crate::grid::Grid;

/// The number of rows computed at once.
const ROWS: usize = 4;
/// The number of rows beyond the last that may be read; they have no effect.
pub(super) const BEYOND: usize = ROWS;

/// The steps that a cost table with a single cost allows, row by row, with a margin around the
/// grid.
#[derive(Debug)]
pub struct UniformSteps {
    /// For each direction, the hexes from which a step is allowed; with an extra row above the
    /// first.
    leaving: [Box<[u64]>; 6],
    /// For each row, all bits if it is shifted to the right.
    shifted: Box<[u64]>,
}

impl UniformSteps {
    /// The steps from masks that are ordered by row and direction.
    pub(super) fn new(grid: &Grid, masks: &[u64]) -> UniformSteps {
        let rows = usize::from(grid.height()) + 2 + BEYOND;
        let leaving = std::array::from_fn(|dir| {
            let mut padded = vec![0; rows];
            let there = masks.iter().skip(dir).step_by(6);
            padded
                .iter_mut()
                .skip(1)
                .zip(there)
                .for_each(|(to, &mask)| *to = mask);
            padded.into_boxed_slice()
        });
        let mut shifted = grid.shifted_rows().to_vec();
        shifted.resize(rows, 0);
        UniformSteps {
            leaving,
            shifted: shifted.into_boxed_slice(),
        }
    }
}

/// The data of a movement field, in a window that begins at some row of the grid.
pub(super) struct Uniform<'a> {
    pub steps: &'a UniformSteps,
    pub first: usize,
    pub rows: usize,
    pub count: usize,
    /// The rows of each layer, with a margin of rows beyond.
    pub layers: &'a mut [u64],
    /// For each row, the reached hexes. `done` has for each row the hexes reached or closed; beyond
    /// the grid all hexes are closed.
    pub found: &'a mut [u64],
    pub done: &'a mut [u64],
    pub stops: &'a [u64],
    /// For each row, the hexes that may not be entered from the start.
    pub barred: &'a mut [u64],
    /// In each row, the hexes from which a step continues: those of one layer, and of the next;
    /// with an extra row above the first.
    pub moving: [&'a mut [u64]; 2],
}

/// Rows of a set, from one row on, in blocks of [`ROWS`].
fn blocks(set: &[u64], from: usize, count: usize) -> &[[u64; ROWS]] {
    &set[from..].as_chunks().0[..count]
}

fn blocks_mut(set: &mut [u64], from: usize, count: usize) -> &mut [[u64; ROWS]] {
    &mut set[from..].as_chunks_mut().0[..count]
}

#[inline(always)]
fn and(a: [u64; ROWS], b: [u64; ROWS]) -> [u64; ROWS] {
    std::array::from_fn(|row| a[row] & b[row])
}

#[inline(always)]
fn or(a: [u64; ROWS], b: [u64; ROWS]) -> [u64; ROWS] {
    std::array::from_fn(|row| a[row] | b[row])
}

impl Uniform<'_> {
    /// Computes the layers; returns the number of layers up to the last that is not empty, and the
    /// rows that may hold reached hexes: the first, and the one after the last.
    pub fn spread(mut self, (start, bit): (usize, u64)) -> (usize, (usize, usize)) {
        let width = self.rows + BEYOND;
        self.moving[0][start + 1] = bit;
        // hexes that may not be entered from the start are closed to the first step
        let bars = self.barred.iter().any(|&row| row != 0);
        if bars {
            let rows = self.done.iter_mut().zip(&mut *self.barred);
            rows.for_each(|(done, barred)| {
                *barred &= !*done;
                *done |= *barred;
            });
        }
        let (mut low, mut high) = (start, start + 1);
        for layer in 1..self.count {
            (low, high) = (low.saturating_sub(1), (high + 1).min(self.rows));
            if !self.step(layer * width + low, low, high - low) {
                return (layer, (low, high));
            }
            if bars && layer == 1 {
                let rows = self.done.iter_mut().zip(&*self.barred);
                rows.for_each(|(done, barred)| *done &= !barred);
            }
        }
        (self.count, (low, high))
    }

    /// Computes some rows of a layer; true if the layer has a hex in them.
    fn step(&mut self, at: usize, low: usize, rows: usize) -> bool {
        let count = rows.div_ceil(ROWS);
        let [moving, next] = &mut self.moving;
        let [above, here, below] = [0, 1, 2].map(|row| blocks(moving, low + row, count));
        let first = self.first + low;
        let leaving = |dir: usize, row| blocks(&self.steps.leaving[dir], first + row, count);
        let (right, left) = (leaving(1, 1), leaving(4, 1));
        let (right_down, left_down) = (leaving(2, 0), leaving(3, 0));
        let (right_up, left_up) = (leaving(0, 2), leaving(5, 2));
        let shifted = blocks(&self.steps.shifted, first, count);
        let stops = blocks(self.stops, low, count);
        let layer = blocks_mut(self.layers, at, count);
        let found = blocks_mut(self.found, low, count);
        let done = blocks_mut(self.done, low, count);
        let next_rows = blocks_mut(next, low + 1, count);
        let mut any = [0; ROWS];
        for i in 0..count {
            let [above, here, below] = [above[i], here[i], below[i]];
            let rightward = or(and(above, right_down[i]), and(below, right_up[i]));
            let leftward = or(and(above, left_down[i]), and(below, left_up[i]));
            // a step into a shifted row comes from one that is not shifted
            let (there, shifted) = (shifted[i], shifted[i].map(|row| !row));
            let across = or(
                or(
                    and(rightward, shifted).map(|row| row << 1),
                    and(rightward, there),
                ),
                or(
                    and(leftward, there).map(|row| row >> 1),
                    and(leftward, shifted),
                ),
            );
            let along = or(
                and(here, right[i]).map(|row| row << 1),
                and(here, left[i]).map(|row| row >> 1),
            );
            let new = and(or(across, along), done[i].map(|row| !row));
            let on = and(new, stops[i].map(|row| !row));
            let (reached, closed) = (or(found[i], new), or(done[i], new));
            layer[i] = new;
            found[i] = reached;
            done[i] = closed;
            next_rows[i] = on;
            any = or(any, new);
        }
        self.moving.swap(0, 1);
        any.iter().any(|&row| row != 0)
    }
}
