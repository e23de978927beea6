//! Cache keys: the key of a cached value is a hash of all that the value depends on, never 0.
//!
//! Nothing is invalidated. A key identifies what a value was computed from, so that copies of a
//! state, siblings in a search and a position that recurs share the computed values.

use crate::ir::expr::{Int, Units};
use crate::program::analysis::key_layout::Reads;
use crate::state::State;
use crate::vm::Vm;
use eastfront_kernel::hexset::bits;
use eastfront_kernel::rng::mix;

/// Mixes a word into a key; faster and weaker than [`mix`], which finishes the key.
#[inline]
fn stir(key: u64, word: u64) -> u64 {
    (key ^ word)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .rotate_left(29)
}

/// Two interleaved keys, so that words can be mixed in parallel.
#[derive(Default)]
struct Pair(u64, u64);

impl Pair {
    #[inline(always)]
    fn stir(&mut self, word: u64) {
        (self.0, self.1) = (self.1, stir(self.0, word));
    }

    #[inline(always)]
    fn end(self) -> u64 {
        mix(self.0 ^ self.1.rotate_left(32)) | 1
    }
}

/// A hash of some words, never 0.
pub(in crate::vm) fn digest(words: &[u64]) -> u64 {
    let mut key = Pair::default();
    words.iter().for_each(|&word| key.stir(word));
    key.end()
}

/// The number of values cached for a set of units, one for each key; the set may depend on the
/// weather and the like.
const VERSIONS: usize = 8;

/// The values of a cached set of units that were computed last, each for a different key.
#[derive(Debug, Default)]
pub(in crate::vm) struct KeptUnits {
    /// The epoch until which a value is known to be valid, and the index of this value.
    good: (Option<u64>, usize),
    /// The key of each value; 0 for none.
    keys: [u64; VERSIONS],
    sets: [Box<[u64]>; VERSIONS],
    /// The index of the value to be replaced next.
    next: usize,
}

impl KeptUnits {
    /// Stores a value under a key in place of the oldest value, whose memory returns to the pool;
    /// returns its index.
    fn keep(&mut self, key: u64, set: Box<[u64]>, pool: &mut Vec<Box<[u64]>>) -> usize {
        let way = self.next;
        self.next = (way + 1) % VERSIONS;
        self.keys[way] = key;
        let outworn = std::mem::replace(&mut self.sets[way], set);
        if !outworn.is_empty() {
            pool.push(outworn);
        }
        way
    }
}

