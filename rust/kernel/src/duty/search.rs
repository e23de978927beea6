//! The search behind the duty to attack: battles are begun one at a time, always against the
//! target that fewest can attack, and what led nowhere is remembered. What everybody could do is
//! held in masks, so that a step costs little.

mod attempt;
mod fight;
mod room;

use super::memo::{Key, Memo};
use super::{bit, members, Duty, DutyError, Mask, Spot, Spots, MOST};
pub(super) use fight::Force;
use room::{anew, of_attackers, OfAttacker, OfTarget, Room};
use smallvec::SmallVec;

/// Search nodes after which a question counts as too large.
const NODES: u32 = 1_000_000;

/// Search nodes of the first attempt; each later one, which begins where the last failed most, has
/// twice as many.
const ATTEMPT: u32 = 64;

/// Where an attacker stands during the search: a spot or nowhere yet.
pub(super) const NOWHERE: u16 = u16::MAX;

/// A battle of the search.
#[derive(Clone, Copy)]
pub(super) struct Group {
    pub(super) attackers: Mask,
    pub(super) targets: Mask,
    pub(super) open: bool,
}

/// A part of the question that has nothing to do with the rest.
#[derive(Clone, Copy)]
struct Part {
    targets: Mask,
    attackers: Mask,
}

/// Parts of a question; there are few.
type Parts = SmallVec<[Part; 8]>;

pub(super) struct Search<'a> {
    pub(super) duty: &'a Duty,
    attackers: Vec<OfAttacker>,
    targets: Vec<OfTarget>,
    pub(super) stand: Vec<u16>,
    pub(super) guests: Vec<u16>,
    pub(super) groups: Vec<Group>,
    /// Those who stand somewhere and are not guests.
    held: Mask,
    /// Those of them who must attack.
    must: Mask,
    /// Targets that must be attacked, since it is asked for or since somebody obliges to it.
    bound: Mask,
    pub(super) used: Mask,
    pub(super) covered: Mask,
    /// Those who could join a battle as it is.
    joined: Mask,
    /// The targets that the search is about.
    scope: Mask,
    memo: &'a mut Memo,
    /// Whether all questions have everybody at the same spots.
    fixed: bool,
    /// Whether what is known to work is taken as done, though the answer then lacks its battles.
    pub(super) brief: bool,
    /// Whether the answer lacks battles.
    pub(super) partial: bool,
    pub(super) nodes: u32,
    /// The nodes after which this attempt ends.
    limit: u32,
}

