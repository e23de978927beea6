//! Puts what a set is narrowed by in the order of what each part costs, so that little is worked
//! out for nothing: what stands ready first, a loop over members last.

use super::expr::{Hexes, Int, Units};
use super::pin;
use super::simplify::Program;
use super::vectors::{moves_field, total};
use super::walk::{self, Part, PartMut, Scope};
use crate::game::Answer;

/// A loop over members, or a search over the map.
const DEAR: u32 = 1000;

/// Orders a whole program.
pub(crate) fn program(program: &mut Program) {
    program
        .views
        .iter_mut()
        .for_each(|v| part(PartMut::Hexes(v)));
    program
        .hidden
        .iter_mut()
        .for_each(|h| part(PartMut::Units(h)));
    for instr in program.procedures.iter_mut().flat_map(|p| &mut p.code) {
        walk::instr_mut(instr, &mut |p, _| part(p));
        pin::instr(instr);
    }
    for answer in &mut program.answers {
        match answer {
            Answer::Int(e) => part(PartMut::Int(e)),
            Answer::Hexes(e) => part(PartMut::Hexes(e)),
            Answer::Units(e) => part(PartMut::Units(e)),
            Answer::Procedure(_) => {}
        }
    }
}

pub(super) fn part(p: PartMut<'_>) {
    match p {
        PartMut::Int(e) => {
            walk::int_mut(e, &mut |p, _| part(p));
            if let Int::Ring(set, _) = e {
                mark(set);
            }
            pin::number(e);
        }
        PartMut::Hexes(e) => {
            walk::hexes_mut(e, &mut |p, _| part(p));
            if matches!(e, Hexes::And(..) | Hexes::Minus(..)) && !moves_field(Part::Hexes(e)) {
                let mut parts = Vec::new();
                split_hexes(std::mem::replace(e, Hexes::Empty), true, &mut parts);
                drop_known(
                    &mut parts,
                    |e| match e {
                        Hexes::And(a, b) => Ok((*a, *b)),
                        e => Err(e),
                    },
                    Hexes::And,
                );
                let costs = costs(&parts, hexes_cost, |e| total(Part::Hexes(e)));
                *e = sorted(parts, costs, Hexes::And, Hexes::Minus).unwrap_or(Hexes::Empty);
            }
            if let Hexes::And(_, b) | Hexes::Minus(_, b) = e {
                mark(b);
            }
        }
        PartMut::Units(e) => {
            walk::units_mut(e, &mut |p, _| part(p));
            if matches!(e, Units::And(..) | Units::Minus(..)) && !moves_field(Part::Units(e)) {
                let mut parts = Vec::new();
                split_units(std::mem::replace(e, Units::Empty), true, &mut parts);
                drop_known(
                    &mut parts,
                    |e| match e {
                        Units::And(a, b) => Ok((*a, *b)),
                        e => Err(e),
                    },
                    Units::And,
                );
                let costs = costs(&parts, units_cost, |e| total(Part::Units(e)));
                *e = sorted(parts, costs, Units::And, Units::Minus).unwrap_or(Units::Empty);
            }
            if let Units::In(h) = e {
                if by_hex(h) {
                    spots(h);
                }
            }
            if let Units::Where(_, c) = e {
                if turns_on_place(&Part::Int(c), 0) {
                    by_place(e);
                }
            }
        }
    }
}

/// Marks a set that can be asked hex by hex.
fn mark(set: &mut Hexes) {
    if !is_ready(set) && by_hex(set) {
        spots(set);
    }
}

fn spots(set: &mut Hexes) {
    if matches!(set, Hexes::Spots(_)) {
        return;
    }
    let inner = std::mem::replace(set, Hexes::Empty);
    *set = Hexes::Spots(Box::new(inner));
}

/// A filter that asks once for each place.
fn by_place(e: &mut Units) {
    if let Units::Where(a, c) = std::mem::replace(e, Units::Empty) {
        *e = Units::WherePlaced(a, c);
    }
}

/// Whether an expression speaks of a filter's member by its place alone.
fn turns_on_place(part: &Part<'_>, inner: u8) -> bool {
    if let Part::Int(e) = part {
        match e {
            Int::It(n) => return *n != inner,
            Int::UnitPlace(u) if matches!(**u, Int::It(_)) => return true,
            _ => {}
        }
    }
    let mut only = true;
    part.parts(&mut |p, scope| {
        only &= match scope {
            Scope::Same => turns_on_place(&p, inner),
            Scope::Bound(n) => turns_on_place(&p, inner + n),
            Scope::Apart => true,
        };
    });
    only
}

