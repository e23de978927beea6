//! Movement fields by layers of equal cost, a row of hexes at a time.
//!
//! A cost table is turned once into masks: per direction and cost, the hexes from which a step
//! costs just that. A layer then spreads by shifts. This answers plain questions (closed hexes,
//! stops, the one-hex minimum) several times faster than the search from buckets, which answers
//! all others; both give the same costs and the same canonical paths.

use super::grid::{Grid, NO_HEX_WIDE};
use super::reach::{CostTable, FORBIDDEN};

/// More different costs than this are left to the search from buckets.
const MOST_COSTS: usize = 12;
/// Columns of a window.
const WINDOW: u16 = 64;

/// A cost table as masks.
#[derive(Clone, Debug, Default)]
pub struct CostLayers {
    /// The costs that occur, ascending.
    costs: Vec<u8>,
    /// Per word of a set, per cost, per direction: the hexes whose step costs just that.
    masks: Box<[[u64; 6]]>,
}

impl CostLayers {
    /// The masks of a table; `None` when it has free steps or too many different costs.
    pub fn new(grid: &Grid, table: &CostTable) -> Option<CostLayers> {
        if table.step.len() != grid.len() * 6 {
            return None;
        }
        let mut seen = [false; 256];
        for &cost in &table.step {
            *seen.get_mut(usize::from(cost))? = true;
        }
        let costs: Vec<u8> = (0..FORBIDDEN).filter(|&c| seen[usize::from(c)]).collect();
        if costs.first() == Some(&0) || costs.len() > MOST_COSTS {
            return None;
        }
        let mut masks = vec![[0; 6]; grid.words() * costs.len()].into_boxed_slice();
        for (at, &cost) in table.step.iter().enumerate() {
            let (h, dir) = ((at / 6) as u32, at % 6);
            let Ok(number) = costs.binary_search(&cost) else {
                continue;
            };
            if grid.neighbor_wide(h, dir as u8) != NO_HEX_WIDE {
                let (word, bit) = grid.word_bit_wide(h);
                masks[word * costs.len() + number][dir] |= bit;
            }
        }
        Some(CostLayers { costs, masks })
    }
}

/// What the layers are asked.
pub(super) struct LayerQuery<'a> {
    pub from: u32,
    pub budget: u16,
    pub costs: &'a CostLayers,
    pub blocked: Option<&'a [u64]>,
    pub area: Option<&'a [u64]>,
    pub stop: Option<&'a [u64]>,
    pub minimum_one: bool,
}

/// The layers found, in a window round the start.
#[derive(Clone, Debug, Default)]
pub(super) struct Layers {
    from: u32,
    budget: usize,
    /// The width of the grid.
    width: u16,
    /// The first row and column of the window, and how many rows it has.
    row: u16,
    col: u16,
    rows: usize,
    /// Per cost and row, the hexes reached at that cost.
    layers: Vec<u64>,
    /// Per cost, the first row that has any and the last.
    spans: Vec<(usize, usize)>,
    /// Per row, what is reached or closed.
    done: Vec<u64>,
    /// Per row, where a move ends.
    stops: Vec<u64>,
    /// Per row and cost number, the masks of the steps.
    steps: Vec<[u64; 6]>,
    costs: Vec<u8>,
}

const NO_SPAN: (usize, usize) = (usize::MAX, 0);

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

/// The first column of a window that holds all that is `radius` columns away, a whole word
/// where one does.
fn first_column(grid: &Grid, col: u16, radius: u16) -> u16 {
    let word = col & !(WINDOW - 1);
    let (low, high) = (col.saturating_sub(radius), col.saturating_add(radius));
    if grid.width() <= WINDOW || (low >= word && high.min(grid.width() - 1) - word < WINDOW) {
        word
    } else {
        col.saturating_sub(WINDOW / 2)
    }
}

