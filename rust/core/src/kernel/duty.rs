//! The duty to attack: whether attackers can share their targets out among themselves so that
//! every battle has the odds it needs, nobody fights twice and nobody who must fight is left out.
//!
//! A battle is any set of attackers that can each attack every one of a set of targets. The
//! search is exact. It rests on one fact: another attacker never spoils a battle, so battles need
//! be tried with no more attackers than they need, and who is left over joins any battle that it
//! can attack the whole of. Rules that say who must fight, from where and when stay outside.

mod search;
#[cfg(test)]
mod tests;

use search::Search;
use thiserror::Error;

/// A set of attackers or of targets.
pub type Mask = u128;

/// The most attackers, and the most targets, of one question.
pub const MOST: usize = 128;

/// The most attackers of one component among which those who give way are looked for.
const GIVE_WAY: u32 = 20;

/// Why a question could not be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DutyError {
    /// More attackers, spots or targets than a mask holds.
    #[error("{0} attackers, spots or targets, at most {MOST}")]
    TooMany(usize),
    /// The search did not end in time.
    #[error("the duty to attack is too entangled to decide")]
    Entangled,
}

/// A place from which an attack can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The caller's number for it.
    pub id: u16,
    /// The targets that can be attacked from it.
    pub reaches: Mask,
    /// Those among them that whoever stands here obliges his side to attack; when there is one,
    /// he must attack himself.
    pub binds: Mask,
    /// The targets that defend with their lower strength when one attacks them from here.
    pub eases: Mask,
    /// How many who are not held to their spot can stand here.
    pub room: u16,
}

/// One who may attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attacker {
    /// The caller's number for it.
    pub id: u16,
    /// Its strength.
    pub strength: i64,
    /// Where it can stand, by index; the first one only when it is held.
    pub spots: Vec<u8>,
    /// Whether it stands at its first spot in any case; otherwise it may also keep out.
    pub held: bool,
}

/// One who may be attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The caller's number for it.
    pub id: u16,
    /// Its strength.
    pub defence: i64,
    /// Its strength against anyone who eases; never above `defence`.
    pub eased: i64,
}

/// A battle that has been begun and must be part of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begun {
    /// Its attackers so far; all of them held.
    pub attackers: Mask,
    /// Its targets so far.
    pub targets: Mask,
    /// Whether nobody is to be added.
    pub closed: bool,
}

/// A question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Duty {
    /// Where attackers can stand.
    pub spots: Vec<Spot>,
    /// Who can attack.
    pub attackers: Vec<Attacker>,
    /// Who can be attacked.
    pub targets: Vec<Target>,
    /// Targets that must be attacked in any case.
    pub owed: Mask,
    /// A battle is allowed when `attack * odds.0 >= defence * odds.1`.
    pub odds: (i64, i64),
    /// A battle already begun.
    pub begun: Option<Begun>,
}

/// One battle of an answer, in the caller's numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Battle {
    /// Who attacks, and from where.
    pub attackers: Vec<(u16, u16)>,
    /// Who is attacked.
    pub targets: Vec<u16>,
    /// Whether more may join.
    pub open: bool,
}

/// An answer: one way to do the duty. Who is held and in no battle joins one that he can.
pub type Plan = Vec<Battle>;

/// The members of a set in order.
fn members(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let i = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            i
        })
    })
}

impl Duty {
    /// One way to do the duty, or `None` when there is none.
    pub fn plan(&self) -> Result<Option<Plan>, DutyError> {
        let size = self
            .attackers
            .len()
            .max(self.targets.len())
            .max(self.spots.len());
        if size > MOST {
            return Err(DutyError::TooMany(size));
        }
        let mut search = Search::new(self);
        let found = match self.begun {
            Some(begun) => search.resume(begun)?,
            None => search.extend()?,
        };
        Ok(found.then(|| search.answer()))
    }

    /// Whether an earlier answer, to a question like this one, answers this one too.
    pub fn fits(&self, plan: &Plan) -> bool {
        let mut search = Search::new(self);
        if self.begun.is_some() || self.attackers.len() > MOST || self.targets.len() > MOST {
            return false;
        }
        plan.iter().all(|battle| search.stage(battle)) && search.owed() == 0 && search.idle() == 0
    }

