//! Who gives way: the least sets of attackers without whom the others can do the duty where they
//! stand, all of them, and exactly.
//!
//! What fails fails in a place. Around it lies a cluster of attackers; the rest of the front has a
//! plan that needs none of them. Two questions enclose the truth about a cluster: in the strict one
//! it does what that plan leaves to do, alone; in the generous one everybody else may help and
//! obliges to nothing. A set that works strictly works, and one that works works generously; so when
//! both have the same least sets, those are the least sets, and the clusters' combine freely. When
//! they differ the cluster grows, in the end to all that hangs together, where both are one.

use super::search::{Memo, Search};
use super::{bit, members, Attacker, Duty, DutyError, Mask, MOST};

/// Questions about one component after which one least set of it must do.
const QUESTIONS: u32 = 30_000;

/// A group of attackers, and the least sets of them that can give way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// Those who are in a set.
    pub among: Mask,
    /// The least sets, ascending. None of them holds another.
    pub sets: Vec<Mask>,
}

/// Who can give way: a set of each family.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leave {
    /// Families with nobody in common; only those in which somebody has to give way.
    pub families: Vec<Family>,
    /// Whether nothing would do.
    pub hopeless: bool,
    /// The components that were too large, of which one least set only was looked for: the one that
    /// keeps those who come first.
    pub curtailed: u32,
}

