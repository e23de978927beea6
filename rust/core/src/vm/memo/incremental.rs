//! Incrementally updated sets of units: membership is evaluated again only for the units that have
//! changed.

use crate::game::Game;
use crate::ir::expr::Units;
use crate::state::State;
use crate::vm::eval::units::{has_one, members};
use crate::vm::Vm;

/// The maximum number of changes processed one by one.
const MANY: usize = 32;
/// The number of units whose hash terms are compared at once.
const BLOCK: usize = 16;
/// The hash term that stands for none; no unit has it.
const NO_TERM: u64 = 0;
/// How many of the newest changes are searched for an earlier change of the same unit.
const FEW: usize = 2;
/// The maximum length of the log of changes.
const LONG: usize = 4096;

/// A unit that has changed, with its hash term and place before the change.
pub(in crate::vm) type Changed = (u16, u64, u16);

/// The log of units that have changed between the positions evaluated.
#[derive(Debug, Default)]
pub(in crate::vm) struct Changes {
    /// The last position, as far as the log needs it: the hash terms of the units, their places,
    /// and the hashes of the units of each side.
    terms: Box<[u64]>,
    places: Box<[u16]>,
    sides: [u64; 4],
    /// The changes, newest last.
    log: Vec<Changed>,
    /// The length of the log at the last evaluation.
    looked: usize,
    /// The number of changes dropped from the log; a set that has processed fewer changes must be
    /// computed as a whole.
    forgotten: u64,
    /// The epoch of the last position; the epoch changes with every change of position.
    epoch: u64,
}

impl Changes {
    /// Records a change of a unit since the last position; `before` are the hashes of the units of
    /// each side before the change.
    pub(in crate::vm) fn note(&mut self, st: &State, u: u16, before: [u64; 4]) {
        if self.sides != before || self.log.len() > LONG {
            return;
        }
        if let Some(term) = self.terms.get_mut(u as usize) {
            // a unit that moves from hex to hex between two evaluations counts as changed once
            let new = self.log[self.looked..].iter().rev();
            let place = &mut self.places[u as usize];
            if !new.take(FEW).any(|(other, ..)| *other == u) {
                self.log.push((u, *term, *place));
            }
            *term = st.term(u);
            *place = st.unit_place(u);
            self.sides = st.side_hash;
        }
    }

    /// Updates the log to a position.
    fn look(&mut self, st: &State, epoch: u64) {
        if self.epoch == epoch {
            return;
        }
        self.epoch = epoch;
        self.compare(st);
        self.looked = self.log.len();
    }

    /// Adds to the log the changes that were not recorded, by comparing the hash terms of all
    /// units.
    fn compare(&mut self, st: &State) {
        if self.sides == st.side_hash && !self.terms.is_empty() {
            return;
        }
        self.sides = st.side_hash;
        if self.log.len() > LONG || self.terms.len() != st.terms().len() {
            self.forgotten += self.log.len() as u64 + 1;
            self.log.clear();
            self.terms = st.terms().into();
            self.places = (0..self.terms.len() as u16)
                .map(|u| st.unit_place(u))
                .collect();
            return;
        }
        let (kept, new) = (&mut self.terms[..], st.terms());
        let mut first = 0;
        for (old, now) in kept.chunks(BLOCK).zip(new.chunks(BLOCK)) {
            if old != now {
                for (i, (old, now)) in old.iter().zip(now).enumerate() {
                    if old != now {
                        let u = (first + i) as u16;
                        let place = &mut self.places[u as usize];
                        self.log.push((u, *old, *place));
                        *place = st.unit_place(u);
                    }
                }
            }
            first += BLOCK;
        }
        kept.copy_from_slice(new);
    }

    /// The total number of changes, including those dropped from the log.
    fn count(&self) -> u64 {
        self.forgotten + self.log.len() as u64
    }

    /// The changes after the first `count`; None if some of them were dropped, or there are more
    /// than [`MANY`].
    fn since(&self, count: u64) -> Option<&[Changed]> {
        let from = count.checked_sub(self.forgotten)? as usize;
        self.log.get(from..).filter(|log| log.len() <= MANY)
    }
}

/// The content of an incrementally updated set, and the data that tell whether it is still valid.
#[derive(Debug, Default)]
pub(in crate::vm) struct Follow {
    /// The epoch until which the set is known to be valid.
    epoch: u64,
    /// Two keys of what membership depends on besides the unit itself: for most units, and for the
    /// units of the kind, whose membership has further dependencies. 0 for none.
    keys: (u64, u64),
    /// The number of changes that the set has processed.
    count: u64,
    set: Box<[u64]>,
    /// One unit of each class of identical counters in the set, if such a choice is wanted.
    once: Box<[u64]>,
}

