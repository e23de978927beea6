//! Builds the problem of the duty to attack for the kernel from a position: attackers, targets, and
//! the spots (hexes) where attackers can stand.

use crate::ir::expr::{Duty, Hexes, Int, Units};
use crate::state::State;
use crate::vm::eval::hexes::at_most;
use crate::vm::eval::set_ops::{Add, Drop};
use crate::vm::eval::units::{self, has_one};
use crate::vm::Vm;
use eastfront_kernel::duty::{
    members, Attacker, Begun, Duty as Question, DutyError, Mask, Spot, Spots, Target, MOST,
};
use eastfront_kernel::grid::Grid;
use eastfront_kernel::hexset;
use smallvec::smallvec;

/// Attackers and targets of a declared battle, and whether it is complete.
type Battle = (Units, Hexes, Int);

/// The value of `eases` for an attacker from a distance.
const APART: i64 = 2;

/// The number that stands for no attacker, spot or target.
pub(super) const NONE: u16 = u16::MAX;

/// A problem for the kernel, with the index of the spot and of the target in each hex.
pub(in crate::vm) struct Draft {
    pub(super) question: Question,
    /// The key of the values from which the problem was built; 0 if the key is not known, or if the
    /// problem supposes a unit elsewhere than where it stands.
    pub(super) key: u64,
    /// The targets that were found too strong, if it is known that the problem has no solution.
    pub(super) difficult: Option<Mask>,
    /// The number of attackers that are adjacent to a target where they stand. They come first; the
    /// attackers after them could move next to one.
    pub(super) present: usize,
    pub(super) spots: Vec<u16>,
    pub(super) targets: Vec<u16>,
    /// The targets whose eased strength has been computed.
    pub(super) eased: Mask,
}

/// All possible targets of a duty, and the hexes adjacent to them.
#[derive(Default)]
pub(in crate::vm) struct Beside {
    targets: Box<[u64]>,
    near: Box<[u64]>,
}

