//! Sets of hexes.

use super::{Vm, WAYS};
use crate::game::Depends;
use crate::kernel::flood::flood;
use crate::kernel::grid::NO_HEX;
use crate::kernel::hexset;
use crate::kernel::reach::{reach, ReachQuery, RoadRates, ZoneTolls, FORBIDDEN};
use crate::program::expr::{Hexes, Reach};
use crate::rng::mix;
use crate::state::State;

impl Vm<'_> {
    /// Evaluates a set; the buffer goes back to the pool when done with.
    pub(super) fn hexes(&mut self, st: &State, e: &Hexes) -> Box<[u64]> {
        let mut out = self.hex_buf();
        self.hexes_into(st, e, &mut out);
        out
    }

    fn with<T>(&mut self, st: &State, e: &Hexes, run: impl FnOnce(&mut Self, &[u64]) -> T) -> T {
        let b = self.hexes(st, e);
        let out = run(self, &b);
        self.s.hex_pool.push(b);
        out
    }

    pub(super) fn hexes_into(&mut self, st: &State, e: &Hexes, out: &mut [u64]) {
        let game = self.game;
        match e {
            Hexes::Empty => out.fill(0),
            Hexes::All => out.copy_from_slice(&game.all_hexes),
            Hexes::Fixed(i) => out.copy_from_slice(&game.fixed_hexes[*i as usize]),
            Hexes::Occupied(s) => out.copy_from_slice(st.occupied(game, *s)),
            Hexes::Flag(f) => out.copy_from_slice(flag(game, st, *f)),
            Hexes::Stacked(s, n) => {
                let n = self.int(st, n);
                out.copy_from_slice(st.occupied(game, *s));
                let counts = &st.stack_count[*s as usize * game.hex_count..][..game.hex_count];
                let (per_row, width) = (game.grid.words_per_row(), game.grid.width() as usize);
                for (w, slot) in out.iter_mut().enumerate() {
                    let mut word = *slot;
                    while word != 0 {
                        let bit = word & word.wrapping_neg();
                        word ^= bit;
                        let col = (w % per_row) * 64 + bit.trailing_zeros() as usize;
                        if i64::from(counts[w / per_row * width + col]) < n {
                            *slot ^= bit;
                        }
                    }
                }
            }
            Hexes::One(h) => {
                out.fill(0);
                if let Some(h) = self.hex(st, h) {
                    let (w, b) = game.grid.word_bit(h);
                    out[w] |= b;
                }
            }
            Hexes::Or(a, b) => {
                self.hexes_into(st, a, out);
                self.with(st, b, |_, b| {
                    out.iter_mut().zip(b).for_each(|(o, b)| *o |= b)
                });
            }
            Hexes::And(a, b) => {
                self.hexes_into(st, a, out);
                if out.iter().all(|&w| w == 0) {
                    return;
                }
                self.with(st, b, |_, b| {
                    out.iter_mut().zip(b).for_each(|(o, b)| *o &= b)
                });
            }
            Hexes::Minus(a, b) => {
                self.hexes_into(st, a, out);
                if out.iter().all(|&w| w == 0) {
                    return;
                }
                self.with(st, b, |_, b| {
                    out.iter_mut().zip(b).for_each(|(o, b)| *o &= !b)
                });
            }
            Hexes::Adjacent(mask, a) if matches!(**a, Hexes::One(_)) => {
                out.fill(0);
                let Hexes::One(h) = &**a else { return };
                let Some(h) = self.hex(st, h) else { return };
                let (w, bit) = game.grid.word_bit(h);
                for d in 0..6u8 {
                    let open =
                        mask.is_none_or(|m| game.edges[m as usize].open[d as usize][w] & bit != 0);
                    let to = game.grid.neighbor(h, d);
                    if open && to != NO_HEX {
                        let (w, bit) = game.grid.word_bit(to);
                        out[w] |= bit & game.all_hexes[w];
                    }
                }
            }
            Hexes::Adjacent(mask, a) => {
                self.with(st, a, |_, a| match mask {
                    Some(m) => {
                        hexset::neighbors_through(&game.grid, a, &game.edges[*m as usize], out);
                    }
                    None => hexset::neighbors(&game.grid, a, out),
                });
                out.iter_mut()
                    .zip(&game.all_hexes[..])
                    .for_each(|(o, a)| *o &= a);
            }
            Hexes::Within(h, range) => {
                let range = self.int(st, range);
                match self.hex(st, h) {
                    Some(h) if range >= 0 => {
                        hexset::within(&game.grid, h, range.min(999) as u16, out);
                        out.iter_mut()
                            .zip(&game.all_hexes[..])
                            .for_each(|(o, a)| *o &= a);
                    }
                    _ => out.fill(0),
                }
            }
            Hexes::Flood { from, open, edges } => {
                let from = self.hexes(st, from);
                let open = self.hexes(st, open);
                let mask = edges.map(|m| &game.edges[m as usize]);
                flood(&game.grid, &from, &open, mask, out);
                self.s.hex_pool.push(from);
                self.s.hex_pool.push(open);
            }
            Hexes::View(v) => self.view(st, *v as usize, out),
            Hexes::Memo(slot, a) => {
                if let Some(set) = Vm::kept(&self.s.hex_memos, *slot, self.s.now) {
                    out.copy_from_slice(set);
                    return;
                }
                let its = std::mem::take(&mut self.s.its);
                self.hexes_into(st, a, out);
                self.s.its = its;
                Vm::keep_memo(&mut self.s.hex_memos, *slot, self.s.now, out);
            }
            Hexes::Of(u) => {
                let b = self.units(st, u);
                out.fill(0);
                for (w, &word) in b.iter().enumerate() {
                    let mut word = word;
                    while word != 0 {
                        let u = w * 64 + word.trailing_zeros() as usize;
                        word &= word - 1;
                        let place = st.places[u];
                        if (place as usize) < game.hex_count {
                            let (w, b) = game.grid.word_bit(place);
                            out[w] |= b;
                        }
                    }
                }
                self.s.unit_pool.push(b);
            }
            Hexes::If(c, a, b) => {
                let pick = if self.int(st, c) != 0 { a } else { b };
                self.hexes_into(st, pick, out);
            }
            Hexes::Where(a, cond) => {
                self.hexes_into(st, a, out);
                self.filter(st, cond, out);
            }
            Hexes::Reach(r) => {
                self.reach(st, r);
                out.copy_from_slice(&self.s.reach_set);
            }
            Hexes::Wideners(duty) => self.wideners(st, duty, out),
            Hexes::Destinations(duty, unit, among) => {
                self.destinations(st, duty, unit, among, out);
            }
            Hexes::Tag(rule, a) => {
                self.hexes_into(st, a, out);
                if self.s.stats.is_some() && out.iter().any(|&w| w != 0) {
                    self.applied(*rule);
                }
            }
        }
    }

    fn filter(&mut self, st: &State, cond: &crate::program::expr::Int, out: &mut [u64]) {
        let per_row = self.game.grid.words_per_row();
        let width = self.game.grid.width() as usize;
        self.s.its.push(0);
        let top = self.s.its.len() - 1;
        for (w, slot) in out.iter_mut().enumerate() {
            let mut word = *slot;
            while word != 0 {
                let bit = word & word.wrapping_neg();
                word ^= bit;
                let col = (w % per_row) * 64 + bit.trailing_zeros() as usize;
                self.s.its[top] = (w / per_row * width + col) as i64;
                if self.int(st, cond) == 0 {
                    *slot ^= bit;
                }
            }
        }
        self.s.its.pop();
    }

    /// Whether one hex belongs to a set, without building the set where that can be avoided.
    pub(super) fn has_hex(&mut self, st: &State, e: &Hexes, h: u16) -> bool {
        let game = self.game;
        let (w, b) = game.grid.word_bit(h);
        match e {
            Hexes::Empty => false,
            Hexes::All => game.all_hexes[w] & b != 0,
            Hexes::Fixed(i) => game.fixed_hexes[*i as usize][w] & b != 0,
            Hexes::Occupied(s) => st.occupied(game, *s)[w] & b != 0,
            Hexes::Flag(f) => flag(game, st, *f)[w] & b != 0,
            Hexes::One(x) => self.hex(st, x) == Some(h),
            Hexes::Stacked(s, n) => {
                let n = self.int(st, n);
                i64::from(st.stack_count[*s as usize * game.hex_count + h as usize]) >= n.max(1)
            }
            Hexes::Or(x, y) => self.has_hex(st, x, h) || self.has_hex(st, y, h),
            Hexes::And(x, y) => self.has_hex(st, x, h) && self.has_hex(st, y, h),
            Hexes::Minus(x, y) => self.has_hex(st, x, h) && !self.has_hex(st, y, h),
            Hexes::If(c, x, y) => {
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
            Hexes::Tag(_, x) => self.has_hex(st, x, h),
            Hexes::View(v) => {
                let slot = self.view_slot(st, *v as usize);
                let at = slot * game.hex_words;
                self.s.views[*v as usize].words[at + w] & b != 0
            }
            Hexes::Adjacent(mask, x) => {
                // the step is taken from the neighbour, so its hexside must be open
                (0..6u8).any(|d| {
                    let from = game.grid.neighbor(h, d);
                    from != NO_HEX && {
                        let back = (d + 3) % 6;
                        let (fw, fb) = game.grid.word_bit(from);
                        mask.is_none_or(|m| {
                            game.edges[m as usize].open[back as usize][fw] & fb != 0
                        }) && self.has_hex(st, x, from)
                    }
                }) && game.all_hexes[w] & b != 0
            }
            Hexes::Of(units) => {
                let (mut yes, mut at) = (false, st.units_at(h));
                while let (false, Some(u)) = (yes, at.next()) {
                    yes = self.has_unit(st, units, u);
                }
                yes
            }
            _ => self.with(st, e, |_, set| set[w] & b != 0),
        }
    }

    fn view(&mut self, st: &State, v: usize, out: &mut [u64]) {
        let slot = self.view_slot(st, v);
        let n = self.game.hex_words;
        out.copy_from_slice(&self.s.views[v].words[slot * n..][..n]);
    }

    fn view_slot(&mut self, st: &State, v: usize) -> usize {
        let key = self.partial_key(st, &self.game.view_depends[v]) | 1;
        if let Some(slot) = self.s.views[v].keys.iter().position(|&k| k == key) {
            return slot;
        }
        let words = self.hexes(st, &self.game.data.views[v]);
        let n = self.game.hex_words;
        let cache = &mut self.s.views[v];
        let slot = cache.turn % WAYS;
        cache.turn = cache.turn.wrapping_add(1);
        cache.keys[slot] = key;
        cache.words[slot * n..][..n].copy_from_slice(&words);
        self.s.hex_pool.push(words);
        slot
    }

    fn partial_key(&self, st: &State, d: &Depends) -> u64 {
        if d.all {
            return mix(st.board_hash());
        }
        let mut key = if d.units { st.units_hash } else { 0 };
        for side in 0..self.game.side_count {
            if d.occupied >> side & 1 == 1 {
                key = mix(key ^ st.occupied_hash[side]);
            }
        }
        if d.hex_flags != 0 {
            for (f, hash) in st.flag_hash.iter().enumerate() {
                if d.hex_flags >> f & 1 == 1 {
                    key = mix(key ^ hash.wrapping_add(f as u64));
                }
            }
        }
        for &v in &d.variables {
            key = mix(key ^ (u64::from(v) << 32 | u64::from(st.vars[v as usize] as u32)));
        }
        key
    }

    /// Computes a movement field into the scratch, unless it is the one already there.
    pub(super) fn reach(&mut self, st: &State, r: &Reach) {
        let game = self.game;
        let from = self.int(st, &r.from);
        let budget = self.int(st, &r.budget).clamp(0, 4000) as u16;
        let table = self.int(st, &r.costs);
        let minimum_one = self.int(st, &r.minimum_one) != 0;
        let (Some(costs), true) = (
            game.costs.get(table.max(0) as usize),
            (0..game.hex_count as i64).contains(&from),
        ) else {
            self.s.reach_set.fill(0);
            self.s.reach_key = 0;
            return;
        };
        let tolls = self.tolls(st, r);
        let road = self.road(st, r);
        let due = r
            .road
            .as_ref()
            .map_or(0, |x| self.int(st, &x.due))
            .clamp(0, 4000) as u16;
        let blocked = self.hexes(st, &r.blocked);
        let stop = r.stop.as_ref().map(|s| self.hexes(st, s));
        let zone = r.zones.as_ref().map(|z| self.hexes(st, &z.zone));
        let head = (from as u64) << 48 | u64::from(budget) << 24 | (table as u64) << 1;
        let mut key = mix(head | u64::from(minimum_one));
        for &w in blocked.iter() {
            key = (key ^ w)
                .wrapping_mul(0x9E37_79B9_7F4A_7C15)
                .rotate_left(29);
        }
        for &w in stop.iter().flat_map(|s| s.iter()) {
            key = (key ^ w)
                .wrapping_mul(0xD6E8_FEB8_6659_FD93)
                .rotate_left(31);
        }
        for &w in zone.iter().flat_map(|s| s.iter()) {
            key = (key ^ w)
                .wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
                .rotate_left(27);
        }
        if r.zones.is_some() {
            key = mix(key ^ mix(tolls.iter().fold(1, |all, &t| all << 8 | u64::from(t))));
        }
        if let Some((along, full)) = road {
            key = mix(key ^ mix((along as u64) << 32 | (full as u64) << 16 | u64::from(due)));
        }
        let key = mix(key) | 1;
        if key != self.s.reach_key {
            let query = ReachQuery {
                blocked: Some(&blocked),
                stop: stop.as_deref(),
                minimum_one,
                zones: zone.as_deref().map(|zone| ZoneTolls {
                    zone,
                    enter: tolls[0],
                    leave: tolls[1],
                    between: tolls[2],
                    stop: tolls[3] != 0,
                }),
                road: road.map(|(along, full)| RoadRates {
                    along: &game.costs[along],
                    full: &game.costs[full],
                }),
                due,
                layers: game.layers[table as usize].as_ref(),
                ..ReachQuery::new(from as u16, budget, costs)
            };
            let s = &mut *self.s;
            reach(&game.grid, &query, &mut s.reach, &mut s.reach_set);
            s.reach_key = key;
        }
        self.s.hex_pool.push(blocked);
        self.s.hex_pool.extend(stop);
        self.s.hex_pool.extend(zone);
    }

    fn tolls(&mut self, st: &State, r: &Reach) -> [u8; 4] {
        let Some(z) = &r.zones else { return [0; 4] };
        let toll = |s: &mut Self, e| s.int(st, e).clamp(0, i64::from(FORBIDDEN)) as u8;
        [
            toll(self, &z.enter),
            toll(self, &z.leave),
            toll(self, &z.between),
            toll(self, &z.stop),
        ]
    }

    /// The numbers of the two tables of a road, when both exist.
    fn road(&mut self, st: &State, r: &Reach) -> Option<(usize, usize)> {
        let road = r.road.as_ref()?;
        let count = self.game.costs.len() as i64;
        let (along, full) = (self.int(st, &road.along), self.int(st, &road.full));
        let known = (0..count).contains(&along) && (0..count).contains(&full);
        known.then_some((along as usize, full as usize))
    }
}

fn flag<'s>(game: &crate::game::Game, st: &'s State, f: u8) -> &'s [u64] {
    &st.hex_flags[f as usize * game.hex_words..][..game.hex_words]
}
