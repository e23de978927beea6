//! The duty to attack: whether attackers can share their targets out among themselves so that
//! every battle has the odds it needs, nobody fights twice and nobody who must fight is left out.
//!
//! A battle is any set of attackers that can each attack every one of a set of targets. The
//! search is exact. It rests on one fact: another attacker never spoils a battle, so battles need
//! be tried with no more attackers than they need, and who is left over joins any battle that it
//! can attack the whole of. Rules that say who must fight, from where and when stay outside.

mod least;
mod memo;
mod search;
mod sets;
#[cfg(test)]
mod tests;
mod witness;

pub use least::{Family, Leave};
use memo::Memo;
use search::Search;
pub use sets::Several;
use smallvec::SmallVec;
use thiserror::Error;

/// A set of attackers or of targets.
pub type Mask = u128;

/// The most attackers, and the most targets, of one question.
pub const MOST: usize = 128;

/// Why a question could not be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DutyError {
    /// More attackers or targets than a mask holds.
    #[error(
        "a duty to attack has {attackers} attackers and {targets} targets, \
         expected at most {MOST} of each"
    )]
    TooMany {
        /// The attackers.
        attackers: usize,
        /// The targets.
        targets: usize,
    },
    /// The search did not end in time.
    #[error("the duty to attack is too entangled to decide")]
    Entangled,
}

/// A place from which an attack can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The caller's number for it.
    pub id: u16,
    /// The targets next to it that can be attacked from it.
    pub reaches: Mask,
    /// Those among them that whoever stands here obliges his side to attack; when there is one,
    /// he must attack himself.
    pub binds: Mask,
    /// The targets that defend with their lower strength when one attacks them from here.
    pub eases: Mask,
    /// The targets that one attacks from apart here: they defend with their lower strength when
    /// others attack them who stand elsewhere.
    pub apart: Mask,
    /// How many who are not held to their spot can stand here.
    pub room: u16,
}

/// What some attackers, by where they stand, leave of their targets' strength.
#[derive(Clone, Copy, Default)]
struct Easing {
    eases: Mask,
    apart: Mask,
    /// Targets that one of them does not attack from apart.
    beside: Mask,
}

impl Easing {
    fn and(self, spot: &Spot) -> Easing {
        Easing {
            eases: self.eases | spot.eases,
            apart: self.apart | spot.apart,
            beside: self.beside | !spot.apart,
        }
    }

    /// The targets that defend with their lower strength.
    fn all(self) -> Mask {
        self.eases | self.apart & self.beside
    }
}

/// Spots by index. There are few; so many take no memory of their own.
pub type Spots = SmallVec<[u16; 8]>;

/// One who may attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attacker {
    /// The caller's number for it.
    pub id: u16,
    /// Its strength.
    pub strength: i64,
    /// Where it can stand, by index; the first one only when it is held.
    pub spots: Spots,
    /// Whether it stands at its first spot in any case; otherwise it may also keep out.
    pub held: bool,
    /// The targets that it may attack, if it reaches them.
    pub may: Mask,
    /// The targets that it can oblige its side to attack, where its spot says so.
    pub binds: Mask,
    /// Whether it must attack itself when a target binds it.
    pub must: bool,
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Begun {
    /// Its attackers so far; all of them held.
    pub attackers: Mask,
    /// Its targets so far.
    pub targets: Mask,
    /// Whether nobody is to be added.
    pub closed: bool,
}

/// A question.
#[derive(Debug, Default, PartialEq, Eq)]
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
    pub attackers: SmallVec<[(u16, u16); 4]>,
    /// Who is attacked.
    pub targets: SmallVec<[u16; 4]>,
    /// Whether more may join.
    pub open: bool,
}

/// An answer: one way to do the duty. Who is held and in no battle joins one that he can.
pub type Plan = Vec<Battle>;

/// The members of a set in order.
pub fn members(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let i = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            i
        })
    })
}

impl Clone for Duty {
    fn clone(&self) -> Duty {
        let mut copy = Duty::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, other: &Duty) {
        self.spots.clone_from(&other.spots);
        self.attackers.clone_from(&other.attackers);
        self.targets.clone_from(&other.targets);
        (self.owed, self.odds, self.begun) = (other.owed, other.odds, other.begun);
    }
}

impl Duty {
    /// One way to do the duty, or `None` when there is none.
    pub fn plan(&self) -> Result<Option<Plan>, DutyError> {
        Ok(self.plan_or_difficulty()?.ok())
    }

    /// One way to do the duty, or the targets that were found to be beyond the attackers at times:
    /// help against others is of less use.
    pub fn plan_or_difficulty(&self) -> Result<Result<Plan, Mask>, DutyError> {
        self.sized()?;
        let mut memo = Memo::default();
        let mut search = Search::new(self, &mut memo, false);
        Ok(match search.run(self.begun)? {
            true => Ok(search.answer()),
            false => Err(search.difficult()),
        })
    }

    /// The same question with everybody held at his first spot.
    pub fn held(&self) -> Duty {
        let mut duty = self.clone();
        for attacker in &mut duty.attackers {
            attacker.spots.truncate(1);
            attacker.held = true;
        }
        duty
    }

    /// Whether an earlier answer, to a question like this one, answers this one too.
    pub fn fits(&self, plan: &Plan) -> bool {
        let mut memo = Memo::default();
        self.sized().is_ok()
            && self
                .staged(plan, &mut memo)
                .is_some_and(|search| self.begun.is_none_or(|begun| search.includes(begun)))
    }

    /// The battles of an earlier answer, if they do the duty but for the battle begun.
    fn staged<'a>(&'a self, plan: &Plan, memo: &'a mut Memo) -> Option<Search<'a>> {
        let mut search = Search::new(self, memo, false);
        let done = plan.iter().all(|battle| search.stage(battle));
        (done && search.owed() == 0 && search.idle() == 0).then_some(search)
    }

    fn sized(&self) -> Result<(), DutyError> {
        let (attackers, targets) = (self.attackers.len(), self.targets.len());
        if attackers.max(targets) > MOST {
            return Err(DutyError::TooMany { attackers, targets });
        }
        Ok(())
    }

    /// The targets that an attacker can attack from a spot.
    fn reach(&self, a: usize, spot: &Spot) -> Mask {
        spot.reaches & self.attackers[a].may
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

/// The first so many.
fn first(count: usize) -> Mask {
    let unused = MOST.saturating_sub(count) as u32;
    Mask::MAX.checked_shr(unused).unwrap_or(0)
}
