//! The identity of a position: its hash, its key, and equality.

use super::State;
use crate::game::Game;
use crate::ir::instr::Instr;
use crate::program::analysis::liveness;
use eastfront_kernel::rng::mix;
use std::ops::{BitOr, BitXor};

impl State {
    /// Sets dead locals to 0 in the frames that have run since the last call, so that equal
    /// positions have equal locals.
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
                // the return value of the call is still pending
                if let Instr::Call(_, _, Some(into)) = &game.fast.procedures[p].code[pc - 1] {
                    liveness::remove(&mut alive, *into);
                }
            }
            let base = frame.base as usize;
            liveness::keep(&alive, &mut self.locals[base..end]);
            end = base;
        }
    }

    /// A hash of the state without the running procedures and the random number generator.
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

    /// The key of the position: a hash without random number generator and history, equal under
    /// exchange of identical counters.
    ///
    /// ```
    /// # use eastfront_core::rng::Rng;
    /// # use eastfront_core::{Game, Scratch, State, Vm};
    /// # let game = Game::from_bytes(&std::fs::read("tests/data/blue-kremlin.efg")?)?;
    /// # let mut scratch = Scratch::new(&game);
    /// # let mut state = State::blank(&game, Rng::stream(41, 0));
    /// # Vm::new(&game, &mut scratch).start(&mut state)?;
    /// let before = state.clone();
    /// Vm::new(&game, &mut scratch).apply(&mut state, game.parse("automatic")?)?;
    /// assert_ne!(state.key(), before.key());
    /// state.copy_from(&before);
    /// assert_eq!(state.key(), before.key());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn key(&self) -> u64 {
        self.key_of(self.board_hash())
    }

    /// A hash of the position that tells identical counters apart, for cached values that name
    /// counters.
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
            // a level may be negative
            let winner = u64::from(o.winner.map_or(9, |side| side.0)) * 64;
            key = mix(key ^ (0xE0D + winner).wrapping_add(o.level as u64));
        }
        key
    }

    /// Whether two states are the same position, regardless of their random number generators.
    pub fn same_position(&self, other: &State) -> bool {
        // different hashes prove a difference; equal hashes prove nothing
        self.units_hash == other.units_hash
            && self.vars_hash == other.vars_hash
            && same(
                &self.words[..self.at.occupied],
                &other.words[..other.at.occupied],
            )
            && same(
                &self.shorts[..self.at.marks],
                &other.shorts[..other.at.marks],
            )
            && same(&self.vars, &other.vars)
            && same(&self.locals, &other.locals)
            && self.frames == other.frames
            && same(&self.path, &other.path)
            && self.outcome == other.outcome
    }
}

/// Whether two slices are equal. There is no early exit: after equal hashes a difference is rare,
/// and without branches the comparison is vectorised.
fn same<T>(a: &[T], b: &[T]) -> bool
where
    T: Copy + Default + PartialEq + BitXor<Output = T> + BitOr<Output = T>,
{
    let differ = |all, (&a, &b): (&T, &T)| all | (a ^ b);
    a.len() == b.len() && a.iter().zip(b).fold(T::default(), differ) == T::default()
}

#[cfg(test)]
mod tests {
    use crate::game::Game;
    use crate::ids::RuleId;
    use crate::state::{Outcome, State};
    use crate::vm::{Scratch, Vm};
    use eastfront_kernel::rng::Rng;

    const OVER: Outcome = Outcome {
        winner: None,
        level: 0,
        rule: RuleId(0),
    };

    type Change = (&'static str, fn(&mut State));

    /// Changes of a state that equality must notice even if the hashes of the two states collide.
    const CHANGES: [Change; 9] = [
        ("the first flag of units", |s| s.words[0] ^= 1),
        ("the last flag of hexes", |s| {
            s.words[s.at.occupied - 1] ^= 1
        }),
        ("the first place", |s| s.shorts[0] ^= 1),
        ("the last number of a unit", |s| {
            s.shorts[s.at.marks - 1] ^= 1
        }),
        ("a variable", |s| *s.vars.last_mut().unwrap() ^= 1),
        ("a procedure", |s| s.frames.last_mut().unwrap().pc ^= 1),
        ("a local", |s| *s.locals.last_mut().unwrap() ^= 1),
        ("a step", |s| s.path.push(0)),
        ("the end", |s| s.outcome = Some(OVER)),
    ];

    #[test]
    fn positions_that_differ_anywhere_are_not_the_same_though_their_hashes_agree() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/blue-kremlin.efg");
        let game = Game::from_bytes(&std::fs::read(path).unwrap()).unwrap();
        let mut scratch = Scratch::new(&game);
        let mut state = State::blank(&game, Rng::stream(0, 0));
        Vm::new(&game, &mut scratch).start(&mut state).unwrap();
        state.locals.push(0);
        for (what, change) in CHANGES {
            let mut other = state.clone();
            assert!(state.same_position(&other));
            change(&mut other);
            assert!(!state.same_position(&other), "{what}");
        }
        let mut other = state.clone();
        other.rng = Rng::stream(1, 1);
        assert!(state.same_position(&other), "whatever their generators");
    }
}
