//! Attempts of the search: one that takes long is broken off and begun again where it failed most.

use super::{Search, ATTEMPT, NODES};
use crate::duty::{bit, members, Begun, DutyError, Mask};
use smallvec::SmallVec;

/// A number for each attacker or spot; so many take no memory of their own.
type Row = SmallVec<[u16; 64]>;

/// Where a search is, to come back to it.
pub(super) struct Place {
    stand: Row,
    guests: Row,
    masks: (Mask, Mask, Mask, Mask),
    scope: Mask,
    groups: usize,
}

impl Search<'_> {
    /// Looks for battles that do the duty, one of them that begun.
    pub(in crate::duty) fn run(&mut self, begun: Option<Begun>) -> Result<bool, DutyError> {
        let mut attempt = ATTEMPT;
        loop {
            self.limit = self.nodes.saturating_add(attempt).min(NODES);
            let start = self.place();
            let found = match begun {
                Some(begun) => self.resume(begun),
                None => self.extend(Mask::MAX),
            };
            if found.is_ok() || self.limit == NODES {
                return found;
            }
            self.return_to(start);
            attempt = attempt.saturating_mul(2);
        }
    }

    fn resume(&mut self, begun: Begun) -> Result<bool, DutyError> {
        if begun.closed {
            return Ok(begun.targets != 0 && self.fight(begun.targets, begun.attackers, true)?);
        }
        if begun.targets != 0 {
            return self.attack(begun.targets, begun.attackers);
        }
        if begun.attackers == 0 {
            return self.extend(Mask::MAX);
        }
        let all = members(begun.attackers).fold(Mask::MAX, |m, a| m & self.reach(a));
        for t in members(all) {
            if self.attack(bit(t), begun.attackers)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Where the search is.
    pub(super) fn place(&self) -> Place {
        Place {
            stand: Row::from_slice(&self.stand),
            guests: Row::from_slice(&self.guests),
            masks: (self.used, self.covered, self.joined, self.bound),
            scope: self.scope,
            groups: self.groups.len(),
        }
    }

    /// Back to where the search was.
    pub(super) fn return_to(&mut self, place: Place) {
        self.stand.copy_from_slice(&place.stand);
        self.guests.copy_from_slice(&place.guests);
        (self.used, self.covered, self.joined, self.bound) = place.masks;
        self.scope = place.scope;
        self.groups.truncate(place.groups);
    }
}
