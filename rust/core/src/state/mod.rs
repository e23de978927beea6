//! A position: a canonical part that is written out, and a derived part rebuilt from it.
//!
//! All changes go through the setters here, which keep occupation, stacks and hashes in step.

pub mod bytes;

use crate::error::{program, Result};
use crate::game::Game;
use crate::program::instr::Instr;
use crate::program::live;
use crate::rng::{mix, Rng};

/// A running procedure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    pub(crate) procedure: u16,
    pub(crate) pc: u32,
    pub(crate) base: u32,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// The winning side, if one won.
    pub winner: Option<u8>,
    /// The level of the victory, as the game numbers them.
    pub level: i32,
    /// The rule that decided it.
    pub rule: u16,
}

/// The decision that a state waits for: derived.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pending {
    /// The acting side; the number of sides for chance.
    pub actor: u8,
    /// The legal actions.
    pub total: u32,
    /// For each alternative: where its bits begin, how many words, how many actions.
    pub(crate) alts: Vec<(u32, u32, u32)>,
    pub(crate) bits: Vec<u64>,
}

/// A position of a game.
#[derive(Debug, Clone)]
pub struct State {
    pub(crate) places: Vec<u16>,
    pub(crate) unit_flags: Vec<u64>,
    pub(crate) fields: Vec<i16>,
    pub(crate) hex_flags: Vec<u64>,
    pub(crate) vars: Vec<i32>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) locals: Vec<i32>,
    pub(crate) path: Vec<u8>,
    pub(crate) outcome: Option<Outcome>,
    /// The generator of a game that rolls for itself.
    pub rng: Rng,
    // derived
    pub(crate) occupied: Vec<u64>,
    pub(crate) on_map: Vec<u64>,
    pub(crate) head: Vec<u16>,
    pub(crate) next: Vec<u16>,
    pub(crate) side_count: Vec<u8>,
    pub(crate) stack_count: Vec<u8>,
    pub(crate) occupied_hash: [u64; 4],
    pub(crate) units_hash: u64,
    /// Each unit's part of the hash; equal for counters that may be exchanged.
    pub(crate) terms: Vec<u64>,
    pub(crate) flag_hash: Vec<u64>,
    pub(crate) vars_hash: u64,
    pub(crate) pending: Pending,
}

pub(crate) const NONE: u16 = u16::MAX;

fn field_term(seed: u64, i: usize, value: i16) -> u64 {
    if value == 0 {
        return 0;
    }
    mix(seed ^ mix(0xF1E1_D000 + i as u64) ^ mix(value as u64))
}

impl State {
    /// The position before the program has run.
    pub fn blank(game: &Game, rng: Rng) -> State {
        let d = &game.data;
        let mut state = State {
            places: d.units.start.clone(),
            unit_flags: vec![0; d.unit_flags.len() * game.unit_words],
            fields: vec![0; d.unit_fields.len() * game.unit_count],
            hex_flags: vec![0; d.hex_flags.len() * game.hex_words],
            vars: d.variables.iter().map(|v| v.init).collect(),
            frames: Vec::with_capacity(8),
            locals: Vec::with_capacity(64),
            path: Vec::with_capacity(32),
            outcome: None,
            rng,
            occupied: Vec::new(),
            on_map: Vec::new(),
            head: Vec::new(),
            next: Vec::new(),
            side_count: Vec::new(),
            stack_count: Vec::new(),
            occupied_hash: [0; 4],
            units_hash: 0,
            terms: Vec::new(),
            flag_hash: Vec::new(),
            vars_hash: 0,
            pending: Pending::default(),
        };
        for (f, members) in d.unit_flags_start.iter().enumerate() {
            for &u in members {
                state.unit_flags[f * game.unit_words + u as usize / 64] |= 1 << (u % 64);
            }
        }
        for (f, members) in d.hex_flags_start.iter().enumerate() {
            for &h in members {
                let (w, b) = game.grid.word_bit(h);
                state.hex_flags[f * game.hex_words + w] |= b;
            }
        }
        state.derive(game);
        state
    }