impl<'a> Search<'a> {
    pub(super) fn new(duty: &'a Duty, memo: &'a mut Memo, brief: bool) -> Search<'a> {
        let room = Room::last();
        let mut search = Search {
            duty,
            attackers: anew(room.attackers, of_attackers(duty)),
            targets: anew(
                room.targets,
                duty.targets.iter().map(|_| Default::default()),
            ),
            stand: anew(room.stand, duty.attackers.iter().map(|_| NOWHERE)),
            guests: anew(room.guests, duty.spots.iter().map(|_| 0)),
            groups: anew(room.groups, []),
            held: 0,
            must: 0,
            bound: 0,
            used: 0,
            covered: 0,
            joined: 0,
            scope: Mask::MAX,
            memo,
            fixed: false,
            brief,
            partial: false,
            nodes: 0,
            limit: NODES,
        };
        search.reset();
        search
    }

    /// Back to the beginning, with what has been learnt.
    pub(super) fn reset(&mut self) {
        self.guests.fill(0);
        (self.used, self.covered, self.joined) = (0, 0, 0);
        (self.held, self.must, self.bound) = (0, 0, self.duty.owed);
        (self.nodes, self.partial) = (0, false);
        self.groups.clear();
        for target in &mut self.targets {
            *target = OfTarget {
                failed: target.failed,
                ..OfTarget::default()
            };
        }
        for a in 0..self.stand.len() {
            self.stand[a] = NOWHERE;
            let count = if self.duty.attackers[a].held { 1 } else { MOST };
            self.enlist(a, count);
            if self.duty.attackers[a].held {
                self.hold(a);
            }
        }
    }

    /// Notes what an attacker could do from its first spots.
    fn enlist(&mut self, a: usize, count: usize) {
        let attacker = &self.duty.attackers[a];
        (self.attackers[a].near, self.attackers[a].reach) = (0, 0);
        for &s in attacker.spots.iter().take(count) {
            let spot = &self.duty.spots[s as usize];
            self.attackers[a].near |= spot.reaches;
            let reach = self.duty.reach(a, spot);
            self.attackers[a].reach |= reach;
            for t in members(spot.reaches) {
                self.targets[t].touching |= bit(a);
            }
            for t in members(reach) {
                self.targets[t].claims |= bit(a);
                self.targets[t].easing |= bit(a) * ((spot.eases | spot.apart) >> t & 1);
            }
        }
    }

    /// Holds an attacker at its first spot.
    pub(super) fn hold(&mut self, a: usize) {
        let Some(&first) = self.duty.attackers[a].spots.first() else {
            return;
        };
        if self.stand[a] != NOWHERE {
            return;
        }
        if self.duty.attackers[a].spots.len() > 1 {
            for t in members(self.attackers[a].near) {
                self.targets[t].claims &= !bit(a);
                self.targets[t].easing &= !bit(a);
                self.targets[t].touching &= !bit(a);
            }
            self.enlist(a, 1);
        }
        self.stand[a] = first;
        self.held |= bit(a);
        let binds = self.binds(a);
        self.bound |= binds;
        if self.duty.attackers[a].must && binds != 0 {
            self.must |= bit(a);
        }
    }

    /// Back to the beginning with other roles for attackers that have one spot each.
    pub(super) fn cast(&mut self, cast: &Cast) {
        let here = cast.kept | cast.free | cast.help;
        (self.used, self.covered, self.joined) = (!here, 0, 0);
        (self.held, self.must, self.bound) = (cast.kept | cast.help, 0, cast.owed);
        (self.nodes, self.partial) = (0, false);
        self.scope = cast.targets;
        self.fixed = true;
        self.groups.clear();
        for a in members(here) {
            let first = self.duty.attackers[a].spots.first();
            let stays = self.held >> a & 1 == 1;
            self.stand[a] = first.map_or(NOWHERE, |&s| if stays { s } else { NOWHERE });
            if cast.kept >> a & 1 == 1 {
                let binds = self.binds(a);
                self.bound |= binds;
                if self.duty.attackers[a].must && binds != 0 {
                    self.must |= bit(a);
                }
            }
        }
        self.guests.fill(0);
        self.given(&cast.battles);
    }

    pub(super) fn spot(&self, a: usize) -> Option<&'a Spot> {
        self.duty.spots.get(self.stand[a] as usize)
    }

    /// The targets that an attacker can attack from where it stands.
    pub(super) fn reach(&self, a: usize) -> Mask {
        self.spot(a).map_or(0, |s| self.duty.reach(a, s))
    }

    /// The targets that an attacker obliges its side to attack from where it stands.
    fn binds(&self, a: usize) -> Mask {
        self.spot(a)
            .map_or(0, |s| s.binds & self.duty.attackers[a].binds)
    }

    /// The targets that were found to be beyond everybody left.
    pub(super) fn difficult(&self) -> Mask {
        let failed = self
            .targets
            .iter()
            .enumerate()
            .filter(|(_, t)| t.failed > 0);
        failed.fold(0, |m, (t, _)| m | bit(t))
    }

    /// Targets that must still be attacked.
    pub(super) fn owed(&self) -> Mask {
        self.bound & !self.covered
    }

    /// Those who must fight and can join no battle so far.
    pub(super) fn idle(&self) -> Mask {
        self.must & !self.used & !self.joined
    }

    /// Those who could attack all of some targets.
    fn claimants(&self, targets: Mask) -> Mask {
        members(targets).fold(!self.used, |m, t| m & self.targets[t].claims)
    }

    /// Puts a battle on the list.
    pub(super) fn add(&mut self, group: Group) {
        self.used |= group.attackers;
        self.covered |= group.targets;
        if group.open {
            self.joined |= self.held
                & members(group.targets).fold(Mask::MAX, |m, t| m & self.targets[t].claims);
        }
        self.groups.push(group);
    }

    /// Looks for battles that do the rest of the duty within the scope. Each level begins a
    /// battle or narrows the scope, so the depth is bounded by the number of targets. Those in
    /// `fresh` may have lost somebody who could attack them since it was last looked.
    fn extend(&mut self, fresh: Mask) -> Result<bool, DutyError> {
        let open = self.scope & !self.covered;
        let Some(idle) = self.unemployed(open) else {
            return Ok(false);
        };
        let owed = self.owed() & self.scope;
        if owed == 0 && idle == 0 {
            return Ok(true);
        }
        if let Err(lost) = self.possible(owed, idle, fresh) {
            members(lost).for_each(|t| self.targets[t].failed += 1);
            return Ok(false);
        }
        let wanted = members(idle).fold(owed, |m, a| m | self.attackers[a].reach & open);
        let parts = self.parts(open, wanted);
        if let Some(part) = parts.iter().find(|part| !self.strong_enough(part, owed)) {
            members(part.targets & owed).for_each(|t| self.targets[t].failed += 1);
            return Ok(false);
        }
        match parts.as_slice() {
            [part] => self.solve(part, owed, idle),
            several => self.each(several),
        }
    }

    /// Those within the scope who must fight and can join no battle so far; `None` when one of all
    /// such has no target left, as nobody opens a battle for him any more.
    fn unemployed(&self, open: Mask) -> Option<Mask> {
        let mut idle = 0;
        for a in members(self.idle()) {
            let left = self.attackers[a].reach & !self.covered;
            if left == 0 {
                return None;
            }
            if left & open != 0 {
                idle |= bit(a);
            }
        }
        Some(idle)
    }

    /// Begins a battle in a part that hangs together.
    fn solve(&mut self, part: &Part, owed: Mask, idle: Mask) -> Result<bool, DutyError> {
        self.nodes += 1;
        if self.nodes > self.limit {
            return Err(DutyError::Entangled);
        }
        let key = self.key(part, owed, idle);
        match self.memo.known(&key) {
            Some(false) => return Ok(false),
            Some(true) if self.brief => {
                self.partial = true;
                return Ok(true);
            }
            _ => {}
        }
        // first where fewest can attack, and where it went wrong before
        let rank = |&t: &usize| {
            let few = u64::from(self.claimants(bit(t)).count_ones()) << 32;
            few / u64::from(self.targets[t].failed.saturating_add(1))
        };
        let found = match members(owed).min_by_key(rank) {
            Some(t) => self.attack(bit(t), 0)?,
            None => self.employ(idle)?,
        };
        self.memo.keep(key, found);
        Ok(found)
    }

    /// Whether each target owed could be attacked by all who reach it, and each of the idle has a
    /// target that could be; otherwise the targets that cannot. Only `fresh` ones are looked at.
    fn possible(&self, owed: Mask, idle: Mask, fresh: Mask) -> Result<(), Mask> {
        for t in members(owed & fresh) {
            if !self.beatable(bit(t)) {
                return Err(bit(t));
            }
        }
        let mut fair = owed;
        for a in members(idle) {
            let left = self.attackers[a].reach & !self.covered;
            if self.attackers[a].reach & fresh == 0 || left & fair != 0 {
                continue;
            }
            match members(left).find(|&t| self.beatable(bit(t))) {
                Some(t) => fair |= bit(t),
                None => return Err(left),
            }
        }
        Ok(())
    }

    /// Whether all who reach each of some targets would be enough against them.
    fn beatable(&self, targets: Mask) -> bool {
        let who = self.claimants(targets);
        let eased = members(targets).filter(|&t| self.targets[t].easing & who != 0);
        let against = self.duty.defence(targets, eased.fold(0, |m, t| m | bit(t)));
        who != 0 && self.duty.allowed(self.strength(who), against)
    }

    fn strength(&self, who: Mask) -> i64 {
        let each = members(who).map(|a| self.duty.attackers[a].strength);
        each.fold(0, i64::saturating_add)
    }

    /// Does the duty part by part: they have nobody in common.
    fn each(&mut self, parts: &[Part]) -> Result<bool, DutyError> {
        let scope = self.scope;
        let before = self.place();
        for part in parts {
            self.scope = part.targets;
            let idle = self.unemployed(part.targets & !self.covered);
            let owed = self.owed() & self.scope;
            let found = match idle {
                Some(idle) => self.solve(part, owed, idle),
                None => Ok(false),
            };
            self.scope = scope;
            if !found? {
                self.return_to(before);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Targets that share attackers, directly or through others, and these attackers; the parts
    /// with something to do, smallest first.
    fn parts(&self, open: Mask, wanted: Mask) -> Parts {
        let mut parts = Parts::new();
        let mut left = wanted;
        while left != 0 {
            let mut part = Part {
                targets: left & left.wrapping_neg(),
                attackers: 0,
            };
            let mut fresh = part.targets;
            while fresh != 0 {
                let who = members(fresh).fold(0, |m, t| m | self.targets[t].touching);
                let who = who & !self.used & !part.attackers;
                part.attackers |= who;
                let more = members(who).fold(0, |m, a| m | self.attackers[a].near);
                fresh = more & open & !part.targets;
                part.targets |= fresh;
            }
            left &= !part.targets;
            parts.push(part);
        }
        parts.sort_by_key(|part| part.targets.count_ones());
        parts
    }

    /// Whether all together could attack what must be attacked in a part.
    fn strong_enough(&self, part: &Part, owed: Mask) -> bool {
        let owed = owed & part.targets;
        let attack = self.strength(part.attackers);
        self.duty.allowed(attack, self.duty.defence(owed, owed))
    }

    fn key(&self, part: &Part, owed: Mask, idle: Mask) -> Key {
        let mut rest = Spots::new();
        if !self.fixed {
            if self.brief {
                rest.extend(members(part.attackers & self.held).map(|a| self.stand[a]));
            }
            for (spot, guests) in self.duty.spots.iter().zip(&self.guests) {
                if *guests > 0 && spot.reaches & part.targets != 0 {
                    rest.extend([spot.id, *guests]);
                }
            }
        }
        Key {
            targets: part.targets,
            attackers: part.attackers,
            owed: owed & part.targets,
            idle,
            held: self.held & part.attackers,
            rest,
        }
    }

    /// Finds one who is left over a battle that nothing obliges to.
    fn employ(&mut self, idle: Mask) -> Result<bool, DutyError> {
        let Some(a) = members(idle).next() else {
            return Ok(true);
        };
        for t in members(self.attackers[a].reach & self.scope & !self.covered) {
            if self.fight(bit(t), bit(a), false)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The roles that attackers with one spot each play in a question.
#[derive(Clone, Default)]
pub(super) struct Cast {
    /// They stay and do their duty.
    pub(super) kept: Mask,
    /// They stay and do their duty, or they are gone.
    pub(super) free: Mask,
    /// They help as they like and oblige to nothing.
    pub(super) help: Mask,
    /// What can be attacked; nothing else is there.
    pub(super) targets: Mask,
    /// What must be attacked in any case.
    pub(super) owed: Mask,
    /// Targets of battles that others fight, battle by battle; anyone may join.
    pub(super) battles: Vec<Mask>,
}
