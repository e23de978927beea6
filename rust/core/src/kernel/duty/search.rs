//! The search behind the duty to attack: battles are begun one at a time, always against the
//! target that fewest can attack, and what led nowhere is remembered.

use std::collections::HashMap;

use super::{bit, members, Attacker, Battle, Begun, Duty, DutyError, Mask, Plan, Spot, MOST};

/// Search nodes after which a question counts as too large.
const NODES: u32 = 4_000_000;

/// Where an attacker stands during the search: a spot or nowhere yet.
const NOWHERE: u16 = u16::MAX;

/// A battle of the search.
#[derive(Clone, Copy)]
struct Group {
    attackers: Mask,
    targets: Mask,
    open: bool,
}

/// A part of the question that has nothing to do with the rest.
struct Part {
    targets: Mask,
    attackers: Mask,
}

/// What is known of parts of a question and of others that differ from it in who is held where.
#[derive(Default)]
pub(super) struct Memo {
    known: HashMap<Key, bool>,
}

/// All that the rest of a search within a part depends on.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    targets: Mask,
    attackers: Mask,
    owed: Mask,
    idle: Mask,
    rest: Vec<u16>,
}

pub(super) struct Search<'a> {
    duty: &'a Duty,
    /// The previous attacker that is the same in all that matters.
    twin: Vec<Option<usize>>,
    stand: Vec<u16>,
    guests: Vec<u16>,
    used: Mask,
    covered: Mask,
    groups: Vec<Group>,
    /// The targets that the search is about.
    scope: Mask,
    memo: &'a mut Memo,
    /// Whether what is known to work is taken as done, though the answer then lacks its battles.
    brief: bool,
    /// Whether the answer lacks battles.
    pub(super) partial: bool,
    nodes: u32,
}