    /// Rebuilds the derived part, all but the pending decision.
    pub(crate) fn derive(&mut self, game: &Game) {
        self.occupied = vec![0; game.side_count * game.hex_words];
        self.on_map = vec![0; game.unit_words];
        self.head = vec![NONE; game.place_count];
        self.next = vec![NONE; game.unit_count];
        self.side_count = vec![0; game.side_count * game.hex_count];
        self.stack_count = vec![0; game.side_count * game.hex_count];
        self.occupied_hash = [0; 4];
        self.units_hash = 0;
        self.terms = vec![0; game.unit_count];
        self.flag_hash = vec![0; game.data.hex_flags.len()];
        self.vars_hash = 0;
        for u in (0..game.unit_count as u16).rev() {
            self.link(game, u);
            self.renew(game, u);
        }
        for f in 0..game.data.hex_flags.len() {
            for h in 0..game.hex_count as u16 {
                if self.hex_flag(game, f as u8, h) {
                    self.flag_hash[f] =
                        self.flag_hash[f].wrapping_add(mix(game.flag_seed[f] ^ u64::from(h)));
                }
            }
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
        let mut flags = 0u64;
        let (w, b) = (u as usize / 64, u % 64);
        for f in 0..game.data.unit_flags.len() {
            flags |= (self.unit_flags[f * game.unit_words + w] >> b & 1) << f;
        }
        let mut term = mix(seed ^ mix(u64::from(self.places[u as usize])) ^ mix(!flags));
        for f in 0..game.data.unit_fields.len() {
            term = term.wrapping_add(field_term(
                seed ^ u64::from(self.places[u as usize]),
                f,
                self.fields[f * game.unit_count + u as usize],
            ));
        }
        mix(term)
    }

    /// Puts a changed unit's part of the hash right.
    fn renew(&mut self, game: &Game, u: u16) {
        let term = self.unit_term(game, u);
        let old = std::mem::replace(&mut self.terms[u as usize], term);
        self.units_hash = self.units_hash.wrapping_sub(old).wrapping_add(term);
    }

    fn link(&mut self, game: &Game, u: u16) {
        let place = self.places[u as usize] as usize;
        self.next[u as usize] = self.head[place];
        self.head[place] = u;
        if place < game.hex_count {
            let side = game.data.units.side[u as usize] as usize;
            self.on_map[u as usize / 64] |= 1 << (u % 64);
            let counts = game.uncounted[u as usize / 64] >> (u % 64) & 1 == 0;
            self.stack_count[side * game.hex_count + place] += u8::from(counts);
            let n = &mut self.side_count[side * game.hex_count + place];
            *n += 1;
            if *n == 1 {
                let (w, b) = game.grid.word_bit(place as u16);
                self.occupied[side * game.hex_words + w] |= b;
                self.occupied_hash[side] =
                    self.occupied_hash[side].wrapping_add(mix(0x0CC0 + place as u64));
            }
        }
    }

    fn unlink(&mut self, game: &Game, u: u16) {
        let place = self.places[u as usize] as usize;
        let after = self.next[u as usize];
        if self.head[place] == u {
            self.head[place] = after;
        } else {
            let mut at = self.head[place];
            while self.next[at as usize] != u {
                at = self.next[at as usize];
            }
            self.next[at as usize] = after;
        }
        if place < game.hex_count {
            let side = game.data.units.side[u as usize] as usize;
            self.on_map[u as usize / 64] &= !(1 << (u % 64));
            let counts = game.uncounted[u as usize / 64] >> (u % 64) & 1 == 0;
            self.stack_count[side * game.hex_count + place] -= u8::from(counts);
            let n = &mut self.side_count[side * game.hex_count + place];
            *n -= 1;
            if *n == 0 {
                let (w, b) = game.grid.word_bit(place as u16);
                self.occupied[side * game.hex_words + w] &= !b;
                self.occupied_hash[side] =
                    self.occupied_hash[side].wrapping_sub(mix(0x0CC0 + place as u64));
            }
        }
    }

    /// Puts a unit somewhere.
    pub(crate) fn set_place(&mut self, game: &Game, u: u16, place: u16) {
        if self.places[u as usize] == place {
            return;
        }
        self.unlink(game, u);
        self.places[u as usize] = place;
        self.link(game, u);
        self.renew(game, u);
    }

    /// Sets or clears a unit's flag.
    pub(crate) fn set_unit_flag(&mut self, game: &Game, flag: u8, u: u16, on: bool) {
        let (w, b) = (
            flag as usize * game.unit_words + u as usize / 64,
            1u64 << (u % 64),
        );
        if (self.unit_flags[w] & b != 0) == on {
            return;
        }
        self.unit_flags[w] ^= b;
        self.renew(game, u);
    }

    /// Sets a number kept for a unit.
    pub(crate) fn set_field(&mut self, game: &Game, field: u8, u: u16, value: i64) -> Result<()> {
        let Ok(value) = i16::try_from(value) else {
            return program(format!("unit field {field} cannot hold {value}"));
        };
        self.fields[field as usize * game.unit_count + u as usize] = value;
        self.renew(game, u);
        Ok(())
    }

    /// Sets or clears a hex's flag.
    pub(crate) fn set_hex_flag(&mut self, game: &Game, flag: u8, h: u16, on: bool) {
        if self.hex_flag(game, flag, h) == on {
            return;
        }
        let (w, b) = game.grid.word_bit(h);
        self.hex_flags[flag as usize * game.hex_words + w] ^= b;
        let term = mix(game.flag_seed[flag as usize] ^ u64::from(h));
        let hash = &mut self.flag_hash[flag as usize];
        *hash = if on {
            hash.wrapping_add(term)
        } else {
            hash.wrapping_sub(term)
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

    /// Whether a hex bears a flag.
    pub(crate) fn hex_flag(&self, game: &Game, flag: u8, h: u16) -> bool {
        let (w, b) = game.grid.word_bit(h);
        self.hex_flags[flag as usize * game.hex_words + w] & b != 0
    }

    /// Whether a unit bears a flag.
    pub(crate) fn unit_flag(&self, game: &Game, flag: u8, u: u16) -> bool {
        self.unit_flags[flag as usize * game.unit_words + u as usize / 64] >> (u % 64) & 1 == 1
    }

    /// Sets the locals that nothing will read again to 0.
    pub(crate) fn bury(&mut self, game: &Game) {
        let mut end = self.locals.len();
        for (depth, frame) in self.frames.iter().rev().enumerate() {
            let (p, pc) = (frame.procedure as usize, frame.pc as usize);
            let Some(mut alive) = game.live[p].get(pc).copied() else {
                return;
            };
            if depth > 0 {
                // the answer of the call is still to come
                if let Instr::Call(_, _, Some(into)) = &game.data.procedures[p].code[pc - 1] {
                    live::remove(&mut alive, *into);
                }
            }
            let base = frame.base as usize;
            for (l, slot) in self.locals[base..end].iter_mut().enumerate() {
                if !live::has(&alive, l) {
                    *slot = 0;
                }
            }
            end = base;
        }
    }

    /// A hash of all but the frames and the generator.
    pub(crate) fn board_hash(&self) -> u64 {
        let flags = self.flag_hash.iter().fold(0u64, |a, &h| a.wrapping_add(h));
        mix(self.units_hash)
            .wrapping_add(flags)
            .wrapping_add(self.vars_hash.rotate_left(17))
    }

    /// The key of the position, without generator and history.
    pub fn key(&self) -> u64 {
        let mut key = self.board_hash();
        for f in &self.frames {
            key = mix(key ^ (u64::from(f.procedure) << 32 | u64::from(f.pc)));
        }
        for &l in &self.locals {
            key = mix(key ^ l as u32 as u64);
        }
        for &p in &self.path {
            key = mix(key ^ (0x9A7A + u64::from(p)));
        }
        if let Some(o) = self.outcome {
            key = mix(key ^ (0xE0D + o.level as u64 + u64::from(o.winner.unwrap_or(9)) * 64));
        }
        key
    }

    /// Whether two states are the same position, whatever their generators.
    pub fn same_position(&self, other: &State) -> bool {
        self.places == other.places
            && self.unit_flags == other.unit_flags
            && self.fields == other.fields
            && self.hex_flags == other.hex_flags
            && self.vars == other.vars
            && self.frames == other.frames
            && self.locals == other.locals
            && self.path == other.path
            && self.outcome == other.outcome
    }

    /// Copies another state into this one, reusing its memory.
    pub fn copy_from(&mut self, other: &State) {
        self.places.clone_from(&other.places);
        self.unit_flags.clone_from(&other.unit_flags);
        self.fields.clone_from(&other.fields);
        self.hex_flags.clone_from(&other.hex_flags);
        self.vars.clone_from(&other.vars);
        self.frames.clone_from(&other.frames);
        self.locals.clone_from(&other.locals);
        self.path.clone_from(&other.path);
        self.outcome = other.outcome;
        self.rng = other.rng;
        self.occupied.clone_from(&other.occupied);
        self.on_map.clone_from(&other.on_map);
        self.head.clone_from(&other.head);
        self.next.clone_from(&other.next);
        self.side_count.clone_from(&other.side_count);
        self.stack_count.clone_from(&other.stack_count);
        self.occupied_hash = other.occupied_hash;
        self.units_hash = other.units_hash;
        self.terms.clone_from(&other.terms);
        self.flag_hash.clone_from(&other.flag_hash);
        self.vars_hash = other.vars_hash;
        self.pending.actor = other.pending.actor;
        self.pending.total = other.pending.total;
        self.pending.alts.clone_from(&other.pending.alts);
        self.pending.bits.clone_from(&other.pending.bits);
    }

    /// How the game ended, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Where a unit is.
    pub fn place(&self, u: u16) -> u16 {
        self.places[u as usize]
    }

    /// The hexes occupied by a side, as rows of bits.
    pub(crate) fn occupied(&self, game: &Game, side: u8) -> &[u64] {
        &self.occupied[side as usize * game.hex_words..][..game.hex_words]
    }

    /// The units at a place, in no order that means anything.
    pub fn units_at(&self, place: u16) -> impl Iterator<Item = u16> + '_ {
        let first = self
            .head
            .get(place as usize)
            .copied()
            .filter(|&u| u != NONE);
        std::iter::successors(first, |&u| {
            Some(self.next[u as usize]).filter(|&n| n != NONE)
        })
    }

    /// What the state waits for.
    pub fn pending(&self) -> &Pending {
        &self.pending
    }

    /// The names of the running procedures, outermost first.
    pub fn running<'g>(&self, game: &'g Game) -> Vec<&'g str> {
        let name = |f: &Frame| game.data.procedures[f.procedure as usize].name.as_str();
        self.frames.iter().map(name).collect()
    }

