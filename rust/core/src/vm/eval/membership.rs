//! Tests of sets of hexes without computing the whole set: membership of a hex, and emptiness.

use crate::ids::HexFlag;
use crate::ir::expr::Hexes;
use crate::state::State;
use crate::vm::eval::hexes::ready;
use crate::vm::Vm;
use eastfront_kernel::grid::NO_HEX;
use eastfront_kernel::hexset;

impl Vm<'_> {
    /// Whether a set has a member; the set is computed only if needed.
    pub(in crate::vm) fn any_hex(&mut self, st: &State, e: &Hexes) -> bool {
        match e {
            Hexes::Occupied(s) => !hexset::is_empty(st.occupied(self.game, *s)),
            Hexes::Flag(f) => !hexset::is_empty(st.hexes_with(self.game, HexFlag(*f))),
            Hexes::Standing(g) => !hexset::is_empty(st.standing(self.game, *g)),
            Hexes::One(h) => self.hex(st, h).is_some(),
            Hexes::Empty => false,
            Hexes::Stacked(side, n) => {
                let n = self.int(st, n);
                self.some_stack(st, *side, n.max(1))
            }
            Hexes::Few(a) => !self.few(st, a).is_empty(),
            Hexes::IfElse(c, a, b) => {
                let pick = if self.int(st, c) != 0 { a } else { b };
                self.any_hex(st, pick)
            }
            Hexes::Union(a, b) => self.any_hex(st, a) || self.any_hex(st, b),
            Hexes::Intersection(a, b) => match (ready(self.game, st, a), ready(self.game, st, b)) {
                (Some(a), Some(b)) => a.iter().zip(b).any(|(a, b)| a & b != 0),
                _ => self.with(st, e, |_, set| !hexset::is_empty(set)),
            },
            Hexes::Where(a, cond) => {
                let set = self.hexes(st, a);
                self.s.its.push(0);
                let top = self.s.its.len() - 1;
                let grid = &self.game.grid;
                let found = hexset::iter(grid, &set).any(|h| {
                    self.s.its[top] = i64::from(h);
                    self.int(st, cond) != 0
                });
                self.s.its.pop();
                self.s.hex_pool.push(set);
                found
            }
            _ => self.with(st, e, |_, set| !hexset::is_empty(set)),
        }
    }

    /// Whether a hex is in a set; the set is computed only if needed.
    pub(in crate::vm) fn has_hex(&mut self, st: &State, e: &Hexes, h: u16) -> bool {
        match ready(self.game, st, e) {
            Some(set) => {
                let (w, b) = self.game.grid.word_bit(h);
                set.get(w).is_some_and(|word| word & b != 0)
            }
            None => self.made_has(st, e, h),
        }
    }

    /// Whether a hex is in a composite set.
    #[inline(never)]
    fn made_has(&mut self, st: &State, e: &Hexes, h: u16) -> bool {
        let game = self.game;
        match e {
            Hexes::Empty => false,
            Hexes::One(x) => self.hex(st, x) == Some(h),
            Hexes::Stacked(s, n) => {
                let n = self.int(st, n);
                st.stack(game, *s, h) >= n.max(1)
            }
            Hexes::Union(x, y) => self.has_hex(st, x, h) || self.has_hex(st, y, h),
            Hexes::Intersection(x, y) => self.has_hex(st, x, h) && self.has_hex(st, y, h),
            Hexes::Difference(x, y) => self.has_hex(st, x, h) && !self.has_hex(st, y, h),
            Hexes::Chain(links) => {
                let mut links = links.iter();
                links.all(|(within, set)| self.has_hex(st, set, h) == *within)
            }
            Hexes::IfElse(c, x, y) => {
                let pick = if self.int(st, c) != 0 { x } else { y };
                self.has_hex(st, pick, h)
            }
            Hexes::Where(x, cond) => {
                if !self.has_hex(st, x, h) {
                    return false;
                }
                self.s.its.push(i64::from(h));
                let yes = self.int(st, cond) != 0;
                self.s.its.pop();
                yes
            }
            Hexes::Ruled(_, x) | Hexes::Few(x) => self.has_hex(st, x, h),
            Hexes::View(v) => self.view_has(st, *v as usize, h),
            Hexes::Cached(v, x) => match self.s.views[*v as usize].good {
                (epoch, slot) if epoch == self.s.epoch => self.in_view(*v as usize, slot, h),
                _ => self.kept_has(st, *v as usize, x, h),
            },
            Hexes::Adjacent(mask, x) => {
                // the step starts at the neighbour, so its hexside must be open
                (0..6u8).any(|d| {
                    let from = game.grid.neighbor(h, d);
                    from != NO_HEX && {
                        let back = (d + 3) % 6;
                        let (fw, fb) = game.grid.word_bit(from);
                        mask.is_none_or(|m| {
                            game.edges[m as usize].open[back as usize][fw] & fb != 0
                        }) && self.has_hex(st, x, from)
                    }
                }) && self.has_hex(st, &Hexes::All, h)
            }
            Hexes::HexesOf(units) => {
                let (mut yes, mut at) = (false, st.units_on(h));
                while let (false, Some(u)) = (yes, at.next()) {
                    yes = self.has_unit(st, units, u);
                }
                yes
            }
            _ => self.with(st, e, |vm, set| {
                let (w, b) = vm.game.grid.word_bit(h);
                set[w] & b != 0
            }),
        }
    }
}
