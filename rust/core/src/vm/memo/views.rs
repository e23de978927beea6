//! Cached views: sets of hexes. For each view a few values are cached, each under the key of the
//! state from which it was computed.

use crate::ir::expr::Hexes;
use crate::state::State;
use crate::vm::memo::keys::digest;
use crate::vm::scratch::WAYS;
use crate::vm::Vm;

/// The number of membership tests of a view, with the same key, before the whole view is computed.
const ASKS: u32 = 6;

impl Vm<'_> {
    /// Whether a hex is in view `v`. The first tests after a change evaluate the expression for the
    /// hex alone, if that is cheap.
    pub(in crate::vm) fn view_has(&mut self, st: &State, v: usize, h: u16) -> bool {
        let game = self.game;
        let slot = match self.view_known(st, v) {
            Ok(slot) => slot,
            Err(key) => {
                let seldom = self.seldom_asked(v, key);
                if seldom && game.kept.quickly_asked[v] && !self.plain() {
                    return self.has_hex(st, &game.fast.views[v], h);
                }
                self.view_made(st, v, key)
            }
        };
        self.in_view(v, slot, h)
    }

    /// Whether a hex is in a set that is cached as view `v`. The first tests after a change
    /// evaluate the expression `e` for the hex alone.
    pub(in crate::vm) fn kept_has(&mut self, st: &State, v: usize, e: &Hexes, h: u16) -> bool {
        if self.s.views[v].missed != self.s.epoch {
            match self.view_known(st, v) {
                Ok(slot) => return self.in_view(v, slot, h),
                Err(key) if !self.seldom_asked(v, key) => {
                    let slot = self.view_made(st, v, key);
                    return self.in_view(v, slot, h);
                }
                Err(_) => self.s.views[v].missed = self.s.epoch,
            }
        }
        self.has_hex(st, e, h)
    }

    /// Whether view `v` has had only a few membership tests with this key; counts the test.
    fn seldom_asked(&mut self, v: usize, key: u64) -> bool {
        let asked = &mut self.s.views[v].asked;
        if asked.0 != key {
            *asked = (key, 0);
        }
        asked.1 += 1;
        asked.1 <= ASKS
    }

    /// Whether a hex is in the cached value of view `v` that is stored in `slot`.
    #[inline]
    pub(in crate::vm) fn in_view(&self, v: usize, slot: usize, h: u16) -> bool {
        let (w, b) = self.game.grid.word_bit(h);
        self.s.views[v].words[slot * self.game.hex_words + w] & b != 0
    }

    pub(in crate::vm) fn view_slot(&mut self, st: &State, v: usize) -> usize {
        self.view_known(st, v)
            .unwrap_or_else(|key| self.view_made(st, v, key))
    }

    /// The slot with the value of view `v` in this state; if none is cached, the key to store it
    /// under, as an error.
    fn view_known(&mut self, st: &State, v: usize) -> Result<usize, u64> {
        let epoch = self.s.epoch;
        let (good, slot) = self.s.views[v].good;
        if good == epoch {
            return Ok(slot);
        }
        let key = self.partial_key(st, &self.game.kept.views[v]);
        let slot = self.s.views[v].keys.iter().position(|&k| k == key);
        if let Some(slot) = slot {
            self.s.views[v].good = (epoch, slot);
        }
        slot.ok_or(key)
    }

    /// A hash of the value of view `v` in this state.
    pub(in crate::vm) fn view_value(&mut self, st: &State, v: usize) -> u64 {
        let slot = self.view_slot(st, v);
        let n = self.game.hex_words;
        let cache = &mut self.s.views[v];
        if cache.values[slot] == 0 {
            let version = |slot: usize| &cache.words[slot * n..][..n];
            // often the value is the same as before
            let last = (slot + WAYS - 1) % WAYS;
            cache.values[slot] = match cache.values[last] {
                value if value != 0 && version(last) == version(slot) => value,
                _ => digest(version(slot)),
            };
        }
        cache.values[slot]
    }

    fn view_made(&mut self, st: &State, v: usize, key: u64) -> usize {
        let epoch = self.s.epoch;
        let game = self.game;
        let view = if self.plain() {
            &game.data.views[v]
        } else {
            &game.fast.views[v]
        };
        let words = self.hexes(st, view);
        let n = self.game.hex_words;
        let cache = &mut self.s.views[v];
        if cache.words.is_empty() {
            cache.words = vec![0; WAYS * n].into_boxed_slice();
        }
        let slot = cache.turn % WAYS;
        cache.turn = cache.turn.wrapping_add(1);
        cache.keys[slot] = key;
        cache.values[slot] = 0;
        cache.good = (epoch, slot);
        cache.words[slot * n..][..n].copy_from_slice(&words);
        self.s.hex_pool.push(words);
        slot
    }
}
