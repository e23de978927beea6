//! Restarts: an attempt that takes long is abandoned, and the search begins again with the targets
//! where it failed most.

use super::{Search, ATTEMPT, NODES};
use crate::duty::{bit, members, Begun, DutyError, Mask};
use smallvec::SmallVec;

/// A number for each attacker or spot; up to this many need no allocation.
type Row = SmallVec<[u16; 64]>;

/// A point of the search to return to.
pub(super) struct Place {
    stand: Row,
    guests: Row,
    masks: (Mask, Mask, Mask, Mask),
    scope: Mask,
    groups: usize,
}

impl Search<'_> {
    /// Searches for a solution that includes the declared battle, if there is one; true if a
    /// solution is found.
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

    /// The current point of the search.
    pub(super) fn place(&self) -> Place {
        Place {
            stand: Row::from_slice(&self.stand),
            guests: Row::from_slice(&self.guests),
            masks: (self.used, self.covered, self.joined, self.bound),
            scope: self.scope,
            groups: self.groups.len(),
        }
    }

    /// Returns to a point of the search.
    pub(super) fn return_to(&mut self, place: Place) {
        self.stand.copy_from_slice(&place.stand);
        self.guests.copy_from_slice(&place.guests);
        (self.used, self.covered, self.joined, self.bound) = place.masks;
        self.scope = place.scope;
        self.groups.truncate(place.groups);
    }
}
