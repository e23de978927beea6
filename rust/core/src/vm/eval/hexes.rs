//! Evaluation of sets of hexes.

use crate::game::Game;
use crate::ids::{HexFlag, HexId};
use crate::ir::expr::{Hexes, Int};
use crate::state::State;
use crate::vm::eval::set_ops::{join, join_zero, Drop, Join, Keep, Put};
use crate::vm::eval::units::members;
use crate::vm::Vm;
use eastfront_kernel::flood::flood;
use eastfront_kernel::grid::NO_HEX;
use eastfront_kernel::hexset;

impl Vm<'_> {
    /// Evaluates a set into a buffer that the caller returns to the pool after use.
    pub(in crate::vm) fn hexes(&mut self, st: &State, e: &Hexes) -> Box<[u64]> {
        let mut out = self.hex_buf();
        self.hexes_by::<Put>(st, e, &mut out);
        out
    }

    pub(in crate::vm) fn with<T>(
        &mut self,
        st: &State,
        e: &Hexes,
        run: impl FnOnce(&mut Self, &[u64]) -> T,
    ) -> T {
        let b = self.hexes(st, e);
        let out = run(self, &b);
        self.s.hex_pool.push(b);
        out
    }

    /// Changes `out` by the operation `O`: the current content of `out` with the set `e` as
    /// operand. Precomputed sets are read in place.
    pub(in crate::vm) fn hexes_by<O: Join>(&mut self, st: &State, e: &Hexes, out: &mut [u64]) {
        match ready(self.game, st, e) {
            Some(set) => join::<O>(out, set),
            None => self.made_by::<O>(st, e, out),
        }
    }

    /// Combines a composite set with the content of `out`, operand by operand if that is
    /// equivalent. Each kind of set has a function of its own, so that this function needs no stack
    /// frame.
    #[inline(never)]
    fn made_by<O: Join>(&mut self, st: &State, e: &Hexes, out: &mut [u64]) {
        match e {
            Hexes::Empty => join_zero::<O>(out),
            Hexes::View(v) | Hexes::Cached(v, _) => self.view_by::<O>(st, *v, out),
            Hexes::Memo(slot, a) => self.memo_by::<O>(st, *slot, a, out),
            Hexes::One(h) => self.one_by::<O>(st, h, out),
            Hexes::IfElse(..) => self.picked_by::<O>(st, e, out),
            Hexes::Union(a, b) if !O::KEEPS => self.either_by::<O>(st, a, b, out),
            Hexes::Union(a, b) => self.kept_by_either(st, a, b, out),
            Hexes::Intersection(a, b) if O::STARTS || O::KEEPS => {
                self.within_by::<O>(st, a, b, out)
            }
            Hexes::Difference(a, b) if O::STARTS || O::KEEPS => self.outside_by::<O>(st, a, b, out),
            Hexes::Chain(links) if O::STARTS || O::KEEPS => self.chain_by::<O>(st, links, out),
            Hexes::Where(a, cond) if O::STARTS || O::KEEPS => self.where_by::<O>(st, a, cond, out),
            Hexes::Stacked(s, n) if O::NARROWS => self.stacks_by::<O>(st, *s, n, out),
            Hexes::Intersection(..)
            | Hexes::Difference(..)
            | Hexes::Chain(_)
            | Hexes::Where(..)
                if O::NARROWS =>
            {
                self.narrowed_by::<O>(st, e, out);
            }
            Hexes::Few(a) if O::STARTS || O::LOCAL => self.few_by::<O>(st, a, out),
            _ if O::STARTS => self.hexes_new(st, e, out),
            _ => self.whole_by::<O>(st, e, out),
        }
    }

    #[inline(never)]
    fn view_by<O: Join>(&mut self, st: &State, v: u16, out: &mut [u64]) {
        let words = self.game.hex_words;
        let at = self.view_slot(st, usize::from(v)) * words;
        join::<O>(out, &self.s.views[usize::from(v)].words[at..][..words]);
    }

    #[inline(never)]
    fn memo_by<O: Join>(&mut self, st: &State, slot: u16, a: &Hexes, out: &mut [u64]) {
        if Vm::kept(&self.s.hex_memos, slot, self.s.now).is_none() {
            let set = self.hexes(st, a);
            let former = Vm::keep_memo(&mut self.s.hex_memos, slot, self.s.now, set);
            self.s.hex_pool.extend(former);
        }
        if let Some(set) = Vm::kept(&self.s.hex_memos, slot, self.s.now) {
            join::<O>(out, set);
        }
    }

    #[inline(never)]
    fn one_by<O: Join>(&mut self, st: &State, h: &Int, out: &mut [u64]) {
        let (at, bit) = match self.hex(st, h) {
            Some(h) => self.game.grid.word_bit(h),
            None => (0, 0),
        };
        if O::LOCAL {
            out[at] = O::join(out[at], bit);
        } else {
            for (w, slot) in out.iter_mut().enumerate() {
                *slot = O::join(*slot, if w == at { bit } else { 0 });
            }
        }
    }

    #[inline(never)]
    fn picked_by<O: Join>(&mut self, st: &State, e: &Hexes, out: &mut [u64]) {
        if let Hexes::IfElse(c, a, b) = e {
            let pick = if self.int(st, c) != 0 { a } else { b };
            self.hexes_by::<O>(st, pick, out);
        }
    }

    #[inline(never)]
    fn where_by<O: Join>(&mut self, st: &State, a: &Hexes, cond: &Int, out: &mut [u64]) {
        self.hexes_by::<O>(st, a, out);
        self.filter(st, cond, out);
    }

    #[inline(never)]
    fn either_by<O: Join>(&mut self, st: &State, a: &Hexes, b: &Hexes, out: &mut [u64]) {
        self.hexes_by::<O>(st, a, out);
        self.hexes_by::<O::Also>(st, b, out);
    }

    /// Keeps in `out` the hexes in either of two sets; the second set is tested only for hexes
    /// outside the first.
    #[inline(never)]
    fn kept_by_either(&mut self, st: &State, a: &Hexes, b: &Hexes, out: &mut [u64]) {
        let mut rest = self.hex_buf();
        rest.copy_from_slice(out);
        self.hexes_by::<Drop>(st, a, &mut rest);
        if self.narrow_to(st, false, b, &mut rest) {
            join::<Drop>(out, &rest);
        }
        self.s.hex_pool.push(rest);
    }

    #[inline(never)]
    fn within_by<O: Join>(&mut self, st: &State, a: &Hexes, b: &Hexes, out: &mut [u64]) {
        self.hexes_by::<O>(st, a, out);
        self.narrow_to(st, true, b, out);
    }

    #[inline(never)]
    fn outside_by<O: Join>(&mut self, st: &State, a: &Hexes, b: &Hexes, out: &mut [u64]) {
        self.hexes_by::<O>(st, a, out);
        self.narrow_to(st, false, b, out);
    }

    #[inline(never)]
    fn chain_by<O: Join>(&mut self, st: &State, links: &[(bool, Hexes)], out: &mut [u64]) {
        let rest = if O::STARTS && begin(self.game, st, links, out) {
            &links[2..]
        } else {
            self.hexes_by::<O>(st, &links[0].1, out);
            &links[1..]
        };
        for (within, set) in rest {
            if !self.narrow_to(st, *within, set, out) {
                break;
            }
        }
    }

    /// Intersects `out` with a set, or subtracts the set if `within` is false; false if `out` was
    /// empty before.
    #[inline(never)]
    fn narrow_to(&mut self, st: &State, within: bool, set: &Hexes, out: &mut [u64]) -> bool {
        if hexset::is_empty(out) {
            return false;
        }
        if within {
            self.hexes_by::<Keep>(st, set, out);
        } else {
            self.hexes_by::<Drop>(st, set, out);
        }
        true
    }

    #[inline(never)]
    fn stacks_by<O: Join>(&mut self, st: &State, side: u8, n: &Int, out: &mut [u64]) {
        let n = self.int(st, n);
        self.narrow_by_stacks::<O>(st, side, n, out);
    }

    /// Combines with `out` a set that is tested only for the hexes in `out`.
    #[inline(never)]
    fn narrowed_by<O: Join>(&mut self, st: &State, e: &Hexes, out: &mut [u64]) {
        let mut set = self.hex_buf();
        set.copy_from_slice(out);
        self.hexes_by::<Keep>(st, e, &mut set);
        join::<O>(out, &set);
        self.s.hex_pool.push(set);
    }

    #[inline(never)]
    fn few_by<O: Join>(&mut self, st: &State, a: &Hexes, out: &mut [u64]) {
        if O::STARTS {
            out.fill(0);
        }
        for h in self.few(st, a).iter() {
            let (w, bit) = self.game.grid.word_bit(h);
            out[w] = <O::Also as Join>::join(out[w], bit);
        }
    }

    #[inline(never)]
    fn whole_by<O: Join>(&mut self, st: &State, e: &Hexes, out: &mut [u64]) {
        let set = self.hexes(st, e);
        join::<O>(out, &set);
        self.s.hex_pool.push(set);
    }

    /// Evaluates a set that must be computed as a whole.
    #[inline(never)]
    fn hexes_new(&mut self, st: &State, e: &Hexes, out: &mut [u64]) {
        let game = self.game;
        match e {
            Hexes::Stacked(s, n) => {
                let n = self.int(st, n);
                self.stacked(st, *s, n, out);
            }
            Hexes::Adjacent(mask, a) => match &**a {
                Hexes::One(h) => {
                    out.fill(0);
                    if let Some(h) = self.hex(st, h) {
                        self.around(*mask, h, out);
                    }
                }
                a => self.with(st, a, |vm, a| vm.neighbors(*mask, a, out)),
            },
            Hexes::Within(h, range) => {
                let range = self.int(st, range);
                match self.hex(st, h) {
                    Some(h) if range >= 0 => {
                        hexset::within(&game.grid, HexId(h), range.min(999) as u16, out);
                        hexset::and(out, &game.all_hexes);
                    }
                    _ => out.fill(0),
                }
            }
            Hexes::Flood { from, open, edges } => {
                if let Hexes::One(h) = &**from {
                    return self.component(st, h, open, *edges, out);
                }
                let from = self.hexes(st, from);
                let open = self.hexes(st, open);
                let mask = edges.map(|m| &game.edges[m as usize]);
                flood(&game.grid, &from, &open, mask, out);
                self.s.hex_pool.push(from);
                self.s.hex_pool.push(open);
            }
            Hexes::HexesOf(u) => {
                let b = self.units(st, u);
                out.fill(0);
                for u in members(&b) {
                    let place = st.unit_place(u);
                    if (place as usize) < game.hex_count {
                        let (w, b) = game.grid.word_bit(place);
                        out[w] |= b;
                    }
                }
                self.s.unit_pool.push(b);
            }
            Hexes::Reach(r) => {
                self.reach(st, r);
                out.copy_from_slice(&self.s.reach_set);
            }
            Hexes::Wideners(duty) => self.wideners(st, duty, out),
            Hexes::Destinations(duty, unit, among) => {
                self.destinations(st, duty, unit, among, out);
            }
            Hexes::Ruled(rule, a) => {
                self.hexes_by::<Put>(st, a, out);
                if self.s.stats.is_some() && !hexset::is_empty(out) {
                    self.applied(*rule);
                }
            }
            _ => {
                self.fault("an invalid set");
                out.fill(0);
            }
        }
    }

    /// Sets `out` to the hexes adjacent to a set, across the open hexsides of a mask if one is
    /// given.
    pub(in crate::vm) fn neighbors(&self, mask: Option<u8>, set: &[u64], out: &mut [u64]) {
        let game = self.game;
        if few(set) {
            out.fill(0);
            for h in hexset::iter(&game.grid, set) {
                self.around(mask, h, out);
            }
            return;
        }
        match mask {
            Some(m) => {
                hexset::neighbors_through(&game.grid, set, &game.edges[m as usize], out);
            }
            None => hexset::neighbors(&game.grid, set, out),
        }
        hexset::and(out, &game.all_hexes);
    }

    /// Adds to `out` the hexes adjacent to a hex, across the open hexsides of a mask if one is
    /// given.
    fn around(&self, mask: Option<u8>, h: u16, out: &mut [u64]) {
        let game = self.game;
        let (w, bit) = game.grid.word_bit(h);
        for d in 0..6u8 {
            let open = mask.is_none_or(|m| game.edges[m as usize].open[d as usize][w] & bit != 0);
            let to = game.grid.neighbor(h, d);
            if open && to != NO_HEX {
                let (w, bit) = game.grid.word_bit(to);
                out[w] |= bit & game.all_hexes[w];
            }
        }
    }

    fn filter(&mut self, st: &State, cond: &Int, out: &mut [u64]) {
        self.s.its.push(0);
        let top = self.s.its.len() - 1;
        self.narrow(out, |vm, h| {
            vm.s.its[top] = i64::from(h);
            vm.int(st, cond) != 0
        });
        self.s.its.pop();
    }

    /// Keeps the members of a set that pass a test.
    fn narrow(&mut self, out: &mut [u64], mut keeps: impl FnMut(&mut Self, u16) -> bool) {
        let per_row = self.game.grid.words_per_row();
        let width = self.game.grid.width() as usize;
        for (w, slot) in out.iter_mut().enumerate() {
            let mut word = *slot;
            while word != 0 {
                let bit = word & word.wrapping_neg();
                word ^= bit;
                let col = (w % per_row) * 64 + bit.trailing_zeros() as usize;
                if !keeps(self, (w / per_row * width + col) as u16) {
                    *slot ^= bit;
                }
            }
        }
    }
}

