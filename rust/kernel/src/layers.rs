//! Movement fields by layers of equal cost, a row of hexes at a time.
//!
//! A cost table is converted once into masks: for each direction and cost, the hexes from which a
//! step has that cost. A layer then spreads by shifts. This solves plain queries (closed hexes,
//! stops, the one-hex minimum) several times faster than the bucket search, which solves all
//! others; both give equal costs and canonical paths.

mod uniform;
mod view;
mod window;

use std::sync::Arc;

use super::grid::{Grid, NO_HEX_WIDE};
use super::reach::{CostTable, FORBIDDEN};

use uniform::UniformSteps;
pub(super) use window::{LayerQuery, Layers};

/// A cost table as masks.
#[derive(Clone, Debug, Default)]
pub struct CostLayers {
    /// The common divisor of all costs.
    unit: u16,
    /// The maximum cost of a step in units: 1, 4, 6 or 8.
    kinds: usize,
    /// For each word of a set, direction and cost: the hexes whose step has that cost.
    masks: Arc<[u64]>,
    /// If the table has a single cost and a row of the grid is one word, the same masks in the form
    /// for this case.
    uniform: Option<Arc<UniformSteps>>,
}

impl CostLayers {
    /// The masks of a table. `None` if it has free steps, or if its greatest cost is more than
    /// eight times the common divisor: such tables are left to the bucket search.
    pub fn new(grid: &Grid, table: &CostTable) -> Option<CostLayers> {
        if table.step.len() != grid.len() * 6 {
            return None;
        }
        let on_grid =
            |at: usize| grid.neighbor_wide((at / 6) as u32, (at % 6) as u8) != NO_HEX_WIDE;
        let steps = table.step.iter().enumerate();
        let steps = steps.filter(|&(at, &cost)| cost != FORBIDDEN && on_grid(at));
        let unit = steps
            .clone()
            .fold(0, |unit, (_, &cost)| common_divisor(unit, cost));
        let dearest = steps.clone().map(|(_, &cost)| cost).max().unwrap_or(1);
        let unit = unit.max(1);
        let kinds = match dearest / unit {
            0..=1 => 1,
            2..=4 => 4,
            5..=6 => 6,
            7..=8 => 8,
            _ => return None,
        };
        let mut masks = vec![0; grid.words() * 6 * kinds];
        for (at, &cost) in steps {
            let (word, bit) = grid.word_bit_wide((at / 6) as u32);
            let kind = usize::from(cost / unit).checked_sub(1)?;
            if let Some(mask) = masks.get_mut((word * 6 + at % 6) * kinds + kind) {
                *mask |= bit;
            }
        }
        let uniform = kinds == 1 && grid.words_per_row() == 1;
        Some(CostLayers {
            uniform: uniform.then(|| UniformSteps::new(grid, &masks).into()),
            unit: u16::from(unit),
            kinds,
            masks: masks.into(),
        })
    }
}

fn common_divisor(a: u8, b: u8) -> u8 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests;
