//! The duty to attack, from a position to the question that the kernel answers.
//!
//! The plan last found is kept: while it still holds the answer is yes at once.

use super::Vm;
use crate::kernel::duty::{Attacker, Begun, Duty as Question, DutyError, Mask, Spot, Target, MOST};
use crate::kernel::grid::Grid;
use crate::kernel::hexset;
use crate::program::expr::{Duty, Int, Units};
use crate::state::State;

impl Vm<'_> {
    /// Whether the duty can be done.
    pub(super) fn duty(&mut self, st: &State, duty: &Duty) -> bool {
        let Some(mut question) = self.question(st, duty) else {
            return false;
        };
        if question.fits(&self.s.plan) {
            return true;
        }
        // who is not held may do best to stay out of it, or to fight where it stands
        for far in [false, true] {
            if far && !self.add_spots(st, duty, &mut question) {
                return false;
            }
            match question.plan() {
                Ok(Some(plan)) => {
                    self.s.plan = plan;
                    return true;
                }
                Ok(None) => {}
                Err(e) => return self.too_hard(e),
            }
        }
        false
    }

    /// The attackers, one of whom is next to give way.
    pub(super) fn give_way(&mut self, st: &State, duty: &Duty, given: &Units, out: &mut [u64]) {
        let given = self.units(st, given);
        out.fill(0);
        if let Some(question) = self.question(st, duty) {
            let has = |a: &Attacker| given[a.id as usize / 64] >> (a.id % 64) & 1 == 1;
            match question.give_way(mask(&question.attackers, has)) {
                Ok(who) => {
                    for (i, a) in question.attackers.iter().enumerate() {
                        out[a.id as usize / 64] |= ((who >> i & 1) as u64) << (a.id % 64);
                    }
                }
                Err(e) => {
                    self.too_hard(e);
                }
            }
        }
        self.s.unit_pool.push(given);
    }

    fn too_hard(&mut self, error: DutyError) -> bool {
        self.fault(match error {
            DutyError::TooMany(_) => "a duty to attack has more than 128 attackers or targets",
            DutyError::Entangled => "a duty to attack is too entangled to decide",
        });
        false
    }

    /// The question with everyone where he is.
    fn question(&mut self, st: &State, duty: &Duty) -> Option<Question> {
        let game = self.game;
        let mut q = Question {
            odds: (self.int(st, &duty.odds.0), self.int(st, &duty.odds.1)),
            ..Question::default()
        };
        let targets = self.hexes(st, &duty.targets);
        let owed = self.hexes(st, &duty.owed);
        for h in hexset::iter(&game.grid, &targets) {
            let defence = self.at(st, h, &duty.defence);
            let eased = self.at(st, h, &duty.eased).min(defence);
            if has(&game.grid, &owed, h) && q.targets.len() < MOST {
                q.owed |= 1 << q.targets.len();
            }
            q.targets.push(Target {
                id: h,
                defence,
                eased,
            });
        }
        self.s.hex_pool.push(targets);
        self.s.hex_pool.push(owed);
        let moved = duty
            .moved
            .as_ref()
            .map(|(u, h)| (self.unit(st, u), self.hex(st, h)));
        let everyone = self.units(st, &duty.attackers);
        let held = self.units(st, &duty.held);
        if q.targets.len() <= MOST {
            for unit in (0..game.unit_count).filter(|&u| everyone[u / 64] >> (u % 64) & 1 == 1) {
                let there = moved
                    .filter(|(u, _)| *u == Some(unit as u16))
                    .and_then(|(_, h)| h);
                let place = there.unwrap_or(st.place(unit as u16));
                if place as usize >= game.hex_count {
                    continue;
                }
                let spot = self.spot(st, duty, &mut q, place);
                let strength = self.at(st, unit as u16, &duty.strength);
                let held = there.is_some() || held[unit / 64] >> (unit % 64) & 1 == 1;
                let spots = vec![spot];
                q.attackers.push(Attacker {
                    id: unit as u16,
                    strength,
                    spots,
                    held,
                });
            }
        }
        self.s.unit_pool.push(everyone);
        self.s.unit_pool.push(held);
        if q.attackers.len().max(q.targets.len()).max(q.spots.len()) > MOST {
            self.too_hard(DutyError::TooMany(q.attackers.len()));
            return None;
        }
        q.begun = self.begun(st, duty, &q);
        Some(q)
    }

    fn begun(&mut self, st: &State, duty: &Duty, q: &Question) -> Option<Begun> {
        let grid = &self.game.grid;
        let (units, hexes, closed) = duty.begun.as_ref()?;
        let closed = self.int(st, closed) != 0;
        let who = self.units(st, units);
        let what = self.hexes(st, hexes);
        let attackers = mask(&q.attackers, |a| {
            who[a.id as usize / 64] >> (a.id % 64) & 1 == 1
        });
        let targets = mask(&q.targets, |t| has(grid, &what, t.id));
        self.s.unit_pool.push(who);
        self.s.hex_pool.push(what);
        Some(Begun {
            attackers,
            targets,
            closed,
        })
    }

    /// The number of a spot, made when it is new.
    fn spot(&mut self, st: &State, duty: &Duty, q: &mut Question, hex: u16) -> u8 {
        if let Some(i) = q.spots.iter().position(|s| s.id == hex) {
            return i as u8;
        }
        let game = self.game;
        let open = |mask: Option<u8>, t: &Target| {
            game.grid.direction(hex, t.id).is_some_and(|d| {
                mask.is_none_or(|m| has(&game.grid, &game.edges[m as usize].open[d as usize], hex))
            })
        };
        let reaches = mask(&q.targets, |t| open(duty.edges, t));
        let mut binds = reaches & mask(&q.targets, |t| open(duty.binding.or(duty.edges), t));
        let mut eases: Mask = 0;
        self.s.its.push(i64::from(hex));
        for (i, t) in q
            .targets
            .iter()
            .enumerate()
            .filter(|(i, _)| reaches >> i & 1 == 1)
        {
            if self.at(st, t.id, &duty.eases) != 0 {
                eases |= 1 << i;
            }
            if self.at(st, t.id, &duty.binds) == 0 {
                binds &= !(1 << i);
            }
        }
        self.s.its.pop();
        let room = self.at(st, hex, &duty.room).clamp(0, 999) as u16;
        q.spots.push(Spot {
            id: hex,
            reaches,
            binds,
            eases,
            room,
        });
        (q.spots.len() - 1).min(u8::MAX as usize) as u8
    }

    /// Adds where the attackers that are not held could go; false when that adds nothing.
    fn add_spots(&mut self, st: &State, duty: &Duty, q: &mut Question) -> bool {
        let Some(spots) = &duty.spots else {
            return false;
        };
        let mut more = false;
        let near = self.within_reach(q);
        for i in 0..q.attackers.len() {
            if q.attackers[i].held {
                continue;
            }
            self.s.its.push(i64::from(q.attackers[i].id));
            let set = self.hexes(st, spots);
            self.s.its.pop();
            for h in hexset::iter(&self.game.grid, &set) {
                if has(&self.game.grid, &near, h) {
                    let spot = self.spot(st, duty, q, h);
                    if !q.attackers[i].spots.contains(&spot) {
                        q.attackers[i].spots.push(spot);
                        more = true;
                    }
                }
            }
            self.s.hex_pool.push(set);
        }
        self.s.hex_pool.push(near);
        more
    }

    /// The hexes next to a target.
    fn within_reach(&mut self, q: &Question) -> Box<[u64]> {
        let mut targets = self.hex_buf();
        targets.fill(0);
        q.targets
            .iter()
            .for_each(|t| hexset::set(&self.game.grid, &mut targets, t.id));
        let mut near = self.hex_buf();
        hexset::neighbors(&self.game.grid, &targets, &mut near);
        self.s.hex_pool.push(targets);
        near
    }

    fn at(&mut self, st: &State, thing: u16, e: &Int) -> i64 {
        self.s.its.push(i64::from(thing));
        let value = self.int(st, e);
        self.s.its.pop();
        value
    }
}

fn has(grid: &Grid, set: &[u64], h: u16) -> bool {
    let (w, b) = grid.word_bit(h);
    set[w] & b != 0
}

fn mask<T>(list: &[T], member: impl Fn(&T) -> bool) -> Mask {
    let each = list.iter().take(MOST).enumerate();
    each.filter(|(_, x)| member(x))
        .fold(0, |m, (i, _)| m | 1 << i)
}
