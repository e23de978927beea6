//! What variables, locals and flags may hold where the program waits.
//!
//! A value range analysis: the program is run on ranges instead of numbers, each procedure once for
//! all its callers, until nothing changes. Of a flag it is known whether nothing or something bears
//! it. Play never leaves these ranges, so a state that does is none of the game.

use crate::file::{GameData, VerbDomain};
use crate::ir::expr::{Hexes, Int, Units};
use crate::ir::instr::{Decision, Domain, Instr};
use crate::program::analysis::lifetimes::Ended;
use crate::program::analysis::liveness::{self, Locals};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A range grows by steps once it has grown so often at a place, so that the analysis ends.
const PATIENCE: u8 = 3;

/// The numbers from the first to the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Range(i64, i64);

const ANY: Range = Range(i32::MIN as i64, i32::MAX as i64);
const TRUTH: Range = Range(0, 1);

impl Range {
    fn joined(self, other: Range) -> Range {
        Range(self.0.min(other.0), self.1.max(other.1))
    }

    fn within(self, other: Range) -> Range {
        Range(self.0.max(other.0), self.1.min(other.1))
    }

    fn is_empty(self) -> bool {
        self.0 > self.1
    }

    /// Surely true, surely false, or neither.
    fn truth(self) -> Option<bool> {
        match self {
            Range(0, 0) => Some(false),
            Range(low, high) if low > 0 || high < 0 => Some(true),
            _ => None,
        }
    }

    /// What an operation that is monotone in each operand makes of the corners.
    fn corners(self, other: Range, of: impl Fn(i64, i64) -> i64) -> Range {
        let all = [
            of(self.0, other.0),
            of(self.0, other.1),
            of(self.1, other.0),
            of(self.1, other.1),
        ];
        let first = Range(all[0], all[0]);
        all.iter().fold(first, |r, &n| r.joined(Range(n, n)))
    }
}

/// Whether a set may be empty, and whether it may have a member.
pub(crate) type Fill = u8;
pub(crate) const NOTHING: Fill = 1;
const SOMETHING: Fill = 2;
const EITHER: Fill = NOTHING | SOMETHING;

fn maybe(fill: Fill) -> Fill {
    if fill == NOTHING {
        NOTHING
    } else {
        EITHER
    }
}

fn union(a: Fill, b: Fill) -> Fill {
    match (a, b) {
        (SOMETHING, _) | (_, SOMETHING) => SOMETHING,
        (NOTHING, NOTHING) => NOTHING,
        _ => EITHER,
    }
}

/// What may be where the program stands: the variables, then the locals; the flags of units, then
/// those of hexes.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Facts {
    numbers: Vec<Range>,
    flags: Vec<Fill>,
}

/// What play keeps to where a frame waits.
#[derive(Debug, Default)]
pub(crate) struct Place {
    pub(crate) variables: Vec<(u16, i32, i32)>,
    pub(crate) locals: Vec<(u8, i32, i32)>,
    /// What the arguments of the next frame are, where it leaves them alone.
    pub(crate) given: Vec<(u8, i32, i32)>,
    pub(crate) unit_flags: Vec<(u8, Fill)>,
    pub(crate) hex_flags: Vec<(u8, Fill)>,
}

/// What may be at each place where a frame can wait, by procedure and instruction.
#[derive(Debug)]
pub(crate) struct Ranges {
    places: Vec<BTreeMap<u32, Place>>,
}

impl Ranges {
    /// Works them out; takes some milliseconds.
    pub(crate) fn new(data: &GameData, live: &[Vec<Locals>]) -> Ranges {
        let mut analysis = Analysis::new(data);
        analysis.run();
        Ranges {
            places: analysis.places(live),
        }
    }

    /// What may be where a procedure waits at an instruction; None where it never does.
    pub(crate) fn at(&self, procedure: u16, pc: u32) -> Option<&Place> {
        self.places[procedure as usize].get(&pc)
    }
}

/// A procedure and a place in its code.
type At = (usize, usize);

struct Analysis<'a> {
    data: &'a GameData,
    /// Where something is known: at the beginnings of stretches of code without a way in.
    known: Vec<Vec<Option<Facts>>>,
    /// How often what is known grew there.
    grown: Vec<Vec<u8>>,
    leads: Vec<Vec<bool>>,
    /// What holds when a procedure is left, and its answer.
    left: Vec<Option<(Facts, Range)>>,
    callers: Vec<BTreeSet<At>>,
    /// The variables that a procedure or one that it calls may change, and for each flag whether it
    /// may be cleared or set there.
    changes: Vec<(Vec<bool>, Vec<Fill>)>,
    /// The locals that are never assigned in it.
    constant: Vec<Vec<bool>>,
    work: VecDeque<At>,
    /// What waits in it, so that nothing does twice.
    waits: BTreeSet<At>,
    steps: Vec<i64>,
    limits: Vec<Range>,
    /// The last pass, in which what is known where a frame can wait is kept.
    found: Option<BTreeMap<At, Facts>>,
}

