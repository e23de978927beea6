//! Setters of a state, which keep the derived part up to date, and the full recomputation of the
//! derived part.

use super::{flags_in, State, NONE};
use crate::error::{program, Result};
use crate::game::Game;
use crate::ids::HexFlag;
use crate::program::passes::materialise_sets::HEIGHTS;
use eastfront_kernel::hexset;
use eastfront_kernel::rng::mix;

/// A summary of the other units in a hex that a unit enters or leaves.
struct Company {
    /// A bit mask of the materialised sets to whose groups one of the units belongs.
    groups: u32,
    /// Whether any of the units is of the same side as the one that enters or leaves.
    side: bool,
    /// The number of units of the same side that count for stacking.
    stack: usize,
}

fn field_term(seed: u64, i: usize, value: i16) -> u64 {
    if value == 0 {
        return 0;
    }
    mix(seed ^ mix(0xF1E1_D000 + i as u64) ^ mix(value as u64))
}

impl State {
    /// Recomputes the derived part, except the pending decision.
    pub(crate) fn derive(&mut self, game: &Game) {
        let at = self.at;
        self.words[at.occupied..].fill(0);
        self.shorts[at.marks..at.next].fill(0);
        self.shorts[at.next..].fill(NONE);
        self.occupied_hash = [0; 4];
        self.units_hash = 0;
        self.side_hash = [0; 4];
        self.vars_hash = 0;
        for f in 0..game.data.unit_flags.len() {
            for w in 0..game.unit_words {
                let mut word = self.words[f * game.unit_words + w];
                while word != 0 {
                    let u = w * 64 + word.trailing_zeros() as usize;
                    word &= word - 1;
                    self.shorts[at.mark(u, f)] |= 1 << (f % 16);
                }
            }
        }
        for u in (0..game.unit_count as u16).rev() {
            self.link(game, u);
            self.renew(game, u, self.unit_place(u));
        }
        for f in 0..game.data.hex_flags.len() {
            let set = self.hexes_with(game, HexFlag(f as u8));
            let hash = eastfront_kernel::hexset::iter(&game.grid, set).fold(0u64, |a, h| {
                a.wrapping_add(mix(game.flag_seed[f] ^ u64::from(h)))
            });
            self.words[at.flag_hashes + f] = hash;
        }
        for v in 0..self.vars.len() {
            self.vars_hash = self.vars_hash.wrapping_add(self.var_term(game, v));
        }
    }

    fn var_term(&self, game: &Game, v: usize) -> u64 {
        mix(game.var_seed[v] ^ mix(self.vars[v] as u32 as u64))
    }

    fn unit_term(&self, game: &Game, u: u16) -> u64 {
        let seed = game.class_seed[u as usize];
        let place = u64::from(self.unit_place(u));
        let (flags, per_unit) = self.flags_by_unit();
        let flags = flags_in(&flags[u as usize * per_unit..][..per_unit]);
        let mut term = mix(seed ^ mix(place) ^ mix(!flags));
        for f in 0..game.data.unit_fields.len() {
            term = term.wrapping_add(field_term(seed ^ place, f, self.field(f as u8, u)));
        }
        mix(term)
    }

    /// Updates the hash of the state for a unit that has changed, or has moved from place `from`.
    fn renew(&mut self, game: &Game, u: u16, from: u16) {
        let term = self.unit_term(game, u);
        let slot = &mut self.words[self.at.terms + u as usize];
        let old = std::mem::replace(slot, term);
        self.units_hash = self.units_hash.wrapping_sub(old).wrapping_add(term);
        let exact = |term: u64| {
            if term == 0 {
                0
            } else {
                mix(term ^ u64::from(u))
            }
        };
        let (old, new) = (exact(old), exact(term));
        let side = &mut self.side_hash[game.data.units.side[u as usize] as usize];
        *side = side.wrapping_sub(old).wrapping_add(new);
        if let Some(n) = (from as usize).checked_sub(game.hex_count) {
            let hash = &mut self.words[self.at.box_hashes + n];
            *hash = hash.wrapping_sub(old);
        }
        if let Some(n) = (self.unit_place(u) as usize).checked_sub(game.hex_count) {
            let hash = &mut self.words[self.at.box_hashes + n];
            *hash = hash.wrapping_add(new);
        }
    }

