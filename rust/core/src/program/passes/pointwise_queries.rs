//! Pointwise queries: a set that is only asked about single hexes is asked hex by hex, and a filter
//! that turns on a unit's place once for each place.

use crate::ir::expr::{Hexes, Int, Units};
use crate::ir::node::Node;
use crate::ir::visit::{Part, PartMut, Scope};
use crate::program::analysis::pointwise::{by_hex, is_ready};
use crate::program::passes::{Known, Pass};

/// Sets that are made of no more that stands ready are joined sooner than asked hex by hex.
const FEW_PARTS: usize = 4;

/// The pass.
pub(crate) struct PointwiseQueries;

impl Pass for PointwiseQueries {
    fn name(&self) -> &'static str {
        "pointwise-queries"
    }

    fn part(&self, _: &mut Known<'_>, part: PartMut<'_>) {
        match part {
            PartMut::Int(Int::Ring(set, _)) => mark(set),
            PartMut::Hexes(Hexes::Intersection(_, b) | Hexes::Difference(_, b)) => mark(b),
            PartMut::Units(e) => {
                if let Units::In(h) = e {
                    mark_any(h);
                }
                by_place(e);
            }
            _ => {}
        }
    }
}

/// Marks a set that can be asked hex by hex, unless it stands ready as a whole, or nearly so.
fn mark(set: &mut Hexes) {
    if !is_ready(set) || parts(set) > FEW_PARTS {
        mark_any(set);
    }
}

/// Of how many sets that stand ready a set is made.
fn parts(e: &Hexes) -> usize {
    match e {
        Hexes::Union(a, b) | Hexes::Intersection(a, b) | Hexes::Difference(a, b) => {
            parts(a) + parts(b)
        }
        _ => 1,
    }
}

/// Marks a set that can be asked hex by hex, ready or not.
fn mark_any(set: &mut Hexes) {
    if matches!(set, Hexes::Spots(_)) || !by_hex(set) {
        return;
    }
    let inner = std::mem::replace(set, Hexes::Empty);
    *set = Hexes::Spots(Node::new(inner));
}

/// Marks a filter that can be asked once for each place.
fn by_place(e: &mut Units) {
    match std::mem::replace(e, Units::Empty) {
        Units::Where(a, c) if turns_on_place(&Part::Int(&c), 0) => *e = Units::WherePlaced(a, c),
        other => *e = other,
    }
}

/// Whether an expression speaks of a filter's member by its place alone.
fn turns_on_place(part: &Part<'_>, inner: u8) -> bool {
    if let Part::Int(e) = part {
        match e {
            Int::Bound(n) => return *n != inner,
            Int::UnitPlace(u) if matches!(**u, Int::Bound(_)) => return true,
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