impl<'a> Analysis<'a> {
    fn new(data: &'a GameData) -> Analysis<'a> {
        let limits: Vec<Range> = data
            .variables
            .iter()
            .map(|v| match v.range {
                Some((low, high)) => Range(i64::from(low), i64::from(high)),
                None => ANY,
            })
            .collect();
        let mut steps: Vec<i64> = vec![ANY.0, -1, 0, 1, 5, 63, 255, ANY.1];
        let units = data.units.ids.len() as i64;
        let hexes = data.hex_names.len() as i64;
        steps.extend([units - 1, hexes - 1, hexes + data.boxes.len() as i64 - 1]);
        steps.extend(limits.iter().flat_map(|r| [r.0, r.1]));
        steps.sort_unstable();
        steps.dedup();
        let leads = data.procedures.iter().map(|p| leaders(&p.code)).collect();
        let constant = data.procedures.iter().map(|p| {
            let mut out = vec![true; p.locals as usize];
            p.code.iter().for_each(|i| assigned(i, &mut out));
            out
        });
        Analysis {
            data,
            known: data
                .procedures
                .iter()
                .map(|p| vec![None; p.code.len()])
                .collect(),
            grown: data
                .procedures
                .iter()
                .map(|p| vec![0; p.code.len()])
                .collect(),
            leads,
            left: vec![None; data.procedures.len()],
            callers: vec![BTreeSet::new(); data.procedures.len()],
            changes: changes(data),
            constant: constant.collect(),
            work: VecDeque::new(),
            waits: BTreeSet::new(),
            steps,
            limits,
            found: None,
        }
    }

    /// Runs until nothing changes, and once more to keep what is known.
    fn run(&mut self) {
        let fill = |members: &Vec<u16>| match members.is_empty() {
            true => NOTHING,
            false => SOMETHING,
        };
        let d = self.data;
        let mut numbers: Vec<Range> = d
            .variables
            .iter()
            .map(|v| Range(i64::from(v.init), i64::from(v.init)))
            .collect();
        numbers.resize(numbers.len() + d.procedures[0].locals as usize, Range(0, 0));
        let start = Facts {
            numbers,
            flags: d
                .unit_flags_start
                .iter()
                .chain(&d.hex_flags_start)
                .map(fill)
                .collect(),
        };
        self.reach((0, 0), start);
        while let Some(at) = self.work.pop_front() {
            self.waits.remove(&at);
            self.stretch(at);
        }
        self.found = Some(BTreeMap::new());
        for p in 0..self.known.len() {
            for pc in 0..self.known[p].len() {
                self.stretch((p, pc));
            }
        }
    }

    /// Something may be at a place.
    fn reach(&mut self, (p, pc): At, facts: Facts) {
        let Some(known) = &mut self.known[p][pc] else {
            self.known[p][pc] = Some(facts);
            return self.wait((p, pc));
        };
        let steps = (self.grown[p][pc] >= PATIENCE).then_some(&self.steps[..]);
        if join(known, &facts, steps) {
            self.grown[p][pc] = self.grown[p][pc].saturating_add(1);
            self.wait((p, pc));
        }
    }

    fn wait(&mut self, at: At) {
        if self.waits.insert(at) {
            self.work.push_back(at);
        }
    }

    /// Runs on from a place where something is known to where others may come in.
    fn stretch(&mut self, (p, first): At) {
        let Some(mut facts) = self.known[p][first].clone() else {
            return;
        };
        let data = self.data;
        let code = &data.procedures[p].code;
        let variables = data.variables.len();
        let mut pc = first;
        loop {
            if pc != first && self.leads[p][pc] {
                return self.reach((p, pc), facts);
            }
            let Some(instr) = code.get(pc) else { return };
            if let Some(found) = &mut self.found {
                if matches!(instr, Instr::Decide(_) | Instr::Call(..)) {
                    found.insert((p, pc), facts.clone());
                }
            }
            match instr {
                Instr::Jump(to) => return self.reach((p, *to as usize), facts),
                Instr::JumpIfFalse(e, to) => {
                    let mut other = facts.clone();
                    if self.assume(&mut other, e, false) {
                        self.reach((p, *to as usize), other);
                    }
                    if !self.assume(&mut facts, e, true) {
                        return;
                    }
                }
                Instr::SetVar(v, e, _) => {
                    let value = self.int(&facts, e, &mut Vec::new());
                    let value = value.within(self.limits[*v as usize]);
                    if value.is_empty() {
                        return;
                    }
                    facts.numbers[*v as usize] = value;
                }
                Instr::SetLocal(l, e) => {
                    let value = self.int(&facts, e, &mut Vec::new());
                    facts.numbers[variables + *l as usize] = value.within(ANY);
                }
                Instr::SetUnitFlag(f, set, e, _) => {
                    let on = self.int(&facts, e, &mut Vec::new()).truth();
                    let fill = self.units(&facts, set);
                    let whole = covers_units(set, *f);
                    turn(&mut facts.flags[*f as usize], fill, on, whole);
                }
                Instr::SetHexFlag(f, set, e, _) => {
                    let on = self.int(&facts, e, &mut Vec::new()).truth();
                    let fill = self.hexes(&facts, set);
                    let whole = covers_hexes(set, *f);
                    let at = data.unit_flags.len() + *f as usize;
                    turn(&mut facts.flags[at], fill, on, whole);
                }
                Instr::Over(life) => {
                    let ended = Ended::with(data, *life);
                    for &(v, init) in &ended.variables {
                        facts.numbers[usize::from(v)] = Range(i64::from(init), i64::from(init));
                    }
                    for f in ended_flags(data, &ended) {
                        facts.flags[f] = NOTHING;
                    }
                }
                Instr::PathStep(l) => facts.numbers[variables + *l as usize] = Range(-1, 5),
                Instr::Path(_, _, steps, cost) => {
                    let most = data.hex_names.len() as i64;
                    facts.numbers[variables + *steps as usize] = Range(0, most);
                    facts.numbers[variables + *cost as usize] = Range(-1, i64::from(u16::MAX));
                }
                Instr::Call(q, args, into) => {
                    let Some(after) = self.called((p, first), &facts, *q as usize, args, *into)
                    else {
                        return;
                    };
                    facts = after;
                }
                Instr::Return(e) => {
                    let answer = self.int(&facts, e, &mut Vec::new());
                    return self.leave(p, facts, answer.within(ANY));
                }
                Instr::Decide(decision) => return self.choose(p, &facts, decision),
                Instr::EndGame(..) => return,
                _ => {}
            }
            pc += 1;
        }
    }

    fn choose(&mut self, p: usize, facts: &Facts, decision: &Decision) {
        let d = self.data;
        for alt in &decision.alternatives {
            let mut then = facts.clone();
            let limits = alt.limits.iter().map(|l| &l.allows);
            if !std::iter::once(&alt.base)
                .chain(limits)
                .all(|domain| self.offered(&mut then, domain))
            {
                continue;
            }
            then.numbers[d.variables.len() + alt.into as usize] =
                match d.verbs[alt.verb as usize].domain {
                    VerbDomain::Plain => Range(0, 0),
                    VerbDomain::Number(low, high) => Range(i64::from(low), i64::from(high)),
                    VerbDomain::Hex => Range(0, d.hex_names.len() as i64 - 1),
                    VerbDomain::Unit => Range(0, d.units.ids.len() as i64 - 1),
                };
            self.reach((p, alt.target as usize), then);
        }
    }

    /// Whether something of a domain can be offered; what then holds is kept.
    fn offered(&self, facts: &mut Facts, domain: &Domain) -> bool {
        match domain {
            Domain::When(e) => self.assume(facts, e, true),
            Domain::Numbers(_) => true,
            Domain::Hexes(set) => self.fill_hexes(facts, set, SOMETHING),
            Domain::Units(set) => self.fill_units(facts, set, SOMETHING),
        }
    }

    /// What holds after a call, once it is known how the procedure is left.
    fn called(
        &mut self,
        from: At,
        facts: &Facts,
        q: usize,
        args: &[Int],
        into: Option<u8>,
    ) -> Option<Facts> {
        let d = self.data;
        let variables = d.variables.len();
        let mut numbers = facts.numbers[..variables].to_vec();
        for a in args {
            numbers.push(self.int(facts, a, &mut Vec::new()).within(ANY));
        }
        numbers.resize(variables + d.procedures[q].locals as usize, Range(0, 0));
        let entry = Facts {
            numbers,
            flags: facts.flags.clone(),
        };
        self.callers[q].insert(from);
        if self.found.is_none() {
            self.reach((q, 0), entry);
        }
        let (left, answer) = self.left[q].as_ref()?;
        let mut after = facts.clone();
        let (vars, flags) = &self.changes[q];
        for v in (0..variables).filter(|&v| vars[v]) {
            after.numbers[v] = left.numbers[v];
        }
        for (f, &change) in flags.iter().enumerate() {
            after.flags[f] = match (change, facts.flags[f]) {
                (0, before) | (NOTHING, before @ NOTHING) | (SOMETHING, before @ SOMETHING) => {
                    before
                }
                _ => left.flags[f],
            };
        }
        if let Some(l) = into {
            after.numbers[variables + l as usize] = *answer;
        }
        Some(after)
    }

    /// A procedure is left.
    fn leave(&mut self, p: usize, mut facts: Facts, answer: Range) {
        facts.numbers.truncate(self.data.variables.len());
        let grew = match &mut self.left[p] {
            None => {
                self.left[p] = Some((facts, answer));
                true
            }
            Some((known, range)) => {
                let more = range.joined(answer);
                let grew = more != *range;
                if grew {
                    *range = stepped(*range, more, &self.steps);
                }
                join(known, &facts, None) || grew
            }
        };
        if grew {
            let callers = self.callers[p].clone();
            callers.into_iter().for_each(|at| self.wait(at));
        }
    }

    // -- what holds ---------------------------------------------------------------------------

    /// Takes for true that a number is true or not; false when that cannot be.
    fn assume(&self, facts: &mut Facts, e: &Int, truth: bool) -> bool {
        match e {
            Int::Not(a) => return self.assume(facts, a, !truth),
            Int::Ruled(_, a) => return self.assume(facts, a, truth),
            Int::And(a, b) if truth => {
                return self.assume(facts, a, true) && self.assume(facts, b, true)
            }
            Int::Or(a, b) if !truth => {
                return self.assume(facts, a, false) && self.assume(facts, b, false)
            }
            Int::And(a, b) | Int::Or(a, b) => {
                let (mut one, mut other) = (facts.clone(), facts.clone());
                let first = self.assume(&mut one, a, truth);
                let second = self.assume(&mut other, b, truth);
                match (first, second) {
                    (true, true) => {
                        join(&mut one, &other, None);
                        *facts = one;
                    }
                    (true, false) => *facts = one,
                    (false, true) => *facts = other,
                    (false, false) => return false,
                }
                return true;
            }
            Int::Lt(a, b) | Int::Le(a, b) => {
                let strict = i64::from(matches!(e, Int::Lt(..)) == truth);
                let (low, high) = if truth { (a, b) } else { (b, a) };
                return self.order(facts, low, high, strict);
            }
            Int::Eq(a, b) if truth => {
                return self.order(facts, a, b, 0) && self.order(facts, b, a, 0)
            }
            Int::Eq(a, b) => {
                let (x, y) = (self.now(facts, a), self.now(facts, b));
                if x.0 == x.1 && x == y {
                    return false;
                }
                return [(a, x, y), (b, y, x)]
                    .into_iter()
                    .all(|(e, mut own, other)| {
                        if other.0 != other.1 {
                            return true;
                        }
                        own.0 += i64::from(own.0 == other.0);
                        own.1 -= i64::from(own.1 == other.0);
                        self.narrow(facts, e, own)
                    });
            }
            Int::UnitFlag(f, _) if truth => return fix(&mut facts.flags[*f as usize], SOMETHING),
            Int::ContainsHex(set, _) if truth => return self.fill_hexes(facts, set, SOMETHING),
            Int::ContainsUnit(set, _) if truth => return self.fill_units(facts, set, SOMETHING),
            _ => {}
        }
        let mut range = self.now(facts, e);
        if !truth {
            return self.narrow(facts, e, range.within(Range(0, 0)));
        }
        range.0 += i64::from(range.0 == 0);
        range.1 -= i64::from(range.1 == 0);
        self.narrow(facts, e, range)
    }

    /// Takes for true that a number is so much less than another.
    fn order(&self, facts: &mut Facts, a: &Int, b: &Int, strict: i64) -> bool {
        let (x, y) = (self.now(facts, a), self.now(facts, b));
        self.narrow(facts, a, Range(x.0, x.1.min(y.1.saturating_sub(strict))))
            && self.narrow(facts, b, Range(y.0.max(x.0.saturating_add(strict)), y.1))
    }

    /// Takes for true that a number lies in a range.
    fn narrow(&self, facts: &mut Facts, e: &Int, range: Range) -> bool {
        if range.is_empty() {
            return false;
        }
        let variables = self.data.variables.len();
        match e {
            Int::Var(v) => facts.numbers[*v as usize] = range,
            Int::Local(l) => facts.numbers[variables + *l as usize] = range,
            Int::Ruled(_, a) => return self.narrow(facts, a, range),
            Int::CountHexes(set) if range.0 > 0 => return self.fill_hexes(facts, set, SOMETHING),
            Int::CountHexes(set) if range.1 <= 0 => return self.fill_hexes(facts, set, NOTHING),
            Int::CountUnits(set) if range.0 > 0 => return self.fill_units(facts, set, SOMETHING),
            Int::CountUnits(set) if range.1 <= 0 => return self.fill_units(facts, set, NOTHING),
            Int::FirstHex(set) if range.0 >= 0 => return self.fill_hexes(facts, set, SOMETHING),
            Int::NextUnit(set, _) if range.0 >= 0 => return self.fill_units(facts, set, SOMETHING),
            Int::NextHex(set, _) if range.0 >= 0 => return self.fill_hexes(facts, set, SOMETHING),
            _ => {}
        }
        true
    }

    /// Takes for true that a set of units is empty or is not.
    fn fill_units(&self, facts: &mut Facts, set: &Units, fill: Fill) -> bool {
        if self.units(facts, set) & fill == 0 {
            return false;
        }
        let some = fill == SOMETHING;
        match set {
            Units::Flag(f) => fix(&mut facts.flags[*f as usize], fill),
            Units::Distinct(a) | Units::Ruled(_, a) | Units::Memo(_, a) => {
                self.fill_units(facts, a, fill)
            }
            Units::Intersection(a, b) if some => {
                self.fill_units(facts, a, fill) && self.fill_units(facts, b, fill)
            }
            Units::Union(a, b) if !some => {
                self.fill_units(facts, a, fill) && self.fill_units(facts, b, fill)
            }
            Units::Difference(a, _) | Units::Where(a, _) if some => self.fill_units(facts, a, fill),
            Units::In(h) if some => self.fill_hexes(facts, h, fill),
            Units::One(e) if some => {
                let range = self.now(facts, e).within(self.unit_numbers());
                self.narrow(facts, e, range)
            }
            Units::IfElse(c, a, b) if some && **b == Units::Empty => {
                self.assume(facts, c, true) && self.fill_units(facts, a, fill)
            }
            _ => true,
        }
    }

    /// Takes for true that a set of hexes is empty or is not.
    fn fill_hexes(&self, facts: &mut Facts, set: &Hexes, fill: Fill) -> bool {
        if self.hexes(facts, set) & fill == 0 {
            return false;
        }
        let some = fill == SOMETHING;
        match set {
            Hexes::Flag(f) => fix(
                &mut facts.flags[self.data.unit_flags.len() + *f as usize],
                fill,
            ),
            Hexes::Ruled(_, a) | Hexes::Memo(_, a) => self.fill_hexes(facts, a, fill),
            Hexes::Intersection(a, b) if some => {
                self.fill_hexes(facts, a, fill) && self.fill_hexes(facts, b, fill)
            }
            Hexes::Union(a, b) if !some => {
                self.fill_hexes(facts, a, fill) && self.fill_hexes(facts, b, fill)
            }
            Hexes::Difference(a, _) | Hexes::Where(a, _) | Hexes::Adjacent(_, a) if some => {
                self.fill_hexes(facts, a, fill)
            }
            Hexes::HexesOf(u) if some => self.fill_units(facts, u, fill),
            Hexes::One(e) if some => {
                let range = self.now(facts, e).within(self.hex_numbers());
                self.narrow(facts, e, range)
            }
            Hexes::IfElse(c, a, b) if some && **b == Hexes::Empty => {
                self.assume(facts, c, true) && self.fill_hexes(facts, a, fill)
            }
            _ => true,
        }
    }

    // -- what something may be ----------------------------------------------------------------

    fn unit_numbers(&self) -> Range {
        Range(0, self.data.units.ids.len() as i64 - 1)
    }

    fn hex_numbers(&self) -> Range {
        Range(0, self.data.hex_names.len() as i64 - 1)
    }

    fn now(&self, facts: &Facts, e: &Int) -> Range {
        self.int(facts, e, &mut Vec::new())
    }

    fn int(&self, facts: &Facts, e: &Int, its: &mut Vec<Range>) -> Range {
        let d = self.data;
        let column = |values: &[i32]| {
            let low = values.iter().min().copied().unwrap_or(0);
            let high = values.iter().max().copied().unwrap_or(0);
            Range(i64::from(low), i64::from(high))
        };
        let (units, hexes) = (self.unit_numbers(), self.hex_numbers());
        match e {
            Int::Const(k) => Range(*k, *k),
            Int::Var(v) => facts.numbers[*v as usize],
            Int::Local(l) => facts.numbers[d.variables.len() + *l as usize],
            Int::Bound(n) => {
                let at = its.len().checked_sub(1 + usize::from(*n));
                at.map_or(ANY, |at| its[at])
            }
            Int::Add(a, b) => {
                let (a, b) = (self.int(facts, a, its), self.int(facts, b, its));
                Range(a.0.saturating_add(b.0), a.1.saturating_add(b.1))
            }
            Int::Sub(a, b) => {
                let (a, b) = (self.int(facts, a, its), self.int(facts, b, its));
                Range(a.0.saturating_sub(b.1), a.1.saturating_sub(b.0))
            }
            Int::Mul(a, b) => {
                let (a, b) = (self.int(facts, a, its), self.int(facts, b, its));
                a.corners(b, i64::saturating_mul)
            }
            Int::Div(a, b) | Int::DivCeil(a, b) => {
                let (a, b) = (self.int(facts, a, its), self.int(facts, b, its));
                // by 0 or less is an error
                let b = Range(b.0.max(1), b.1.max(1));
                match e {
                    Int::Div(..) => a.corners(b, i64::div_euclid),
                    _ => a.corners(b, |a, b| a.saturating_neg().div_euclid(b).saturating_neg()),
                }
            }
            Int::Mod(_, b) => {
                let b = self.int(facts, b, its);
                Range(0, b.1.saturating_sub(1).max(0))
            }
            Int::Min(a, b) => {
                let (a, b) = (self.int(facts, a, its), self.int(facts, b, its));
                Range(a.0.min(b.0), a.1.min(b.1))
            }
            Int::Max(a, b) => {
                let (a, b) = (self.int(facts, a, its), self.int(facts, b, its));
                Range(a.0.max(b.0), a.1.max(b.1))
            }
            Int::Eq(a, b) => {
                let (a, b) = (self.int(facts, a, its), self.int(facts, b, its));
                match (a.0 == a.1 && a == b, a.within(b).is_empty()) {
                    (true, _) => Range(1, 1),
                    (_, true) => Range(0, 0),
                    _ => TRUTH,
                }
            }
            Int::Lt(a, b) => {
                let (a, b) = (self.int(facts, a, its), self.int(facts, b, its));
                decided(a.1 < b.0, a.0 >= b.1)
            }
            Int::Le(a, b) => {
                let (a, b) = (self.int(facts, a, its), self.int(facts, b, its));
                decided(a.1 <= b.0, a.0 > b.1)
            }
            Int::And(a, b) | Int::Or(a, b) => {
                let a = self.int(facts, a, its).truth();
                let b = self.int(facts, b, its).truth();
                let one = matches!(e, Int::Or(..));
                if a == Some(one) || b == Some(one) {
                    Range(i64::from(one), i64::from(one))
                } else if a == Some(!one) && b == Some(!one) {
                    Range(i64::from(!one), i64::from(!one))
                } else {
                    TRUTH
                }
            }
            Int::Not(a) => match self.int(facts, a, its).truth() {
                Some(truth) => Range(i64::from(!truth), i64::from(!truth)),
                None => TRUTH,
            },
            Int::IfElse(c, a, b) => match self.int(facts, c, its).truth() {
                Some(true) => self.int(facts, a, its),
                Some(false) => self.int(facts, b, its),
                None if its.is_empty() => self.either(facts, c, a, b),
                None => {
                    let a = self.int(facts, a, its);
                    a.joined(self.int(facts, b, its))
                }
            },
            Int::Let(a, b) => {
                let value = self.int(facts, a, its);
                its.push(value);
                let whole = self.int(facts, b, its);
                its.pop();
                whole
            }
            Int::Ruled(_, a) => self.int(facts, a, its),
            Int::Table(t, _) => column(&d.tables[*t as usize].cells),
            Int::UnitAttr(i, _) => column(&d.units.attrs[*i as usize].values),
            // 0 where there is no hex
            Int::HexAttr(i, _) => column(&d.hex_attrs[*i as usize].values).joined(Range(0, 0)),
            Int::UnitPlace(_) => Range(0, hexes.1 + d.boxes.len() as i64),
            Int::UnitField(f, _) => match d.unit_field_ranges.get(*f as usize) {
                Some(&(low, high)) => Range(i64::from(low), i64::from(high)),
                None => Range(i64::from(i16::MIN), i64::from(i16::MAX)),
            },
            Int::CountHexes(set) => counted(self.hexes(facts, set), hexes.1 + 1),
            Int::CountUnits(set) => counted(self.units(facts, set), units.1 + 1),
            Int::FirstHex(set) => found(self.hexes(facts, set), Range(-1, -1), hexes),
            Int::NextHex(set, after) => {
                let after = self.int(facts, after, its);
                found(self.hexes(facts, set), after, hexes)
            }
            Int::NextUnit(set, after) => {
                let after = self.int(facts, after, its);
                found(self.units(facts, set), after, units)
            }
            Int::Sum(set, value) => {
                its.push(units);
                let value = self.int(facts, value, its);
                its.pop();
                match self.units(facts, set) {
                    NOTHING => Range(0, 0),
                    _ => {
                        let many = Range(0, units.1 + 1);
                        value.corners(many, i64::saturating_mul)
                    }
                }
            }
            Int::Least(set, value, none) => {
                its.push(units);
                let value = self.int(facts, value, its);
                its.pop();
                match self.units(facts, set) {
                    NOTHING => self.int(facts, none, its),
                    SOMETHING => value,
                    _ => value.joined(self.int(facts, none, its)),
                }
            }
            Int::CostTo(_) | Int::StepCost(..) => Range(-1, i64::from(u16::MAX)),
            Int::StackSize(..) => Range(0, units.1 + 1),
            Int::Distance(..) => Range(0, i64::from(u16::MAX)),
            Int::Direction(..) => Range(-1, 5),
            Int::Neighbor(..) => Range(-1, hexes.1),
            Int::Ring(..) => Range(0, 63),
            Int::ContainsHex(set, _) if self.hexes(facts, set) == NOTHING => Range(0, 0),
            Int::ContainsUnit(set, _) if self.units(facts, set) == NOTHING => Range(0, 0),
            Int::UnitFlag(f, _) if facts.flags[*f as usize] == NOTHING => Range(0, 0),
            Int::UnitFlag(..)
            | Int::ContainsHex(..)
            | Int::ContainsUnit(..)
            | Int::EdgeFeature(..)
            | Int::Duty(_)
            | Int::AnyHex(_)
            | Int::AnyUnit(_)
            | Int::VarEq(..) => TRUTH,
            Int::Clash(_) | Int::Cached(..) => Range(i64::MIN, i64::MAX),
        }
    }

    /// Either of two numbers, each where it is the one.
    fn either(&self, facts: &Facts, c: &Int, a: &Int, b: &Int) -> Range {
        let (mut yes, mut no) = (facts.clone(), facts.clone());
        match (
            self.assume(&mut yes, c, true),
            self.assume(&mut no, c, false),
        ) {
            (true, true) => self.now(&yes, a).joined(self.now(&no, b)),
            (true, false) => self.now(&yes, a),
            _ => self.now(&no, b),
        }
    }

    fn units(&self, facts: &Facts, set: &Units) -> Fill {
        let both = |a: &Units, b: &Units| (self.units(facts, a), self.units(facts, b));
        match set {
            Units::Empty => NOTHING,
            Units::All => SOMETHING,
            Units::Fixed(i) => match self.data.unit_sets[*i as usize].members.is_empty() {
                true => NOTHING,
                false => SOMETHING,
            },
            Units::Flag(f) => facts.flags[*f as usize],
            Units::One(e) => one(self.now(facts, e), self.unit_numbers()),
            Units::Union(a, b) => {
                let (a, b) = both(a, b);
                union(a, b)
            }
            Units::Intersection(a, b) => match both(a, b) {
                (NOTHING, _) | (_, NOTHING) => NOTHING,
                _ => EITHER,
            },
            Units::Difference(a, b) => match both(a, b) {
                (a, NOTHING) => a,
                (a, _) => maybe(a),
            },
            Units::Where(a, _) => maybe(self.units(facts, a)),
            Units::Distinct(a) | Units::Ruled(_, a) | Units::Memo(_, a) => self.units(facts, a),
            Units::In(h) => maybe(self.hexes(facts, h)),
            Units::IfElse(c, a, b) => match self.now(facts, c).truth() {
                Some(true) => self.units(facts, a),
                Some(false) => self.units(facts, b),
                None => self.units(facts, a) | self.units(facts, b),
            },
            _ => EITHER,
        }
    }

    fn hexes(&self, facts: &Facts, set: &Hexes) -> Fill {
        let both = |a: &Hexes, b: &Hexes| (self.hexes(facts, a), self.hexes(facts, b));
        match set {
            Hexes::Empty => NOTHING,
            Hexes::All => SOMETHING,
            Hexes::Fixed(i) => match self.data.hex_sets[*i as usize].members.is_empty() {
                true => NOTHING,
                false => SOMETHING,
            },
            Hexes::Flag(f) => facts.flags[self.data.unit_flags.len() + *f as usize],
            Hexes::One(e) => one(self.now(facts, e), self.hex_numbers()),
            Hexes::Union(a, b) => {
                let (a, b) = both(a, b);
                union(a, b)
            }
            Hexes::Intersection(a, b) => match both(a, b) {
                (NOTHING, _) | (_, NOTHING) => NOTHING,
                _ => EITHER,
            },
            Hexes::Difference(a, b) => match both(a, b) {
                (a, NOTHING) => a,
                (a, _) => maybe(a),
            },
            Hexes::Where(a, _) | Hexes::Adjacent(_, a) => maybe(self.hexes(facts, a)),
            Hexes::Ruled(_, a) | Hexes::Memo(_, a) => self.hexes(facts, a),
            Hexes::HexesOf(u) => maybe(self.units(facts, u)),
            Hexes::IfElse(c, a, b) => match self.now(facts, c).truth() {
                Some(true) => self.hexes(facts, a),
                Some(false) => self.hexes(facts, b),
                None => self.hexes(facts, a) | self.hexes(facts, b),
            },
            _ => EITHER,
        }
    }

    // -- the result ---------------------------------------------------------------------------

    fn places(&self, live: &[Vec<Locals>]) -> Vec<BTreeMap<u32, Place>> {
        let mut out: Vec<BTreeMap<u32, Place>> = Vec::new();
        out.resize_with(live.len(), BTreeMap::new);
        for (&(p, pc), facts) in self.found.iter().flatten() {
            match &self.data.procedures[p].code[pc] {
                Instr::Call(q, args, into) => {
                    let q = *q as usize;
                    let mut alive = live[p].get(pc + 1).copied().unwrap_or_default();
                    if let Some(l) = into {
                        liveness::remove(&mut alive, *l);
                    }
                    let mut place = self.place(facts, &alive, Some(q));
                    for (l, a) in args.iter().enumerate() {
                        let range = self.now(facts, a).within(ANY);
                        // one that nothing will read is 0 instead
                        let range = range.joined(Range(0, 0));
                        if self.constant[q][l] && range != ANY {
                            place.given.push((l as u8, range.0 as i32, range.1 as i32));
                        }
                    }
                    out[p].insert(pc as u32, place);
                }
                _ => {
                    out[p].insert(pc as u32, self.place(facts, &live[p][pc], None));
                }
            }
        }
        out
    }

    /// What is known, but for what a call may change.
    fn place(&self, facts: &Facts, alive: &Locals, call: Option<usize>) -> Place {
        let d = self.data;
        let mut place = Place::default();
        for (v, &limit) in self.limits.iter().enumerate() {
            let range = facts.numbers[v];
            let same = call.is_none_or(|q| !self.changes[q].0[v]);
            if same && range != limit {
                place
                    .variables
                    .push((v as u16, range.0 as i32, range.1 as i32));
            }
        }
        for (l, &range) in facts.numbers[d.variables.len()..].iter().enumerate() {
            if alive[l / 64] >> (l % 64) & 1 == 1 && range != ANY {
                place.locals.push((l as u8, range.0 as i32, range.1 as i32));
            }
        }
        for (f, &fill) in facts.flags.iter().enumerate() {
            let same = call.is_none_or(|q| self.changes[q].1[f] & !fill == 0);
            if !same || fill == EITHER {
                continue;
            }
            match f.checked_sub(d.unit_flags.len()) {
                None => place.unit_flags.push((f as u8, fill)),
                Some(f) => place.hex_flags.push((f as u8, fill)),
            }
        }
        place
    }
}

fn decided(yes: bool, no: bool) -> Range {
    match (yes, no) {
        (true, _) => Range(1, 1),
        (_, true) => Range(0, 0),
        _ => TRUTH,
    }
}

fn counted(fill: Fill, most: i64) -> Range {
    match fill {
        NOTHING => Range(0, 0),
        SOMETHING => Range(1, most),
        _ => Range(0, most),
    }
}

/// The first member of a set after a number, or -1.
fn found(fill: Fill, after: Range, all: Range) -> Range {
    if fill == NOTHING {
        return Range(-1, -1);
    }
    let first = if fill == SOMETHING && after.1 < 0 {
        0
    } else {
        -1
    };
    Range(first, all.1)
}

fn one(range: Range, all: Range) -> Fill {
    let inside = range.within(all);
    match (inside == range, inside.is_empty()) {
        (true, _) => SOMETHING,
        (_, true) => NOTHING,
        _ => EITHER,
    }
}

/// Takes for true that a flag is borne or is not; false when that cannot be.
fn fix(flag: &mut Fill, fill: Fill) -> bool {
    *flag &= fill;
    *flag != 0
}

/// A flag is set or cleared for a set, which may be all that bear it.
fn turn(flag: &mut Fill, set: Fill, on: Option<bool>, whole: bool) {
    let set_on = |flag: Fill| union(flag, set);
    let set_off = |flag: Fill| match (whole, set) {
        (true, _) => NOTHING,
        (_, NOTHING) => flag,
        _ => flag | NOTHING,
    };
    *flag = match on {
        Some(true) => set_on(*flag),
        Some(false) => set_off(*flag),
        None => set_on(*flag) | set_off(*flag),
    };
}

/// Whether a set holds all units that bear a flag.
fn covers_units(set: &Units, flag: u8) -> bool {
    match set {
        Units::All => true,
        Units::Flag(f) => *f == flag,
        Units::Union(a, b) => covers_units(a, flag) || covers_units(b, flag),
        Units::Ruled(_, a) | Units::Memo(_, a) => covers_units(a, flag),
        _ => false,
    }
}

fn covers_hexes(set: &Hexes, flag: u8) -> bool {
    match set {
        Hexes::All => true,
        Hexes::Flag(f) => *f == flag,
        Hexes::Union(a, b) => covers_hexes(a, flag) || covers_hexes(b, flag),
        Hexes::Ruled(_, a) | Hexes::Memo(_, a) => covers_hexes(a, flag),
        _ => false,
    }
}

/// Adds what else may be, by steps where they are given; true when it was not known.
fn join(known: &mut Facts, other: &Facts, steps: Option<&[i64]>) -> bool {
    let mut grew = false;
    for (a, &b) in known.numbers.iter_mut().zip(&other.numbers) {
        let more = a.joined(b);
        if more != *a {
            *a = match steps {
                Some(steps) => stepped(*a, more, steps),
                None => more,
            };
            grew = true;
        }
    }
    for (a, &b) in known.flags.iter_mut().zip(&other.flags) {
        grew |= *a | b != *a;
        *a |= b;
    }
    grew
}

/// A range that has grown, as far as the next steps.
fn stepped(before: Range, now: Range, steps: &[i64]) -> Range {
    let mut out = now;
    if now.0 < before.0 {
        let below = steps.partition_point(|&s| s <= now.0);
        out.0 = below.checked_sub(1).map_or(now.0, |at| steps[at]);
    }
    if now.1 > before.1 {
        let above = steps.partition_point(|&s| s < now.1);
        out.1 = steps.get(above).copied().unwrap_or(now.1);
    }
    out
}

/// Where a stretch of code begins.
fn leaders(code: &[Instr]) -> Vec<bool> {
    let mut out = vec![false; code.len()];
    for instr in code {
        match instr {
            Instr::Jump(to) | Instr::JumpIfFalse(_, to) => out[*to as usize] = true,
            Instr::Decide(decision) => {
                decision
                    .alternatives
                    .iter()
                    .for_each(|a| out[a.target as usize] = true);
            }
            _ => {}
        }
    }
    out
}

/// Strikes the locals that an instruction assigns.
fn assigned(instr: &Instr, constant: &mut [bool]) {
    let mut strike = |l: u8| constant[l as usize] = false;
    match instr {
        Instr::SetLocal(l, _) | Instr::PathStep(l) | Instr::Call(_, _, Some(l)) => strike(*l),
        Instr::Path(_, _, steps, cost) => {
            strike(*steps);
            strike(*cost);
        }
        Instr::Decide(decision) => decision.alternatives.iter().for_each(|a| strike(a.into)),
        _ => {}
    }
}

/// The flags that are let go of when something ends: those of units, then those of hexes.
fn ended_flags(data: &GameData, ended: &Ended) -> Vec<usize> {
    let units = ended.unit_flags.iter().map(|&f| usize::from(f));
    let hexes = ended.hex_flags.iter().map(|&f| usize::from(f));
    units
        .chain(hexes.map(|f| data.unit_flags.len() + f))
        .collect()
}

/// The variables and flags that each procedure may change, itself or by what it calls.
fn changes(data: &GameData) -> Vec<(Vec<bool>, Vec<Fill>)> {
    let flags = data.unit_flags.len() + data.hex_flags.len();
    let none = (vec![false; data.variables.len()], vec![0; flags]);
    let mut out = vec![none; data.procedures.len()];
    let turned = |e: &Int| match e {
        Int::Const(0) => NOTHING,
        Int::Const(_) => SOMETHING,
        _ => EITHER,
    };
    for (p, procedure) in data.procedures.iter().enumerate() {
        for instr in &procedure.code {
            match instr {
                Instr::SetVar(v, ..) => out[p].0[*v as usize] = true,
                Instr::SetUnitFlag(f, _, e, _) => out[p].1[*f as usize] |= turned(e),
                Instr::SetHexFlag(f, _, e, _) => {
                    out[p].1[data.unit_flags.len() + *f as usize] |= turned(e);
                }
                Instr::Over(life) => {
                    let ended = Ended::with(data, *life);
                    for &(v, _) in &ended.variables {
                        out[p].0[usize::from(v)] = true;
                    }
                    for f in ended_flags(data, &ended) {
                        out[p].1[f] |= NOTHING;
                    }
                }
                _ => {}
            }
        }
    }
    let mut settled = false;
    while !settled {
        settled = true;
        for (p, procedure) in data.procedures.iter().enumerate() {
            for instr in &procedure.code {
                let Instr::Call(q, ..) = instr else { continue };
                let (vars, flags) = out[*q as usize].clone();
                for (own, more) in out[p].0.iter_mut().zip(vars) {
                    settled &= *own || !more;
                    *own |= more;
                }
                for (own, more) in out[p].1.iter_mut().zip(flags) {
                    settled &= *own | more == *own;
                    *own |= more;
                }
            }
        }
    }
    out
}