    /// The value of a variable.
    pub fn variable(&self, v: usize) -> i32 {
        self.vars[v]
    }

    /// The hexes with a flag, as rows of bits.
    pub fn hexes_with(&self, game: &Game, flag: u8) -> &[u64] {
        &self.hex_flags[flag as usize * game.hex_words..][..game.hex_words]
    }

    /// The units with a flag, as bits.
    pub fn units_with(&self, game: &Game, flag: u8) -> &[u64] {
        &self.unit_flags[flag as usize * game.unit_words..][..game.unit_words]
    }

    /// Puts a unit somewhere, whatever the rules say.
    pub fn edit_place(&mut self, game: &Game, u: u16, place: u16) {
        self.set_place(game, u, place);
    }

    /// Sets a unit's flag, whatever the rules say.
    pub fn edit_unit_flag(&mut self, game: &Game, flag: u8, u: u16, on: bool) {
        self.set_unit_flag(game, flag, u, on);
    }

    /// Sets a hex's flag, whatever the rules say.
    pub fn edit_hex_flag(&mut self, game: &Game, flag: u8, h: u16, on: bool) {
        self.set_hex_flag(game, flag, h, on);
    }

    /// Assigns a variable, whatever the rules say.
    pub fn edit_var(&mut self, game: &Game, v: u16, value: i32) -> Result<()> {
        self.set_var(game, v, i64::from(value))
    }