    fn link(&mut self, game: &Game, u: u16) {
        let at = self.at;
        let place = self.unit_place(u);
        self.come_or_go(game, u, place);
        let head = std::mem::replace(&mut self.shorts[at.heads + place as usize], u);
        self.shorts[at.next + u as usize] = head;
    }

    fn unlink(&mut self, game: &Game, u: u16) {
        let at = self.at;
        let place = self.unit_place(u);
        let after = self.shorts[at.next + u as usize];
        let mut slot = at.heads + place as usize;
        while self.shorts[slot] != u {
            slot = at.next + self.shorts[slot] as usize;
        }
        self.shorts[slot] = after;
        self.come_or_go(game, u, place);
    }

    /// Updates the derived data of a place for a unit that enters or leaves it; the unit must not
    /// be in the list of units there at the time.
    fn come_or_go(&mut self, game: &Game, u: u16, place: u16) {
        if place as usize >= game.hex_count {
            return;
        }
        let at = self.at;
        let side = game.data.units.side[u as usize];
        let company = self.company(game, place, side);
        self.words[at.on_map + u as usize / 64] ^= 1 << (u % 64);
        let mut sets = game.groups[u as usize] & !company.groups;
        if game.stacks_with[u as usize] == side {
            sets |= game.heights[side as usize][(company.stack + 1).min(HEIGHTS)];
        }
        self.turn_standing(game, sets, place);
        if !company.side {
            let (w, b) = game.grid.word_bit(place);
            let word = &mut self.words[at.occupied + side as usize * game.hex_words + w];
            *word ^= b;
            let term = mix(0x0CC0 + u64::from(place));
            let hash = &mut self.occupied_hash[side as usize];
            *hash = if *word & b != 0 {
                hash.wrapping_add(term)
            } else {
                hash.wrapping_sub(term)
            };
        }
    }

    /// A summary of the units in a hex for a unit of `side` that enters or leaves.
    fn company(&self, game: &Game, hex: u16, side: u8) -> Company {
        let mut seen = Company {
            groups: 0,
            side: false,
            stack: 0,
        };
        for u in self.units_on(hex) {
            let u = u as usize;
            seen.groups |= game.groups[u];
            seen.side |= game.data.units.side[u] == side;
            seen.stack += usize::from(game.stacks_with[u] == side);
        }
        seen
    }

    /// For each materialised set in the bit mask `sets`, adds a hex if it is not a member, and
    /// removes it if it is.
    fn turn_standing(&mut self, game: &Game, mut sets: u32, place: u16) {
        let (w, b) = game.grid.word_bit(place);
        let term = mix(0x57A0 + u64::from(place));
        while sets != 0 {
            let n = sets.trailing_zeros() as usize;
            sets &= sets - 1;
            let word = &mut self.words[self.at.standing + n * game.hex_words + w];
            *word ^= b;
            let there = *word & b != 0;
            let hash = &mut self.words[self.at.standing_hashes + n];
            *hash = if there {
                hash.wrapping_add(term)
            } else {
                hash.wrapping_sub(term)
            };
        }
    }

    /// Moves a unit to a place.
    pub(crate) fn set_place(&mut self, game: &Game, u: u16, place: u16) {
        if self.unit_place(u) == place {
            return;
        }
        let from = self.unit_place(u);
        self.unlink(game, u);
        self.shorts[u as usize] = place;
        self.link(game, u);
        self.renew(game, u, from);
    }

    /// Sets or clears a flag of a unit.
    pub(crate) fn set_unit_flag(&mut self, game: &Game, flag: u8, u: u16, on: bool) {
        if self.unit_flag(flag, u) == on {
            return;
        }
        self.words[flag as usize * game.unit_words + u as usize / 64] ^= 1 << (u % 64);
        let mark = self.at.mark(u as usize, flag as usize);
        self.shorts[mark] ^= 1 << (flag % 16);
        self.renew(game, u, self.unit_place(u));
    }

    /// Sets a field of a unit.
    pub(crate) fn set_field(&mut self, game: &Game, field: u8, u: u16, value: i64) -> Result<()> {
        let Ok(value) = i16::try_from(value) else {
            return program(format!("unit field {field} cannot hold {value}"));
        };
        self.shorts[self.at.fields + field as usize * self.at.units + u as usize] = value as u16;
        self.renew(game, u, self.unit_place(u));
        Ok(())
    }

