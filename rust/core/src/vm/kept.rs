//! Keys of what is kept: a mix of all that a kept value depends on, never 0.
//!
//! Nothing is invalidated. A key names what a value was made of, so that copies of a state,
//! siblings and a position come back to share what was worked out.

use super::Vm;
use crate::game::Depends;
use crate::program::expr::{Int, Units};
use crate::rng::mix;
use crate::state::State;

/// Mixes one more word in; quicker and coarser than [`mix`], which ends the key.
#[inline]
fn stir(key: u64, word: u64) -> u64 {
    (key ^ word)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .rotate_left(29)
}

impl Vm<'_> {
    /// The key of what an expression depends on.
    pub(super) fn partial_key(&self, st: &State, d: &Depends) -> u64 {
        if d.all {
            return mix(st.board_hash() ^ st.exact_hash) | 1;
        }
        let game = self.game;
        let mut key = if d.units { st.exact_hash } else { 0 };
        for (side, &hash) in st.occupied_hash.iter().enumerate() {
            if d.occupied >> side & 1 == 1 {
                key = stir(key, hash);
            }
        }
        let mut flags = d.hex_flags;
        while flags != 0 {
            key = stir(key, st.flag_hashes()[flags.trailing_zeros() as usize]);
            flags &= flags - 1;
        }
        let mut flags = if d.units { 0 } else { d.unit_flags };
        while flags != 0 {
            for &word in st.units_with(game, flags.trailing_zeros() as u8) {
                key = stir(key, word);
            }
            flags &= flags - 1;
        }
        for &v in &d.variables {
            key = stir(key, st.vars[v as usize] as u32 as u64);
        }
        for &l in &d.locals {
            key = stir(key, st.locals[self.s.base + l as usize] as u32 as u64);
        }
        mix(key) | 1
    }

    /// A number that is worked out again only when what it depends on has changed.
    pub(super) fn kept_number(&mut self, st: &State, slot: u16, e: &Int) -> i64 {
        let game = self.game;
        let key = self.partial_key(st, &game.kept.numbers[slot as usize]);
        let at = slot as usize;
        if self.s.numbers.len() <= at {
            self.s.numbers.resize(game.kept.numbers.len(), (0, 0));
        }
        if self.s.numbers[at].0 == key {
            return self.s.numbers[at].1;
        }
        let value = self.int(st, e);
        if self.s.fault.is_none() {
            self.s.numbers[at] = (key, value);
        }
        value
    }

    /// A set of units that is worked out again only when what it depends on has changed.
    pub(super) fn kept_units(&mut self, st: &State, slot: u16, e: &Units) -> &[u64] {
        let game = self.game;
        let key = self.partial_key(st, &game.kept.sets[slot as usize]);
        let at = slot as usize;
        if self.s.unit_sets.len() <= at {
            let count = game.kept.sets.len();
            self.s.unit_sets.resize_with(count, Default::default);
        }
        if self.s.unit_sets[at].0 != key {
            let set = self.units(st, e);
            let kept = if self.s.fault.is_none() { key } else { 0 };
            let (_, outworn) = std::mem::replace(&mut self.s.unit_sets[at], (kept, set));
            if !outworn.is_empty() {
                self.s.unit_pool.push(outworn);
            }
        }
        &self.s.unit_sets[at].1
    }
}
