//! Connected components: the hexes that are connected with a hex.

use crate::ir::expr::{Hexes, Int};
use crate::state::State;
use crate::vm::Vm;
use eastfront_kernel::flood::flood;

/// A cached component, which is the same for all hexes in it.
#[derive(Default)]
pub(in crate::vm) struct Component {
    edges: Option<u8>,
    open: Box<[u64]>,
    set: Box<[u64]>,
}

impl Vm<'_> {
    /// Sets `out` to the hexes connected with one hex. Evaluations one after the other in the same
    /// network, such as for several trains, reuse the component.
    pub(in crate::vm) fn component(
        &mut self,
        st: &State,
        from: &Int,
        open: &Hexes,
        edges: Option<u8>,
        out: &mut [u64],
    ) {
        let game = self.game;
        let open = self.hexes(st, open);
        let Some(h) = self.hex(st, from) else {
            self.s.hex_pool.push(open);
            return out.fill(0);
        };
        let (w, bit) = game.grid.word_bit(h);
        let known = &self.s.component;
        let is_kept = known.edges == edges && known.open == open && known.set[w] & bit != 0;
        if is_kept {
            out.copy_from_slice(&known.set);
            self.s.hex_pool.push(open);
            return;
        }
        let mut start = self.hex_buf();
        start.fill(0);
        start[w] = bit;
        let mask = edges.map(|m| &game.edges[m as usize]);
        flood(&game.grid, &start, &open, mask, out);
        // a start elsewhere in the component gives the same set only if the start itself is open
        if open[w] & bit != 0 && edges.is_none_or(|m| game.both_ways[m as usize]) {
            start.copy_from_slice(out);
            let new = Component {
                edges,
                open,
                set: start,
            };
            let outworn = std::mem::replace(&mut self.s.component, new);
            if !outworn.set.is_empty() {
                self.s.hex_pool.extend([outworn.open, outworn.set]);
            }
        } else {
            self.s.hex_pool.extend([open, start]);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Game;
    use crate::ids::{HexFlag, HexId};
    use crate::ir::expr::{Hexes, Int};
    use crate::ir::node::Node;
    use crate::state::State;
    use crate::vm::{Scratch, Vm};
    use eastfront_kernel::hexset;
    use eastfront_kernel::rng::Rng;

    fn b<T>(x: T) -> Node<T> {
        Node::new(x)
    }

    /// Compares floods from one hex after another with floods from a set of that hex.
    fn floods(game: &Game, rng: &mut Rng) -> u32 {
        let (mut fresh, mut scratch) = (Scratch::new(game), Scratch::new(game));
        let mut st = State::blank(game, Rng::stream(0, 0));
        let mut large = 0;
        for round in 0..2000 {
            if round % 20 == 0 {
                for h in 0..game.hex_count as u16 {
                    st.edit_hex_flag(game, HexFlag(0), HexId(h), rng.below(4) > 0);
                }
            }
            let one = Hexes::One(b(Int::Const(i64::from(rng.below(game.hex_count as u32)))));
            let also = Hexes::Union(b(one.clone()), b(Hexes::Empty));
            let flood = |from| Hexes::Flood {
                from: b(from),
                open: b(Hexes::Flag(0)),
                edges: (round % 100 < 60).then_some(0),
            };
            let set = Vm::new(game, &mut scratch).hexes(&st, &flood(one));
            assert_eq!(set, Vm::new(game, &mut fresh).hexes(&st, &flood(also)));
            large += u32::from(hexset::count(&set) > 50);
        }
        large
    }

    #[test]
    fn what_hangs_together_is_found_from_anywhere_in_it() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/blue-kremlin.efg");
        let mut game = Game::from_bytes(&std::fs::read(path).unwrap()).unwrap();
        let mut rng = Rng::stream(5, 0);
        assert!(game.both_ways[0] && floods(&game, &mut rng) > 500);
        // hexsides that are open in one direction
        for h in (0..game.hex_count as u16).step_by(2) {
            let (w, bit) = game.grid.word_bit(h);
            game.edges[0].open[1][w] &= !bit;
            game.edges[0].open[5][w] &= !bit;
        }
        game.both_ways[0] = game.edges[0].both_ways(&game.grid);
        assert!(!game.both_ways[0] && floods(&game, &mut rng) > 500);
    }
}
