//! Duty to attack: translates a position into the problem that the kernel solves.
//!
//! The last solution is cached; while it remains valid the answer is immediate. The last problem
//! with all units where they stand is cached, too, as long as what it depends on is unchanged. A
//! problem contains only targets that some attacker in it can reach: those adjacent to attackers
//! where they stand and, only if other attackers can move, those that these can reach.

mod question;

use super::Vm;
use crate::ids::HexId;
use crate::ir::expr::{Duty, Hexes, Int, Units};
use crate::state::State;
use crate::vm::eval::units::{has_one, members as members_of, put};
use eastfront_kernel::duty::{members, Attacker, Duty as Question, DutyError, Mask, Plan, Several};
use eastfront_kernel::hexset;
use eastfront_kernel::rng::mix;
use question::{first, has, mask};
pub(super) use question::{Beside, Draft};
use smallvec::smallvec;

impl Vm<'_> {
    /// Whether the attackers can be divided among the targets so that every obligation is met.
    pub(super) fn duty(&mut self, st: &State, duty: &Duty) -> bool {
        // a unit that is not held may do best to stay out, or to fight where it stands
        let Some(mut draft) = self.near(st, duty) else {
            return false;
        };
        if draft.difficult.is_none() {
            draft.difficult = self.difficulty(&draft.question).err();
        }
        let met = match draft.difficult {
            None => true,
            Some(difficult) => duty.spots.is_some() && self.helped(st, duty, &draft, difficult),
        };
        self.put_back(draft);
        met
    }

    /// Solves a problem and caches the solution; if there is none, returns the targets that were
    /// found too strong.
    fn difficulty(&mut self, question: &Question) -> Result<(), Mask> {
        if question.fits(&self.s.plan) {
            return Ok(());
        }
        match question.plan_or_difficulty() {
            Ok(Ok(plan)) => {
                self.s.plan = plan;
                Ok(())
            }
            Ok(Err(difficult)) => Err(difficult),
            Err(e) => {
                self.too_hard(e);
                Err(0)
            }
        }
    }

    /// Whether the duty can be fulfilled if attackers outside the problem `near` move up. An
    /// attacker that moves need not attack, so adding it never hurts. Likely ones are tried first:
    /// those of the last solution, then those nearest to the targets `difficult`, which were found
    /// too strong.
    fn helped(&mut self, st: &State, duty: &Duty, near: &Draft, difficult: Mask) -> bool {
        let all = self.not_held(st, duty);
        let grid = &self.game.grid;
        let away = |u: u16| {
            let place = st.unit_place(u);
            let hexes = members(difficult).map(|t| near.question.targets[t].id);
            let hexes = hexes.filter(|_| (place as usize) < self.game.hex_count);
            hexes.map(|h| grid.distance(HexId(place), HexId(h))).min()
        };
        let planned = |u: u16| {
            let battles = self.s.plan.iter().flat_map(|battle| &battle.attackers);
            battles.into_iter().any(|&(who, _)| who == u)
        };
        let rank = |u: u16| (!planned(u), away(u).unwrap_or(u16::MAX), u);
        let mut free: Vec<_> = members_of(&all).map(rank).collect();
        free.sort_unstable();
        self.s.unit_pool.push(all);
        let mut draft = self.copy_of(near);
        let beside = self.beside(st, duty);
        // tries one attacker, then four, and so on
        let (mut more, mut met, mut ask) = (false, false, 1);
        for (i, &(.., unit)) in free.iter().enumerate() {
            more |= self.add_spots(st, duty, &mut draft, &beside, unit);
            let last = i + 1 == free.len();
            if more && (i + 1 == ask || last) {
                met = self.difficulty(&draft.question).is_ok();
                if met {
                    break;
                }
                more = false;
            }
            if i + 1 == ask {
                ask *= 4;
            }
        }
        self.s.beside = beside;
        self.done(draft);
        met
    }

    /// The problem with the attackers near targets only: all units stay where they are. It is
    /// cached or new, and includes the odds and the declared battle; `None` if it has too many
    /// attackers or targets.
    fn near(&mut self, st: &State, duty: &Duty) -> Option<Draft> {
        let Some(n) = duty.kept else {
            return self.question(st, duty, None);
        };
        let key = self.partial_key(st, &self.game.kept.duties[n as usize]);
        let key = mix(key ^ u64::from(n)) | 1;
        let mut draft = match self.s.draft.take_if(|draft| draft.key == key) {
            Some(draft) => draft,
            None => self.question_about(st, duty, None, None)?,
        };
        draft.key = key;
        let odds = self.odds(st, duty);
        let begun = self.begun(st, duty, &draft.question);
        if begun.is_some_and(|(_, whole)| !whole) {
            self.put_back(draft);
            return self.question(st, duty, None);
        }
        let begun = begun.map(|(begun, _)| begun);
        if (draft.question.odds, draft.question.begun) != (odds, begun) {
            (draft.question.odds, draft.question.begun) = (odds, begun);
            draft.difficult = None;
        }
        Some(draft)
    }

    /// Caches a problem if it has a key; otherwise returns its memory for reuse.
    fn put_back(&mut self, draft: Draft) {
        let outworn = if draft.key == 0 || self.s.fault.is_some() {
            Some(draft)
        } else {
            self.s.draft.replace(draft)
        };
        if let Some(outworn) = outworn {
            self.done(outworn);
        }
    }

    /// The problem with all units where they stand; with `far`, also with all hexes to which other
    /// units can move, or `None` if there are none.
    fn draft(&mut self, st: &State, duty: &Duty, far: bool) -> Option<Draft> {
        if !far {
            return self.near(st, duty);
        }
        duty.spots.as_ref()?;
        let mut draft = self.question(st, duty, None)?;
        let more = self.add_all_spots(st, duty, &mut draft);
        more.then_some(draft)
    }

    /// Sets `out` to the attackers that can be added to the declared battle so that the duty can
    /// still be fulfilled.
    pub(super) fn joiners(&mut self, st: &State, duty: &Duty, out: &mut [u64]) {
        out.fill(0);
        for far in [false, true] {
            let Some(draft) = self.draft(st, duty, far) else {
                return;
            };
            let there = draft.question.attackers.iter().take(draft.present);
            let among = mask(there, |a| !has_one(out, a.id));
            if let Some(yes) = self.each_more(&draft.question, among, Question::joiners) {
                for i in members(yes) {
                    put(out, draft.question.attackers[i].id);
                }
            }
            self.put_back(draft);
        }
    }

    /// Sets `out` to the targets that can be added to the declared battle so that the duty can
    /// still be fulfilled.
    pub(super) fn wideners(&mut self, st: &State, duty: &Duty, out: &mut [u64]) {
        out.fill(0);
        let grid = &self.game.grid;
        for far in [false, true] {
            let Some(draft) = self.draft(st, duty, far) else {
                return;
            };
            let among = mask(&draft.question.targets, |t| !has(grid, out, t.id));
            if let Some(yes) = self.each_more(&draft.question, among, Question::wideners) {
                for i in members(yes) {
                    hexset::set(grid, out, draft.question.targets[i].id);
                }
            }
            self.put_back(draft);
        }
    }

    /// The attackers or targets in `among` that can be added to the declared battle, as `ask`
    /// finds; `None` if the search exceeds its limit.
    fn each_more(
        &mut self,
        question: &Question,
        among: Mask,
        ask: fn(&Question, Mask, &mut Plan) -> Result<Mask, DutyError>,
    ) -> Option<Mask> {
        let mut plan = std::mem::take(&mut self.s.plan);
        let yes = ask(question, among, &mut plan);
        self.s.plan = plan;
        yes.map_err(|e| self.too_hard(e)).ok()
    }

    /// Sets `out` to the hexes of a set from which the duty can be fulfilled if a unit stands
    /// there, held.
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
        let mut open: Vec<u16> = hexset::iter(&self.game.grid, &set).collect();
        for far in [false, true] {
            if open.is_empty() || far && duty.spots.is_none() {
                break;
            }
            let Some(mut draft) = self.question(st, duty, Some(&set)) else {
                break;
            };
            let at = who.and_then(|u| self.mover(st, duty, &mut draft, u));
            if !far || self.add_all_spots(st, duty, &mut draft) {
                self.keep_out(st, duty, &mut draft, at, &mut open, out);
            }
            self.done(draft);
        }
        self.s.hex_pool.push(set);
    }

    /// Tries the unit with index `at` among the attackers in each hex of `open`. A hex in which the
    /// duty can be fulfilled is moved from `open` to `out`.
    fn keep_out(
        &mut self,
        st: &State,
        duty: &Duty,
        draft: &mut Draft,
        at: Option<usize>,
        open: &mut Vec<u16>,
        out: &mut [u64],
    ) {
        let mut several = Several::default();
        let mut plan = std::mem::take(&mut self.s.plan);
        open.retain(|&h| {
            if let Some(a) = at {
                let spot = self.spot(st, duty, draft, h);
                draft.question.attackers[a].spots = smallvec![spot];
            }
            match several.met(&draft.question, &mut plan) {
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

    /// The index of a unit among the attackers of the problem, to which it is added if need be; the
    /// unit is held from now on. None if it is no attacker.
    fn mover(&mut self, st: &State, duty: &Duty, draft: &mut Draft, unit: u16) -> Option<usize> {
        if !self.has_unit(st, &duty.attackers, unit) {
            return None;
        }
        let all = first(draft.question.targets.len());
        let known = (draft.question.attackers.iter()).position(|a| a.id == unit);
        let a = match known {
            Some(a) => {
                draft.question.attackers[a].may = self.may(st, duty, &draft.question, unit, all);
                a
            }
            None => {
                // it is adjacent to nothing yet
                let attacker =
                    self.attacker(st, duty, &draft.question, unit, smallvec![], true, all);
                draft.question.attackers.push(attacker);
                draft.question.attackers.len() - 1
            }
        };
        draft.question.attackers[a].held = true;
        Some(a)
    }

    /// Sets `out` to the attackers of which one can be removed next, after the attackers in
    /// `given`. The removals end with a minimal set, without which the other attackers can fulfil
    /// the duty where they stand.
    pub(super) fn give_way(&mut self, st: &State, duty: &Duty, given: &Units, out: &mut [u64]) {
        let given = self.units(st, given);
        out.fill(0);
        if let Some(draft) = self.near(st, duty) {
            let question = &draft.question;
            let has = |a: &Attacker| given[a.id as usize / 64] >> (a.id % 64) & 1 == 1;
            let given = mask(&question.attackers, has);
            match question.leave().map(|leave| leave.next(given)) {
                Ok(who) => members(who).for_each(|i| put(out, question.attackers[i].id)),
                Err(e) => {
                    self.too_hard(e);
                }
            }
            self.put_back(draft);
        }
        self.s.unit_pool.push(given);
    }

    #[cold]
    fn too_hard(&mut self, error: DutyError) -> bool {
        self.fault(error.to_string());
        false
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Game;
    use crate::ids::{HexFlag, HexId, PlaceId, UnitFlag, UnitId};
    use crate::ir::expr::{Duty, Hexes, Int, Units};
    use crate::ir::node::Node;
    use crate::program::passes::memoise;
    use crate::state::State;
    use crate::vm::{Scratch, Vm};
    use eastfront_kernel::rng::Rng;

    fn b<T>(x: T) -> Node<T> {
        Node::new(x)
    }

    /// A duty of the first units to attack the other units. Attackers with a flag are held, the
    /// other attackers may move three hexes. A declared battle has the units and the hexes with
    /// certain flags.
    fn duty(begun: Option<i64>) -> Duty {
        let it = || b(Int::Bound(0));
        let first = |n: u16| b(Int::Lt(it(), b(Int::Const(i64::from(n)))));
        let ours = Units::Where(b(Units::OnMap), first(MANY.0));
        let all = || Units::Where(b(Units::OnMap), first(MANY.1));
        let theirs = || Units::Where(b(all()), b(Int::Not(first(MANY.0))));
        let there = || Hexes::HexesOf(b(theirs()));
        let near = Hexes::Within(b(Int::UnitPlace(it())), b(Int::Const(3)));
        let strength = Int::Add(b(Int::Const(1)), b(Int::Mod(it(), b(Int::Const(3)))));
        let count = Int::CountUnits(b(Units::Intersection(b(theirs()), b(Units::At(it())))));
        let defence = Int::Mul(b(Int::Const(2)), b(count));
        Duty {
            attackers: ours,
            held: Units::Flag(0),
            targets: there(),
            owed: Hexes::Intersection(b(there()), b(Hexes::Flag(0))),
            strength,
            eased: defence.clone(),
            defence,
            eases: Int::Const(0),
            binds: Int::Const(1),
            may: None,
            bound: None,
            spots: begun
                .is_none()
                .then(|| Hexes::Difference(b(near), b(there()))),
            room: Int::Const(2),
            edges: None,
            binding: None,
            odds: (Int::Const(1), Int::Const(1)),
            moved: None,
            begun: begun.map(|closed| (Units::Flag(1), Hexes::Flag(1), Int::Const(closed))),
            kept: None,
        }
    }

    /// The numbers of attackers and of all units.
    const MANY: (u16, u16) = (12, 18);

    /// Units in a few hexes, attackers on one side and the others on the other; a unit adjacent to
    /// a target declares a battle.
    fn edit(game: &Game, st: &mut State, rng: &mut Rng) {
        let (attackers, all) = MANY;
        for u in 0..all {
            let east = u32::from(u >= attackers) * 4;
            let (row, col) = (9 + rng.below(7), 12 + rng.below(5) + east);
            let h = (row * u32::from(game.grid.width()) + col) as u16;
            if rng.below(4) == 0 || st.unit_place(u) as usize >= game.hex_count {
                st.edit_place(game, UnitId(u), PlaceId(h));
                st.edit_unit_flag(game, UnitFlag(0), UnitId(u), rng.below(4) == 0);
                st.edit_unit_flag(game, UnitFlag(1), UnitId(u), false);
            }
            st.edit_hex_flag(game, HexFlag(0), HexId(h), rng.below(12) == 0);
            st.edit_hex_flag(game, HexFlag(1), HexId(h), false);
        }
        let targets: Vec<u16> = (attackers..all).map(|u| st.unit_place(u)).collect();
        let next = |h: u16| (0..6).map(move |d| game.grid.neighbor(h, d));
        let beside = |u| next(st.unit_place(u)).find(|n| targets.contains(n));
        // a unit that declares a battle is held, whatever its flag
        let any = rng.below(2) == 0;
        let who = (0..attackers).filter(|&u| any || st.unit_flag(0, u));
        if let Some((u, target)) = who.filter_map(|u| Some((u, beside(u)?))).next() {
            st.edit_unit_flag(game, UnitFlag(1), UnitId(u), true);
            st.edit_hex_flag(game, HexFlag(1), HexId(target), true);
        }
    }

    /// A state without hex flags.
    fn blank(game: &Game) -> State {
        let mut st = State::blank(game, Rng::stream(0, 0));
        for h in 0..game.hex_count as u16 {
            st.edit_hex_flag(game, HexFlag(0), HexId(h), false);
            st.edit_hex_flag(game, HexFlag(1), HexId(h), false);
        }
        st
    }

    fn game() -> Game {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/blue-kremlin.efg");
        Game::from_bytes(&std::fs::read(path).unwrap()).unwrap()
    }

    #[test]
    fn help_that_comes_one_by_one_does_what_all_help_does() {
        let game = game();
        let (mut rng, mut scratch) = (Rng::stream(11, 0), Scratch::new(&game));
        let mut st = blank(&game);
        let duty = duty(None);
        let (mut alone, mut helped, mut never) = (0, 0, 0);
        for _ in 0..1500 {
            edit(&game, &mut st, &mut rng);
            let met = Vm::new(&game, &mut scratch).duty(&st, &duty);
            let mut fresh = Scratch::new(&game);
            let mut vm = Vm::new(&game, &mut fresh);
            let mut all = vm.question(&st, &duty, Some(&game.all_hexes)).unwrap();
            if all.question.plan().unwrap().is_some() {
                assert!(met);
                alone += 1;
                continue;
            }
            vm.add_all_spots(&st, &duty, &mut all);
            assert_eq!(met, all.question.plan().unwrap().is_some());
            helped += u32::from(met);
            never += u32::from(!met);
        }
        assert!(
            alone.min(helped).min(never) > 50,
            "{alone} {helped} {never}"
        );
    }

    #[test]
    fn a_question_that_is_kept_is_the_one_that_would_be_asked_anew() {
        let mut game = game();
        let mut duties: Vec<Duty> = [Some(0), Some(1), None].map(duty).into();
        duties.iter_mut().for_each(|duty| duty.spots = None);
        let mut known = Vec::new();
        for duty in &mut duties {
            memoise::keep_duty(&game.depender, &mut known, duty);
        }
        game.kept.duties = known.iter().map(|(_, d)| game.reads(d)).collect();
        assert!(game.kept.duties.len() == 1 && duties.iter().all(|d| d.kept == Some(0)));
        let (mut rng, mut scratch) = (Rng::stream(12, 0), Scratch::new(&game));
        let mut st = blank(&game);
        let (mut found, mut yes, mut some) = (0, 0, 0);
        for round in 0..1500 {
            if round % 3 == 0 {
                edit(&game, &mut st, &mut rng);
            }
            let duty = &duties[rng.below(3) as usize];
            let mut fresh = Scratch::new(&game);
            let (mut kept, mut anew) = (Vm::new(&game, &mut scratch), Vm::new(&game, &mut fresh));
            found += u32::from(kept.s.draft.is_some());
            let met = kept.duty(&st, duty);
            assert_eq!(met, anew.duty(&st, duty));
            yes += u32::from(met);
            if duty.begun.is_some() {
                let mut sets = [0, 1].map(|_| vec![0; game.unit_words]);
                kept.joiners(&st, duty, &mut sets[0]);
                anew.joiners(&st, duty, &mut sets[1]);
                assert_eq!(sets[0], sets[1]);
                some += u32::from(sets[0].iter().any(|w| *w != 0));
                let mut sets = [0, 1].map(|_| vec![0; game.hex_words]);
                kept.wideners(&st, duty, &mut sets[0]);
                anew.wideners(&st, duty, &mut sets[1]);
                assert_eq!(sets[0], sets[1]);
            }
        }
        assert!(
            found > 1000 && yes > 200 && some > 50,
            "{found} {yes} {some}"
        );
    }
}