impl Vm<'_> {
    /// The key of what an expression depends on, in a state.
    pub(in crate::vm) fn partial_key(&mut self, st: &State, reads: &Reads) -> u64 {
        if reads.all {
            let exact = st.side_hash.iter().fold(0, |key, &hash| stir(key, hash));
            return mix(st.board_hash() ^ exact) | 1;
        }
        let mut key = match &*reads.views {
            [] => Pair::default(),
            views => self.key_of_views(st, views),
        };
        for side in bits(u64::from(reads.sides)) {
            key.stir(st.side_hash[side]);
        }
        for side in bits(u64::from(reads.occupied)) {
            key.stir(st.occupied_hash[side]);
        }
        for &at in &reads.words {
            key.stir(st.word(at));
        }
        for &v in &reads.variables {
            key.stir(st.vars[v as usize] as u32 as u64);
        }
        for &l in &reads.locals {
            key.stir(st.locals[self.s.base + l as usize] as u32 as u64);
        }
        key.end()
    }

    /// Begins a key with the values of views.
    #[inline(never)]
    fn key_of_views(&mut self, st: &State, views: &[u16]) -> Pair {
        let mut key = Pair::default();
        for &v in views {
            key.stir(self.view_value(st, v as usize));
        }
        key
    }

    /// A cached number, computed again only after a change of what it depends on.
    pub(in crate::vm) fn kept_number(&mut self, st: &State, slot: u16, e: &Int) -> i64 {
        let game = self.game;
        let depends = &game.kept.numbers[slot as usize];
        let epoch = self.epoch_of(depends);
        let at = slot as usize;
        if self.s.numbers.len() <= at {
            self.s.numbers.resize(game.kept.numbers.len(), (None, 0, 0));
        }
        let (good, kept, value) = self.s.numbers[at];
        if epoch.is_some() && good == epoch {
            return value;
        }
        let key = self.partial_key(st, depends);
        if kept == key {
            self.s.numbers[at].0 = epoch;
            return value;
        }
        let value = self.int(st, e);
        if self.s.fault.is_none() {
            self.s.numbers[at] = (epoch, key, value);
        }
        value
    }

    /// A cached set of units, computed again only after a change of what it depends on.
    pub(in crate::vm) fn kept_units(&mut self, st: &State, slot: u16, e: &Units) -> &[u64] {
        let game = self.game;
        let depends = &game.kept.sets[slot as usize];
        let epoch = self.epoch_of(depends);
        let at = slot as usize;
        if self.s.unit_sets.len() <= at {
            let count = game.kept.sets.len();
            self.s.unit_sets.resize_with(count, Default::default);
        }
        let (good, way) = self.s.unit_sets[at].good;
        if epoch.is_some() && good == epoch {
            return &self.s.unit_sets[at].sets[way];
        }
        let key = self.partial_key(st, depends);
        let known = self.s.unit_sets[at].keys.iter().position(|&k| k == key);
        let way = match known {
            Some(way) => way,
            None => {
                let set = self.units(st, e);
                let sound = self.s.fault.is_none();
                self.s.unit_sets[at].keep(if sound { key } else { 0 }, set, &mut self.s.unit_pool)
            }
        };
        let kept = &mut self.s.unit_sets[at];
        kept.good = (epoch.filter(|_| kept.keys[way] != 0), way);
        &kept.sets[way]
    }

    /// The key of a cached query about one unit, without the properties of this unit; allocates
    /// memory for the answers.
    pub(in crate::vm) fn question_key(&mut self, st: &State, slot: u16) -> u64 {
        let game = self.game;
        let answers = &mut self.s.answers[slot as usize];
        if answers.is_empty() {
            *answers = vec![0; game.unit_count].into_boxed_slice();
        }
        self.partial_key(st, &game.kept.questions[slot as usize])
    }

    /// Whether a condition holds for a unit; evaluated again only after a change of the unit or of
    /// what else the condition depends on.
    #[inline]
    pub(in crate::vm) fn known(
        &mut self,
        st: &State,
        (slot, key): (u16, u64),
        e: &Int,
        u: u16,
    ) -> bool {
        let own = self.game.kept.questions[slot as usize].own;
        let key = stir(key, if own { st.term(u) } else { 0 }) | 2;
        let kept = self.s.answers[slot as usize][u as usize];
        if kept | 1 == key | 1 {
            return kept & 1 == 1;
        }
        self.s.its.push(i64::from(u));
        let holds = self.int(st, e) != 0;
        self.s.its.pop();
        if self.s.fault.is_none() {
            self.s.answers[slot as usize][u as usize] = key & !1 | u64::from(holds);
        }
        holds
    }

    /// The epoch in which values with these dependencies remain valid; None if they depend on
    /// locals, which change within an epoch.
    fn epoch_of(&self, depends: &Reads) -> Option<u64> {
        depends.locals.is_empty().then_some(self.s.epoch)
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Game;
    use crate::ids::{HexFlag, HexId, PlaceId, UnitFlag, UnitId};
    use crate::ir::expr::{Hexes, Int, Units};
    use crate::ir::node::Node;
    use crate::ir::visit::Part;
    use crate::program::analysis::depends::Depends;
    use crate::program::passes::materialise_sets::HEIGHTS;
    use crate::state::State;
    use crate::vm::{Scratch, Vm};
    use eastfront_kernel::rng::Rng;

    #[test]
    fn an_answer_about_a_unit_goes_with_the_unit() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/blue-kremlin.efg");
        let mut game = Game::from_bytes(&std::fs::read(path).unwrap()).unwrap();
        let question = Int::UnitFlag(0, Node::new(Int::Bound(0)));
        game.kept.questions = vec![game.reads(&game.depender.about_one(&question))];
        let mut scratch = Scratch::new(&game);
        let mut state = State::blank(&game, Rng::stream(0, 0));
        for on in [true, false, true] {
            state.edit_unit_flag(&game, UnitFlag(0), UnitId(7), on);
            let mut vm = Vm::new(&game, &mut scratch);
            for _ in 0..2 {
                let key = vm.question_key(&state, 0);
                assert_eq!(vm.known(&state, (0, key), &question, 7), on);
                let other = state.unit_flag(0, 8);
                assert_eq!(vm.known(&state, (0, key), &question, 8), other);
            }
        }
    }

    #[test]
    fn a_key_changes_with_what_it_is_read_from_and_with_nothing_else() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/blue-kremlin.efg");
        let game = Game::from_bytes(&std::fs::read(path).unwrap()).unwrap();
        let height = (2..HEIGHTS).find(|&n| game.heights[0][n] != 0).unwrap();
        let counts = |u: &u16| {
            game.data.units.side[*u as usize] == 0 && !game.data.units.uncounted.contains(u)
        };
        let stack: Vec<u16> = (0..game.unit_count as u16)
            .filter(counts)
            .take(height)
            .collect();
        let last = stack[height - 1];
        let hexes = game.hex_count as u16;
        let mut before = State::blank(&game, Rng::stream(0, 0));
        for u in 0..game.unit_count as u16 {
            before.edit_place(&game, UnitId(u), PlaceId(hexes));
        }
        for &u in &stack[1..] {
            before.edit_place(&game, UnitId(u), PlaceId(500));
        }
        let nothing = Depends::default;
        let cases = [
            // a stack that reaches a height
            Depends {
                standing: game.heights[0][height],
                ..nothing()
            },
            Depends {
                occupied: 1,
                ..nothing()
            },
            Depends {
                sides: 1,
                ..nothing()
            },
            Depends {
                boxes: 1,
                ..nothing()
            },
            Depends {
                hex_flags: 1,
                ..nothing()
            },
            Depends {
                unit_flags: 2,
                ..nothing()
            },
            Depends {
                variables: vec![0],
                ..nothing()
            },
        ];
        type Change<'a> = (&'a dyn Fn(&mut State), [usize; 3]);
        // each change with the cases whose keys it changes
        let changes: [Change<'_>; 5] = [
            (
                &|st| st.edit_place(&game, UnitId(stack[0]), PlaceId(500)),
                [0, 2, 3],
            ),
            (
                &|st| st.edit_place(&game, UnitId(stack[0]), PlaceId(501)),
                [1, 2, 3],
            ),
            (
                &|st| st.edit_hex_flag(&game, HexFlag(0), HexId(7), !st.hex_flag(&game, 0, 7)),
                [4; 3],
            ),
            (
                &|st| st.edit_unit_flag(&game, UnitFlag(1), UnitId(last), true),
                [2, 5, 5],
            ),
            (&|st| st.vars[0] += 1, [6; 3]),
        ];
        let mut scratch = Scratch::new(&game);
        let mut vm = Vm::new(&game, &mut scratch);
        for (i, (change, wanted)) in changes.iter().enumerate() {
            let mut after = before.clone();
            change(&mut after);
            for (n, case) in cases.iter().enumerate() {
                let reads = game.reads(case);
                let same = vm.partial_key(&before, &reads) == vm.partial_key(&after, &reads);
                assert_eq!(!same, wanted.contains(&n), "change {i}, {case:?}");
            }
        }
    }

    #[test]
    fn a_key_stays_when_a_view_comes_out_as_it_was() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/blue-kremlin.efg");
        let mut game = Game::from_bytes(&std::fs::read(path).unwrap()).unwrap();
        // the places of units under a flag, and the hexes adjacent to them
        let held = Hexes::Intersection(Node::new(Hexes::Occupied(0)), Node::new(Hexes::Flag(0)));
        let beside = Hexes::Adjacent(None, Node::new(Hexes::View(0)));
        let around = Hexes::Adjacent(None, Node::new(Hexes::Cached(1, Node::new(beside.clone()))));
        game.fast.views = vec![held, beside, around];
        let depender = game.depender.by_value(vec![true, true, false]);
        let depends: Vec<_> = game
            .fast
            .views
            .iter()
            .map(|e| depender.of(&Part::Hexes(e)))
            .collect();
        assert_eq!((&*depends[1].views, depends[1].occupied), (&[0][..], 0));
        assert_eq!((&*depends[2].views, depends[2].hex_flags), (&[1][..], 0));
        game.kept.views = depends.iter().map(|d| game.reads(d)).collect();
        game.kept.quickly_asked = vec![true; 3];
        let unit = game
            .data
            .units
            .side
            .iter()
            .position(|&side| side == 0)
            .unwrap() as u16;
        let mut state = State::blank(&game, Rng::stream(0, 0));
        for u in 0..game.unit_count as u16 {
            state.edit_place(&game, UnitId(u), PlaceId(game.hex_count as u16));
        }
        let mut scratch = Scratch::new(&game);
        let mut keys = Vec::new();
        // to a hex, to another one, under a flag there, away, and back
        for (place, flagged) in [
            (500, false),
            (501, false),
            (501, true),
            (500, true),
            (501, true),
        ] {
            state.edit_place(&game, UnitId(unit), PlaceId(place));
            state.edit_hex_flag(&game, HexFlag(0), HexId(501), flagged);
            let mut vm = Vm::new(&game, &mut scratch);
            vm.s.epoch += 1;
            let slot = vm.view_slot(&state, 2);
            let kept = vm.s.views[2].words[slot * game.hex_words..][..game.hex_words].to_vec();
            let mut fresh = Scratch::new(&game);
            let mut anew = Vm::new(&game, &mut fresh);
            assert_eq!(kept, &*anew.hexes(&state, &game.fast.views[2]));
            keys.push(vm.s.views[2].keys[slot]);
        }
        assert_eq!([keys[0], keys[0], keys[2], keys[0], keys[2]], *keys);
        assert_ne!(keys[0], keys[2]);
    }

    #[test]
    fn what_turns_on_a_local_is_not_good_for_long() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/blue-kremlin.efg");
        let mut game = Game::from_bytes(&std::fs::read(path).unwrap()).unwrap();
        let (number, set) = (Int::Local(0), Units::One(Node::new(Int::Local(0))));
        game.kept.numbers = vec![game.reads(&game.depender.of(&Part::Int(&number)))];
        game.kept.sets = vec![game.reads(&game.depender.of(&Part::Units(&set)))];
        let mut scratch = Scratch::new(&game);
        let mut state = State::blank(&game, Rng::stream(0, 0));
        let mut vm = Vm::new(&game, &mut scratch);
        vm.s.base = 0;
        for local in [3, 5, 3] {
            state.locals = vec![local];
            assert_eq!(vm.kept_number(&state, 0, &number), i64::from(local));
            let members = vm.kept_units(&state, 0, &set);
            assert_eq!(members[0], 1 << local);
        }
    }
}