impl Leave {
    /// Those one of whom is next to give way after `given`. Each set is named in ascending order, so
    /// that there is one way only to name it.
    pub fn next(&self, given: Mask) -> Mask {
        let among = self.families.iter().fold(0, |m, f| m | f.among);
        if self.hopeless || given & !among != 0 {
            return 0;
        }
        let last = Mask::MAX
            .checked_shl(Mask::BITS - given.leading_zeros())
            .unwrap_or(0);
        // the lowest still to be named in each set; past everybody when none is
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
    /// The least sets of attackers not held who can give way so that the others, all where they are
    /// at their first spots, can do the duty.
    pub fn leave(&self) -> Result<Leave, DutyError> {
        self.sized()?;
        let mut out = Leave::default();
        let parts = self.apart(Mask::MAX);
        out.hopeless = self.owed & !parts.iter().fold(0, |all, part| all | part.1) != 0;
        for (who, near) in parts {
            if out.hopeless {
                break;
            }
            let mut component = Component::new(self, who, near);
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

    /// Attackers that share targets, directly or through others, and what they are next to.
    fn apart(&self, among: Mask) -> Vec<(Mask, Mask)> {
        let mut parts: Vec<(Mask, Mask)> = Vec::new();
        for a in members(among & mask_of(self.attackers.len())) {
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

    /// What an attacker is next to at its first spot.
    fn near(&self, a: usize) -> Mask {
        let first = self.attackers[a].spots.first();
        first.map_or(0, |&s| self.spots[s as usize].reaches)
    }
}

/// The first so many.
fn mask_of(count: usize) -> Mask {
    let unused = MOST.saturating_sub(count) as u32;
    Mask::MAX.checked_shr(unused).unwrap_or(0)
}

/// The search has taken too long.
struct TooMuch;

/// A question about some of those who hang together.
#[derive(Clone, Default)]
struct Roles {
    /// They help as they like and oblige to nothing.
    help: Mask,
    /// What can be attacked; nothing else is there.
    targets: Mask,
    /// What must be attacked in any case.
    owed: Mask,
    /// Targets of battles that others fight, battle by battle; anyone may join.
    battles: Vec<Mask>,
}

/// What hangs together.
struct Component<'a> {
    duty: &'a Duty,
    who: Mask,
    near: Mask,
    free: Mask,
    asked: u32,
}

impl<'a> Component<'a> {
    fn new(duty: &'a Duty, who: Mask, near: Mask) -> Component<'a> {
        let free = members(who).filter(|&a| !duty.attackers[a].held);
        Component {
            duty,
            who,
            near,
            free: free.fold(0, |m, a| m | bit(a)),
            asked: 0,
        }
    }

    /// Least sets cluster by cluster.
    fn families(&mut self) -> Result<Vec<Family>, TooMuch> {
        let mut inside: Mask = 0;
        loop {
            let rest = self.who & !inside;
            let roles = Roles {
                targets: self.near,
                owed: self.duty.owed & self.near & !self.touched(inside),
                ..Roles::default()
            };
            let Some(battles) = self.battles(&roles, rest, 0)? else {
                let core = self.core(&roles, rest)?;
                inside |= if core == 0 { rest } else { core };
                continue;
            };
            let mut families = Vec::new();
            let before = inside;
            for cluster in self.clusters(inside) {
                match self.family(cluster, &battles)? {
                    Some(family) => families.push(family),
                    None => inside |= self.around(self.touched(cluster)),
                }
            }
            if inside == before {
                families.retain(|f| f.sets != [0]);
                return Ok(families);
            }
        }
    }

    /// The least sets of a cluster, if they are the same with all help and with none.
    fn family(&mut self, who: Mask, battles: &[Mask]) -> Result<Option<Family>, TooMuch> {
        let targets = self.touched(who);
        let generous = Roles {
            help: self.around(targets) & !who,
            targets,
            owed: self.duty.owed & targets,
            battles: Vec::new(),
        };
        let sets = self.least(&generous, who)?;
        let strict = Roles {
            help: 0,
            battles: battles.to_vec(),
            ..generous
        };
        for &set in &sets {
            if !self.ask(&strict, who & !set, 0)? {
                return Ok(None);
            }
        }
        let among = sets.iter().fold(0, |m, s| m | s);
        Ok(Some(Family { among, sets }))
    }

    /// The least sets of those who may leave, when all others stay.
    fn least(&mut self, roles: &Roles, who: Mask) -> Result<Vec<Mask>, TooMuch> {
        let (free, held) = (who & self.free, who & !self.free);
        let mut found: Vec<Mask> = Vec::new();
        let mut cores: Vec<(Mask, Mask)> = Vec::new();
        // those gone and those who stay for good; of the others each may do either
        let mut open: Vec<(Mask, Mask)> = vec![(0, held)];
        while let Some((gone, kept)) = open.pop() {
            let left = free & !gone & !kept;
            if found.iter().any(|f| f & !gone == 0)
                || !self.ask(roles, kept, left)?
                || self.too_many(roles, who, gone)?
            {
                continue;
            }
            let known = cores
                .iter()
                .find(|(without, core)| without & !gone == 0 && core & gone == 0);
            let core = match known {
                Some((_, core)) => *core,
                None if self.ask(roles, who & !gone, 0)? => {
                    found.push(gone);
                    continue;
                }
                None => {
                    let core = self.shrink(roles, kept, left)?;
                    cores.push((gone, core));
                    core
                }
            };
            // one of the core has to go
            let mut stay = kept;
            for a in members(core & !kept) {
                open.push((gone | bit(a), stay));
                stay |= bit(a);
            }
        }
        found.sort_unstable();
        Ok(found)
    }

    /// Whether some of those gone could have stayed, with all the others.
    fn too_many(&mut self, roles: &Roles, who: Mask, gone: Mask) -> Result<bool, TooMuch> {
        for a in members(gone) {
            if self.ask(roles, who & !gone | bit(a), gone & !bit(a))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Some of those who cannot stay all at once with those who stay for good, whatever the others
    /// do; and those who stay for good.
    fn shrink(&mut self, roles: &Roles, kept: Mask, left: Mask) -> Result<Mask, TooMuch> {
        let mut core = left;
        for a in members(left) {
            let less = core & !bit(a);
            if !self.ask(roles, kept | less, left & !less)? {
                core = less;
            }
        }
        Ok(kept | core)
    }

    /// Whole stacks that cannot do their duty though the rest helps and has none.
    fn core(&mut self, roles: &Roles, rest: Mask) -> Result<Mask, TooMuch> {
        let mut stacks: Vec<(u16, Mask)> = Vec::new();
        for a in members(rest) {
            let spot = self.duty.attackers[a].spots.first().map_or(0, |&s| s);
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
                let core = outside.fold(0, |m, (_, stack)| m | stack);
                let helped = Roles {
                    help: rest & !core,
                    ..roles.clone()
                };
                if self.ask(&helped, core, 0)? {
                    at = end;
                } else {
                    stacks.drain(at..end);
                }
            }
            size /= 2;
        }
        Ok(stacks.iter().fold(0, |m, (_, stack)| m | stack))
    }

    /// One least set: everybody who can stay does, those who come first before the others.
    fn one(&mut self) -> Option<Family> {
        let roles = Roles {
            targets: self.near,
            owed: self.duty.owed & self.near,
            ..Roles::default()
        };
        let (mut kept, mut left) = (self.who & !self.free, self.free);
        for a in members(self.free) {
            left &= !bit(a);
            self.asked = 0;
            // what cannot be decided counts as impossible
            if self.ask(&roles, kept | bit(a), left).unwrap_or(false) {
                kept |= bit(a);
            }
        }
        let gone = self.who & !kept;
        (gone != 0).then(|| Family {
            among: gone,
            sets: vec![gone],
        })
    }

    /// What a set of attackers is next to.
    fn touched(&self, who: Mask) -> Mask {
        members(who).fold(0, |m, a| m | self.duty.near(a))
    }

    /// Those who are next to some of these targets.
    fn around(&self, targets: Mask) -> Mask {
        let close = members(self.who).filter(|&a| self.duty.near(a) & targets != 0);
        close.fold(0, |m, a| m | bit(a))
    }

    /// A set of attackers taken apart into those that share targets.
    fn clusters(&self, who: Mask) -> Vec<Mask> {
        let parts = self.duty.apart(who);
        parts.into_iter().map(|(who, _)| who).collect()
    }

    /// Whether those who stay can do their duty when some of the free stay as well.
    fn ask(&mut self, roles: &Roles, kept: Mask, free: Mask) -> Result<bool, TooMuch> {
        Ok(self.battles(roles, kept, free)?.is_some())
    }

    /// What each battle of an answer attacks.
    fn battles(
        &mut self,
        roles: &Roles,
        kept: Mask,
        free: Mask,
    ) -> Result<Option<Vec<Mask>>, TooMuch> {
        self.asked += 1;
        if self.asked > QUESTIONS {
            return Err(TooMuch);
        }
        let question = self.question(roles, kept, free);
        let mut memo = Memo::default();
        let mut search = Search::new(&question, &mut memo, false);
        search.given(&roles.battles);
        match search.run(None) {
            Ok(true) => Ok(Some(search.attacked())),
            Ok(false) => Ok(None),
            Err(_) => Err(TooMuch),
        }
    }

    /// The question with some attackers and targets only.
    fn question(&self, roles: &Roles, kept: Mask, free: Mask) -> Duty {
        let attackers = members(kept | free | roles.help).map(|a| {
            let one = &self.duty.attackers[a];
            let help = (kept | free) >> a & 1 == 0;
            Attacker {
                spots: one.spots[..1].to_vec(),
                held: free >> a & 1 == 0,
                may: one.may & roles.targets,
                binds: if help { 0 } else { one.binds },
                must: one.must,
                ..*one
            }
        });
        Duty {
            attackers: attackers.collect(),
            spots: self.duty.spots.clone(),
            targets: self.duty.targets.clone(),
            owed: roles.owed & roles.targets,
            odds: self.duty.odds,
            begun: None,
        }
    }
}