/// What each part costs. A part that has not a value in every position is never asked before one
/// that stood before it, so it counts as no cheaper.
fn costs<S>(parts: &[(bool, S)], cost: fn(&S) -> u32, total: fn(&S) -> bool) -> Vec<u32> {
    let mut dearest = 0;
    let priced = parts.iter().map(|(_, e)| {
        let own = if total(e) {
            cost(e)
        } else {
            cost(e).max(dearest)
        };
        dearest = dearest.max(own);
        own
    });
    priced.collect()
}

/// What a set lies within (true), and what it lies without.
fn split_hexes(e: Hexes, within: bool, out: &mut Vec<(bool, Hexes)>) {
    match e {
        Hexes::And(a, b) if within => {
            split_hexes(*a, true, out);
            split_hexes(*b, true, out);
        }
        Hexes::Minus(a, b) if within => {
            split_hexes(*a, true, out);
            split_hexes(*b, false, out);
        }
        Hexes::Or(a, b) if !within => {
            split_hexes(*a, false, out);
            split_hexes(*b, false, out);
        }
        e => out.push((within, e)),
    }
}

fn split_units(e: Units, within: bool, out: &mut Vec<(bool, Units)>) {
    match e {
        Units::And(a, b) if within => {
            split_units(*a, true, out);
            split_units(*b, true, out);
        }
        Units::Minus(a, b) if within => {
            split_units(*a, true, out);
            split_units(*b, false, out);
        }
        Units::Or(a, b) if !within => {
            split_units(*a, false, out);
            split_units(*b, false, out);
        }
        e => out.push((within, e)),
    }
}

/// Takes out of what a set lies without those conditions that its members meet in any case.
fn drop_known<S: Clone + PartialEq>(
    parts: &mut [(bool, S)],
    split: fn(S) -> Result<(S, S), S>,
    and: fn(Box<S>, Box<S>) -> S,
) {
    let known: Vec<S> = parts.iter().filter(|p| p.0).map(|p| p.1.clone()).collect();
    for (_, e) in parts.iter_mut().filter(|p| !p.0) {
        let (mut all, mut open) = (Vec::new(), vec![e.clone()]);
        while let Some(one) = open.pop() {
            match split(one) {
                Ok((a, b)) => open.extend([b, a]),
                Err(one) => all.push(one),
            }
        }
        let whole = all.len();
        all.retain(|one| !known.contains(one));
        // where nothing is left the set is empty, which is left to be found when it runs
        if all.len() < whole {
            let left = all.into_iter().reduce(|a, b| and(Box::new(a), Box::new(b)));
            if let Some(left) = left {
                *e = left;
            }
        }
    }
}

/// The parts as one set, the cheapest first; it begins with one that it lies within.
fn sorted<S>(
    parts: Vec<(bool, S)>,
    costs: Vec<u32>,
    and: fn(Box<S>, Box<S>) -> S,
    minus: fn(Box<S>, Box<S>) -> S,
) -> Option<S> {
    let mut parts: Vec<(u32, (bool, S))> = costs.into_iter().zip(parts).collect();
    parts.sort_by_key(|(cost, _)| *cost);
    let mut parts: Vec<(bool, S)> = parts.into_iter().map(|(_, part)| part).collect();
    let first = parts.iter().position(|(within, _)| *within)?;
    let (_, start) = parts.remove(first);
    Some(parts.into_iter().fold(start, |set, (within, e)| {
        let join = if within { and } else { minus };
        join(Box::new(set), Box::new(e))
    }))
}

/// What a set of hexes costs about, in the cost of one pass over words.
fn hexes_cost(e: &Hexes) -> u32 {
    match e {
        Hexes::One(a) => number_cost(a) / 2,
        // little to narrow further, so it goes first
        e if total(Part::Hexes(e)) && narrow(e) => 0,
        Hexes::Empty
        | Hexes::All
        | Hexes::Fixed(_)
        | Hexes::Occupied(_)
        | Hexes::Standing(_)
        | Hexes::Flag(_) => 1,
        Hexes::View(_) => 3,
        Hexes::Stacked(_, n) => 4 + number_cost(n),
        Hexes::Or(a, b) | Hexes::And(a, b) | Hexes::Minus(a, b) => hexes_cost(a) + hexes_cost(b),
        Hexes::If(c, a, b) => number_cost(c) + hexes_cost(a).max(hexes_cost(b)),
        Hexes::Tag(_, a) | Hexes::Spots(a) => hexes_cost(a),
        Hexes::Kept(..) => 6,
        Hexes::Memo(_, a) => 2 + hexes_cost(a).min(8),
        Hexes::Adjacent(_, a) => match **a {
            Hexes::One(_) => 2,
            _ => 8 + hexes_cost(a),
        },
        Hexes::Within(a, b) => 4 + number_cost(a) + number_cost(b),
        Hexes::Of(u) => 20 + units_cost(u),
        Hexes::Where(a, _) => DEAR + hexes_cost(a),
        Hexes::Flood { .. } | Hexes::Reach(_) | Hexes::Wideners(_) | Hexes::Destinations(..) => {
            2 * DEAR
        }
    }
}