impl Vm<'_> {
    /// The incrementally updated set or, with `once`, one unit of each class of identical counters
    /// in it.
    pub(in crate::vm) fn followed(
        &mut self,
        st: &State,
        slot: u16,
        e: &Units,
        once: bool,
    ) -> &[u64] {
        let at = slot as usize;
        if self.s.followed[at].epoch != self.s.epoch {
            self.catch_up(st, at, e);
        }
        let follow = &self.s.followed[at];
        if once {
            &follow.once
        } else {
            &follow.set
        }
    }

    fn catch_up(&mut self, st: &State, at: usize, e: &Units) {
        let game = self.game;
        let following = &game.kept.followed[at];
        self.s.changes.look(st, self.s.epoch);
        let key = self.partial_key(st, &following.depends);
        let kind = following.kind.as_ref();
        let key_of_kind = kind.map_or(0, |(_, depends)| self.partial_key(st, depends));
        let mut follow = std::mem::take(&mut self.s.followed[at]);
        let mut changed = std::mem::take(&mut self.s.changed);
        changed.clear();
        match self.s.changes.since(follow.count) {
            Some(since) if follow.keys.0 == key => {
                changed.extend_from_slice(since);
                let places = following.places.as_deref();
                if let Some((kind, _)) = kind.filter(|_| follow.keys.1 != key_of_kind) {
                    let members = members(&game.fixed_units[*kind as usize])
                        .filter(|&u| may_be_in(st, u, places));
                    changed.extend(members.map(|u| (u, st.term(u), st.unit_place(u))));
                }
                self.go_along(st, e, places, &mut changed, &mut follow);
            }
            _ => self.begin(st, e, following.once, &mut follow),
        }
        if self.s.fault.is_none() {
            follow.epoch = self.s.epoch;
            follow.keys = (key, key_of_kind);
        } else {
            follow.epoch = 0;
            follow.keys = (0, 0);
        }
        follow.count = self.s.changes.count();
        self.s.changed = changed;
        self.s.followed[at] = follow;
    }

    /// Computes a set as a whole.
    fn begin(&mut self, st: &State, e: &Units, once: bool, follow: &mut Follow) {
        let words = self.game.unit_words;
        if follow.set.is_empty() {
            follow.set = vec![0; words].into();
            follow.once = vec![0; if once { words } else { 0 }].into();
        }
        self.units_by::<crate::vm::eval::set_ops::Put>(st, e, &mut follow.set);
        if once {
            follow.once.copy_from_slice(&follow.set);
            self.distinct(st, &mut follow.once);
        }
    }

    /// Evaluates membership again for the units that have changed; a unit outside `places`, if
    /// given, is not a member.
    fn go_along(
        &mut self,
        st: &State,
        e: &Units,
        places: Option<&[u16]>,
        changed: &mut [Changed],
        follow: &mut Follow,
    ) {
        for &(u, ..) in changed.iter() {
            let (w, bit) = (u as usize / 64, 1 << (u % 64));
            follow.set[w] &= !bit;
            if may_be_in(st, u, places) && self.has_unit(st, e, u) {
                follow.set[w] |= bit;
            }
        }
        if follow.once.is_empty() {
            return;
        }
        // former representatives are removed before new ones are chosen
        for (u, before, _) in changed.iter_mut() {
            let (w, bit) = (*u as usize / 64, 1 << (*u % 64));
            if follow.once[w] & bit == 0 {
                *before = NO_TERM;
            }
            follow.once[w] &= !bit;
        }
        let game = self.game;
        for &(u, before, place) in changed.iter() {
            if before != NO_TERM {
                first_alike(game, u, (before, place), st, follow);
            }
            if has_one(&follow.set, u) {
                first_alike(game, u, (st.term(u), st.unit_place(u)), st, follow);
            }
        }
    }
}

/// Whether a unit is at one of the places of a set.
fn may_be_in(st: &State, u: u16, places: Option<&[u16]>) -> bool {
    places.is_none_or(|places| places.contains(&st.unit_place(u)))
}

