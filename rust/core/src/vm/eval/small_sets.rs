//! Evaluates small sets of hexes as lists instead of bit sets.

use crate::ir::expr::{Hexes, Int};
use crate::program::passes::small_sets::ROOM;
use crate::state::State;
use crate::vm::eval::hexes::ready;
use crate::vm::Vm;
use eastfront_kernel::grid::NO_HEX;

/// An unordered list of hexes, which may contain duplicates.
pub(in crate::vm) struct Few {
    hexes: [u16; ROOM],
    len: usize,
}

impl Few {
    pub(in crate::vm) fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        self.hexes[..self.len].iter().copied()
    }

    pub(in crate::vm) fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn push(&mut self, h: u16) {
        self.hexes[self.len] = h;
        self.len += 1;
    }
}

impl Vm<'_> {
    /// The hexes of a set whose expression bounds it to a few.
    pub(in crate::vm) fn few(&mut self, st: &State, e: &Hexes) -> Few {
        let mut out = Few {
            hexes: [0; ROOM],
            len: 0,
        };
        self.list(st, e, &mut out);
        out
    }

    /// Adds the hexes of a set to a list.
    fn list(&mut self, st: &State, e: &Hexes, out: &mut Few) {
        let start = out.len;
        match e {
            Hexes::Empty => {}
            Hexes::One(h) => {
                if let Some(h) = self.hex(st, h) {
                    out.push(h);
                }
            }
            Hexes::Union(a, b) => {
                self.list(st, a, out);
                self.list(st, b, out);
            }
            Hexes::IfElse(c, a, b) => {
                let pick = if self.int(st, c) != 0 { a } else { b };
                self.list(st, pick, out);
            }
            Hexes::Few(a) => self.list(st, a, out),
            Hexes::Adjacent(mask, a) => {
                let from = self.few(st, a);
                from.iter().for_each(|h| self.list_around(*mask, h, out));
            }
            Hexes::Intersection(a, b) if a.stands_ready() => {
                let ready = self.any_hex(st, a);
                if ready {
                    self.list(st, b, out);
                    self.retain_in(st, (true, a), out, start);
                }
            }
            Hexes::Intersection(a, b) => {
                self.list(st, a, out);
                self.retain_in(st, (true, b), out, start);
            }
            Hexes::Difference(a, b) => {
                self.list(st, a, out);
                self.retain_in(st, (false, b), out, start);
            }
            Hexes::Chain(links) => {
                let first = usize::from(links[0].1.stands_ready());
                if first == 0 || self.any_hex(st, &links[0].1) {
                    self.list(st, &links[first].1, out);
                    let others = links.iter().enumerate().filter(|(i, _)| *i != first);
                    for (_, (within, set)) in others {
                        self.retain_in(st, (*within, set), out, start);
                    }
                }
            }
            Hexes::Where(a, cond) => {
                self.list(st, a, out);
                self.retain_where(st, cond, out, start);
            }
            _ => {
                self.fault("a set that cannot be listed");
            }
        }
    }

    fn list_around(&self, mask: Option<u8>, h: u16, out: &mut Few) {
        let game = self.game;
        let (w, bit) = game.grid.word_bit(h);
        for d in 0..6u8 {
            let to = game.grid.neighbor(h, d);
            let open = mask.is_none_or(|m| game.edges[m as usize].open[d as usize][w] & bit != 0);
            if open && to != NO_HEX {
                let (w, bit) = game.grid.word_bit(to);
                if game.all_hexes[w] & bit != 0 {
                    out.push(to);
                }
            }
        }
    }

    /// Removes from the list, from index `start` on, the hexes outside a set or, with `within`
    /// false, the hexes in the set.
    fn retain_in(
        &mut self,
        st: &State,
        (within, set): (bool, &Hexes),
        out: &mut Few,
        start: usize,
    ) {
        let grid = &self.game.grid;
        match ready(self.game, st, set) {
            Some(words) => self.retain(out, start, |_, h| {
                let (w, bit) = grid.word_bit(h);
                (words[w] & bit != 0) == within
            }),
            None => self.retain(out, start, |vm, h| vm.has_hex(st, set, h) == within),
        }
    }

    fn retain_where(&mut self, st: &State, cond: &Int, out: &mut Few, start: usize) {
        if out.len == start {
            return;
        }
        self.s.its.push(0);
        let top = self.s.its.len() - 1;
        self.retain(out, start, |vm, h| {
            vm.s.its[top] = i64::from(h);
            vm.int(st, cond) != 0
        });
        self.s.its.pop();
    }

    /// Removes from the list, from index `start` on, the hexes that fail a test.
    fn retain(
        &mut self,
        out: &mut Few,
        start: usize,
        mut keeps: impl FnMut(&mut Self, u16) -> bool,
    ) {
        let mut kept = start;
        for i in start..out.len {
            let h = out.hexes[i];
            out.hexes[kept] = h;
            kept += usize::from(keeps(self, h));
        }
        out.len = kept;
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Game;
    use crate::ids::{HexFlag, HexId, PlaceId, UnitId};
    use crate::ir::expr::{Hexes, Int, Units};
    use crate::ir::node::Node;
    use crate::program::passes::small_sets;
    use crate::state::State;
    use crate::vm::{Scratch, Vm};
    use eastfront_kernel::hexset;
    use eastfront_kernel::rng::Rng;

    fn b<T>(x: T) -> Node<T> {
        Node::new(x)
    }

    fn one(h: u16) -> Hexes {
        Hexes::One(b(Int::Const(i64::from(h))))
    }

    fn listed(mut set: Hexes) -> Hexes {
        small_sets::list(&mut set);
        set
    }

    /// Hexes near two others, narrowed in all ways that lists support.
    fn expression(rng: &mut Rng, game: &Game, edges: Option<u8>) -> Hexes {
        let mut hex = || one(rng.below(game.hex_count as u32) as u16);
        let (x, y) = (hex(), hex());
        let around = Hexes::Adjacent(edges, b(Hexes::Union(b(x.clone()), b(y))));
        let near = Hexes::Union(b(around), b(x));
        let at_hand = Int::ContainsHex(b(Hexes::Fixed(0)), b(Int::Bound(0)));
        match rng.below(5) {
            0 => near,
            1 => Hexes::Intersection(b(Hexes::Flag(0)), b(near)),
            2 => Hexes::Intersection(b(near), b(Hexes::Flag(0))),
            3 => Hexes::Difference(b(near), b(Hexes::Flag(0))),
            _ => Hexes::Where(b(near), b(at_hand)),
        }
    }

    #[test]
    fn what_is_listed_is_what_it_would_be_on_the_map() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/blue-kremlin.efg");
        let game = Game::from_bytes(&std::fs::read(path).unwrap()).unwrap();
        let mut rng = Rng::stream(3, 0);
        let mut scratch = Scratch::new(&game);
        let mut vm = Vm::new(&game, &mut scratch);
        let (mut some, mut none) = (0, 0);
        for _ in 0..2000 {
            let mut st = State::blank(&game, Rng::stream(0, 0));
            for _ in 0..rng.below(600) {
                let h = rng.below(game.hex_count as u32) as u16;
                st.edit_hex_flag(&game, HexFlag(0), HexId(h), true);
                let u = rng.below(game.unit_count as u32) as u16;
                st.edit_place(&game, UnitId(u), PlaceId(h));
            }
            let edges = (rng.below(2) == 0 && !game.edges.is_empty()).then_some(0);
            let e = expression(&mut rng, &game, edges);
            let few = listed(e.clone());
            assert!(matches!(few, Hexes::Few(_)), "{e:?}");
            let (whole, listed) = (vm.hexes(&st, &e), vm.hexes(&st, &few));
            assert_eq!(whole, listed, "{e:?}");
            assert_eq!(vm.any_hex(&st, &few), !hexset::is_empty(&whole), "{e:?}");
            let after = Int::Const(i64::from(rng.below(game.hex_count as u32)));
            let next = |set| Int::NextHex(b(set), b(after.clone()));
            assert_eq!(
                vm.int(&st, &next(few.clone())),
                vm.int(&st, &next(e.clone()))
            );
            let all = Hexes::Union(b(Hexes::Flag(1)), b(Hexes::All));
            let mixed = Hexes::Difference(b(all.clone()), b(few.clone()));
            let plain = Hexes::Difference(b(all), b(e.clone()));
            assert_eq!(vm.hexes(&st, &mixed), vm.hexes(&st, &plain), "{e:?}");
            let (there, also) = (Units::In(b(few)), Units::In(b(e.clone())));
            let narrowed = |set| {
                Units::Difference(
                    b(Units::Intersection(b(Units::All), b(set))),
                    b(Units::Empty),
                )
            };
            assert_eq!(vm.units(&st, &there), vm.units(&st, &also), "{e:?}");
            assert_eq!(
                vm.units(&st, &narrowed(there)),
                vm.units(&st, &narrowed(also)),
                "{e:?}"
            );
            some += u32::from(!hexset::is_empty(&whole));
            none += u32::from(hexset::is_empty(&whole));
        }
        assert!(some > 500 && none > 50, "{some} {none}");
    }

    #[test]
    fn what_may_hold_many_is_not_listed() {
        let seven = (0..7).map(one);
        let set = seven.reduce(|x, y| Hexes::Union(b(x), b(y))).unwrap();
        let is_listed = |set| matches!(listed(set), Hexes::Few(_));
        assert!(is_listed(set.clone()));
        assert!(!is_listed(Hexes::Adjacent(None, b(set))));
        assert!(!is_listed(Hexes::Intersection(
            b(Hexes::Flag(0)),
            b(Hexes::All)
        )));
        assert!(!is_listed(one(4)));
    }
}
