//! Sets of hexes by the height of their stacks, for heights without a materialised set.

use crate::state::State;
use crate::vm::eval::set_ops::{Join, Keep};
use crate::vm::Vm;
use eastfront_kernel::hexset;

impl Vm<'_> {
    /// Sets `out` to the hexes with at least `n` units of a side that count for stacking.
    pub(in crate::vm) fn stacked(&self, st: &State, side: u8, n: i64, out: &mut [u64]) {
        out.copy_from_slice(st.occupied(self.game, side));
        self.narrow_by_stacks::<Keep>(st, side, n, out);
    }

    /// Keeps in `out`, or removes from it, the hexes with at least `n` units of a side that count
    /// for stacking; only hexes in `out` are tested.
    pub(in crate::vm) fn narrow_by_stacks<O: Join>(
        &self,
        st: &State,
        side: u8,
        n: i64,
        out: &mut [u64],
    ) {
        let game = self.game;
        let (per_row, width) = (game.grid.words_per_row(), game.grid.width() as usize);
        for (w, (slot, &held)) in out.iter_mut().zip(st.occupied(game, side)).enumerate() {
            let mut word = *slot & held;
            let mut set = 0;
            while word != 0 {
                let bit = word & word.wrapping_neg();
                word ^= bit;
                let col = (w % per_row) * 64 + bit.trailing_zeros() as usize;
                if st.stack(game, side, (w / per_row * width + col) as u16) >= n {
                    set |= bit;
                }
            }
            *slot = O::join(*slot, set);
        }
    }

    /// Whether any hex has at least `n` units of a side that count for stacking.
    pub(in crate::vm) fn some_stack(&self, st: &State, side: u8, n: i64) -> bool {
        let game = self.game;
        let mut held = hexset::iter(&game.grid, st.occupied(game, side));
        held.any(|h| st.stack(game, side, h) >= n)
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Game;
    use crate::ids::{PlaceId, UnitId};
    use crate::ir::expr::{Hexes, Int};
    use crate::ir::node::Node;
    use crate::state::State;
    use crate::vm::{Scratch, Vm};
    use eastfront_kernel::rng::Rng;

    #[test]
    fn hexes_are_found_by_the_height_of_their_stacks_up_to_the_highest() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/blue-kremlin.efg");
        let game = Game::from_bytes(&std::fs::read(path).unwrap()).unwrap();
        let mut st = State::blank(&game, Rng::stream(0, 0));
        for u in 0..game.unit_count as u16 {
            st.edit_place(&game, UnitId(u), PlaceId(game.hex_count as u16));
        }
        let counts = |u: &u16| {
            game.data.units.side[*u as usize] == 1 && !game.data.units.uncounted.contains(u)
        };
        let mut units = (0..game.unit_count as u16).filter(counts);
        for (hex, height) in [(400, 1), (410, 2), (500, 3)] {
            for u in units.by_ref().take(height) {
                st.edit_place(&game, UnitId(u), PlaceId(hex));
            }
        }
        let mut scratch = Scratch::new(&game);
        let mut vm = Vm::new(&game, &mut scratch);
        for (n, wanted) in [(1, 3), (2, 2), (3, 1), (4, 0)] {
            let high = Hexes::Stacked(1, Node::new(Int::Const(n)));
            let set = vm.hexes(&st, &high);
            let found: u32 = set.iter().map(|w| w.count_ones()).sum();
            assert_eq!((n, found), (n, wanted));
            assert_eq!(vm.any_hex(&st, &high), wanted > 0);
            assert_eq!(vm.has_hex(&st, &high, 500), n <= 3);
        }
    }
}
