//! What a search knows of attackers and targets, and the memory that it works in.

use std::cell::Cell;
use std::mem::take;

use super::{Group, Search};
use crate::duty::{Attacker, Duty, Mask, MOST};

/// What is known of an attacker.
#[derive(Clone, Copy, Default)]
pub(super) struct OfAttacker {
    /// The previous attacker that is the same in all that matters.
    pub(super) twin: Option<usize>,
    /// What it is next to from anywhere that it can stand.
    pub(super) near: Mask,
    /// What it could attack from anywhere that it can stand.
    pub(super) reach: Mask,
}

/// What is known of a target.
#[derive(Clone, Copy, Default)]
pub(super) struct OfTarget {
    /// Those who could attack it, and those of them who could ease it.
    pub(super) claims: Mask,
    pub(super) easing: Mask,
    /// Those who are next to it from anywhere that they can stand.
    pub(super) touching: Mask,
    /// How often it was found to be beyond everybody left.
    pub(super) failed: u32,
}

/// The memory of a search. There are many short ones, and to ask for it and give it back took a
/// fiftieth of all time.
pub(super) struct Room {
    pub(super) attackers: Vec<OfAttacker>,
    pub(super) targets: Vec<OfTarget>,
    pub(super) stand: Vec<u16>,
    pub(super) guests: Vec<u16>,
    pub(super) groups: Vec<Group>,
}

thread_local! {
    /// What the last search left behind.
    static ROOM: Cell<Room> = const { Cell::new(Room::EMPTY) };
}

impl Room {
    /// What the last search left behind, for the next one alone.
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

/// A list in the memory of another.
pub(super) fn anew<T>(mut list: Vec<T>, members: impl IntoIterator<Item = T>) -> Vec<T> {
    list.clear();
    list.extend(members);
    list
}

/// The attackers, with nothing known but for each the previous one that is the same in all that
/// matters.
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
