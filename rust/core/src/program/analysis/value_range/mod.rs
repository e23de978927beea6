//! Value range analysis: the possible values of variables, locals and flags wherever the program
//! waits for an action.
//!
//! An abstract interpretation: the program runs on ranges instead of numbers until a fixed point is
//! reached; each procedure is analysed once for all its callers. For a flag it is known whether it
//! may be set nowhere or somewhere. Play never leaves these ranges, so a state outside them is not
//! a state of the game.

mod lattice;
mod places;
mod transfer;

use crate::file::{GameData, VerbDomain};
use crate::ir::expr::Int;
use crate::ir::instr::{Decision, Domain, Instr};
use crate::program::analysis::lifetimes::Ended;
use lattice::*;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use transfer::{covers_hexes, covers_units};

pub(crate) use lattice::{Fill, NOTHING};
pub(crate) use places::Ranges;

/// Iterations before widening: after that many changes at a point, ranges grow in steps, so that
/// the analysis terminates.
const PATIENCE: u8 = 3;

/// A point of the program: a procedure and an index into its code.
type At = (usize, usize);

struct Analysis<'a> {
    data: &'a GameData,
    /// The facts at the beginning of each basic block.
    known: Vec<Vec<Option<Facts>>>,
    /// The number of times that the facts of each basic block have changed.
    grown: Vec<Vec<u8>>,
    leads: Vec<Vec<bool>>,
    /// The facts at the exit of each procedure, with the range of its return value.
    left: Vec<Option<(Facts, Range)>>,
    callers: Vec<BTreeSet<At>>,
    /// For each procedure, the variables that it and its callees may change; and for each flag
    /// whether they may clear it ([`NOTHING`]) or set it.
    changes: Vec<(Vec<bool>, Vec<Fill>)>,
    /// For each procedure, the locals that it never assigns.
    constant: Vec<Vec<bool>>,
    work: VecDeque<At>,
    /// The points still to be interpreted, without duplicates.
    waits: BTreeSet<At>,
    steps: Vec<i64>,
    limits: Vec<Range>,
    /// The facts at each point where a frame can wait, recorded in the last iteration.
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

    /// Iterates to the fixed point, then once more to record the facts.
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

    /// Adds possible values to the facts at a point of the program, and puts the point on the work
    /// list if any of the values is new.
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

    /// Interprets a basic block, from `first` to the beginning of the next block.
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

    /// Whether a domain may contain an action; narrows `facts` to the positions in which the domain
    /// contains one.
    fn offered(&self, facts: &mut Facts, domain: &Domain) -> bool {
        match domain {
            Domain::When(e) => self.assume(facts, e, true),
            Domain::Numbers(_) => true,
            Domain::Hexes(set) => self.fill_hexes(facts, set, SOMETHING),
            Domain::Units(set) => self.fill_units(facts, set, SOMETHING),
        }
    }

    /// The facts after a call of procedure `q` from the point `from`, where `facts` hold; None
    /// until the facts at the exit of `q` are known.
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

    /// Adds the facts at a return from procedure `p`, and the range of the value returned, to the
    /// facts at the exit of the procedure.
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
}

/// For each instruction, whether it begins a basic block.
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

/// Clears the mark of each local that an instruction assigns: it is not constant.
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

/// The flags that are reset at the end of a lifetime: unit flags, then hex flags.
fn ended_flags(data: &GameData, ended: &Ended) -> Vec<usize> {
    let units = ended.unit_flags.iter().map(|&f| usize::from(f));
    let hexes = ended.hex_flags.iter().map(|&f| usize::from(f));
    units
        .chain(hexes.map(|f| data.unit_flags.len() + f))
        .collect()
}

/// For each procedure, the variables that the procedure and its callees may change, and for each
/// flag whether they may clear or set it.
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
