//! The ranges of values at each point where a frame can wait, except for values that the awaited
//! call may change.

use super::lattice::*;
use super::Analysis;
use crate::file::GameData;
use crate::ir::instr::Instr;
use crate::program::analysis::liveness::{self, Locals};
use std::collections::BTreeMap;

/// The invariants of a frame that waits at one point.
#[derive(Debug, Default)]
pub(crate) struct Place {
    pub(crate) variables: Vec<(u16, i32, i32)>,
    pub(crate) locals: Vec<(u8, i32, i32)>,
    /// The arguments of the procedure that this frame calls, if that procedure does not assign
    /// them: local, least and greatest value.
    pub(crate) given: Vec<(u8, i32, i32)>,
    pub(crate) unit_flags: Vec<(u8, Fill)>,
    pub(crate) hex_flags: Vec<(u8, Fill)>,
}

/// For each procedure and instruction at which a frame can wait, the ranges of values there.
#[derive(Debug)]
pub(crate) struct Ranges {
    places: Vec<BTreeMap<u32, Place>>,
}

impl Ranges {
    /// Runs the analysis, which takes a few milliseconds.
    pub(crate) fn new(data: &GameData, live: &[Vec<Locals>]) -> Ranges {
        let mut analysis = Analysis::new(data);
        analysis.run();
        Ranges {
            places: analysis.places(live),
        }
    }

    /// The ranges of a procedure that waits at an instruction; None if it never waits there.
    pub(crate) fn at(&self, procedure: u16, pc: u32) -> Option<&Place> {
        self.places[procedure as usize].get(&pc)
    }
}

impl Analysis<'_> {
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
                        // a dead local is 0
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

    /// The ranges at a point where a frame waits, except the ranges of what the awaited call of
    /// procedure `call` may change. `call` is None if the frame waits for an action.
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
