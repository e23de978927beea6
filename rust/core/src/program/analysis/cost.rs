//! Cost model: rough costs of sets and numbers, precise enough to put the cheapest operand first.

use crate::ir::expr::{Hexes, Int, Units};
use crate::ir::visit::{self, Part};
use crate::program::analysis::purity::total;

/// The cost of a loop over members, or of a search over the map.
const DEAR: u32 = 1000;

/// The approximate cost of a set of hexes, in passes over the words of a bit set.
pub(crate) fn of_hexes(e: &Hexes) -> u32 {
    match e {
        Hexes::One(a) => of_number(a) / 2,
        // it narrows the rest at almost no cost, so it goes first
        e if total(Part::Hexes(e)) && narrow(e) => 0,
        Hexes::Empty
        | Hexes::All
        | Hexes::Fixed(_)
        | Hexes::Occupied(_)
        | Hexes::Standing(_)
        | Hexes::Flag(_) => 1,
        Hexes::View(_) => 3,
        Hexes::Stacked(_, n) => 4 + of_number(n),
        Hexes::Union(a, b) | Hexes::Intersection(a, b) | Hexes::Difference(a, b) => {
            of_hexes(a) + of_hexes(b)
        }
        Hexes::Chain(links) => links.iter().map(|(_, a)| of_hexes(a)).sum(),
        Hexes::IfElse(c, a, b) => of_number(c) + of_hexes(a).max(of_hexes(b)),
        Hexes::Ruled(_, a) | Hexes::Few(a) => of_hexes(a),
        Hexes::Cached(..) => 6,
        Hexes::Memo(_, a) => 2 + of_hexes(a).min(8),
        Hexes::Adjacent(_, a) => match **a {
            Hexes::One(_) => 2,
            _ => 8 + of_hexes(a),
        },
        Hexes::Path(a) => 4 + of_number(a),
        Hexes::Within(a, b) => 4 + of_number(a) + of_number(b),
        Hexes::HexesOf(u) => 20 + of_units(u),
        Hexes::Where(a, _) => DEAR + of_hexes(a),
        Hexes::Flood { .. } | Hexes::Reach(_) | Hexes::Wideners(_) | Hexes::Destinations(..) => {
            2 * DEAR
        }
    }
}

/// The approximate cost of a set of units, in passes over the words of a bit set.
pub(crate) fn of_units(e: &Units) -> u32 {
    match e {
        Units::One(a) => of_number(a) / 2,
        Units::Empty
        | Units::All
        | Units::Fixed(_)
        | Units::OnMap
        | Units::Flag(_)
        | Units::After(_) => 1,
        // a stack is a short linked list
        Units::At(a) => 1 + of_number(a) / 2,
        Units::Cached(..) | Units::Followed(..) => 3,
        Units::Memo(_, a) => 2 + of_units(a).min(8),
        Units::Union(a, b) | Units::Intersection(a, b) | Units::Difference(a, b) => {
            of_units(a) + of_units(b)
        }
        Units::Chain(links) => links.iter().map(|(_, a)| of_units(a)).sum(),
        Units::IfElse(c, a, b) => of_number(c) + of_units(a).max(of_units(b)),
        Units::Ruled(_, a) => of_units(a),
        Units::In(h) if narrow(h) => 2,
        Units::In(h) => 20 + of_hexes(h),
        Units::Distinct(a) => 40 + of_units(a),
        Units::Where(a, _) | Units::WhereKnown(_, a, _) => DEAR + of_units(a),
        Units::GiveWay(..) | Units::Joiners(_) => 2 * DEAR,
    }
}

/// Whether the expression of a set bounds it to a few hexes: single hexes, neighbours of single
/// hexes, or parts of these.
fn narrow(e: &Hexes) -> bool {
    match e {
        Hexes::One(_) => true,
        Hexes::Adjacent(_, a) => near(a),
        Hexes::Union(a, b) => narrow(a) && narrow(b),
        Hexes::Intersection(a, b) => narrow(a) || narrow(b),
        Hexes::Difference(a, _) | Hexes::Where(a, _) => narrow(a),
        _ => false,
    }
}

/// Whether a set is a single hex or a union of single hexes, so that its neighbours are few.
fn near(e: &Hexes) -> bool {
    match e {
        Hexes::One(_) => true,
        Hexes::Union(a, b) => near(a) && near(b),
        _ => false,
    }
}

fn of_number(e: &Int) -> u32 {
    let mut cost = match e {
        Int::Const(_) | Int::Var(_) | Int::Local(_) | Int::Bound(_) | Int::VarEq(..) => return 0,
        Int::Sum(..) | Int::Least(..) | Int::Duty(_) | Int::Clash(_) => DEAR,
        _ => 1,
    };
    visit::int(e, &mut |p, _| {
        cost += match p {
            Part::Int(e) => of_number(e),
            Part::Hexes(e) => of_hexes(e),
            Part::Units(e) => of_units(e),
        };
    });
    cost
}