impl Layers {
    /// Find the layers; false when the field may not fit a window.
    pub fn run(&mut self, grid: &Grid, query: &LayerQuery<'_>) -> bool {
        let Some(&least) = query.costs.costs.first() else {
            return false;
        };
        let radius = (query.budget / u16::from(least)).max(u16::from(query.minimum_one));
        let narrow = grid.width() <= WINDOW || radius < WINDOW / 2;
        if !narrow || query.costs.masks.len() != grid.words() * query.costs.costs.len() {
            return false;
        }
        let (row, col) = grid.row_col_wide(query.from);
        self.from = query.from;
        self.width = grid.width();
        self.budget = usize::from(query.budget);
        self.row = row.saturating_sub(radius);
        self.col = first_column(grid, col, radius);
        let last = row.saturating_add(radius).min(grid.height() - 1);
        self.rows = usize::from(last - self.row) + 1;
        self.look(grid, query);
        let start = (usize::from(row - self.row), 1 << (col - self.col));
        self.spread(grid, start);
        if query.minimum_one {
            self.minimum_one(grid, start);
        }
        true
    }

    /// Read the sets and the masks of the window.
    fn look(&mut self, grid: &Grid, query: &LayerQuery<'_>) {
        let kinds = query.costs.costs.len();
        self.costs.clone_from(&query.costs.costs);
        self.layers.clear();
        self.layers.resize((self.budget + 1) * self.rows, 0);
        self.spans.clear();
        self.spans.resize(self.budget + 1, NO_SPAN);
        self.done.clear();
        self.stops.clear();
        self.steps.clear();
        let per_row = grid.words_per_row();
        let first = usize::from(self.row);
        for row in first..first + self.rows {
            let words = row * per_row..(row + 1) * per_row;
            let of = |set: &[u64]| window(set.get(words.clone()).unwrap_or_default(), self.col);
            let outside = query.area.map_or(0, |area| !of(area));
            self.done.push(query.blocked.map_or(0, of) | outside);
            self.stops.push(query.stop.map_or(0, of));
            let word = row * per_row + usize::from(self.col >> 6);
            let masks = query.costs.masks.get(word * kinds..).unwrap_or_default();
            let shift = u32::from(self.col & 63);
            if shift == 0 {
                self.steps.extend(masks.iter().take(kinds));
                continue;
            }
            let more = usize::from(self.col >> 6) + 1 < per_row;
            for kind in 0..kinds {
                let low = masks.get(kind).copied().unwrap_or_default();
                let high = masks
                    .get(kinds + kind)
                    .filter(|_| more)
                    .copied()
                    .unwrap_or_default();
                self.steps.push(std::array::from_fn(|d| {
                    low[d] >> shift | high[d] << (64 - shift)
                }));
            }
        }
    }

    fn spread(&mut self, grid: &Grid, (start, bit): (usize, u64)) {
        let (rows, budget, kinds) = (self.rows, self.budget, self.costs.len());
        let Self {
            layers,
            spans,
            done,
            stops,
            steps,
            costs,
            ..
        } = self;
        // The start is closed, so that it is no hex reached, and yet spreads.
        if let Some(done) = done.get_mut(start) {
            *done |= bit;
        }
        let mut at_start = bit;
        spans[0] = (start, start);
        for cost in 0..=budget {
            let (first, last) = spans[cost];
            if first > last {
                continue;
            }
            let (here, beyond) = layers[cost * rows..].split_at_mut(rows);
            let mut found = NO_SPAN;
            for row in first..=last {
                let new = here[row] & !done[row];
                here[row] = new;
                if new | at_start == 0 {
                    continue;
                }
                done[row] |= new;
                found = (found.0.min(row), row);
                let moving = new & !stops[row] | at_start;
                at_start = 0;
                if moving == 0 {
                    continue;
                }
                let shifted = grid.is_shifted(self.row + row as u16);
                let masks = &steps[row * kinds..(row + 1) * kinds];
                for (step, mask) in costs.iter().zip(masks) {
                    let step = usize::from(*step);
                    if cost + step > budget {
                        break;
                    }
                    let to = mask.map(|mask| moving & mask);
                    let target = &mut beyond[(step - 1) * rows..step * rows];
                    target[row] |= to[1] << 1 | to[4] >> 1;
                    let (up, down) = if shifted {
                        (to[0] << 1 | to[5], to[2] << 1 | to[3])
                    } else {
                        (to[0] | to[5] >> 1, to[2] | to[3] >> 1)
                    };
                    if row > 0 {
                        target[row - 1] |= up;
                    }
                    if row + 1 < rows {
                        target[row + 1] |= down;
                    }
                    let span = &mut spans[cost + step];
                    let above = row.saturating_sub(1);
                    *span = (span.0.min(above), span.1.max((row + 1).min(rows - 1)));
                }
            }
            spans[cost] = found;
        }
    }

