//! A state: a canonical part, which is serialised, and a derived part, which is computed from it.
//!
//! All parts of fixed size are in three buffers, so a copy is a few memory copies; the [`Layout`]
//! of the game gives the offsets. All modifications go through the setters in `change`, which keep
//! occupation, stacks and hashes up to date.

pub mod bytes;
mod change;
mod edit;
mod key;
mod parts;

use crate::game::Game;
use crate::ids::{HexFlag, PlaceId, RuleId, Side, UnitFlag, UnitId, VariableId};
use eastfront_kernel::rng::Rng;
pub use parts::Parts;

use crate::layout::Layout;

/// A running procedure: its index, the index of the instruction that it has reached, and the index
/// of its first local in the locals of all frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    pub(crate) procedure: u16,
    pub(crate) pc: u32,
    pub(crate) base: u32,
}

/// The outcome of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// The side that wins, or None for a draw.
    pub winner: Option<Side>,
    /// The level of victory, as numbered by the game.
    pub level: i32,
    /// The rule that decides the game.
    pub rule: RuleId,
}

/// The pending decision of a state (derived).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pending {
    /// The side to act; the number of sides for chance.
    pub actor: u8,
    /// The number of legal actions.
    pub total: u32,
    /// For each alternative, the offset of its legal actions in `bits`, their length (both in
    /// words), and the number of these actions.
    pub(crate) alternatives: Vec<(u32, u32, u32)>,
    pub(crate) bits: Vec<u64>,
}

/// A position of a game. The default value belongs to no game and holds no memory.
#[derive(Debug, Clone, Default)]
pub struct State {
    /// Flags of units and hexes, and derived words.
    words: Vec<u64>,
    /// Places and fields of units, and the linked lists of stacks.
    shorts: Vec<u16>,
    pub(crate) vars: Vec<i32>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) locals: Vec<i32>,
    pub(crate) path: Vec<u8>,
    pub(crate) outcome: Option<Outcome>,
    /// The random number generator of a state that rolls its own dice.
    pub rng: Rng,
    /// The number of outermost frames that have not run since dead locals were last set to 0.
    pub(crate) buried: usize,
    // derived
    at: Layout,
    pub(crate) occupied_hash: [u64; 4],
    pub(crate) units_hash: u64,
    /// For each side, a hash of its units that tells identical counters apart.
    pub(crate) side_hash: [u64; 4],
    pub(crate) vars_hash: u64,
    pub(crate) pending: Pending,
}

pub(crate) const NONE: u16 = u16::MAX;

/// The flags of one unit as bits, from the shorts that hold them.
pub(crate) fn flags_in(shorts: &[u16]) -> u64 {
    let whole = |flags, &part| flags << 16 | u64::from(part);
    shorts.iter().rev().fold(0, whole)
}

impl State {
    /// The state before the program has run.
    pub fn blank(game: &Game, rng: Rng) -> State {
        let d = &game.data;
        let mut state = State::empty(game, rng);
        state.shorts[..game.unit_count].copy_from_slice(&d.units.start);
        for (slot, v) in state.vars.iter_mut().zip(&d.variables) {
            *slot = v.init;
        }
        for (f, members) in d.unit_flags_start.iter().enumerate() {
            for &u in members {
                state.words[f * game.unit_words + u as usize / 64] |= 1 << (u % 64);
            }
        }
        for (f, members) in d.hex_flags_start.iter().enumerate() {
            for &h in members {
                let (w, b) = game.grid.word_bit(h);
                state.words[game.layout.hex_flags + f * game.hex_words + w] |= b;
            }
        }
        state.derive(game);
        state
    }

    /// An empty state without its derived part.
    fn empty(game: &Game, rng: Rng) -> State {
        let at = game.layout;
        State {
            words: vec![0; at.words],
            shorts: vec![0; at.shorts],
            vars: vec![0; game.data.variables.len()],
            frames: Vec::with_capacity(8),
            locals: Vec::with_capacity(64),
            path: Vec::with_capacity(32),
            outcome: None,
            rng,
            buried: 0,
            at,
            occupied_hash: [0; 4],
            units_hash: 0,
            side_hash: [0; 4],
            vars_hash: 0,
            pending: Pending::default(),
        }
    }

    /// Copies another state into this one, reusing its memory.
    pub fn copy_from(&mut self, other: &State) {
        self.words.clone_from(&other.words);
        self.shorts.clone_from(&other.shorts);
        self.vars.clone_from(&other.vars);
        self.frames.clone_from(&other.frames);
        self.locals.clone_from(&other.locals);
        self.path.clone_from(&other.path);
        self.outcome = other.outcome;
        self.rng = other.rng;
        self.buried = other.buried;
        self.at = other.at;
        self.occupied_hash = other.occupied_hash;
        self.units_hash = other.units_hash;
        self.side_hash = other.side_hash;
        self.vars_hash = other.vars_hash;
        self.pending.actor = other.pending.actor;
        self.pending.total = other.pending.total;
        self.pending
            .alternatives
            .clone_from(&other.pending.alternatives);
        self.pending.bits.clone_from(&other.pending.bits);
    }

    /// The outcome, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The place of a unit.
    pub fn place(&self, unit: UnitId) -> PlaceId {
        PlaceId(self.unit_place(unit.0))
    }

    /// The place of a unit, by index.
    #[inline]
    pub(crate) fn unit_place(&self, u: u16) -> u16 {
        self.shorts[u as usize]
    }