impl Vm<'_> {
    /// The problem with all units where they stand. Its targets are those adjacent to attackers or
    /// to the hexes `more`; `None` if there are too many.
    pub(super) fn question(
        &mut self,
        st: &State,
        duty: &Duty,
        more: Option<&[u64]>,
    ) -> Option<Draft> {
        let mut draft = self.question_about(st, duty, more, duty.begun.as_ref())?;
        draft.question.odds = self.odds(st, duty);
        draft.question.begun = self
            .begun(st, duty, &draft.question)
            .map(|(begun, _)| begun);
        Some(draft)
    }

    /// The problem as [`Vm::question`] builds it, but without the odds and the declared battle. The
    /// units and targets of the battle `begun` are in the problem.
    pub(super) fn question_about(
        &mut self,
        st: &State,
        duty: &Duty,
        more: Option<&[u64]>,
        begun: Option<&Battle>,
    ) -> Option<Draft> {
        let game = self.game;
        let mut draft = self.blank();
        let moved = (duty.moved.as_ref()).map(|(u, h)| (self.unit(st, u), self.hex(st, h)));
        let moved = moved.and_then(|(u, h)| u.zip(h));
        let everyone = self.units(st, &duty.attackers);
        let held = self.units(st, &duty.held);
        let named = self.units(st, begun.map_or(&Units::Empty, |b| &b.0));
        let mut who = std::mem::take(&mut self.s.who);
        let beside = self.beside(st, duty);
        let mut there = self.hex_buf();
        there.fill(0);
        who.clear();
        for unit in units::members(&everyone) {
            let (place, named) = match moved {
                Some((u, h)) if u == unit => (h, true),
                _ => (st.unit_place(unit), has_one(&named, unit)),
            };
            let on_map = (place as usize) < game.hex_count;
            if on_map && (named || has(&game.grid, &beside.near, place)) {
                hexset::set(&game.grid, &mut there, place);
                who.push((unit, place, named));
            }
        }
        let fits = self.targets(st, duty, more, begun, &beside.targets, there, &mut draft);
        for &(unit, place, named) in who.iter().filter(|_| fits) {
            let spot = self.spot(st, duty, &mut draft, place);
            let reaches = draft.question.spots[spot as usize].reaches;
            if reaches == 0 && !named {
                continue;
            }
            let held = named || has_one(&held, unit);
            let q = &draft.question;
            let attacker = self.attacker(st, duty, q, unit, smallvec![spot], held, reaches);
            draft.question.attackers.push(attacker);
        }
        self.s.beside = beside;
        self.s.who = who;
        self.s.unit_pool.push(everyone);
        self.s.unit_pool.push(held);
        self.s.unit_pool.push(named);
        draft.present = draft.question.attackers.len();
        if fits {
            return Some(draft);
        }
        self.done(draft);
        None
    }

    /// The odds at which a battle is allowed.
    pub(super) fn odds(&mut self, st: &State, duty: &Duty) -> (i64, i64) {
        (self.int(st, &duty.odds.0), self.int(st, &duty.odds.1))
    }

    /// Adds the targets that are adjacent to attackers or to the hexes `more`, or that must be
    /// attacked. False if there are too many.
    #[allow(clippy::too_many_arguments)]
    fn targets(
        &mut self,
        st: &State,
        duty: &Duty,
        more: Option<&[u64]>,
        begun: Option<&Battle>,
        all: &[u64],
        mut there: Box<[u64]>,
        draft: &mut Draft,
    ) -> bool {
        let game = self.game;
        let owed = self.hexes(st, &duty.owed);
        let mut targets = self.hex_buf();
        if let Some(more) = more {
            hexset::or(&mut there, more);
        }
        self.neighbors(None, &there, &mut targets);
        hexset::or(&mut targets, &owed);
        if let Some((_, hexes, _)) = begun {
            self.hexes_by::<Add>(st, hexes, &mut targets);
        }
        hexset::and(&mut targets, all);
        let fits = at_most(&targets, MOST);
        if fits {
            for h in hexset::iter(&game.grid, &targets) {
                if has(&game.grid, &owed, h) {
                    draft.question.owed |= 1 << draft.question.targets.len();
                }
                self.add_target(st, duty, draft, h);
            }
        } else {
            self.too_many(hexset::count(&targets));
        }
        self.s.hex_pool.push(there);
        self.s.hex_pool.push(targets);
        self.s.hex_pool.push(owed);
        fits
    }

    /// All possible targets and the hexes adjacent to them, kept from the last call if they have
    /// not changed. The caller returns the result after use.
    pub(super) fn beside(&mut self, st: &State, duty: &Duty) -> Beside {
        let targets = self.hexes(st, &duty.targets);
        let mut beside = std::mem::take(&mut self.s.beside);
        if beside.targets[..] == targets[..] {
            self.s.hex_pool.push(targets);
            return beside;
        }
        if beside.near.is_empty() {
            beside.near = self.hex_buf();
        } else {
            self.s.hex_pool.push(beside.targets);
        }
        hexset::neighbors(&self.game.grid, &targets, &mut beside.near);
        beside.targets = targets;
        beside
    }

    fn add_target(&mut self, st: &State, duty: &Duty, draft: &mut Draft, h: u16) {
        let defence = self.at(st, h, &duty.defence);
        let targets = &mut draft.question.targets;
        draft.targets[h as usize] = targets.len() as u16;
        targets.push(Target {
            id: h,
            defence,
            eased: defence,
        });
    }

    #[cold]
    fn too_many(&mut self, targets: usize) {
        self.too_hard(DutyError::TooMany {
            attackers: 0,
            targets,
        });
    }

    /// An empty problem with empty indices.
    pub(super) fn blank(&mut self) -> Draft {
        let index = || vec![NONE; self.game.hex_count];
        self.s.draft_pool.pop().unwrap_or_else(|| Draft {
            question: Question::default(),
            key: 0,
            difficult: None,
            present: 0,
            spots: index(),
            targets: index(),
            eased: 0,
        })
    }

    /// A copy of a problem, to which attackers and spots may be added.
    pub(super) fn copy_of(&mut self, draft: &Draft) -> Draft {
        let mut copy = self.blank();
        copy.question.clone_from(&draft.question);
        (copy.present, copy.eased) = (draft.present, draft.eased);
        copy.spots.copy_from_slice(&draft.spots);
        copy.targets.copy_from_slice(&draft.targets);
        copy
    }

    /// Clears a problem and returns its memory for reuse.
    pub(super) fn done(&mut self, mut draft: Draft) {
        for spot in &draft.question.spots {
            draft.spots[spot.id as usize] = NONE;
        }
        for target in &draft.question.targets {
            draft.targets[target.id as usize] = NONE;
        }
        let question = &mut draft.question;
        question.spots.clear();
        question.attackers.clear();
        question.targets.clear();
        (question.owed, question.odds, question.begun) = Default::default();
        (draft.key, draft.difficult) = (0, None);
        (draft.present, draft.eased) = (0, 0);
        self.s.draft_pool.push(draft);
    }

    /// An attacker with its strength and obligations. Whether it may attack is evaluated for the
    /// targets in `among` only.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn attacker(
        &mut self,
        st: &State,
        duty: &Duty,
        q: &Question,
        unit: u16,
        spots: Spots,
        held: bool,
        among: Mask,
    ) -> Attacker {
        let strength = self.at(st, unit, &duty.strength);
        let bound = match &duty.bound {
            Some(bound) => self.at(st, unit, bound) != 0,
            None => true,
        };
        Attacker {
            id: unit,
            strength,
            spots,
            held,
            may: self.may(st, duty, q, unit, among),
            binds: if bound { Mask::MAX } else { 0 },
            must: bound,
        }
    }

    /// The targets in `among` that a unit may attack; all targets if the duty does not limit them
    /// (`may` is None).
    pub(super) fn may(
        &mut self,
        st: &State,
        duty: &Duty,
        q: &Question,
        unit: u16,
        among: Mask,
    ) -> Mask {
        let Some(e) = &duty.may else {
            return Mask::MAX;
        };
        self.s.its.push(i64::from(unit));
        let fair = members(among).filter(|&t| self.at(st, q.targets[t].id, e) != 0);
        let fair = fair.fold(0, |m, t| m | 1 << t);
        self.s.its.pop();
        fair
    }

    /// The declared battle, and whether the problem contains all of it, with its attackers held.
    pub(super) fn begun(&mut self, st: &State, duty: &Duty, q: &Question) -> Option<(Begun, bool)> {
        let grid = &self.game.grid;
        let (units, hexes, closed) = duty.begun.as_ref()?;
        let closed = self.int(st, closed) != 0;
        let who = self.units(st, units);
        let what = self.hexes(st, hexes);
        let attackers = mask(&q.attackers, |a| has_one(&who, a.id));
        let targets = mask(&q.targets, |t| has(grid, &what, t.id));
        let whole = hexset::count(&who) == attackers.count_ones() as usize
            && hexset::count(&what) == targets.count_ones() as usize
            && members(attackers).all(|a| q.attackers[a].held);
        self.s.unit_pool.push(who);
        self.s.hex_pool.push(what);
        let begun = Begun {
            attackers,
            targets,
            closed,
        };
        Some((begun, whole))
    }

    /// The index of the spot in a hex; a hex without a spot gets a new one.
    pub(super) fn spot(&mut self, st: &State, duty: &Duty, draft: &mut Draft, hex: u16) -> u16 {
        let known = draft.spots[hex as usize];
        if known != NONE {
            return known;
        }
        let game = self.game;
        let (mut reaches, mut bindable): (Mask, Mask) = (0, 0);
        for d in 0..6u8 {
            let there = game.grid.neighbor(hex, d);
            let t = draft.targets.get(there as usize).copied().unwrap_or(NONE);
            let open = |mask: Option<u8>| {
                mask.is_none_or(|m| has(&game.grid, &game.edges[m as usize].open[d as usize], hex))
            };
            if t != NONE && open(duty.edges) {
                reaches |= 1 << t;
                if open(duty.binding.or(duty.edges)) {
                    bindable |= 1 << t;
                }
            }
        }
        let (mut binds, mut eases, mut apart): (Mask, Mask, Mask) = (bindable, 0, 0);
        self.s.its.push(i64::from(hex));
        for i in members(reaches) {
            let t = draft.question.targets[i].id;
            let how = self.at(st, t, &duty.eases);
            if how != 0 {
                *(if how == APART { &mut apart } else { &mut eases }) |= 1 << i;
                self.ease(st, duty, draft, i);
            }
            if self.at(st, t, &duty.binds) == 0 {
                binds &= !(1 << i);
            }
        }
        self.s.its.pop();
        let room = self.at(st, hex, &duty.room).clamp(0, 999) as u16;
        let spots = &mut draft.question.spots;
        spots.push(Spot {
            id: hex,
            reaches,
            binds,
            eases,
            apart,
            room,
        });
        draft.spots[hex as usize] = (spots.len() - 1) as u16;
        draft.spots[hex as usize]
    }

    /// Computes the lower strength of a target when an attacker eases it; called when a spot is
    /// added from which an attacker eases the target.
    fn ease(&mut self, st: &State, duty: &Duty, draft: &mut Draft, target: usize) {
        if draft.eased >> target & 1 == 1 {
            return;
        }
        draft.eased |= 1 << target;
        let id = draft.question.targets[target].id;
        let eased = self.at(st, id, &duty.eased);
        let target = &mut draft.question.targets[target];
        target.eased = eased.min(target.defence);
    }

    /// Adds the hexes to which attackers that are not held could move; false if there is no such
    /// hex.
    pub(super) fn add_all_spots(&mut self, st: &State, duty: &Duty, draft: &mut Draft) -> bool {
        let beside = self.beside(st, duty);
        let free = self.not_held(st, duty);
        let mut more = false;
        for unit in units::members(&free) {
            more |= self.add_spots(st, duty, draft, &beside, unit);
        }
        self.s.unit_pool.push(free);
        self.s.beside = beside;
        more
    }

    /// The attackers that are not held where they stand, as bits.
    pub(super) fn not_held(&mut self, st: &State, duty: &Duty) -> Box<[u64]> {
        let mut free = self.units(st, &duty.attackers);
        self.units_by::<Drop>(st, &duty.held, &mut free);
        free
    }

    /// Adds the hexes adjacent to targets to which a unit could move; false if there is no such
    /// hex.
    pub(super) fn add_spots(
        &mut self,
        st: &State,
        duty: &Duty,
        draft: &mut Draft,
        beside: &Beside,
        unit: u16,
    ) -> bool {
        let Some(spots) = &duty.spots else {
            return false;
        };
        let known = (draft.question.attackers.iter()).position(|a| a.id == unit);
        if known.is_some_and(|i| draft.question.attackers[i].held) {
            return false;
        }
        self.s.its.push(i64::from(unit));
        let mut set = self.hexes(st, spots);
        self.s.its.pop();
        hexset::and(&mut set, &beside.near);
        let mut there: Spots =
            known.map_or(Spots::new(), |i| draft.question.attackers[i].spots.clone());
        let before = there.len();
        for h in hexset::iter(&self.game.grid, &set) {
            self.meet(st, duty, draft, beside, h);
            let spot = self.spot(st, duty, draft, h);
            let reaches = draft.question.spots[spot as usize].reaches;
            if reaches != 0 && !there.contains(&spot) {
                there.push(spot);
            }
        }
        self.s.hex_pool.push(set);
        if there.len() == before {
            return false;
        }
        let q = &draft.question;
        let reach = |m, s: &u16| m | q.spots[*s as usize].reaches;
        let among = there.iter().fold(0, reach);
        match known {
            Some(i) => {
                let may = self.may(st, duty, q, unit, among);
                let attacker = &mut draft.question.attackers[i];
                (attacker.spots, attacker.may) = (there, may);
            }
            None => {
                let attacker = self.attacker(st, duty, q, unit, there, false, among);
                draft.question.attackers.push(attacker);
            }
        }
        true
    }

    /// Adds the targets adjacent to a hex that the problem does not have yet.
    fn meet(&mut self, st: &State, duty: &Duty, draft: &mut Draft, beside: &Beside, hex: u16) {
        let grid = &self.game.grid;
        for d in 0..6u8 {
            let h = grid.neighbor(hex, d);
            let unknown = draft.targets.get(h as usize) == Some(&NONE);
            if unknown && has(grid, &beside.targets, h) {
                match draft.question.targets.len() {
                    MOST => self.too_many(MOST + 1),
                    _ => self.add_target(st, duty, draft, h),
                }
            }
        }
    }

    pub(super) fn at(&mut self, st: &State, thing: u16, e: &Int) -> i64 {
        self.s.its.push(i64::from(thing));
        let value = self.int(st, e);
        self.s.its.pop();
        value
    }
}

pub(super) fn has(grid: &Grid, set: &[u64], h: u16) -> bool {
    let (w, b) = grid.word_bit(h);
    set[w] & b != 0
}

/// The set of the first `count` elements, as bits.
pub(super) fn first(count: usize) -> Mask {
    Mask::MAX
        .checked_shr(Mask::BITS - count.min(MOST) as u32)
        .unwrap_or(0)
}

/// The set of the elements of a list that pass a test, as bits.
pub(super) fn mask<'a, T: 'a>(
    list: impl IntoIterator<Item = &'a T>,
    mut member: impl FnMut(&T) -> bool,
) -> Mask {
    let each = list.into_iter().take(MOST).enumerate();
    each.filter(|(_, x)| member(x))
        .fold(0, |m, (i, _)| m | 1 << i)
}
