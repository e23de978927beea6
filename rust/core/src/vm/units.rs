//! Sets of units.

use super::Vm;
use crate::program::expr::Units;
use crate::state::State;

impl Vm<'_> {
    /// Evaluates a set; the buffer goes back to the pool when done with.
    pub(super) fn units(&mut self, st: &State, e: &Units) -> Box<[u64]> {
        let mut out = self.unit_buf();
        self.units_into(st, e, &mut out);
        out
    }

    pub(super) fn with_units(&mut self, st: &State, e: &Units, run: impl FnOnce(&[u64])) {
        let b = self.units(st, e);
        run(&b);
        self.s.unit_pool.push(b);
    }

    pub(super) fn units_into(&mut self, st: &State, e: &Units, out: &mut [u64]) {
        let game = self.game;
        match e {
            Units::Empty => out.fill(0),
            Units::All => {
                out.fill(u64::MAX);
                if !game.unit_count.is_multiple_of(64) {
                    if let Some(last) = out.last_mut() {
                        *last = (1 << (game.unit_count % 64)) - 1;
                    }
                }
                if game.unit_count == 0 {
                    out.fill(0);
                }
            }
            Units::Fixed(i) => out.copy_from_slice(&game.fixed_units[*i as usize]),
            Units::OnMap => out.copy_from_slice(&st.on_map),
            Units::Memo(slot, a) => {
                if let Some(set) = Vm::kept(&self.s.unit_memos, *slot, self.s.now) {
                    out.copy_from_slice(set);
                    return;
                }
                let its = std::mem::take(&mut self.s.its);
                self.units_into(st, a, out);
                self.s.its = its;
                Vm::keep_memo(&mut self.s.unit_memos, *slot, self.s.now, out);
            }
            Units::Flag(f) => {
                out.copy_from_slice(
                    &st.unit_flags[*f as usize * game.unit_words..][..game.unit_words],
                );
            }
            Units::At(p) => {
                out.fill(0);
                let p = self.int(st, p);
                if p >= 0 && p < game.place_count as i64 {
                    st.units_at(p as u16).for_each(|u| put(out, u));
                }
            }
            Units::In(h) => {
                let set = self.hexes(st, h);
                out.fill(0);
                let per_row = game.grid.words_per_row();
                let width = game.grid.width() as usize;
                for (w, &word) in set.iter().enumerate() {
                    let mut word = word;
                    while word != 0 {
                        let col = (w % per_row) * 64 + word.trailing_zeros() as usize;
                        word &= word - 1;
                        let hex = w / per_row * width + col;
                        st.units_at(hex as u16).for_each(|u| put(out, u));
                    }
                }
                self.s.hex_pool.push(set);
            }
            Units::One(u) => {
                out.fill(0);
                if let Some(u) = self.unit(st, u) {
                    put(out, u);
                }
            }
            Units::Or(a, b) => {
                self.units_into(st, a, out);
                self.with_units(st, b, |b| out.iter_mut().zip(b).for_each(|(o, b)| *o |= b));
            }
            Units::And(a, b) => {
                self.units_into(st, a, out);
                if out.iter().all(|&w| w == 0) {
                    return;
                }
                if let Units::In(h) = &**b {
                    // cheaper than collecting every unit of the hexes
                    self.keep_in(st, h, out);
                } else {
                    self.with_units(st, b, |b| out.iter_mut().zip(b).for_each(|(o, b)| *o &= b));
                }
            }
            Units::Minus(a, b) => {
                self.units_into(st, a, out);
                if out.iter().all(|&w| w == 0) {
                    return;
                }
                self.with_units(st, b, |b| out.iter_mut().zip(b).for_each(|(o, b)| *o &= !b));
            }
            Units::Where(a, cond) => {
                self.units_into(st, a, out);
                self.s.its.push(0);
                let top = self.s.its.len() - 1;
                each(out, |w, u, slot| {
                    self.s.its[top] = u as i64;
                    if self.int(st, cond) == 0 {
                        *slot &= !(1 << (u - w * 64));
                    }
                });
                self.s.its.pop();
            }
            Units::Distinct(a) => {
                self.units_into(st, a, out);
                self.distinct(st, out);
            }
            Units::If(c, a, b) => {
                let pick = if self.int(st, c) != 0 { a } else { b };
                self.units_into(st, pick, out);
            }
            Units::GiveWay(duty, given) => self.give_way(st, duty, given, out),
            Units::Joiners(duty) => self.joiners(st, duty, out),
            Units::Tag(rule, a) => {
                self.units_into(st, a, out);
                if self.s.stats.is_some() && out.iter().any(|&w| w != 0) {
                    self.applied(*rule);
                }
            }
        }
    }

    fn keep_in(&mut self, st: &State, h: &crate::program::expr::Hexes, out: &mut [u64]) {
        let game = self.game;
        let set = self.hexes(st, h);
        each(out, |w, u, slot| {
            let place = st.places[u];
            let inside = (place as usize) < game.hex_count && {
                let (word, bit) = game.grid.word_bit(place);
                set[word] & bit != 0
            };
            if !inside {
                *slot &= !(1 << (u - w * 64));
            }
        });
        self.s.hex_pool.push(set);
    }

    /// Keeps one of several counters that are equal in values, place and status.
    fn distinct(&mut self, st: &State, out: &mut [u64]) {
        const SLOTS: usize = 256;
        let seen = &mut self.s.seen;
        seen.resize(SLOTS, (0, 0));
        self.s.seen_epoch += 1;
        let epoch = self.s.seen_epoch;
        let mut kept = 0;
        each(out, |w, u, slot| {
            let term = st.terms[u];
            let mut at = term as usize % SLOTS;
            // a table that is nearly full keeps the rest: more than is needed, never less
            while kept < SLOTS - 1 && seen[at].0 == epoch {
                if seen[at].1 == term {
                    *slot &= !(1 << (u - w * 64));
                    return;
                }
                at = (at + 1) % SLOTS;
            }
            if kept < SLOTS - 1 {
                seen[at] = (epoch, term);
                kept += 1;
            }
        });
    }

    /// Whether one unit belongs to a set.
    pub(super) fn has_unit(&mut self, st: &State, e: &Units, u: u16) -> bool {
        let game = self.game;
        let (w, b) = (u as usize / 64, 1u64 << (u % 64));
        match e {
            Units::Empty => false,
            Units::All => true,
            Units::Fixed(i) => game.fixed_units[*i as usize][w] & b != 0,
            Units::Flag(f) => st.unit_flag(game, *f, u),
            Units::At(p) => self.int(st, p) == i64::from(st.places[u as usize]),
            Units::In(h) => {
                let place = st.places[u as usize];
                (place as usize) < game.hex_count && self.has_hex(st, h, place)
            }
            Units::One(x) => self.unit(st, x) == Some(u),
            Units::Or(x, y) => self.has_unit(st, x, u) || self.has_unit(st, y, u),
            Units::And(x, y) => self.has_unit(st, x, u) && self.has_unit(st, y, u),
            Units::Minus(x, y) => self.has_unit(st, x, u) && !self.has_unit(st, y, u),
            Units::If(c, x, y) => {
                let pick = if self.int(st, c) != 0 { x } else { y };
                self.has_unit(st, pick, u)
            }
            Units::Where(x, cond) => {
                if !self.has_unit(st, x, u) {
                    return false;
                }
                self.s.its.push(i64::from(u));
                let yes = self.int(st, cond) != 0;
                self.s.its.pop();
                yes
            }
            Units::Tag(_, x) => self.has_unit(st, x, u),
            Units::OnMap => st.on_map[w] & b != 0,
            Units::Distinct(_) | Units::Memo(..) | Units::GiveWay(..) | Units::Joiners(_) => {
                let set = self.units(st, e);
                let yes = set[w] & b != 0;
                self.s.unit_pool.push(set);
                yes
            }
        }
    }
}

#[inline]
fn put(out: &mut [u64], u: u16) {
    out[u as usize / 64] |= 1 << (u % 64);
}

/// Runs over the members; the callback may clear bits of the word at hand.
fn each(out: &mut [u64], mut run: impl FnMut(usize, usize, &mut u64)) {
    for (w, slot) in out.iter_mut().enumerate() {
        let mut word = *slot;
        while word != 0 {
            let u = w * 64 + word.trailing_zeros() as usize;
            word &= word - 1;
            run(w, u, slot);
        }
    }
}
