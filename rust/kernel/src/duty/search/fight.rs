//! The battles that the search tries: targets, attackers, and their spots.

use super::{Group, Search, NOWHERE};
use crate::duty::{self, bit, members, Duty, DutyError, Easing, Mask, Spot, Spots};
use smallvec::SmallVec;

/// The attackers collected for a battle.
#[derive(Clone, Copy)]
pub(in crate::duty) struct Force {
    pub(in crate::duty) targets: Mask,
    pub(in crate::duty) attackers: Mask,
    /// The attackers that are part of the force in any case.
    pub(in crate::duty) seeds: Mask,
    pub(in crate::duty) attack: i64,
    pub(in crate::duty) easing: Easing,
    pub(in crate::duty) closed: bool,
}

impl Force {
    pub(in crate::duty) fn add(&mut self, a: usize, duty: &Duty, spot: &Spot) {
        self.attackers |= bit(a);
        self.attack = self.attack.saturating_add(duty.attackers[a].strength);
        self.easing = self.easing.and(spot);
    }
}

impl Search<'_> {
    /// The spots from which an attacker could take part in a battle against all of `targets`.
    pub(in crate::duty) fn options(
        &self,
        a: usize,
        targets: Mask,
    ) -> impl Iterator<Item = u16> + '_ {
        let attacker = &self.duty.attackers[a];
        let spots: &[u16] = if self.used >> a & 1 == 1 {
            &[]
        } else if self.stand[a] == NOWHERE {
            &attacker.spots
        } else {
            std::slice::from_ref(&self.stand[a])
        };
        spots.iter().copied().filter(move |&s| {
            let spot = &self.duty.spots[s as usize];
            let room = self.stand[a] != NOWHERE || self.guests[s as usize] < spot.room;
            room && targets & !self.duty.reach(a, spot) == 0
        })
    }

    /// Tries a battle of the attackers in `first`, and others, against every set of targets that
    /// contains `targets`. True if one of the battles leads to a solution.
    pub(super) fn attack(&mut self, targets: Mask, first: Mask) -> Result<bool, DutyError> {
        let mut sets: SmallVec<[Mask; 16]> = SmallVec::new();
        let mut wide: SmallVec<[Mask; 4]> = SmallVec::new();
        for a in members(self.claimants(targets) & duty::first(self.stand.len())) {
            for s in self.options(a, targets) {
                let reach = self.duty.reach(a, &self.duty.spots[s as usize]);
                let more = reach & self.scope & !self.covered & !targets;
                if !wide.contains(&more) {
                    wide.push(more);
                }
            }
        }
        for more in wide {
            // every subset of the targets within reach of the spot
            let mut part = more;
            loop {
                if !sets.contains(&(targets | part)) {
                    sets.push(targets | part);
                }
                if part == 0 {
                    break;
                }
                part = (part - 1) & more;
            }
        }
        sets.sort_by_key(|s| (s.count_ones(), *s));
        for set in sets {
            if set != 0 && self.fight(set, first, false)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Tries every minimal set of attackers that includes `first` against a set of targets; with
    /// `closed` only `first`. Attackers with the fewest targets come first. True if one of the
    /// battles leads to a solution.
    pub(super) fn fight(
        &mut self,
        targets: Mask,
        first: Mask,
        closed: bool,
    ) -> Result<bool, DutyError> {
        let mut force = Force {
            targets,
            attackers: 0,
            seeds: first,
            attack: 0,
            easing: Easing::default(),
            closed,
        };
        for a in members(first) {
            match self.spot(a) {
                Some(s) if targets & !self.reach(a) == 0 => force.add(a, self.duty, s),
                _ => return Ok(false),
            }
        }
        if !closed && !self.beatable(targets) {
            return Ok(false);
        }
        let able = self.claimants(targets) & !first & duty::first(self.stand.len());
        let mut list: SmallVec<[usize; 16]> = members(able)
            .filter(|&a| self.options(a, targets).next().is_some())
            .collect();
        let choices =
            |a: usize| (self.attackers[a].reach & self.scope & !self.covered).count_ones();
        list.sort_by_key(|&a| (choices(a), -self.duty.attackers[a].strength));
        self.gather(force, &list, first != 0 || closed)
    }

    fn gather(&mut self, force: Force, list: &[usize], seeded: bool) -> Result<bool, DutyError> {
        let ready = (force.attackers != 0 || seeded) && {
            let against = self.duty.defence(force.targets, force.easing.all());
            self.duty.allowed(force.attack, against)
        };
        if ready && force.attackers != 0 {
            return Ok(!self.wasteful(&force) && self.commit(force)?);
        }
        let Some((&a, rest)) = list.split_first() else {
            return Ok(false);
        };
        if force.closed {
            return Ok(false);
        }
        let strength = |&a: &usize| self.duty.attackers[a].strength;
        let most = list
            .iter()
            .map(strength)
            .fold(force.attack, i64::saturating_add);
        let least = self.duty.defence(force.targets, force.targets);
        if !self.duty.allowed(most, least) {
            return Ok(false);
        }
        let twin = self.attackers[a].twin.filter(|t| {
            self.used >> t & 1 == 0
                && self.stand[*t] == self.stand[a]
                && (self.must >> t ^ self.must >> a) & 1 == 0
        });
        let first_of_its_kind = twin.is_none_or(|t| force.attackers >> t & 1 == 1);
        if first_of_its_kind {
            let options: Spots = self.options(a, force.targets).collect();
            for s in options {
                let moved = self.stand[a] == NOWHERE;
                let before = self.bound;
                let mut more = force;
                more.add(a, self.duty, &self.duty.spots[s as usize]);
                if moved {
                    self.come(a, s);
                }
                if self.gather(more, rest, seeded)? {
                    return Ok(true);
                }
                if moved {
                    self.stand[a] = NOWHERE;
                    self.guests[s as usize] -= 1;
                    self.bound = before;
                }
            }
        }
        self.gather(force, rest, seeded)
    }

    /// Puts an attacker on a spot.
    pub(in crate::duty) fn come(&mut self, a: usize, spot: u16) {
        self.stand[a] = spot;
        self.guests[spot as usize] += 1;
        self.bound |= self.binds(a);
    }

    /// Whether a force would suffice without one of its optional attackers.
    fn wasteful(&self, force: &Force) -> bool {
        let mut spare = members(force.attackers & !force.seeds);
        spare.any(|a| {
            let rest = force.attackers & !bit(a);
            let ease = |e: Easing, b: usize| self.spot(b).map_or(e, |s| e.and(s));
            let easing = members(rest).fold(Easing::default(), ease);
            let against = self.duty.defence(force.targets, easing.all());
            let attack = force.attack.saturating_sub(self.duty.attackers[a].strength);
            rest != 0 && self.duty.allowed(attack, against)
        })
    }

    fn commit(&mut self, force: Force) -> Result<bool, DutyError> {
        let before = (self.used, self.covered, self.joined);
        self.add(Group {
            attackers: force.attackers,
            targets: force.targets,
            open: !force.closed,
        });
        // the first battle may be the declared one, before which nothing was tested
        let fresh = match self.groups.len() {
            1 => Mask::MAX,
            _ => members(force.attackers).fold(force.targets, |m, a| m | self.attackers[a].near),
        };
        if self.extend(fresh)? {
            return Ok(true);
        }
        self.groups.pop();
        (self.used, self.covered, self.joined) = before;
        Ok(false)
    }
}
