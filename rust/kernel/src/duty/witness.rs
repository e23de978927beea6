//! Uses earlier solutions: writes a solution down, opens its battles again in a similar problem,
//! and finds a battle in it.

use super::search::{Force, Group, Search, NOWHERE};
use super::{bit, members, Battle, Begun, Easing, Mask, Plan};

impl Search<'_> {
    /// Adds battles that attackers outside the problem fight, by their targets; any attacker may
    /// join.
    pub(super) fn given(&mut self, battles: &[Mask]) {
        for &targets in battles {
            self.add(Group {
                attackers: 0,
                targets,
                open: true,
            });
        }
    }

    /// The targets of each battle found.
    pub(super) fn attacked(&self) -> Vec<Mask> {
        self.groups.iter().map(|g| g.targets).collect()
    }

    /// The battles found, with the numbers that the caller gave to attackers, spots and targets.
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

    /// Whether one of the battles found includes the declared battle, once attackers without a
    /// battle have joined.
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

    /// Opens a battle of an earlier solution again; false if that is not possible in this problem.
    pub(super) fn stage(&mut self, battle: &Battle) -> bool {
        let duty = self.duty;
        let mut targets = 0;
        for id in &battle.targets {
            let Some(t) = duty.targets.iter().position(|t| t.id == *id) else {
                return false;
            };
            targets |= bit(t);
        }
        let mut force = Force {
            targets,
            attackers: 0,
            seeds: 0,
            attack: 0,
            easing: Easing::default(),
            closed: !battle.open,
        };
        for (unit, place) in &battle.attackers {
            let Some(a) = duty.attackers.iter().position(|a| a.id == *unit) else {
                return false;
            };
            let found = self
                .options(a, targets)
                .find(|&s| duty.spots[s as usize].id == *place);
            let Some(s) = found else { return false };
            if self.stand[a] == NOWHERE {
                self.come(a, s);
            }
            force.add(a, duty, &duty.spots[s as usize]);
        }
        let fair = targets & self.covered == 0
            && force.attackers != 0
            && duty.allowed(force.attack, duty.defence(targets, force.easing.all()));
        self.add(Group {
            attackers: force.attackers,
            targets,
            open: battle.open,
        });
        fair
    }
}
