//! Derived data about attackers and targets, and the working memory of a search.

use std::cell::Cell;
use std::mem::take;

use super::{Group, Search};
use crate::duty::{Attacker, Duty, Mask, MOST};

/// Derived data about an attacker.
#[derive(Clone, Copy, Default)]
pub(super) struct OfAttacker {
    /// The previous attacker that is equal in everything that matters to the search.
    pub(super) twin: Option<usize>,
    /// The targets adjacent to any of the attacker's spots.
    pub(super) near: Mask,
    /// The targets that the attacker could attack from any of its spots.
    pub(super) reach: Mask,
}

/// Derived data about a target.
#[derive(Clone, Copy, Default)]
pub(super) struct OfTarget {
    /// The possible attackers of the target; `easing` are those of them that could ease it.
    pub(super) claims: Mask,
    pub(super) easing: Mask,
    /// The attackers that are adjacent to the target from any of their spots.
    pub(super) touching: Mask,
    /// The number of times that the target was found too strong for all remaining attackers.
    pub(super) failed: u32,
}

/// The working memory of a search. There are many short searches, and allocation took 2 % of the
/// total time.
pub(super) struct Room {
    pub(super) attackers: Vec<OfAttacker>,
    pub(super) targets: Vec<OfTarget>,
    pub(super) stand: Vec<u16>,
    pub(super) guests: Vec<u16>,
    pub(super) groups: Vec<Group>,
}

thread_local! {
    /// The memory of the last search.
    static ROOM: Cell<Room> = const { Cell::new(Room::EMPTY) };
}

impl Room {
    /// Takes the memory of the last search for the next one.
    pub(super) fn last() -> Room {
        ROOM.replace(Room::EMPTY)
    }

    const EMPTY: Room = Room {
        attackers: Vec::new(),
        targets: Vec::new(),
        stand: Vec::new(),
        guests: Vec::new(),
        groups: Vec::new(),
    };
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        ROOM.set(Room {
            attackers: take(&mut self.attackers),
            targets: take(&mut self.targets),
            stand: take(&mut self.stand),
            guests: take(&mut self.guests),
            groups: take(&mut self.groups),
        });
    }
}

/// Fills the memory of a list with new members.
pub(super) fn anew<T>(mut list: Vec<T>, members: impl IntoIterator<Item = T>) -> Vec<T> {
    list.clear();
    list.extend(members);
    list
}

/// The derived data of each attacker, so far without any but its twin.
pub(super) fn of_attackers(duty: &Duty) -> impl Iterator<Item = OfAttacker> + '_ {
    let alike = |a: &Attacker, b: &Attacker| {
        (a.strength, &a.spots, a.held) == (b.strength, &b.spots, b.held)
            && (a.may, a.binds, a.must) == (b.may, b.binds, b.must)
    };
    let begun = duty.begun.map_or(0, |b| b.attackers);
    let plain = move |i: usize| i >= MOST || begun >> i & 1 == 0;
    let each = duty.attackers.iter().enumerate();
    each.map(move |(i, one)| {
        let before = duty.attackers[..i].iter().rposition(|b| alike(one, b));
        OfAttacker {
            twin: before.filter(|&j| plain(i) && plain(j)),
            ..OfAttacker::default()
        }
    })
}