    /// Sets or clears a flag of a hex.
    pub(crate) fn set_hex_flag(&mut self, game: &Game, flag: u8, h: u16, on: bool) {
        if self.hex_flag(game, flag, h) == on {
            return;
        }
        let (w, b) = game.grid.word_bit(h);
        self.words[self.at.hex_flags + flag as usize * game.hex_words + w] ^= b;
        let term = mix(game.flag_seed[flag as usize] ^ u64::from(h));
        let hash = &mut self.words[self.at.flag_hashes + flag as usize];
        *hash = if on {
            hash.wrapping_add(term)
        } else {
            hash.wrapping_sub(term)
        };
    }

    /// Sets or clears a flag of many hexes; each of them must have the opposite value before.
    pub(crate) fn turn_hex_flags(&mut self, game: &Game, flag: u8, set: &[u64], on: bool) {
        let at = self.at.hex_flags + flag as usize * game.hex_words;
        let seed = game.flag_seed[flag as usize];
        let terms = hexset::iter(&game.grid, set).map(|h| mix(seed ^ u64::from(h)));
        let turned = terms.fold(0, u64::wrapping_add);
        hexset::xor(&mut self.words[at..][..game.hex_words], set);
        let hash = &mut self.words[self.at.flag_hashes + flag as usize];
        *hash = if on {
            hash.wrapping_add(turned)
        } else {
            hash.wrapping_sub(turned)
        };
    }

    /// Assigns a variable.
    pub(crate) fn set_var(&mut self, game: &Game, v: u16, value: i64) -> Result<()> {
        let Ok(value) = i32::try_from(value) else {
            return program(format!(
                "variable {} cannot hold {value}",
                game.data.variables[v as usize].name
            ));
        };
        if self.vars[v as usize] != value {
            self.vars_hash = self.vars_hash.wrapping_sub(self.var_term(game, v as usize));
            self.vars[v as usize] = value;
            self.vars_hash = self.vars_hash.wrapping_add(self.var_term(game, v as usize));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Game;
    use crate::ids::{PlaceId, UnitId};
    use crate::program::passes::materialise_sets::HEIGHTS;
    use crate::state::State;
    use eastfront_kernel::rng::Rng;

    /// A bit mask of the materialised sets that contain a hex: the sets of the groups of the units
    /// there, and for each side the sets of all heights up to that of its stack.
    fn sets_of(game: &Game, st: &State, hex: u16) -> u32 {
        let groups = st.units_on(hex).map(|u| game.groups[u as usize]);
        let mut sets = groups.fold(0, |all, own| all | own);
        for side in 0..game.side_count as u8 {
            let stack = (st.stack(game, side, hex) as usize).min(HEIGHTS);
            let upto = &game.heights[side as usize][..=stack];
            sets |= upto.iter().fold(0, |all, begun| all | begun);
        }
        sets
    }

    #[test]
    fn sets_that_stand_ready_hold_the_hexes_whose_units_say_so() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/blue-kremlin.efg");
        let game = Game::from_bytes(&std::fs::read(path).unwrap()).unwrap();
        let count = (game.layout.standing_hashes - game.layout.standing) / game.hex_words;
        let mut st = State::blank(&game, Rng::stream(0, 0));
        let mut rng = Rng::stream(9, 0);
        let (hexes, mut most) = ([300u16, 301, 330, 331, 360], 0);
        for _ in 0..2000 {
            // many units in a few hexes, so that they stack; some go to a box
            let u = rng.below(game.unit_count as u32) as u16;
            let place = hexes.get(rng.below(6) as usize).copied();
            st.edit_place(
                &game,
                UnitId(u),
                PlaceId(place.unwrap_or(game.hex_count as u16)),
            );
            for &hex in &hexes {
                let (w, b) = game.grid.word_bit(hex);
                let held = (0..count).filter(|&n| st.standing(&game, n as u8)[w] & b != 0);
                let held = held.fold(0u32, |all, n| all | 1 << n);
                assert_eq!(held, sets_of(&game, &st, hex));
                most = most.max(held.count_ones());
            }
        }
        assert!(count > 2 && most > 1, "{count} {most}");
    }
}
