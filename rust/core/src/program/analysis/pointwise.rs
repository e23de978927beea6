//! What need not be worked out as a whole: sets that can be asked hex by hex, filters that can be
//! asked once for each place.

use crate::ir::expr::{Hexes, Int, Units};
use crate::ir::node::Node;
use crate::ir::visit::{Part, Scope};

/// Sets that are made of no more that stands ready are joined sooner than asked hex by hex.
const FEW_PARTS: usize = 4;

/// Marks a set that can be asked hex by hex, unless it stands ready as a whole, or nearly so.
pub(crate) fn mark(set: &mut Hexes) {
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
pub(crate) fn mark_any(set: &mut Hexes) {
    if matches!(set, Hexes::Spots(_)) || !by_hex(set) {
        return;
    }
    let inner = std::mem::replace(set, Hexes::Empty);
    *set = Hexes::Spots(Node::new(inner));
}

/// Marks a filter that can be asked once for each place.
pub(crate) fn by_place(e: &mut Units) {
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

/// Whether a hex can be looked up in a set without working anything out.
fn is_ready(e: &Hexes) -> bool {
    match e {
        Hexes::Union(a, b) | Hexes::Intersection(a, b) | Hexes::Difference(a, b) => {
            is_ready(a) && is_ready(b)
        }
        e => e.stands_ready(),
    }
}

/// Whether a hex can be looked up in a set without working all of it out.
pub(crate) fn by_hex(e: &Hexes) -> bool {
    match e {
        Hexes::One(_) | Hexes::Stacked(..) | Hexes::HexesOf(_) => true,
        Hexes::Adjacent(_, a)
        | Hexes::Where(a, _)
        | Hexes::Ruled(_, a)
        | Hexes::Spots(a)
        | Hexes::Few(a)
        | Hexes::Cached(_, a) => by_hex(a),
        Hexes::Union(a, b)
        | Hexes::Intersection(a, b)
        | Hexes::Difference(a, b)
        | Hexes::IfElse(_, a, b) => by_hex(a) && by_hex(b),
        e => is_ready(e),
    }
}

/// A hex is looked up in so many places to ask a view about it, rather than to work the view out.
const FEW_ASKS: u32 = 16;

/// For each view, whether it can be asked about one hex in little time, without being worked out.
pub(crate) fn quickly_asked(views: &[Hexes]) -> Vec<bool> {
    let mut asks: Vec<u32> = Vec::with_capacity(views.len());
    for view in views {
        asks.push(asks_of(view, &asks));
    }
    asks.into_iter().map(|n| n <= FEW_ASKS).collect()
}

/// In how many places a hex is looked up to ask a set about it; `views` has the answers for the
/// views that the set may speak of.
fn asks_of(e: &Hexes, views: &[u32]) -> u32 {
    match e {
        Hexes::View(v) => views.get(*v as usize).copied().unwrap_or(u32::MAX),
        e if e.stands_ready() => 1,
        Hexes::Union(a, b) | Hexes::Intersection(a, b) | Hexes::Difference(a, b) => {
            asks_of(a, views).saturating_add(asks_of(b, views))
        }
        Hexes::Ruled(_, a) | Hexes::Spots(a) | Hexes::Cached(_, a) => asks_of(a, views),
        Hexes::Adjacent(_, a) => asks_of(a, views).saturating_mul(6),
        _ => u32::MAX,
    }
}