    /// Add the neighbours of the start that only the whole budget can buy.
    fn minimum_one(&mut self, grid: &Grid, (start, bit): (usize, u64)) {
        let kinds = self.costs.len();
        let shifted = grid.is_shifted(self.row + start as u16);
        let masks = &self.steps[start * kinds..(start + 1) * kinds];
        let may = |dir: usize| masks.iter().fold(0, |any, mask| any | mask[dir]) & bit;
        let (right, left) = if shifted { (1, 0) } else { (0, 1) };
        let targets = [
            (start.checked_sub(1), may(0) << right | may(5) >> left),
            (Some(start), may(1) << 1 | may(4) >> 1),
            (Some(start + 1), may(2) << right | may(3) >> left),
        ];
        for (row, entered) in targets {
            let Some(row) = row.filter(|&row| row < self.rows) else {
                continue;
            };
            let new = entered & !self.done[row];
            if new != 0 {
                self.done[row] |= new;
                self.layers[self.budget * self.rows + row] |= new;
                let span = &mut self.spans[self.budget];
                *span = (span.0.min(row), span.1.max(row));
            }
        }
    }

    /// Visit the hexes reached with their costs, cheapest first, then by index.
    pub fn each(&self, grid: &Grid, mut visit: impl FnMut(u32, u16)) {
        for (cost, &(first, last)) in self.spans.iter().enumerate() {
            if first > last {
                continue;
            }
            for row in first..=last {
                let mut bits = self.layers[cost * self.rows + row];
                let base = grid.at(self.row + row as u16, 0) + u32::from(self.col);
                while bits != 0 {
                    visit(base + bits.trailing_zeros(), cost as u16);
                    bits &= bits - 1;
                }
            }
        }
    }

    /// Add all hexes reached to a set.
    pub fn add_to(&self, grid: &Grid, out: &mut [u64]) {
        let per_row = grid.words_per_row();
        let (word, shift) = (usize::from(self.col >> 6), u32::from(self.col & 63));
        for row in 0..self.rows {
            let layers = self.layers.iter().skip(row).step_by(self.rows.max(1));
            let bits = layers.fold(0, |all, layer| all | layer);
            let at = (usize::from(self.row) + row) * per_row + word;
            if let Some(low) = out.get_mut(at) {
                *low |= bits << shift;
            }
            if shift > 0 && word + 1 < per_row {
                if let Some(high) = out.get_mut(at + 1) {
                    *high |= bits >> (64 - shift);
                }
            }
        }
    }

    /// The row of the window and the bit of a hex.
    fn place(&self, h: u32) -> Option<(usize, u64)> {
        let width = u32::from(self.width).max(1);
        let row = (h / width).checked_sub(u32::from(self.row))? as usize;
        let col = (h % width).checked_sub(u32::from(self.col))?;
        (row < self.rows && col < u32::from(WINDOW)).then(|| (row, 1 << col))
    }

    /// The cost of a hex; 0 for the start.
    pub fn cost(&self, h: u32) -> Option<u16> {
        if h == self.from {
            return Some(0);
        }
        let (row, bit) = self.place(h)?;
        let mut layers = self.layers.iter().skip(row).step_by(self.rows.max(1));
        layers
            .position(|layer| layer & bit != 0)
            .map(|cost| cost as u16)
    }

    /// Visit the hexes of the canonical way from `to` back to the start, the start left out.
    pub fn walk_back(&self, grid: &Grid, to: u32, mut visit: impl FnMut(u32)) -> bool {
        let Some(mut cost) = self.cost(to) else {
            return false;
        };
        let mut at = to;
        while at != self.from {
            visit(at);
            // Only the one-hex minimum leaves a hex without such a neighbour.
            let parent = (0..6).find_map(|dir| {
                let p = grid.neighbor_wide(at, (dir + 3) % 6);
                let before = self.cost(p)?;
                let (row, bit) = self.place(p)?;
                let kinds = self.costs.len();
                let paid = cost.checked_sub(before)?;
                let kind = self.costs.iter().position(|&c| u16::from(c) == paid)?;
                let crosses = self.steps[row * kinds + kind][usize::from(dir)] & bit != 0;
                let leaves = p == self.from || self.stops[row] & bit == 0;
                (crosses && leaves).then_some((p, before))
            });
            (at, cost) = parent.unwrap_or((self.from, 0));
        }
        true
    }
}

#[cfg(test)]
mod tests;