    /// Offers the decision anew after an edit.
    pub fn reoffer(&mut self, game: &Game, scratch: &mut crate::vm::Scratch) -> Result<()> {
        if self.outcome.is_some() {
            return Ok(());
        }
        crate::vm::Vm::new(game, scratch).refresh(self)
    }

    /// Tells where the derived part differs from its recomputation, if it does.
    pub fn audit(&self, game: &Game) -> Option<String> {
        let mut fresh = self.clone();
        fresh.derive(game);
        let pairs = [
            ("occupation", fresh.occupied == self.occupied),
            ("counts", fresh.side_count == self.side_count),
            ("units on the map", fresh.on_map == self.on_map),
            ("stacking", fresh.stack_count == self.stack_count),
            ("occupation hash", fresh.occupied_hash == self.occupied_hash),
            (
                "unit hash",
                fresh.units_hash == self.units_hash && fresh.terms == self.terms,
            ),
            ("flag hash", fresh.flag_hash == self.flag_hash),
            ("variable hash", fresh.vars_hash == self.vars_hash),
        ];
        if let Some((name, _)) = pairs.iter().find(|(_, same)| !same) {
            return Some(format!("{name} differs from its recomputation"));
        }
        (0..game.place_count as u16).find_map(|p| {
            let (mut a, mut b): (Vec<u16>, Vec<u16>) =
                (self.units_at(p).collect(), fresh.units_at(p).collect());
            a.sort_unstable();
            b.sort_unstable();
            (a != b).then(|| format!("stack at {} differs", game.place_name(p)))
        })
    }
}
