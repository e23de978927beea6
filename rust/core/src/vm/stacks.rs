//! Hexes by the height of their stacks.

use super::join::{Join, Keep};
use super::Vm;
use crate::state::State;

impl Vm<'_> {
    /// The hexes with at least so many units of a side that count.
    pub(super) fn stacked(&self, st: &State, side: u8, n: i64, out: &mut [u64]) {
        let game = self.game;
        let counts = st.stacks(game, side);
        if !some_stack(counts, n) {
            return out.fill(0);
        }
        out.copy_from_slice(st.occupied(game, side));
        self.narrow_by_stacks::<Keep>(st, side, n, out);
    }

    /// Keeps or drops the hexes with at least so many units of a side that count; only hexes at
    /// hand are looked at.
    pub(super) fn narrow_by_stacks<O: Join>(&self, st: &State, side: u8, n: i64, out: &mut [u64]) {
        let game = self.game;
        let counts = st.stacks(game, side);
        let (per_row, width) = (game.grid.words_per_row(), game.grid.width() as usize);
        for (w, (slot, &held)) in out.iter_mut().zip(st.occupied(game, side)).enumerate() {
            let mut word = *slot & held;
            let mut set = 0;
            while word != 0 {
                let bit = word & word.wrapping_neg();
                word ^= bit;
                let col = (w % per_row) * 64 + bit.trailing_zeros() as usize;
                if i64::from(counts[w / per_row * width + col]) >= n {
                    set |= bit;
                }
            }
            *slot = O::join(*slot, set);
        }
    }
}

/// Whether any of the stacks is so high.
pub(super) fn some_stack(counts: &[u8], n: i64) -> bool {
    let highest = counts.iter().fold(0, |most, &c| most.max(c));
    i64::from(highest) >= n
}
