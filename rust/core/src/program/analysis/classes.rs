//! Restricts a set of units to the units outside one fixed set (a *kind*). Membership of these
//! units may depend on less than membership of the kind.

use crate::ir::expr::{Hexes, Int, Units};
use crate::ir::visit::{self, PartMut, Scope};

/// The indices of the fixed sets (kinds) for which a filter of a set tests whether its member
/// belongs to them.
pub(crate) fn asked(e: &Units) -> Vec<u16> {
    let mut kinds = Vec::new();
    each_filter(&mut e.clone(), &mut |c| {
        visit(PartMut::Int(c), 0, &mut |e, depth| {
            if let Some(kind) = kind_asked(e, depth) {
                kinds.push(kind);
            }
        });
    });
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// The set restricted to units outside a kind: tests for membership in the kind are replaced by
/// false.
pub(crate) fn without(e: &Units, kind: u16) -> Units {
    let mut e = e.clone();
    each_filter(&mut e, &mut |c| {
        visit(PartMut::Int(c), 0, &mut |e, depth| {
            if kind_asked(e, depth) == Some(kind) {
                *e = Int::Const(0);
            }
        });
        prune(PartMut::Int(c));
    });
    e
}

/// The index of the kind, if an expression tests whether the member of a filter belongs to a kind.
/// `depth` counts the filters between the expression and that filter.
fn kind_asked(e: &Int, depth: u8) -> Option<u16> {
    match e {
        Int::ContainsUnit(set, u) => match (&**set, &**u) {
            (Units::Fixed(kind), Int::Bound(n)) if *n == depth => Some(*kind),
            _ => None,
        },
        _ => None,
    }
}

/// Visits the condition of each filter in a set.
fn each_filter(e: &mut Units, run: &mut dyn FnMut(&mut Int)) {
    if let Units::Where(_, c) = e {
        run(c);
    }
    visit::units_mut(e, &mut |part, _| {
        if let PartMut::Units(inner) = part {
            each_filter(inner, run);
        }
    });
}

/// Calls `run` for each integer expression of a part, with its depth: the number of enclosing
/// filters.
fn visit(part: PartMut<'_>, depth: u8, run: &mut dyn FnMut(&mut Int, u8)) {
    let mut inner = |part: PartMut<'_>, scope: Scope| match scope {
        Scope::Same => visit(part, depth, run),
        Scope::Bound(n) => visit(part, depth + n, run),
        Scope::Apart => {}
    };
    match part {
        PartMut::Int(e) => {
            visit::int_mut(e, &mut inner);
            run(e, depth);
        }
        PartMut::Hexes(e) => visit::hexes_mut(e, &mut inner),
        PartMut::Units(e) => visit::units_mut(e, &mut inner),
    }
}

/// Removes branches of a part that are never taken, once some numbers in it are constants.
fn prune(part: PartMut<'_>) {
    match part {
        PartMut::Int(e) => {
            visit::int_mut(e, &mut |part, _| prune(part));
            match e {
                Int::Not(a) if **a == Int::Const(0) => *e = Int::Const(1),
                Int::And(a, b) if **a == Int::Const(0) || **b == Int::Const(0) => {
                    *e = Int::Const(0)
                }
                Int::Or(a, b) if **a == Int::Const(0) => *e = take(b),
                Int::Or(a, b) if **b == Int::Const(0) => *e = take(a),
                Int::IfElse(c, a, b) => match **c {
                    Int::Const(0) => *e = take(b),
                    Int::Const(_) => *e = take(a),
                    _ => {}
                },
                _ => {}
            }
        }
        PartMut::Hexes(e) => {
            visit::hexes_mut(e, &mut |part, _| prune(part));
            if let Hexes::IfElse(c, a, b) = e {
                match **c {
                    Int::Const(0) => *e = std::mem::replace(b, Hexes::Empty),
                    Int::Const(_) => *e = std::mem::replace(a, Hexes::Empty),
                    _ => {}
                }
            }
        }
        PartMut::Units(e) => visit::units_mut(e, &mut |part, _| prune(part)),
    }
}

fn take(e: &mut Int) -> Int {
    std::mem::replace(e, Int::Const(0))
}