    /// The free attackers, one of whom is next to give way after `given`, so that the held and
    /// the remaining free ones can do the duty where they stand, at their first spots. In the end
    /// a least set has given way: no part of it alone would do. Each least set is named in
    /// ascending order, so that there is one way only to name it.
    pub fn give_way(&self, given: Mask) -> Result<Mask, DutyError> {
        let last = Mask::MAX
            .checked_shl(Mask::BITS - given.leading_zeros())
            .unwrap_or(0);
        let mut firsts: Vec<Vec<usize>> = Vec::new();
        let parts = self.parts();
        if self.owed & !parts.iter().fold(0, |all, part| all | part.1) != 0 {
            return Ok(0);
        }
        for (part, near) in parts {
            let free: Mask = members(part)
                .filter(|&a| !self.attackers[a].held)
                .map(bit)
                .sum();
            let mut sets = self.least_sets(part, near, free)?;
            sets.retain(|least| given & part & !least == 0 && least & !given & !last == 0);
            if sets.is_empty() {
                return Ok(0);
            }
            // the lowest number still to be named in each set; past every number when none is
            firsts.push(
                sets.iter()
                    .map(|s| (s & !given).trailing_zeros() as usize)
                    .collect(),
            );
        }
        let next = |p: usize, a: usize| {
            a < MOST
                && firsts
                    .iter()
                    .enumerate()
                    .all(|(q, other)| q == p || other.iter().any(|&b| b > a))
        };
        let named = firsts
            .iter()
            .enumerate()
            .flat_map(|(p, list)| list.iter().filter(move |&&a| next(p, a)).map(|&a| bit(a)));
        Ok(named.fold(0, |m, b| m | b))
    }

    /// Attackers that share targets, directly or through others, and what they reach.
    fn parts(&self) -> Vec<(Mask, Mask)> {
        let reach = |a: usize| {
            self.attackers[a]
                .spots
                .first()
                .map_or(0, |&s| self.spots[s as usize].reaches)
        };
        let mut parts: Vec<(Mask, Mask)> = Vec::new();
        for a in 0..self.attackers.len().min(MOST) {
            let (mut who, mut what) = (bit(a), reach(a));
            parts.retain(|&(others, targets)| {
                let apart = targets & what == 0;
                if !apart {
                    who |= others;
                    what |= targets;
                }
                apart
            });
            parts.push((who, what));
        }
        parts
    }

    fn least_sets(&self, part: Mask, near: Mask, free: Mask) -> Result<Vec<Mask>, DutyError> {
        if free.count_ones() > GIVE_WAY {
            return Err(DutyError::Entangled);
        }
        let list: Vec<usize> = members(free).collect();
        let mut sets: Vec<u32> = (0..1u32 << list.len()).collect();
        sets.sort_by_key(|s| (s.count_ones(), *s));
        let mut least: Vec<Mask> = Vec::new();
        for set in sets {
            let gone: Mask = members(Mask::from(set)).map(|i| bit(list[i])).sum();
            if least.iter().any(|l| l & !gone == 0) {
                continue;
            }
            if self.without(part & !gone, near).plan()?.is_some() {
                least.push(gone);
            }
        }
        Ok(least)
    }

    /// The same question with some attackers only, held at their first spots, about some targets.
    fn without(&self, stay: Mask, near: Mask) -> Duty {
        let attackers = members(stay)
            .map(|a| {
                let a = &self.attackers[a];
                Attacker {
                    spots: a.spots[..1].to_vec(),
                    held: true,
                    ..a.clone()
                }
            })
            .collect();
        Duty {
            attackers,
            owed: self.owed & near,
            begun: None,
            ..self.clone()
        }
    }

    fn allowed(&self, attack: i64, defence: i64) -> bool {
        attack.saturating_mul(self.odds.0) >= defence.saturating_mul(self.odds.1)
    }

    fn defence(&self, targets: Mask, eases: Mask) -> i64 {
        members(targets)
            .map(|t| {
                let target = &self.targets[t];
                if eases >> t & 1 == 1 {
                    target.eased
                } else {
                    target.defence
                }
            })
            .fold(0, i64::saturating_add)
    }
}

fn bit(i: usize) -> Mask {
    1 << i
}
