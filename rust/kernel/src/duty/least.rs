//! Finds the minimal sets of attackers to remove so that the others can fulfil the duty where they
//! stand: all such sets, exactly.
//!
//! A failure is local. Around it lies a cluster of attackers; the rest of the front has a solution
//! without the cluster. Two problems bound the answer for a cluster. In the strict problem the
//! cluster must meet, alone, the obligations that the solution of the rest leaves; in the generous
//! problem all other attackers may help, without obligations of their own. A set that solves the
//! strict problem solves the real one, and a set that solves the real problem solves the generous
//! one. So if both have the same minimal sets, these are the minimal sets of the real problem, and
//! those of different clusters combine freely. Otherwise the cluster grows, at most to its
//! connected component, for which both problems coincide.

use super::memo::Memo;
use super::search::{Cast, Search};
use super::{bit, first, members, Duty, DutyError, Mask};

/// The number of subproblems of one component after which a single minimal set must suffice.
const QUESTIONS: u32 = 30_000;

/// A group of attackers, and the minimal sets of attackers in it to remove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The attackers that are in at least one of the sets.
    pub among: Mask,
    /// The minimal sets in ascending order; none contains another.
    pub sets: Vec<Mask>,
}

/// The possible removals: one set of each family is removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leave {
    /// Disjoint families; only those in which some attacker must be removed.
    pub families: Vec<Family>,
    /// Whether no removal helps.
    pub hopeless: bool,
    /// The number of components that were too large to find all minimal sets. For such a component
    /// only one set was searched: the one that keeps the first attackers.
    pub curtailed: u32,
}

impl Leave {
    /// The attackers of which one can be removed next, after those in `given` have been removed.
    /// The members of each set are removed in ascending order, so that there is a single way to do
    /// so.
    pub fn next(&self, given: Mask) -> Mask {
        let among = self.families.iter().fold(0, |m, f| m | f.among);
        if self.hopeless || given & !among != 0 {
            return 0;
        }
        let last = Mask::MAX
            .checked_shl(Mask::BITS - given.leading_zeros())
            .unwrap_or(0);
        // the lowest member of each set that is not removed yet; beyond all attackers if there is
        // none
        let mut firsts: Vec<Vec<u32>> = Vec::new();
        for family in &self.families {
            let here = given & family.among;
            let open = |s: &&Mask| here & !**s == 0 && **s & !given & !last == 0;
            let sets = family.sets.iter().filter(open);
            firsts.push(sets.map(|s| (s & !given).trailing_zeros()).collect());
        }
        let after = |p: usize, a: u32| {
            let mut others = firsts.iter().enumerate().filter(|(q, _)| *q != p);
            a < Mask::BITS && others.all(|(_, list)| list.iter().any(|&b| b > a))
        };
        let each = firsts.iter().enumerate();
        each.flat_map(|(p, list)| list.iter().filter(move |&&a| after(p, a)))
            .fold(0, |m, &a| m | 1 << a)
    }
}

impl Duty {
    /// The minimal sets of attackers, other than held ones, to remove so that the others can fulfil
    /// the duty from their first spots.
    pub fn leave(&self) -> Result<Leave, DutyError> {
        self.leave_within(QUESTIONS)
    }

    /// The minimal sets as found by [`Duty::leave`], with at most `questions` subproblems for a
    /// component.
    pub(super) fn leave_within(&self, questions: u32) -> Result<Leave, DutyError> {
        self.sized()?;
        let mut duty = self.held();
        // every attacker has its place already
        duty.spots.iter_mut().for_each(|s| s.room = u16::MAX);
        let (mut memo, mut out) = (Memo::default(), Leave::default());
        let mut search = Search::new(&duty, &mut memo, true);
        let free = members(first(self.attackers.len())).filter(|&a| !self.attackers[a].held);
        let free = free.fold(0, |m, a| m | bit(a));
        let parts = self.apart(Mask::MAX);
        out.hopeless = self.owed & !parts.iter().fold(0, |all, part| all | part.1) != 0;
        for (who, near) in parts {
            if out.hopeless {
                break;
            }
            let mut component = Component {
                search: &mut search,
                who,
                near,
                free: free & who,
                left: questions,
            };
            match component.families() {
                Ok(families) => out.families.extend(families),
                Err(TooMuch) => {
                    out.curtailed += 1;
                    out.families.extend(component.one());
                }
            }
            out.hopeless = out.families.iter().any(|f| f.sets.is_empty());
        }
        Ok(out)
    }