/// What a set of units costs about, in the cost of one pass over words.
fn units_cost(e: &Units) -> u32 {
    match e {
        Units::One(a) => number_cost(a) / 2,
        Units::Empty
        | Units::All
        | Units::Fixed(_)
        | Units::OnMap
        | Units::Flag(_)
        | Units::After(_) => 1,
        // a stack is a short walk
        Units::At(a) => 1 + number_cost(a) / 2,
        Units::Kept(..) => 3,
        Units::Memo(_, a) => 2 + units_cost(a).min(8),
        Units::Or(a, b) | Units::And(a, b) | Units::Minus(a, b) => units_cost(a) + units_cost(b),
        Units::If(c, a, b) => number_cost(c) + units_cost(a).max(units_cost(b)),
        Units::Tag(_, a) => units_cost(a),
        Units::In(h) if narrow(h) => 2,
        Units::In(h) => 20 + hexes_cost(h),
        Units::Distinct(a) => 40 + units_cost(a),
        Units::Where(a, _) | Units::WherePlaced(a, _) | Units::WhereKnown(_, a, _) => {
            DEAR + units_cost(a)
        }
        Units::GiveWay(..) | Units::Joiners(_) => 2 * DEAR,
    }
}

/// Whether a set can hold a few hexes only.
fn narrow(e: &Hexes) -> bool {
    match e {
        Hexes::One(_) => true,
        Hexes::Adjacent(_, a) => near(a),
        Hexes::Or(a, b) => narrow(a) && narrow(b),
        Hexes::And(a, b) => narrow(a) || narrow(b),
        Hexes::Minus(a, _) | Hexes::Where(a, _) | Hexes::Spots(a) => narrow(a),
        _ => false,
    }
}

/// Whether a set is one hex or another.
fn near(e: &Hexes) -> bool {
    match e {
        Hexes::One(_) => true,
        Hexes::Or(a, b) => near(a) && near(b),
        _ => false,
    }
}

fn number_cost(e: &Int) -> u32 {
    let mut cost = match e {
        Int::K(_) | Int::V(_) | Int::L(_) | Int::It(_) => return 0,
        Int::Sum(..) | Int::Least(..) | Int::Duty(_) | Int::Clash(_) => DEAR,
        _ => 1,
    };
    walk::int(e, &mut |p, _| {
        cost += match p {
            Part::Int(e) => number_cost(e),
            Part::Hexes(e) => hexes_cost(e),
            Part::Units(e) => units_cost(e),
        };
    });
    cost
}

/// Whether a hex can be looked up in a set without working anything out.
fn is_ready(e: &Hexes) -> bool {
    match e {
        Hexes::Empty
        | Hexes::All
        | Hexes::Fixed(_)
        | Hexes::Occupied(_)
        | Hexes::Flag(_)
        | Hexes::Standing(_)
        | Hexes::View(_) => true,
        Hexes::Or(a, b) | Hexes::And(a, b) | Hexes::Minus(a, b) => is_ready(a) && is_ready(b),
        _ => false,
    }
}

/// Whether a hex can be looked up in a set without working all of it out.
pub(super) fn by_hex(e: &Hexes) -> bool {
    match e {
        Hexes::One(_) | Hexes::Stacked(..) | Hexes::Of(_) => true,
        Hexes::Adjacent(_, a)
        | Hexes::Where(a, _)
        | Hexes::Tag(_, a)
        | Hexes::Spots(a)
        | Hexes::Kept(_, a) => by_hex(a),
        Hexes::Or(a, b) | Hexes::And(a, b) | Hexes::Minus(a, b) | Hexes::If(_, a, b) => {
            by_hex(a) && by_hex(b)
        }
        e => is_ready(e),
    }
}