impl<'a> Search<'a> {
    pub(super) fn new(duty: &'a Duty, memo: &'a mut Memo, brief: bool) -> Search<'a> {
        let n = duty.attackers.len();
        let alike = |a: &Attacker, b: &Attacker| {
            (a.strength, &a.spots, a.held) == (b.strength, &b.spots, b.held)
                && (a.may, a.binds, a.must) == (b.may, b.binds, b.must)
        };
        let begun = duty.begun.map_or(0, |b| b.attackers);
        let plain = |i: usize| i >= MOST || begun >> i & 1 == 0;
        let twin = (0..n)
            .map(|i| {
                let before = (0..i)
                    .rev()
                    .find(|&j| alike(&duty.attackers[i], &duty.attackers[j]));
                before.filter(|&j| plain(i) && plain(j))
            })
            .collect();
        let mut search = Search {
            duty,
            twin,
            stand: vec![NOWHERE; n],
            guests: vec![0; duty.spots.len()],
            used: 0,
            covered: 0,
            groups: Vec::new(),
            scope: Mask::MAX,
            memo,
            brief,
            partial: false,
            nodes: 0,
        };
        search.reset();
        search
    }

    /// Back to the beginning, with what has been learnt.
    pub(super) fn reset(&mut self) {
        for (stand, attacker) in self.stand.iter_mut().zip(&self.duty.attackers) {
            let first = attacker.spots.first().filter(|_| attacker.held);
            *stand = first.copied().unwrap_or(NOWHERE);
        }
        self.guests.fill(0);
        (self.used, self.covered, self.nodes, self.partial) = (0, 0, 0, false);
        self.groups.clear();
    }

    /// Holds an attacker at its first spot.
    pub(super) fn hold(&mut self, a: usize) {
        if self.stand[a] == NOWHERE {
            let first = self.duty.attackers[a].spots.first();
            self.stand[a] = first.copied().unwrap_or(NOWHERE);
        }
    }

    fn spot(&self, a: usize) -> Option<&'a Spot> {
        self.duty.spots.get(self.stand[a] as usize)
    }

    /// The targets that an attacker can attack from where it stands.
    fn reach(&self, a: usize) -> Mask {
        self.spot(a).map_or(0, |s| self.duty.reach(a, s))
    }

    /// The targets that an attacker obliges its side to attack from where it stands.
    fn binds(&self, a: usize) -> Mask {
        self.spot(a)
            .map_or(0, |s| s.binds & self.duty.attackers[a].binds)
    }

    /// Targets that must still be attacked.
    pub(super) fn owed(&self) -> Mask {
        let bound = (0..self.stand.len()).fold(0, |m, a| m | self.binds(a));
        (self.duty.owed | bound) & !self.covered
    }

    /// Those who must fight and can join no battle so far.
    pub(super) fn idle(&self) -> Mask {
        (0..self.stand.len())
            .filter(|&a| self.used >> a & 1 == 0 && self.duty.attackers[a].must)
            .filter(|&a| self.binds(a) != 0 && !self.joins(self.reach(a)))
            .map(bit)
            .sum()
    }

    /// Whether one who reaches these targets can join a battle.
    fn joins(&self, reach: Mask) -> bool {
        let mut groups = self.groups.iter();
        groups.any(|g| g.open && g.targets & !reach == 0)
    }

    /// Looks for battles that do the rest of the duty within the scope. Each level begins a
    /// battle or narrows the scope, so the depth is bounded by the number of targets.
    fn extend(&mut self) -> Result<bool, DutyError> {
        self.nodes += 1;
        if self.nodes > NODES {
            return Err(DutyError::Entangled);
        }
        let (owed, idle) = (self.owed() & self.scope, self.idle());
        let open = self.scope & !self.covered;
        // nobody opens a battle any more for one whose targets are all taken
        if members(idle).any(|a| self.reach(a) & !self.covered == 0) {
            return Ok(false);
        }
        let idle: Mask = members(idle)
            .filter(|&a| self.reach(a) & open != 0)
            .map(bit)
            .sum();
        if owed == 0 && idle == 0 {
            return Ok(true);
        }
        let wanted = members(idle).fold(owed, |m, a| m | self.reach(a) & open);
        let mut parts = self.parts(open);
        parts.retain(|part| part.targets & wanted != 0);
        if parts.iter().any(|part| !self.strong_enough(part, owed)) {
            return Ok(false);
        }
        if parts.len() > 1 {
            return self.each(&parts);
        }
        let Some(part) = parts.first() else {
            return Ok(false);
        };
        let key = self.key(part, owed, idle);
        match self.memo.known.get(&key) {
            Some(false) => return Ok(false),
            Some(true) if self.brief => {
                self.partial = true;
                return Ok(true);
            }
            _ => {}
        }
        let found = match members(owed).min_by_key(|&t| self.claimants(t)) {
            Some(t) => self.attack(bit(t), 0)?,
            None => self.employ(idle)?,
        };
        self.memo.known.insert(key, found);
        Ok(found)
    }

    /// Does the duty part by part: they have nobody in common.
    fn each(&mut self, parts: &[Part]) -> Result<bool, DutyError> {
        let scope = self.scope;
        let before = (
            self.stand.clone(),
            self.guests.clone(),
            self.used,
            self.covered,
            self.groups.len(),
        );
        for part in parts {
            self.scope = part.targets;
            let found = self.extend();
            self.scope = scope;
            if !found? {
                (self.stand, self.guests, self.used, self.covered) =
                    (before.0, before.1, before.2, before.3);
                self.groups.truncate(before.4);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Targets that share attackers, directly or through others, and these attackers.
    fn parts(&self, open: Mask) -> Vec<Part> {
        let mut parts: Vec<Part> = members(open)
            .map(|t| Part {
                targets: bit(t),
                attackers: 0,
            })
            .collect();
        for a in 0..self.stand.len() {
            // all that it is next to: it may oblige others to attack what it may not attack itself
            let spots = self.options(a, 0);
            let reach = spots.fold(0, |m, s| m | self.duty.spots[s as usize].reaches) & open;
            if reach == 0 {
                continue;
            }
            let mut whole = Part {
                targets: 0,
                attackers: bit(a),
            };
            parts.retain(|part| {
                let apart = part.targets & reach == 0;
                if !apart {
                    whole.targets |= part.targets;
                    whole.attackers |= part.attackers;
                }
                apart
            });
            parts.push(whole);
        }
        parts
    }

    /// Whether all together could attack what must be attacked in a part.
    fn strong_enough(&self, part: &Part, owed: Mask) -> bool {
        let attack = members(part.attackers)
            .map(|a| self.duty.attackers[a].strength)
            .fold(0, i64::saturating_add);
        let owed = owed & part.targets;
        self.duty.allowed(attack, self.duty.defence(owed, owed))
    }

    fn key(&self, part: &Part, owed: Mask, idle: Mask) -> Key {
        let mut rest: Vec<u16> = members(part.attackers).map(|a| self.stand[a]).collect();
        for (spot, guests) in self.duty.spots.iter().zip(&self.guests) {
            if spot.reaches & part.targets != 0 && *guests > 0 {
                rest.extend([spot.id, *guests]);
            }
        }
        Key {
            targets: part.targets,
            attackers: part.attackers,
            owed: owed & part.targets,
            idle,
            rest,
        }
    }

    /// Finds one who is left over a battle that nothing obliges to.
    fn employ(&mut self, idle: Mask) -> Result<bool, DutyError> {
        let Some(a) = members(idle).next() else {
            return Ok(true);
        };
        for t in members(self.reach(a) & !self.covered) {
            if self.fight(bit(t), bit(a), false)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// How many could attack a target.
    fn claimants(&self, t: usize) -> usize {
        (0..self.stand.len())
            .filter(|&a| self.options(a, bit(t)).next().is_some())
            .count()
    }

    /// The spots from which an attacker could take part in a battle against all of `targets`.
    fn options(&self, a: usize, targets: Mask) -> impl Iterator<Item = u16> + '_ {
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

    /// Tries every set of targets that holds `targets`, each with those in `first` among its
    /// attackers.
    fn attack(&mut self, targets: Mask, first: Mask) -> Result<bool, DutyError> {
        let mut sets: Vec<Mask> = Vec::new();
        for a in 0..self.stand.len() {
            let wide: Vec<Mask> = self
                .options(a, targets)
                .map(|s| self.duty.reach(a, &self.duty.spots[s as usize]))
                .map(|reach| reach & !self.covered & !targets)
                .collect();
            for more in wide {
                // every subset of what the spot reaches
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
        }
        sets.sort_by_key(|s| (s.count_ones(), *s));
        for set in sets {
            if set != 0 && self.fight(set, first, false)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Tries every least set of attackers against a set of targets.
    fn fight(&mut self, targets: Mask, first: Mask, closed: bool) -> Result<bool, DutyError> {
        let mut force = Force {
            targets,
            attackers: 0,
            attack: 0,
            eases: 0,
            closed,
        };
        for a in members(first) {
            match self.spot(a) {
                Some(s) if targets & !self.reach(a) == 0 => force.add(a, self.duty, s),
                _ => return Ok(false),
            }
        }
        let list: Vec<usize> = (0..self.stand.len())
            .filter(|&a| first >> a & 1 == 0 && self.options(a, targets).next().is_some())
            .collect();
        self.gather(force, &list, first != 0 || closed)
    }

    fn gather(&mut self, force: Force, list: &[usize], seeded: bool) -> Result<bool, DutyError> {
        let ready = (force.attackers != 0 || seeded)
            && self
                .duty
                .allowed(force.attack, self.duty.defence(force.targets, force.eases));
        if ready && force.attackers != 0 {
            return self.commit(force);
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
        let twin =
            self.twin[a].filter(|t| self.used >> t & 1 == 0 && self.stand[*t] == self.stand[a]);
        let first_of_its_kind = twin.is_none_or(|t| force.attackers >> t & 1 == 1);
        if first_of_its_kind {
            let options: Vec<u16> = self.options(a, force.targets).collect();
            for s in options {
                let moved = self.stand[a] == NOWHERE;
                let mut more = force;
                more.add(a, self.duty, &self.duty.spots[s as usize]);
                if moved {
                    self.stand[a] = s;
                    self.guests[s as usize] += 1;
                }
                if self.gather(more, rest, seeded)? {
                    return Ok(true);
                }
                if moved {
                    self.stand[a] = NOWHERE;
                    self.guests[s as usize] -= 1;
                }
            }
        }
        self.gather(force, rest, seeded)
    }

    fn commit(&mut self, force: Force) -> Result<bool, DutyError> {
        let group = Group {
            attackers: force.attackers,
            targets: force.targets,
            open: !force.closed,
        };
        self.used |= force.attackers;
        self.covered |= force.targets;
        self.groups.push(group);
        if self.extend()? {
            return Ok(true);
        }
        self.groups.pop();
        self.covered &= !force.targets;
        self.used &= !force.attackers;
        Ok(false)
    }

    /// Battles that others fight, by their targets; anyone may join.
    pub(super) fn given(&mut self, battles: &[Mask]) {
        for &targets in battles {
            self.covered |= targets;
            self.groups.push(Group {
                attackers: 0,
                targets,
                open: true,
            });
        }
    }

    /// What each battle found attacks.
    pub(super) fn attacked(&self) -> Vec<Mask> {
        self.groups.iter().map(|g| g.targets).collect()
    }

    /// Looks for battles that do the duty, one of them that begun.
    pub(super) fn run(&mut self, begun: Option<Begun>) -> Result<bool, DutyError> {
        match begun {
            Some(begun) => self.resume(begun),
            None => self.extend(),
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
            return self.extend();
        }
        let all = members(begun.attackers).fold(Mask::MAX, |m, a| m & self.reach(a));
        for t in members(all) {
            if self.attack(bit(t), begun.attackers)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the battles found hold one like that begun, when those left over have joined it.
    pub(super) fn includes(&self, begun: Begun) -> bool {
        if begun.closed || begun.attackers | begun.targets == 0 {
            return !begun.closed;
        }
        let first = |a: usize| self.duty.attackers[a].spots.first() == Some(&self.stand[a]);
        self.groups.iter().any(|g| {
            let joins = |a: usize| {
                let over = self.used >> a & 1 == 0 && self.duty.attackers[a].held;
                over && g.open && g.targets & !self.reach(a) == 0
            };
            let here = |a: usize| g.attackers >> a & 1 == 1 && first(a);
            begun.targets & !g.targets == 0 && members(begun.attackers).all(|a| here(a) || joins(a))
        })
    }

    pub(super) fn answer(&self) -> Plan {
        let duty = self.duty;
        let at = |a: usize| self.spot(a).map_or(0, |s| s.id);
        self.groups
            .iter()
            .map(|g| Battle {
                attackers: members(g.attackers)
                    .map(|a| (duty.attackers[a].id, at(a)))
                    .collect(),
                targets: members(g.targets).map(|t| duty.targets[t].id).collect(),
                open: g.open,
            })
            .collect()
    }

    /// Plays a battle of an earlier answer; false when it cannot be fought now.
    pub(super) fn stage(&mut self, battle: &Battle) -> bool {
        let mut targets = 0;
        for id in &battle.targets {
            let Some(t) = self.duty.targets.iter().position(|t| t.id == *id) else {
                return false;
            };
            targets |= bit(t);
        }
        let mut force = Force {
            targets,
            attackers: 0,
            attack: 0,
            eases: 0,
            closed: !battle.open,
        };
        for (unit, place) in &battle.attackers {
            let Some(a) = self.duty.attackers.iter().position(|a| a.id == *unit) else {
                return false;
            };
            let found = self
                .options(a, targets)
                .find(|&s| self.duty.spots[s as usize].id == *place);
            let Some(s) = found else { return false };
            if self.stand[a] == NOWHERE {
                self.stand[a] = s;
                self.guests[s as usize] += 1;
            }
            force.add(a, self.duty, &self.duty.spots[s as usize]);
        }
        let fair = targets & self.covered == 0
            && force.attackers != 0
            && self
                .duty
                .allowed(force.attack, self.duty.defence(targets, force.eases));
        self.used |= force.attackers;
        self.covered |= targets;
        let group = Group {
            attackers: force.attackers,
            targets,
            open: battle.open,
        };
        self.groups.push(group);
        fair
    }
}

/// Attackers being gathered for a battle.
#[derive(Clone, Copy)]
struct Force {
    targets: Mask,
    attackers: Mask,
    attack: i64,
    eases: Mask,
    closed: bool,
}

impl Force {
    fn add(&mut self, a: usize, duty: &Duty, spot: &Spot) {
        self.attackers |= bit(a);
        self.attack = self.attack.saturating_add(duty.attackers[a].strength);
        self.eases |= spot.eases;
    }
}