/// The bits of a set that is precomputed; None for any other set.
#[inline(always)]
pub(in crate::vm) fn ready<'s>(game: &'s Game, st: &'s State, e: &Hexes) -> Option<&'s [u64]> {
    Some(match e {
        Hexes::All => &game.all_hexes,
        Hexes::Fixed(i) => game.fixed_hexes.get(*i as usize)?,
        Hexes::Occupied(s) => st.occupied(game, *s),
        Hexes::Flag(f) => st.hexes_with(game, HexFlag(*f)),
        Hexes::Standing(g) => st.standing(game, *g),
        _ => return None,
    })
}

/// Sets `out` to the first set of a chain narrowed by the second, in one pass. False, with `out`
/// unchanged, if one of the two sets is not precomputed.
fn begin(game: &Game, st: &State, links: &[(bool, Hexes)], out: &mut [u64]) -> bool {
    let [(_, first), (within, second), ..] = links else {
        return false;
    };
    let (Some(first), Some(second)) = (ready(game, st, first), ready(game, st, second)) else {
        return false;
    };
    let turn = if *within { 0 } else { u64::MAX };
    let both = first.iter().zip(second);
    out.iter_mut()
        .zip(both)
        .for_each(|(out, (first, second))| *out = first & (second ^ turn));
    true
}

/// The maximum number of hexes that are tested one by one.
const FEW: usize = 4;

/// The number of words counted at once.
const BLOCK: usize = 8;

/// Whether a set has few members.
fn few(set: &[u64]) -> bool {
    at_most(set, FEW)
}

/// Whether a set has at most `most` members. The count ends early, but not at every word, as such
/// branches would be mispredicted.
#[inline(never)]
pub(in crate::vm) fn at_most(set: &[u64], most: usize) -> bool {
    let mut left = most;
    set.chunks(BLOCK)
        .all(|block| match left.checked_sub(hexset::count(block)) {
            Some(rest) => {
                left = rest;
                true
            }
            None => false,
        })
}
