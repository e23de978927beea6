//! Evaluation of sets of units.

use crate::game::Game;
use crate::ids::UnitFlag;
use crate::ir::expr::{Hexes, Units};
use crate::state::State;
use crate::vm::eval::hexes::at_most;
use crate::vm::eval::set_ops::{join, join_zero, Drop, Join, Keep, Put};
use crate::vm::Vm;
use eastfront_kernel::hexset;

impl Vm<'_> {
    /// Evaluates a set into a buffer that the caller returns to the pool after use.
    pub(in crate::vm) fn units(&mut self, st: &State, e: &Units) -> Box<[u64]> {
        let mut out = self.unit_buf();
        self.units_by::<Put>(st, e, &mut out);
        out
    }

    /// Combines a set with the content of `out`, as [`Vm::hexes_by`] does.
    pub(in crate::vm) fn units_by<O: Join>(&mut self, st: &State, e: &Units, out: &mut [u64]) {
        match ready(self.game, st, e) {
            Some(set) => join::<O>(out, set),
            None => self.made_units_by::<O>(st, e, out),
        }
    }

    /// Combines a composite set with the content of `out`.
    #[inline(never)]
    fn made_units_by<O: Join>(&mut self, st: &State, e: &Units, out: &mut [u64]) {
        match e {
            Units::Empty => join_zero::<O>(out),
            Units::Memo(slot, a) => {
                if Vm::kept(&self.s.unit_memos, *slot, self.s.now).is_none() {
                    let set = self.units(st, a);
                    let former = Vm::keep_memo(&mut self.s.unit_memos, *slot, self.s.now, set);
                    self.s.unit_pool.extend(former);
                }
                if let Some(set) = Vm::kept(&self.s.unit_memos, *slot, self.s.now) {
                    join::<O>(out, set);
                }
            }
            Units::Cached(slot, a) => {
                let set = self.kept_units(st, *slot, a);
                join::<O>(out, set);
            }
            Units::Followed(slot, a, once) => {
                let set = self.followed(st, *slot, a, *once);
                join::<O>(out, set);
            }
            Units::IfElse(c, a, b) => {
                let pick = if self.int(st, c) != 0 { a } else { b };
                self.units_by::<O>(st, pick, out);
            }
            Units::Union(a, b) if !O::KEEPS => {
                self.units_by::<O>(st, a, out);
                self.units_by::<O::Also>(st, b, out);
            }
            Units::Intersection(a, b) if O::STARTS || O::KEEPS => {
                self.units_by::<O>(st, a, out);
                if !hexset::is_empty(out) {
                    self.units_by::<Keep>(st, b, out);
                }
            }
            Units::Difference(a, b) if O::STARTS || O::KEEPS => {
                self.units_by::<O>(st, a, out);
                if !hexset::is_empty(out) {
                    self.units_by::<Drop>(st, b, out);
                }
            }
            Units::Chain(links) if O::STARTS || O::KEEPS => {
                self.units_by::<O>(st, &links[0].1, out);
                for (within, set) in &links[1..] {
                    if hexset::is_empty(out) {
                        break;
                    } else if *within {
                        self.units_by::<Keep>(st, set, out);
                    } else {
                        self.units_by::<Drop>(st, set, out);
                    }
                }
            }
            Units::Where(a, cond) if O::STARTS || O::KEEPS => {
                self.units_by::<O>(st, a, out);
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
            Units::WhereKnown(slot, a, cond) if O::STARTS || O::KEEPS => {
                self.units_by::<O>(st, a, out);
                if !hexset::is_empty(out) {
                    let question = (*slot, self.question_key(st, *slot));
                    each(out, |w, u, slot| {
                        if !self.known(st, question, cond, u as u16) {
                            *slot &= !(1 << (u - w * 64));
                        }
                    });
                }
            }
            // cheaper than collecting every unit of the hexes
            Units::In(h) if O::KEEPS => self.keep_in(st, h, out),
            Units::At(p) if O::KEEPS => {
                let p = self.int(st, p);
                each(out, |w, u, slot| {
                    if i64::from(st.unit_place(u as u16)) != p {
                        *slot &= !(1 << (u - w * 64));
                    }
                });
            }
            // tested only for the units in `out`
            Units::Intersection(..)
            | Units::Difference(..)
            | Units::Chain(_)
            | Units::Where(..)
            | Units::WhereKnown(..)
                if O::NARROWS =>
            {
                let mut set = self.unit_buf();
                set.copy_from_slice(out);
                self.units_by::<Keep>(st, e, &mut set);
                join::<O>(out, &set);
                self.s.unit_pool.push(set);
            }
            _ if O::STARTS => self.units_new(st, e, out),
            _ => {
                let set = self.units(st, e);
                join::<O>(out, &set);
                self.s.unit_pool.push(set);
            }
        }
    }

    /// Evaluates a set that must be computed as a whole.
    fn units_new(&mut self, st: &State, e: &Units, out: &mut [u64]) {
        let game = self.game;
        match e {
            Units::At(p) => {
                out.fill(0);
                let p = self.int(st, p);
                if p >= 0 && p < game.place_count as i64 {
                    st.units_on(p as u16).for_each(|u| put(out, u));
                }
            }
            Units::In(h) => {
                if let Hexes::Few(h) = &**h {
                    out.fill(0);
                    for h in self.few(st, h).iter() {
                        st.units_on(h).for_each(|u| put(out, u));
                    }
                    return;
                }
                out.copy_from_slice(st.on_map(game));
                self.keep_in(st, h, out);
            }
            Units::One(u) => {
                out.fill(0);
                if let Some(u) = self.unit(st, u) {
                    put(out, u);
                }
            }
            Units::After(u) => {
                let first = self.int(st, u).saturating_add(1).max(0) as usize;
                for (w, slot) in out.iter_mut().enumerate() {
                    let skipped = first.saturating_sub(w * 64).min(64) as u32;
                    let from = u64::MAX.checked_shl(skipped).unwrap_or(0);
                    *slot = game.all_units[w] & from;
                }
            }
            Units::Distinct(a) => {
                self.units_by::<Put>(st, a, out);
                self.distinct(st, out);
            }
            Units::GiveWay(duty, given) => self.give_way(st, duty, given, out),
            Units::Joiners(duty) => self.joiners(st, duty, out),
            Units::Ruled(rule, a) => {
                self.units_by::<Put>(st, a, out);
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

    /// Whether a set has a member; the set is computed only if needed.
    pub(in crate::vm) fn any_unit(&mut self, st: &State, e: &Units) -> bool {
        match e {
            Units::Flag(f) => !hexset::is_empty(st.units_with(self.game, UnitFlag(*f))),
            Units::OnMap => !hexset::is_empty(st.on_map(self.game)),
            Units::At(p) => {
                let p = self.int(st, p);
                u16::try_from(p).is_ok_and(|p| st.units_on(p).next().is_some())
            }
            Units::IfElse(c, a, b) => {
                let pick = if self.int(st, c) != 0 { a } else { b };
                self.any_unit(st, pick)
            }
            Units::Where(a, cond) => {
                let set = self.units(st, a);
                self.s.its.push(0);
                let top = self.s.its.len() - 1;
                let found = members(&set).any(|u| {
                    self.s.its[top] = i64::from(u);
                    self.int(st, cond) != 0
                });
                self.s.its.pop();
                self.s.unit_pool.push(set);
                found
            }
            Units::WhereKnown(slot, a, cond) => {
                let set = self.units(st, a);
                let question = (*slot, self.question_key(st, *slot));
                let found = members(&set).any(|u| self.known(st, question, cond, u));
                self.s.unit_pool.push(set);
                found
            }
            _ => {
                let set = self.units(st, e);
                let found = !hexset::is_empty(&set);
                self.s.unit_pool.push(set);
                found
            }
        }
    }

    /// The hexes of a set that hold units.
    fn held_hexes(&mut self, st: &State, h: &Hexes) -> Box<[u64]> {
        let game = self.game;
        let mut set = self.hexes(st, h);
        let mut held = self.hex_buf();
        held.fill(0);
        for side in 0..game.side_count as u8 {
            hexset::or(&mut held, st.occupied(game, side));
        }
        hexset::and(&mut set, &held);
        self.s.hex_pool.push(held);
        set
    }

    /// Keeps in `out` the units in any of some hexes.
    fn keep_at(&mut self, st: &State, hexes: impl Iterator<Item = u16>, out: &mut [u64]) {
        let mut there = self.unit_buf();
        there.fill(0);
        for h in hexes {
            st.units_on(h).for_each(|u| put(&mut there, u));
        }
        join::<Keep>(out, &there);
        self.s.unit_pool.push(there);
    }

    fn keep_in(&mut self, st: &State, h: &Hexes, out: &mut [u64]) {
        let game = self.game;
        let few = at_most(out, FEW);
        if few && matches!(h, Hexes::Few(_)) {
            each(out, |w, u, slot| {
                let place = st.unit_place(u as u16);
                if place as usize >= game.hex_count || !self.has_hex(st, h, place) {
                    *slot &= !(1 << (u - w * 64));
                }
            });
            return;
        }
        if let Hexes::Few(h) = h {
            let hexes = self.few(st, h);
            return self.keep_at(st, hexes.iter(), out);
        }
        let set = self.held_hexes(st, h);
        if at_most(&set, FEW_HEXES) {
            self.keep_at(st, hexset::iter(&game.grid, &set), out);
            self.s.hex_pool.push(set);
            return;
        }
        each(out, |w, u, slot| {
            let place = st.unit_place(u as u16);
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

    /// Of identical counters in `out` at the same place with the same flags and fields, keeps the
    /// first.
    pub(in crate::vm) fn distinct(&mut self, st: &State, out: &mut [u64]) {
        let slots = (2 * self.game.unit_count).next_power_of_two();
        let seen = &mut self.s.seen;
        seen.resize(slots, (0, 0));
        self.s.seen_epoch += 1;
        let epoch = self.s.seen_epoch;
        let game = self.game;
        each(out, |w, u, slot| {
            if game.alike(u as u16).len() == 1 {
                return;
            }
            let term = st.term(u as u16);
            let mut at = term as usize & (slots - 1);
            while seen[at].0 == epoch {
                if seen[at].1 == term {
                    *slot &= !(1 << (u - w * 64));
                    return;
                }
                at = (at + 1) & (slots - 1);
            }
            seen[at] = (epoch, term);
        });
    }

    /// Whether a unit is in a set.
    pub(in crate::vm) fn has_unit(&mut self, st: &State, e: &Units, u: u16) -> bool {
        match ready(self.game, st, e) {
            Some(set) => has_one(set, u),
            None => self.made_has_unit(st, e, u),
        }
    }

    /// Whether a unit is in a composite set.
    #[inline(never)]
    fn made_has_unit(&mut self, st: &State, e: &Units, u: u16) -> bool {
        let game = self.game;
        match e {
            Units::Empty => false,
            Units::At(p) => self.int(st, p) == i64::from(st.unit_place(u)),
            Units::In(h) => {
                let place = st.unit_place(u);
                (place as usize) < game.hex_count && self.has_hex(st, h, place)
            }
            Units::One(x) => self.unit(st, x) == Some(u),
            Units::Union(x, y) => self.has_unit(st, x, u) || self.has_unit(st, y, u),
            Units::Intersection(x, y) => self.has_unit(st, x, u) && self.has_unit(st, y, u),
            Units::Difference(x, y) => self.has_unit(st, x, u) && !self.has_unit(st, y, u),
            Units::Chain(links) => {
                let mut links = links.iter();
                links.all(|(within, set)| self.has_unit(st, set, u) == *within)
            }
            Units::IfElse(c, x, y) => {
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
            Units::WhereKnown(slot, x, cond) => {
                self.has_unit(st, x, u) && {
                    let question = (*slot, self.question_key(st, *slot));
                    self.known(st, question, cond, u)
                }
            }
            Units::Ruled(_, x) => self.has_unit(st, x, u),
            Units::Cached(slot, x) => has_one(self.kept_units(st, *slot, x), u),
            Units::Followed(slot, x, once) => has_one(self.followed(st, *slot, x, *once), u),
            Units::After(x) => i64::from(u) > self.int(st, x),
            _ => {
                let set = self.units(st, e);
                let yes = has_one(&set, u);
                self.s.unit_pool.push(set);
                yes
            }
        }
    }
}

/// The bits of a set that is precomputed; None for any other set.
#[inline(always)]
fn ready<'s>(game: &'s Game, st: &'s State, e: &Units) -> Option<&'s [u64]> {
    Some(match e {
        Units::All => &game.all_units,
        Units::Fixed(i) => game.fixed_units.get(*i as usize)?,
        Units::OnMap => st.on_map(game),
        Units::Flag(f) => st.units_with(game, UnitFlag(*f)),
        _ => return None,
    })
}

/// The maximum number of units that are tested one by one.
const FEW: usize = 3;
/// The maximum number of hexes whose stacks are collected; for more hexes, testing all units is
/// faster.
const FEW_HEXES: usize = 12;

/// The members of a set of units, in order.
pub(in crate::vm) fn members(set: &[u64]) -> impl Iterator<Item = u16> + '_ {
    set.iter().enumerate().flat_map(|(w, &word)| {
        let mut word = word;
        std::iter::from_fn(move || {
            (word != 0).then(|| {
                let bit = word.trailing_zeros();
                word &= word - 1;
                (w * 64) as u16 + bit as u16
            })
        })
    })
}

/// Whether a unit is in a set.
#[inline]
pub(in crate::vm) fn has_one(set: &[u64], u: u16) -> bool {
    let word = set.get(usize::from(u / 64));
    word.is_some_and(|word| word >> (u % 64) & 1 == 1)
}

#[inline]
pub(in crate::vm) fn put(out: &mut [u64], u: u16) {
    out[u as usize / 64] |= 1 << (u % 64);
}

/// Calls a function for each member: the index of its word, the unit, and the word, in which the
/// function may clear bits.
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
