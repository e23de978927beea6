//! The texts of errors about a program that does not reach a decision.

use crate::game::Game;
use crate::ids::RuleId;
use crate::ir::instr::{Instr, Procedure};
use crate::state::Frame;
use std::fmt::Write;
use std::ops::RangeInclusive;

/// The text about an endless loop: the procedure that holds it, the procedure that runs now if it
/// is another one, and the decisions and rules in the loop.
///
/// `least` is the least number of frames that were there while the loop ran, so the innermost of
/// these holds the loop.
pub(super) fn endless(
    game: &Game,
    procedures: &[Procedure],
    frames: &[Frame],
    least: usize,
) -> String {
    let holder = frames[least - 1];
    let name = |frame: &Frame| &procedures[frame.procedure as usize].name;
    let mut told = format!(
        "the program does not reach a decision: a loop of the procedure `{}` does not end",
        name(&holder)
    );
    if let Some(inner) = frames[least..].last() {
        let _ = write!(told, ", in a call of `{}`", name(inner));
    }
    let code = &procedures[holder.procedure as usize].code;
    let looped = &code[around(code, holder.pc as usize)];
    let asked = looped.iter().filter_map(|instr| match instr {
        Instr::Decide(decision) => Some(&*game.data.decisions[decision.kind as usize]),
        _ => None,
    });
    let rules = looped.iter().flat_map(rules_of).filter(|&rule| rule > 0);
    let list = |head: &str, names: Vec<&str>| match names.is_empty() {
        true => String::new(),
        false => format!("; {head} in it: {}", names.join(", ")),
    };
    told + &list("decisions with a single action", once(asked))
        + &list(
            "rules",
            once(rules.map(|rule| game.rule_name(RuleId(rule)))),
        )
}

/// The text about too many calls within calls: the procedures that call each other.
pub(super) fn too_deep(procedures: &[Procedure], frames: &[Frame]) -> String {
    let inner = frames.iter().rev().map(|frame| frame.procedure);
    let mut cycle: Vec<u16> = Vec::new();
    for procedure in inner {
        if cycle.contains(&procedure) {
            break;
        }
        cycle.push(procedure);
    }
    let names: Vec<_> = cycle
        .iter()
        .rev()
        .map(|&p| format!("`{}`", procedures[p as usize].name))
        .collect();
    format!(
        "procedures call each other too deeply: {}",
        names.join(", ")
    )
}

/// The instructions of the innermost loop around an instruction; the instruction alone if no loop
/// is around it.
fn around(code: &[Instr], at: usize) -> RangeInclusive<usize> {
    let last = code.len().saturating_sub(1);
    let at = at.min(last);
    let back = |(from, instr): (usize, &Instr)| match *instr {
        Instr::Jump(to) | Instr::JumpIfFalse(_, to) => {
            (to as usize <= at && at <= from).then_some(to as usize..=from)
        }
        _ => None,
    };
    let loops = code.iter().enumerate().filter_map(back);
    loops
        .min_by_key(|l| l.end() - l.start())
        .unwrap_or(at..=last.min(at))
}

/// The rules that an instruction names, as numbers; 0 stands for none.
fn rules_of(instr: &Instr) -> Vec<u16> {
    match instr {
        Instr::SetVar(.., rule)
        | Instr::Place(.., rule)
        | Instr::PlaceAlong(.., rule)
        | Instr::PlaceAll(.., rule)
        | Instr::SetUnitFlag(.., rule)
        | Instr::SetUnitField(.., rule)
        | Instr::SetHexFlag(.., rule)
        | Instr::Note(.., rule)
        | Instr::Applied(rule)
        | Instr::EndGame(.., rule) => vec![*rule],
        Instr::Decide(decision) => vec![decision.rule],
        _ => Vec::new(),
    }
}

/// The different names among some, in the order of their first occurrence.
fn once<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found = Vec::new();
    for name in names {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}
