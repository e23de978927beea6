//! Layers where all steps cost the same, on a grid of at most 64 columns.
//!
//! A layer is then made of the one before it alone, and a row of it of three rows: those beside are
//! looked at together, four rows at a time.

use crate::grid::Grid;

/// So many rows are made at once.
const ROWS: usize = 4;
/// Rows beyond the last that may be read, and come to nothing.
pub(super) const BEYOND: usize = ROWS;

/// The steps of a table, row by row, with room round the grid.
#[derive(Debug)]
pub struct UniformSteps {
    /// Per direction, the hexes from which it leads somewhere; a row more stands above the first.
    leaving: [Box<[u64]>; 6],
    /// Per row, all bits when it is shifted to the right.
    shifted: Box<[u64]>,
}

impl UniformSteps {
    /// The steps of some masks, which stand row by row and direction by direction.
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

/// What a field is made of, in a window that begins with some row of the grid.
pub(super) struct Uniform<'a> {
    pub steps: &'a UniformSteps,
    pub first: usize,
    pub rows: usize,
    pub count: usize,
    /// Layer by layer its rows, and room for those beyond.
    pub layers: &'a mut [u64],
    /// Per row, what is reached, and what is that or closed; all is closed beyond.
    pub found: &'a mut [u64],
    pub done: &'a mut [u64],
    pub stops: &'a [u64],
    /// Per row, what may not be entered from the start.
    pub barred: &'a mut [u64],
    /// Per row, who moves on: of one layer, and of the next; a row more stands above the first.
    pub moving: [&'a mut [u64]; 2],
}

/// The rows of a set from one on, some at a time.
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
    /// Finds the layers; how many of them are not all empty, and the rows that they touch.
    pub fn spread(mut self, (start, bit): (usize, u64)) -> (usize, (usize, usize)) {
        let width = self.rows + BEYOND;
        self.moving[0][start + 1] = bit;
        // what may not be entered from the start is closed to the first step
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

    /// Makes some rows of a layer, which stand at a place; whether it is not empty.
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
            // who steps into a shifted row comes from one that is not
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