    /// A field of a unit.
    #[inline]
    pub(crate) fn field(&self, field: u8, u: u16) -> i16 {
        self.shorts[self.at.fields + field as usize * self.at.units + u as usize] as i16
    }

    /// The hexes occupied by a side, as rows of bits.
    #[inline]
    pub(crate) fn occupied(&self, game: &Game, side: u8) -> &[u64] {
        self.set(game.layout.occupied, side, game.hex_words)
    }

    /// The n-th of several adjacent sets of `words` words each, from word `first` on. Indices are
    /// validated at load; an index out of range gives an empty set, because a possible panic would
    /// add a stack frame to the small functions that read sets.
    #[inline]
    fn set(&self, first: usize, n: u8, words: usize) -> &[u64] {
        let at = first.wrapping_add(usize::from(n).wrapping_mul(words));
        let set = self.words.get(at..at.wrapping_add(words));
        set.unwrap_or_default()
    }

    /// The units on the map, as bits.
    #[inline]
    pub(crate) fn on_map(&self, game: &Game) -> &[u64] {
        self.set(game.layout.on_map, 0, game.unit_words)
    }

    /// The number of units in a hex that count for stacking for a side.
    #[inline]
    pub(crate) fn stack(&self, game: &Game, side: u8, hex: u16) -> i64 {
        let with = |u: &u16| game.stacks_with[*u as usize] == side;
        self.units_on(hex).filter(with).count() as i64
    }

    /// The contribution of a unit to the hash of the state; equal for identical counters at the
    /// same place with the same flags and fields.
    #[inline]
    pub(crate) fn term(&self, u: u16) -> u64 {
        self.words[self.at.terms + u as usize]
    }

    /// The contributions of all units to the hash.
    pub(crate) fn terms(&self) -> &[u64] {
        &self.words[self.at.terms..self.at.flag_hashes]
    }

    /// For each hex flag, the hash of the hexes that bear it.
    #[inline]
    pub(crate) fn flag_hashes(&self) -> &[u64] {
        &self.words[self.at.flag_hashes..self.at.standing]
    }

    /// A materialised set of hexes, as rows of bits.
    #[inline]
    pub(crate) fn standing(&self, game: &Game, n: u8) -> &[u64] {
        self.set(game.layout.standing, n, game.hex_words)
    }

    /// A word of the buffer of words, by index, for the keys of cached values.
    #[inline]
    pub(crate) fn word(&self, at: u32) -> u64 {
        self.words[at as usize]
    }

    /// The units at a place, in arbitrary order.
    pub fn units_at(&self, place: PlaceId) -> impl Iterator<Item = UnitId> + '_ {
        self.units_on(place.0).map(UnitId)
    }

    /// The units at a place, by index, in arbitrary order.
    #[inline]
    pub(crate) fn units_on(&self, place: u16) -> impl Iterator<Item = u16> + '_ {
        let heads = &self.shorts[self.at.heads..];
        let next = &self.shorts[self.at.next..];
        let first = heads.get(place as usize).copied().filter(|&u| u != NONE);
        std::iter::successors(first, move |&u| {
            Some(next[u as usize]).filter(|&n| n != NONE)
        })
    }

    /// The pending decision.
    pub fn pending(&self) -> &Pending {
        &self.pending
    }

    /// The names of the running procedures, outermost first.
    pub fn running<'g>(&self, game: &'g Game) -> Vec<&'g str> {
        let name = |f: &Frame| game.data.procedures[f.procedure as usize].name.as_str();
        self.frames.iter().map(name).collect()
    }

    /// The frames, outermost first, each with the index of the call or decision at which it waits.
    pub(crate) fn waits(&self) -> impl Iterator<Item = (&Frame, u32)> {
        let last = self.frames.len().wrapping_sub(1);
        let frames = self.frames.iter().enumerate();
        frames.map(move |(n, f)| {
            (
                f,
                if n == last {
                    f.pc
                } else {
                    f.pc.wrapping_sub(1)
                },
            )
        })
    }

    /// The value of a variable.
    pub fn variable(&self, variable: VariableId) -> i32 {
        self.vars[variable.index()]
    }

    /// The hexes with a flag, as rows of bits.
    #[inline]
    pub fn hexes_with(&self, game: &Game, flag: HexFlag) -> &[u64] {
        self.set(game.layout.hex_flags, flag.0, game.hex_words)
    }

    /// The units with a flag, as bits.
    #[inline]
    pub fn units_with(&self, game: &Game, flag: UnitFlag) -> &[u64] {
        self.set(0, flag.0, game.unit_words)
    }

    /// Whether a hex bears a flag.
    #[inline]
    pub(crate) fn hex_flag(&self, game: &Game, flag: u8, h: u16) -> bool {
        let (w, b) = game.grid.word_bit(h);
        self.words[game.layout.hex_flags + flag as usize * game.hex_words + w] & b != 0
    }

    /// The flags of all units, as bits, and the number of shorts for each unit.
    #[inline]
    pub(crate) fn flags_by_unit(&self) -> (&[u16], usize) {
        (&self.shorts[self.at.marks..self.at.next], self.at.per_unit)
    }

    /// The places of the units, then their fields, field by field.
    #[inline]
    pub(crate) fn places_and_fields(&self) -> &[u16] {
        &self.shorts[..self.at.marks]
    }

    /// Whether a unit bears a flag.
    #[inline]
    pub(crate) fn unit_flag(&self, flag: u8, u: u16) -> bool {
        self.words[flag as usize * self.at.unit_words + u as usize / 64] >> (u % 64) & 1 == 1
    }
}
