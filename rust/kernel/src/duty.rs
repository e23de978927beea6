//! Duty to attack: whether attackers can be divided among their targets so that every battle has
//! the required odds, no unit fights twice, and every obligation is met.
//!
//! A battle is any set of attackers that can each attack every one of a set of targets. The search
//! is exact. It relies on one fact: a further attacker never makes a battle impossible. So it tries
//! only battles with no more attackers than needed, and attackers left over join any battle whose
//! targets they can all attack. The caller decides who must fight, from where and when.

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

/// A set of attackers or of targets, as bits.
pub type Mask = u128;

/// The maximum number of attackers, and of targets, in a problem.
pub const MOST: usize = 128;

/// The reason why a problem could not be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DutyError {
    /// More attackers or targets than fit into a mask.
    #[error(
        "a duty to attack has {attackers} attackers and {targets} targets, \
         expected at most {MOST} of each"
    )]
    TooMany {
        /// The number of attackers.
        attackers: usize,
        /// The number of targets.
        targets: usize,
    },
    /// The search exceeded its limit.
    #[error("the duty to attack is too complex: the search exceeded its limit")]
    Entangled,
}

/// A place from which attacks are possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The caller's number for the spot.
    pub id: u16,
    /// The adjacent targets that can be attacked from the spot.
    pub reaches: Mask,
    /// Of these targets, those that must be attacked if a unit stands at the spot; if there is one,
    /// the unit itself must attack, too.
    pub binds: Mask,
    /// The targets that defend with their lower strength if they are attacked from the spot.
    pub eases: Mask,
    /// The targets that an attacker at the spot attacks from a distance: they defend with their
    /// lower strength if others attack them from elsewhere, too.
    pub apart: Mask,
    /// The largest number of attackers that the spot can take from among the attackers that may move;
    /// held attackers, which stay where they are, are not counted.
    pub room: u16,
}

/// The effect of some attackers, at their spots, on the strength of their targets.
#[derive(Clone, Copy, Default)]
struct Easing {
    eases: Mask,
    apart: Mask,
    /// The targets that one of the attackers attacks other than from a distance.
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

/// Indices of spots. An attacker has few spots; up to eight need no allocation.
pub type Spots = SmallVec<[u16; 8]>;

/// A possible attacker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attacker {
    /// The caller's number for the attacker.
    pub id: u16,
    /// The strength of the attacker.
    pub strength: i64,
    /// The indices of the spots where the attacker can stand; only the first one if it is held.
    pub spots: Spots,
    /// Whether the attacker is fixed at its first spot; otherwise it may also take no part.
    pub held: bool,
    /// The targets that the attacker may attack from a suitable spot.
    pub may: Mask,
    /// The targets that must be attacked if the attacker is at a spot that binds them.
    pub binds: Mask,
    /// Whether the attacker itself must attack if a target binds it.
    pub must: bool,
}

/// A possible target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The caller's number for the target.
    pub id: u16,
    /// The strength of the target.
    pub defence: i64,
    /// The strength of the target if an attacker eases it; at most `defence`.
    pub eased: i64,
}

/// A declared battle, which must be part of the solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Begun {
    /// The attackers of the battle so far, all held.
    pub attackers: Mask,
    /// The targets of the battle so far.
    pub targets: Mask,
    /// Whether no attacker or target may be added.
    pub closed: bool,
}

/// A problem: attackers, targets and obligations.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Duty {
    /// The possible places of attackers.
    pub spots: Vec<Spot>,
    /// The attackers.
    pub attackers: Vec<Attacker>,
    /// The targets.
    pub targets: Vec<Target>,
    /// Targets that must be attacked in any case.
    pub owed: Mask,
    /// A battle is allowed if `attack * odds.0 >= defence * odds.1`.
    pub odds: (i64, i64),
    /// The declared battle, if any.
    pub begun: Option<Begun>,
}

/// A battle of a solution, with the numbers that the caller gave to units and places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Battle {
    /// The attackers, each with its spot.
    pub attackers: SmallVec<[(u16, u16); 4]>,
    /// The targets.
    pub targets: SmallVec<[u16; 4]>,
    /// Whether others may join.
    pub open: bool,
}

/// A solution: a list of battles. A held attacker in none of them joins one whose targets it can
/// all attack.
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
    /// A solution of the problem, or `None` if there is none.
    pub fn plan(&self) -> Result<Option<Plan>, DutyError> {
        Ok(self.plan_or_difficulty()?.ok())
    }

    /// A solution of the problem; if there is none, the targets that were found too strong for the
    /// attackers, as an error. Further attackers against these targets are the likeliest to help.
    pub fn plan_or_difficulty(&self) -> Result<Result<Plan, Mask>, DutyError> {
        self.sized()?;
        let mut memo = Memo::default();
        let mut search = Search::new(self, &mut memo, false);
        Ok(match search.run(self.begun)? {
            true => Ok(search.answer()),
            false => Err(search.difficult()),
        })
    }

    /// The same problem with every attacker held at its first spot.
    pub fn held(&self) -> Duty {
        let mut duty = self.clone();
        for attacker in &mut duty.attackers {
            attacker.spots.truncate(1);
            attacker.held = true;
        }
        duty
    }

    /// Whether a solution of a similar problem also solves this one.
    pub fn fits(&self, plan: &Plan) -> bool {
        let mut memo = Memo::default();
        self.sized().is_ok()
            && self
                .staged(plan, &mut memo)
                .is_some_and(|search| self.begun.is_none_or(|begun| search.includes(begun)))
    }

    /// A search in which the battles of an earlier solution are open, if they meet every obligation
    /// except the declared battle.
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

/// The set of the first `count` elements.
fn first(count: usize) -> Mask {
    let unused = MOST.saturating_sub(count) as u32;
    Mask::MAX.checked_shr(unused).unwrap_or(0)
}