/// Chooses the unit that stands for its identical counters in `once`: of the units of the class of
/// `u` that are in the set with the hash term and place `now`, the one with the lowest index.
fn first_alike(game: &Game, u: u16, now: (u64, u16), st: &State, follow: &mut Follow) {
    let (class, (term, place)) = (game.alike(u), now);
    let mut first = None;
    let mut look = |v: u16| {
        let (w, bit) = (v as usize / 64, 1 << (v % 64));
        if follow.set[w] & bit != 0 && st.term(v) == term {
            follow.once[w] &= !bit;
            first = Some(first.map_or(v, |first: u16| first.min(v)));
        }
    };
    if (place as usize) < game.hex_count {
        let there = st
            .units_on(place)
            .filter(|v| class.binary_search(v).is_ok());
        there.for_each(&mut look);
    } else {
        class.iter().copied().for_each(&mut look);
    }
    if let Some(v) = first {
        follow.once[v as usize / 64] |= 1 << (v % 64);
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Game;
    use crate::ids::{HexFlag, HexId, PlaceId, UnitFlag, UnitId};
    use crate::ir::expr::{Hexes, Int, Units};
    use crate::ir::node::Node;
    use crate::program::analysis::memo_plan;
    use crate::state::State;
    use crate::vm::{Scratch, Vm};
    use eastfront_kernel::hexset;
    use eastfront_kernel::rng::Rng;

    fn b<T>(x: T) -> Node<T> {
        Node::new(x)
    }

    fn game() -> Game {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/blue-kremlin.efg");
        Game::from_bytes(&std::fs::read(path).unwrap()).unwrap()
    }

    /// The units on the map without a flag; those of a kind must also be in a hex with a flag.
    fn expression(kind: u16) -> Units {
        let of_kind = Int::ContainsUnit(b(Units::Fixed(kind)), b(Int::Bound(0)));
        let free = Int::ContainsHex(b(Hexes::Flag(0)), b(Int::Const(5)));
        let moved = Int::UnitFlag(1, b(Int::Bound(0)));
        let still = Int::Not(b(moved));
        let asked = Int::IfElse(b(of_kind), b(free), b(still));
        Units::Difference(
            b(Units::Where(b(Units::OnMap), b(asked))),
            b(Units::Flag(0)),
        )
    }

    /// Units that enter, leave, and gain or lose flags, and a hex flag that affects some of them.
    fn edit(game: &Game, st: &mut State, rng: &mut Rng) {
        let many = if rng.below(12) == 0 { 60 } else { rng.below(3) };
        for _ in 0..many {
            let u = rng.below(game.unit_count as u32) as u16;
            match rng.below(3) {
                0 => st.edit_place(
                    game,
                    UnitId(u),
                    PlaceId(rng.below(game.place_count as u32) as u16),
                ),
                1 => st.edit_unit_flag(
                    game,
                    UnitFlag(rng.below(2) as u8),
                    UnitId(u),
                    rng.below(2) == 0,
                ),
                // next to another one, so that counters become identical
                _ => st.edit_place(game, UnitId(u), PlaceId(rng.below(4) as u16)),
            }
        }
        if rng.below(8) == 0 {
            st.edit_hex_flag(game, HexFlag(0), HexId(5), rng.below(2) == 0);
        }
    }

    /// A unit moved by the program, which records the change; it may return to where it was.
    fn noted(game: &Game, scratch: &mut Scratch, st: &mut State, rng: &mut Rng) {
        let u = rng.below(game.unit_count as u32) as u16;
        let mut vm = Vm::new(game, scratch);
        for _ in 0..rng.below(4) {
            let most = [3, game.place_count as u32][rng.below(2) as usize];
            vm.place(st, u, i64::from(rng.below(most)), 0);
        }
    }

    #[test]
    fn what_is_followed_is_what_it_would_be_worked_out_anew() {
        let mut game = game();
        let sizes = game.fixed_units.iter().map(|set| hexset::count(set));
        let kind = sizes
            .enumerate()
            .max_by_key(|&(i, n)| n.min(30) * 99 - i)
            .unwrap()
            .0 as u16;
        let e = expression(kind);
        let following = memo_plan::following(&game.depender, &e, true).unwrap();
        assert_eq!(following.kind.as_ref().unwrap().0, kind);
        game.kept.followed = vec![following.map(&|d| game.reads(d))];
        let mut rng = Rng::stream(7, 0);
        let mut scratch = Scratch::new(&game);
        let mut st = State::blank(&game, Rng::stream(0, 0));
        let mut kept = st.clone();
        let (mut alike, mut some) = (0, 0);
        for _ in 0..3000 {
            edit(&game, &mut st, &mut rng);
            noted(&game, &mut scratch, &mut st, &mut rng);
            match rng.below(20) {
                0 => kept = st.clone(),
                1 => std::mem::swap(&mut kept, &mut st),
                _ => {}
            }
            let mut vm = Vm::new(&game, &mut scratch);
            vm.s.epoch += 1;
            let mut fresh = Scratch::new(&game);
            let mut anew = Vm::new(&game, &mut fresh);
            let (set, once) = (
                anew.units(&st, &e),
                anew.units(&st, &Units::Distinct(b(e.clone()))),
            );
            assert_eq!(vm.followed(&st, 0, &e, false), &set[..]);
            assert_eq!(vm.followed(&st, 0, &e, true), &once[..]);
            alike += u32::from(set != once);
            some += u32::from(set.iter().any(|w| *w != 0));
        }
        assert!(alike > 100 && some > 1000, "{alike} {some}");
    }
}
