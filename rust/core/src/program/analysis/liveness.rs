//! Liveness analysis: the locals of a procedure that may be read later.
//!
//! A dead local is set to 0 while a state waits for an action, so that two action sequences that
//! lead to the same position give the same bytes and the same key.

use crate::ir::expr::Int;
use crate::ir::instr::{Instr, Procedure};
use crate::ir::visit::{self, Part};

/// A set of locals.
pub(crate) type Locals = [u64; 4];

const NONE: Locals = [0; 4];

/// For each instruction of a procedure, the locals that are live before it.
pub(crate) fn live(procedure: &Procedure) -> Vec<Locals> {
    let code = &procedure.code;
    let uses: Vec<Locals> = code.iter().map(used).collect();
    let mut live = vec![NONE; code.len()];
    loop {
        let mut settled = true;
        for pc in (0..code.len()).rev() {
            let mut now = after(code, pc, &live);
            join(&mut now, &uses[pc]);
            if now != live[pc] {
                live[pc] = now;
                settled = false;
            }
        }
        if settled {
            return live;
        }
    }
}

/// The locals that are live after the instruction at `pc`, without those that this instruction
/// assigns.
fn after(code: &[Instr], pc: usize, live: &[Locals]) -> Locals {
    let at = |to: usize| live.get(to).copied().unwrap_or(NONE);
    match &code[pc] {
        Instr::Jump(to) => at(*to as usize),
        Instr::Return(_) | Instr::EndGame(..) => NONE,
        Instr::JumpIfFalse(_, to) => {
            let mut out = at(pc + 1);
            join(&mut out, &at(*to as usize));
            out
        }
        Instr::Decide(decision) => {
            let mut out = NONE;
            for alt in &decision.alternatives {
                let mut way = at(alt.target as usize);
                remove(&mut way, alt.into);
                join(&mut out, &way);
            }
            out
        }
        Instr::SetLocal(l, _) | Instr::PathStep(l) | Instr::Call(_, _, Some(l)) => {
            let mut out = at(pc + 1);
            remove(&mut out, *l);
            out
        }
        Instr::Path(_, _, steps, cost) => {
            let mut out = at(pc + 1);
            remove(&mut out, *steps);
            remove(&mut out, *cost);
            out
        }
        _ => at(pc + 1),
    }
}

/// The invariants of a procedure that use only live locals, each with the index of the instruction
/// at which the procedure waits.
pub(crate) fn holds(procedure: &Procedure, live: &[Locals]) -> Vec<(u32, Int)> {
    let known = |(at, e): &&(u32, Int)| {
        let pc = *at as usize;
        let mut alive = match &procedure.code[pc] {
            Instr::Call(_, _, into) => {
                let mut alive = live.get(pc + 1).copied().unwrap_or(NONE);
                if let Some(l) = into {
                    remove(&mut alive, *l);
                }
                alive
            }
            _ => live[pc],
        };
        let before = alive;
        collect(Part::Int(e), &mut alive);
        alive == before
    };
    procedure.holds.iter().filter(known).cloned().collect()
}

/// The locals that the expressions of an instruction read.
fn used(instr: &Instr) -> Locals {
    let mut out = NONE;
    visit::instr(instr, &mut |part, _| collect(part, &mut out));
    out
}

fn collect(part: Part<'_>, out: &mut Locals) {
    let mut inner = |part: Part<'_>, _| collect(part, out);
    match part {
        Part::Int(&Int::Local(l)) => out[l as usize / 64] |= 1 << (l % 64),
        Part::Int(e) => visit::int(e, &mut inner),
        Part::Hexes(e) => visit::hexes(e, &mut inner),
        Part::Units(e) => visit::units(e, &mut inner),
    }
}

fn join(a: &mut Locals, b: &Locals) {
    a.iter_mut().zip(b).for_each(|(a, b)| *a |= b);
}

pub(crate) fn remove(set: &mut Locals, local: u8) {
    set[local as usize / 64] &= !(1 << (local % 64));
}

/// For each number of four bits, the masks of four adjacent locals: all bits for a local whose bit
/// is set in the number, else 0.
const MASKS: [[i32; 4]; 16] = {
    let mut masks = [[0; 4]; 16];
    let mut n = 0;
    while n < 64 {
        masks[n / 4][n % 4] = -(((n / 4) >> (n % 4) & 1) as i32);
        n += 1;
    }
    masks
};

/// Sets the locals outside a set to 0.
pub(crate) fn keep(set: &Locals, locals: &mut [i32]) {
    for (row, &word) in locals.chunks_mut(64).zip(set) {
        let mut left = word;
        let (fours, rest) = row.as_chunks_mut::<4>();
        for four in fours {
            let masks = &MASKS[left as usize % 16];
            (0..4).for_each(|l| four[l] &= masks[l]);
            left >>= 4;
        }
        let masks = &MASKS[left as usize % 16];
        rest.iter_mut().zip(masks).for_each(|(l, mask)| *l &= mask);
    }
}

#[cfg(test)]
mod tests {
    use super::keep;

    #[test]
    fn locals_outside_of_a_set_become_0() {
        let set = [0x8000_0000_0000_0005, 0, 2, 0];
        for count in [0, 1, 3, 64, 70, 130] {
            let mut locals: Vec<i32> = (1..=count).collect();
            keep(&set, &mut locals);
            let kept = (1..=count).map(|n| if [1, 3, 64, 130].contains(&n) { n } else { 0 });
            assert!(locals.iter().copied().eq(kept), "{locals:?}");
        }
    }
}
