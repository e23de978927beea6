//! Backtracking search for the duty to attack. Battles are opened one at a time, against the target
//! with the fewest possible attackers, and failed parts are cached. The options of all attackers
//! are kept in masks, so that a step is cheap.

mod attempt;
mod fight;
mod room;

use super::memo::{Key, Memo};
use super::{bit, members, Duty, DutyError, Mask, Spot, Spots, MOST};
pub(super) use fight::Force;
use room::{anew, of_attackers, OfAttacker, OfTarget, Room};
use smallvec::SmallVec;

/// The maximum number of search nodes of a problem.
const NODES: u32 = 1_000_000;

/// The number of search nodes of the first attempt; each later attempt, which begins where the last
/// one failed most, has twice as many.
const ATTEMPT: u32 = 64;

/// The place of an attacker that has no spot yet.
pub(super) const NOWHERE: u16 = u16::MAX;

/// A battle that the search has opened: its attackers, its targets, and whether others may join.
#[derive(Clone, Copy)]
pub(super) struct Group {
    pub(super) attackers: Mask,
    pub(super) targets: Mask,
    pub(super) open: bool,
}

/// A part of the problem that is independent of the rest: its targets and their attackers.
#[derive(Clone, Copy)]
struct Part {
    targets: Mask,
    attackers: Mask,
}

/// The parts of a problem; there are few.
type Parts = SmallVec<[Part; 8]>;

pub(super) struct Search<'a> {
    pub(super) duty: &'a Duty,
    attackers: Vec<OfAttacker>,
    targets: Vec<OfTarget>,
    pub(super) stand: Vec<u16>,
    pub(super) guests: Vec<u16>,
    pub(super) groups: Vec<Group>,
    /// The attackers that have a spot, except helpers without obligations.
    held: Mask,
    /// Of the attackers held, those that must attack.
    must: Mask,
    /// The targets that must be attacked, because the rules say so or because an attacker binds
    /// them.
    bound: Mask,
    pub(super) used: Mask,
    pub(super) covered: Mask,
    /// Of the attackers held, those that could join a battle that the search has opened and others
    /// may join.
    joined: Mask,
    /// The targets that the search considers at the moment.
    scope: Mask,
    memo: &'a mut Memo,
    /// Whether all attackers are at the same spots in all problems that share the cached results.
    fixed: bool,
    /// Whether a part that is known to be solvable counts as solved, although the solution then
    /// lacks its battles.
    pub(super) brief: bool,
    /// Whether the solution lacks battles.
    pub(super) partial: bool,
    pub(super) nodes: u32,
    /// The number of nodes at which this attempt ends.
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

    /// Restarts the search, with the cached results and without battles.
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

    /// Adds an attacker to the possible attackers of the targets adjacent to its first `count`
    /// spots.
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

    /// Restarts the search with other roles of attackers that have one spot each.
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

    /// The targets that an attacker can attack from its spot.
    pub(super) fn reach(&self, a: usize) -> Mask {
        self.spot(a).map_or(0, |s| self.duty.reach(a, s))
    }

    /// The targets that must be attacked because an attacker is at its spot.
    fn binds(&self, a: usize) -> Mask {
        self.spot(a)
            .map_or(0, |s| s.binds & self.duty.attackers[a].binds)
    }

    /// The targets that were found too strong for all remaining attackers.
    pub(super) fn difficult(&self) -> Mask {
        let failed = self
            .targets
            .iter()
            .enumerate()
            .filter(|(_, t)| t.failed > 0);
        failed.fold(0, |m, (t, _)| m | bit(t))
    }

    /// The targets that must still be attacked.
    pub(super) fn owed(&self) -> Mask {
        self.bound & !self.covered
    }

    /// The attackers that must attack, are in no battle and could join none of the open battles.
    pub(super) fn idle(&self) -> Mask {
        self.must & !self.used & !self.joined
    }

    /// The attackers that could attack all of some targets.
    fn claimants(&self, targets: Mask) -> Mask {
        members(targets).fold(!self.used, |m, t| m & self.targets[t].claims)
    }

    /// Adds a battle to `groups`, the battles that the search has opened.
    pub(super) fn add(&mut self, group: Group) {
        self.used |= group.attackers;
        self.covered |= group.targets;
        if group.open {
            self.joined |= self.held
                & members(group.targets).fold(Mask::MAX, |m, t| m & self.targets[t].claims);
        }
        self.groups.push(group);
    }

    /// Searches for battles that meet the remaining obligations within the scope; true if they are
    /// found. Each level opens a battle or narrows the scope, so the depth is bounded by the number
    /// of targets. The targets in `fresh` may have lost a possible attacker since the last test.
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

    /// The attackers that must attack, are in no battle and have a target among `open`. `None` if
    /// an attacker that must attack and is in no battle has no target left at all.
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

    /// Opens a battle in a connected part; true if the whole part can be solved.
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
        // first the targets with the fewest possible attackers, and those that failed before
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

    /// Whether all possible attackers together could beat each owed target, and each idle attacker
    /// has a target that can be beaten; if not, returns the targets that cannot be beaten, as an
    /// error. Only `fresh` targets are tested.
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

    /// Whether all possible attackers together could beat each of some targets.
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

    /// Solves the parts one by one, as they share no attacker; true if all are solved.
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

    /// The connected components of the targets `open`, which share attackers directly or
    /// indirectly; only those with a target in `wanted`, the smallest first.
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

    /// Whether all attackers of a part together are strong enough for its owed targets.
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

    /// Opens a battle in which an idle attacker fights, although no target must be attacked; true
    /// if that leads to a solution, or nobody is idle.
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

/// The roles of attackers with one spot each in a problem.
#[derive(Clone, Default)]
pub(super) struct Cast {
    /// The attackers that stay and must fulfil their duty.
    pub(super) kept: Mask,
    /// The attackers that either stay and must fulfil their duty, or are removed.
    pub(super) free: Mask,
    /// The attackers that may help and have no obligations.
    pub(super) help: Mask,
    /// The targets of the problem; all others are left out.
    pub(super) targets: Mask,
    /// The targets that must be attacked in any case.
    pub(super) owed: Mask,
    /// The targets of each battle that other attackers fight; any attacker may join.
    pub(super) battles: Vec<Mask>,
}