    /// The connected components of some attackers, which share targets directly or indirectly; each
    /// with the targets adjacent to them.
    fn apart(&self, among: Mask) -> Vec<(Mask, Mask)> {
        let mut parts: Vec<(Mask, Mask)> = Vec::new();
        for a in members(among & first(self.attackers.len())) {
            let (mut who, mut what) = (bit(a), self.near(a));
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

    /// The targets adjacent to an attacker at its first spot.
    fn near(&self, a: usize) -> Mask {
        let first = self.attackers[a].spots.first();
        first.map_or(0, |&s| self.spots[s as usize].reaches)
    }
}

/// The error of a search that exceeds its limit.
struct TooMuch;

/// A connected component of the problem: its attackers `who`, and the targets `near` them.
struct Component<'a, 'b> {
    search: &'b mut Search<'a>,
    who: Mask,
    near: Mask,
    /// The attackers that may be removed.
    free: Mask,
    /// The number of subproblems still allowed.
    left: u32,
}

impl Component<'_, '_> {
    /// The minimal sets of the component, cluster by cluster.
    fn families(&mut self) -> Result<Vec<Family>, TooMuch> {
        let mut inside: Mask = 0;
        loop {
            let rest = self.who & !inside;
            let cast = Cast {
                kept: rest,
                targets: self.near,
                owed: self.search.duty.owed & self.near & !self.touched(inside),
                ..Cast::default()
            };
            let Some(battles) = self.battles(&cast)? else {
                let core = self.core(cast)?;
                inside |= if core == 0 { rest } else { core };
                continue;
            };
            let mut families = Vec::new();
            let before = inside;
            for (cluster, targets) in self.search.duty.apart(inside) {
                match self.family(cluster, targets, &battles)? {
                    Some(family) => families.push(family),
                    None => inside |= self.around(targets),
                }
            }
            if inside == before {
                families.retain(|f| f.sets != [0]);
                return Ok(families);
            }
        }
    }

    /// The minimal sets of the cluster `who`, if they are equal in the strict problem and in the
    /// generous one; else None.
    fn family(
        &mut self,
        who: Mask,
        targets: Mask,
        battles: &[Mask],
    ) -> Result<Option<Family>, TooMuch> {
        let generous = Cast {
            help: self.around(targets) & !who,
            targets,
            owed: self.search.duty.owed & targets,
            ..Cast::default()
        };
        let sets = self.least(&generous, who)?;
        let mut strict = Cast {
            help: 0,
            battles: battles.to_vec(),
            ..generous
        };
        for &set in &sets {
            strict.kept = who & !set;
            if !self.ask(&strict)? {
                return Ok(None);
            }
        }
        let among = sets.iter().fold(0, |m, s| m | s);
        Ok(Some(Family { among, sets }))
    }

    /// The minimal sets of attackers of the cluster `who` to remove so that the others can fulfil
    /// the duty; attackers outside the cluster stay, with the roles that `roles` gives them.
    fn least(&mut self, roles: &Cast, who: Mask) -> Result<Vec<Mask>, TooMuch> {
        let mut cluster = Cluster {
            component: self,
            cast: roles.clone(),
            who,
        };
        let (free, held) = (who & cluster.component.free, who & !cluster.component.free);
        let mut found: Vec<Mask> = Vec::new();
        // attackers removed, and attackers kept for good; each other one may be either
        let mut open: Vec<(Mask, Mask)> = vec![(0, held)];
        while let Some((mut gone, kept)) = open.pop() {
            if !cluster.works(kept, free & !gone & !kept)? {
                continue;
            }
            gone |= cluster.forced(kept, free & !gone & !kept)?;
            if found.iter().any(|f| f & !gone == 0) || cluster.too_many(gone)? {
                continue;
            }
            if cluster.works(who & !gone, 0)? {
                found.push(gone);
                continue;
            }
            // one of the core must be removed
            let mut stay = kept;
            for a in members(cluster.core(kept, free & !gone & !kept)?) {
                open.push((gone | bit(a), stay));
                stay |= bit(a);
            }
        }
        found.sort_unstable();
        Ok(found)
    }

    /// Finds some stacks that together cannot fulfil their duty, even if all other attackers of
    /// `cast` help without obligations. Returns the attackers in these stacks.
    fn core(&mut self, mut cast: Cast) -> Result<Mask, TooMuch> {
        let rest = cast.kept;
        let mut stacks: Vec<(Option<u16>, Mask)> = Vec::new();
        for a in members(rest) {
            let spot = self.search.duty.attackers[a].spots.first().copied();
            match stacks.iter_mut().find(|(s, _)| *s == spot) {
                Some((_, stack)) => *stack |= bit(a),
                None => stacks.push((spot, bit(a))),
            }
        }
        let mut size = stacks.len().div_ceil(2);
        while size > 0 {
            let mut at = 0;
            while at < stacks.len() {
                let end = (at + size).min(stacks.len());
                let outside = stacks[..at].iter().chain(&stacks[end..]);
                cast.kept = outside.fold(0, |m, (_, stack)| m | stack);
                cast.help = rest & !cast.kept;
                if self.ask(&cast)? {
                    at = end;
                } else {
                    stacks.drain(at..end);
                }
            }
            size /= 2;
        }
        Ok(stacks.iter().fold(0, |m, (_, stack)| m | stack))
    }

    /// One minimal set for the whole component; the attackers are kept one after the other, as far
    /// as possible. None if nobody must be removed.
    fn one(&mut self) -> Option<Family> {
        let mut cast = Cast {
            kept: self.who & !self.free,
            free: self.free,
            targets: self.near,
            owed: self.search.duty.owed & self.near,
            ..Cast::default()
        };
        for a in members(self.free) {
            self.left = QUESTIONS;
            cast.free &= !bit(a);
            cast.kept |= bit(a);
            // an undecided problem counts as unsolvable
            if !self.ask(&cast).unwrap_or(false) {
                cast.kept &= !bit(a);
            }
        }
        let gone = self.who & !cast.kept;
        (gone != 0).then(|| Family {
            among: gone,
            sets: vec![gone],
        })
    }

    /// The targets adjacent to a set of attackers.
    fn touched(&self, who: Mask) -> Mask {
        members(who).fold(0, |m, a| m | self.search.duty.near(a))
    }

    /// The attackers of the component that are adjacent to some targets.
    fn around(&self, targets: Mask) -> Mask {
        let close = members(self.who).filter(|&a| self.search.duty.near(a) & targets != 0);
        close.fold(0, |m, a| m | bit(a))
    }

    fn ask(&mut self, cast: &Cast) -> Result<bool, TooMuch> {
        self.search.brief = true;
        self.run(cast)
    }

    /// The targets of each battle of a solution of the problem `cast`; None if it has no solution.
    fn battles(&mut self, cast: &Cast) -> Result<Option<Vec<Mask>>, TooMuch> {
        self.search.brief = false;
        Ok(self.run(cast)?.then(|| self.search.attacked()))
    }

    fn run(&mut self, cast: &Cast) -> Result<bool, TooMuch> {
        self.left = self.left.checked_sub(1).ok_or(TooMuch)?;
        self.search.cast(cast);
        self.search.run(None).map_err(|_| TooMuch)
    }
}

/// A cluster of attackers `who`, and the problem from which some of them are removed.
struct Cluster<'c, 'a, 'b> {
    component: &'c mut Component<'a, 'b>,
    cast: Cast,
    who: Mask,
}

impl Cluster<'_, '_, '_> {
    /// Whether there is a part of the attackers `free`, all or none included, with which the
    /// attackers `kept` can fulfil their duty.
    fn works(&mut self, kept: Mask, free: Mask) -> Result<bool, TooMuch> {
        (self.cast.kept, self.cast.free) = (kept, free);
        self.component.ask(&self.cast)
    }

    /// The attackers in `free` that cannot stay together with `kept`, whichever others of `free`
    /// stay: they must be removed.
    fn forced(&mut self, kept: Mask, free: Mask) -> Result<Mask, TooMuch> {
        let mut out = 0;
        for a in members(free) {
            if !self.works(kept | bit(a), free & !out & !bit(a))? {
                out |= bit(a);
            }
        }
        Ok(out)
    }

    /// Whether the set `gone` of removed attackers is not minimal: one of them could stay together
    /// with all attackers that are not removed.
    fn too_many(&mut self, gone: Mask) -> Result<bool, TooMuch> {
        for a in members(gone) {
            if self.works(self.who & !gone | bit(a), gone & !bit(a))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A minimal set of attackers in `free` that cannot all stay together with `kept`, whichever
    /// others stay: without any one of its members this no longer holds.
    fn core(&mut self, kept: Mask, free: Mask) -> Result<Mask, TooMuch> {
        let mut core = free;
        for a in members(free) {
            let less = core & !bit(a);
            if !self.works(kept | less, free & !less)? {
                core = less;
            }
        }
        Ok(core)
    }
}
