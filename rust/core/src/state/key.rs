//! What names a position: its hash, its key, and equality.

use super::State;
use crate::game::Game;
use crate::program::instr::Instr;
use crate::program::live;
use crate::rng::mix;

impl State {
    /// Sets the locals that nothing will read again to 0, in the frames that have run since that
    /// was done last.
    pub(crate) fn bury(&mut self, game: &Game) {
        let mut end = self.locals.len();
        let first = self.buried;
        self.buried = self.frames.len().saturating_sub(1);
        for (depth, frame) in self.frames[first..].iter().rev().enumerate() {
            let (p, pc) = (frame.procedure as usize, frame.pc as usize);
            let Some(mut alive) = game.live[p].get(pc).copied() else {
                return;
            };
            if depth > 0 {
                // the answer of the call is still to come
                if let Instr::Call(_, _, Some(into)) = &game.fast.procedures[p].code[pc - 1] {
                    live::remove(&mut alive, *into);
                }
            }
            let base = frame.base as usize;
            live::keep(&alive, &mut self.locals[base..end]);
            end = base;
        }
    }

    /// A hash of all but the frames and the generator.
    pub(crate) fn board_hash(&self) -> u64 {
        self.hash_of_board(self.units_hash)
    }

    fn hash_of_board(&self, units: u64) -> u64 {
        let flags = self
            .flag_hashes()
            .iter()
            .fold(0u64, |a, &h| a.wrapping_add(h));
        mix(units)
            .wrapping_add(flags)
            .wrapping_add(self.vars_hash.rotate_left(17))
    }

    /// The key of the position, without generator and history.
    pub fn key(&self) -> u64 {
        self.key_of(self.board_hash())
    }

    /// The key of the position with equal counters told apart: what names a counter may be kept by
    /// it.
    pub fn exact_key(&self) -> u64 {
        let exact = self.side_hash.iter().fold(0u64, |a, &h| a.wrapping_add(h));
        self.key_of(self.hash_of_board(exact))
    }

    fn key_of(&self, board: u64) -> u64 {
        let mut key = board;
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
        // hashes that differ tell apart at once; those that agree prove nothing
        self.units_hash == other.units_hash
            && self.vars_hash == other.vars_hash
            && self.shorts[..self.at.next] == other.shorts[..other.at.next]
            && self.words[..self.at.occupied] == other.words[..other.at.occupied]
            && self.vars == other.vars
            && self.frames == other.frames
            && self.locals == other.locals
            && self.path == other.path
            && self.outcome == other.outcome
    }
}
