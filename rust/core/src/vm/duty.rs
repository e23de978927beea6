//! The duty to attack, from a position to the question that the kernel answers.
//!
//! The plan last found is kept: while it still holds the answer is yes at once.

use super::join::Drop;
use super::Vm;
use crate::kernel::duty::{
    Attacker, Begun, Duty as Question, DutyError, Mask, Plan, Several, Spot, Target, MOST,
};
use crate::kernel::grid::Grid;
use crate::kernel::hexset;
use crate::program::expr::{Duty, Hexes, Int, Units};
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

    /// The attackers with whom as well the duty can be done, in the battle begun.
    pub(super) fn joiners(&mut self, st: &State, duty: &Duty, out: &mut [u64]) {
        out.fill(0);
        let Some((question, yes)) =
            self.each_more(st, duty, |q| q.attackers.len(), Question::joiners)
        else {
            return;
        };
        for (i, a) in question.attackers.iter().enumerate() {
            out[a.id as usize / 64] |= ((yes >> i & 1) as u64) << (a.id % 64);
        }
    }

    /// The targets with which as well the duty can be done, in the battle begun.
    pub(super) fn wideners(&mut self, st: &State, duty: &Duty, out: &mut [u64]) {
        out.fill(0);
        let Some((question, yes)) =
            self.each_more(st, duty, |q| q.targets.len(), Question::wideners)
        else {
            return;
        };
        for (_, t) in question
            .targets
            .iter()
            .enumerate()
            .filter(|(i, _)| yes >> i & 1 == 1)
        {
            hexset::set(&self.game.grid, out, t.id);
        }
    }

    /// Asks for each of a list whether it can be part of the battle begun, first with those who are
    /// not held where they are, then with all the places they can go to.
    fn each_more(
        &mut self,
        st: &State,
        duty: &Duty,
        count: fn(&Question) -> usize,
        ask: fn(&Question, Mask, &mut Plan) -> Result<Mask, DutyError>,
    ) -> Option<(Question, Mask)> {
        let mut question = self.question(st, duty)?;
        let all = first(count(&question));
        let mut plan = std::mem::take(&mut self.s.plan);
        let mut yes = ask(&question, all, &mut plan);
        if yes.as_ref().is_ok_and(|y| *y != all) && self.add_spots(st, duty, &mut question) {
            yes = yes.and_then(|y| Ok(y | ask(&question, all & !y, &mut plan)?));
        }
        self.s.plan = plan;
        match yes {
            Ok(yes) => Some((question, yes)),
            Err(e) => {
                self.too_hard(e);
                None
            }
        }
    }

    /// The hexes among which a unit may stand, held there, so that the duty can be done.
    pub(super) fn destinations(
        &mut self,
        st: &State,
        duty: &Duty,
        unit: &Int,
        among: &Hexes,
        out: &mut [u64],
    ) {
        let who = self.unit(st, unit);
        let set = self.hexes(st, among);
        out.fill(0);
        if let Some(mut question) = self.question(st, duty) {
            let at = who.and_then(|u| self.mover(st, duty, &mut question, u));
            let mut open: Vec<u16> = hexset::iter(&self.game.grid, &set).collect();
            for far in [false, true] {
                if open.is_empty() || far && !self.add_spots(st, duty, &mut question) {
                    break;
                }
                self.keep_out(st, duty, &mut question, at, &mut open, out);
            }
        }
        self.s.hex_pool.push(set);
    }

    /// Moves the hexes at which the duty can be done from `open` to `out`.
    fn keep_out(
        &mut self,
        st: &State,
        duty: &Duty,
        question: &mut Question,
        at: Option<usize>,
        open: &mut Vec<u16>,
        out: &mut [u64],
    ) {
        let mut several = Several::default();
        let mut plan = std::mem::take(&mut self.s.plan);
        open.retain(|&h| {
            if let Some(a) = at {
                let spot = self.spot(st, duty, question, h);
                question.attackers[a].spots = vec![spot];
            }
            match several.met(question, &mut plan) {
                Ok(true) => {
                    hexset::set(&self.game.grid, out, h);
                    false
                }
                Ok(false) => true,
                Err(e) => !self.too_hard(e),
            }
        });
        self.s.plan = plan;
    }

    /// The attacker that is thought of as standing elsewhere, if it is one; held from now on.
    fn mover(&mut self, st: &State, duty: &Duty, q: &mut Question, unit: u16) -> Option<usize> {
        if !self.has_unit(st, &duty.attackers, unit) {
            return None;
        }
        let known = q.attackers.iter().position(|a| a.id == unit);
        let a = known.unwrap_or_else(|| {
            // it is next to nothing as yet
            let attacker = self.attacker(st, duty, q, unit, Vec::new(), true);
            q.attackers.push(attacker);
            q.attackers.len() - 1
        });
        q.attackers[a].held = true;
        Some(a)
    }

    /// The attackers, one of whom is next to give way.
    pub(super) fn give_way(&mut self, st: &State, duty: &Duty, given: &Units, out: &mut [u64]) {
        let given = self.units(st, given);
        out.fill(0);
        if let Some(question) = self.question(st, duty) {
            let has = |a: &Attacker| given[a.id as usize / 64] >> (a.id % 64) & 1 == 1;
            let given = mask(&question.attackers, has);
            match question.leave().map(|leave| leave.next(given)) {
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
        let none = Units::Empty;
        let begun = self.units(st, duty.begun.as_ref().map_or(&none, |b| &b.0));
        if q.targets.len() > MOST {
            self.too_hard(DutyError::TooMany(q.targets.len()));
        } else {
            for unit in (0..game.unit_count).filter(|&u| everyone[u / 64] >> (u % 64) & 1 == 1) {
                let there = moved
                    .filter(|(u, _)| *u == Some(unit as u16))
                    .and_then(|(_, h)| h);
                let place = there.unwrap_or(st.place(unit as u16));
                if place as usize >= game.hex_count {
                    continue;
                }
                let spot = self.spot(st, duty, &mut q, place);
                let held =
                    there.is_some() || (held[unit / 64] | begun[unit / 64]) >> (unit % 64) & 1 == 1;
                let named = there.is_some() || begun[unit / 64] >> (unit % 64) & 1 == 1;
                if q.spots[spot as usize].reaches == 0 && !named {
                    continue;
                }
                let attacker = self.attacker(st, duty, &q, unit as u16, vec![spot], held);
                q.attackers.push(attacker);
            }
        }
        self.s.unit_pool.push(everyone);
        self.s.unit_pool.push(held);
        self.s.unit_pool.push(begun);
        q.begun = self.begun(st, duty, &q);
        Some(q)
    }

    fn attacker(
        &mut self,
        st: &State,
        duty: &Duty,
        q: &Question,
        unit: u16,
        spots: Vec<u16>,
        held: bool,
    ) -> Attacker {
        let strength = self.at(st, unit, &duty.strength);
        let bound = match &duty.bound {
            Some(bound) => self.at(st, unit, bound) != 0,
            None => true,
        };
        let mut may = Mask::MAX;
        if let Some(e) = &duty.may {
            self.s.its.push(i64::from(unit));
            let fair = mask(&q.targets, |t| self.at(st, t.id, e) != 0);
            self.s.its.pop();
            may = fair;
        }
        Attacker {
            id: unit,
            strength,
            spots,
            held,
            may,
            binds: if bound { Mask::MAX } else { 0 },
            must: bound,
        }
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
    fn spot(&mut self, st: &State, duty: &Duty, q: &mut Question, hex: u16) -> u16 {
        if let Some(i) = q.spots.iter().position(|s| s.id == hex) {
            return i as u16;
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
        (q.spots.len() - 1) as u16
    }

    /// Adds where the attackers that are not held could go; false when that adds nothing.
    fn add_spots(&mut self, st: &State, duty: &Duty, q: &mut Question) -> bool {
        let Some(spots) = &duty.spots else {
            return false;
        };
        let mut more = false;
        let near = self.within_reach(q);
        let mut free = self.units(st, &duty.attackers);
        self.units_by::<Drop>(st, &duty.held, &mut free);
        for unit in (0..self.game.unit_count).filter(|&u| free[u / 64] >> (u % 64) & 1 == 1) {
            let known = q.attackers.iter().position(|a| a.id as usize == unit);
            if known.is_some_and(|i| q.attackers[i].held) {
                continue;
            }
            self.s.its.push(unit as i64);
            let set = self.hexes(st, spots);
            self.s.its.pop();
            let mut there: Vec<u16> = known.map_or(Vec::new(), |i| q.attackers[i].spots.clone());
            let before = there.len();
            for h in hexset::iter(&self.game.grid, &set) {
                if has(&self.game.grid, &near, h) {
                    let spot = self.spot(st, duty, q, h);
                    if q.spots[spot as usize].reaches != 0 && !there.contains(&spot) {
                        there.push(spot);
                    }
                }
            }
            self.s.hex_pool.push(set);
            if there.len() > before {
                more = true;
                match known {
                    Some(i) => q.attackers[i].spots = there,
                    None => {
                        let attacker = self.attacker(st, duty, q, unit as u16, there, false);
                        q.attackers.push(attacker);
                    }
                }
            }
        }
        self.s.unit_pool.push(free);
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

/// The first so many.
fn first(count: usize) -> Mask {
    Mask::MAX
        .checked_shr(Mask::BITS - count.min(MOST) as u32)
        .unwrap_or(0)
}

fn mask<T>(list: &[T], mut member: impl FnMut(&T) -> bool) -> Mask {
    let each = list.iter().take(MOST).enumerate();
    each.filter(|(_, x)| member(x))
        .fold(0, |m, (i, _)| m | 1 << i)
}
