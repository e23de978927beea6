//! Sets of hexes whose membership can be tested for one hex without computing the whole set.

use crate::ir::expr::Hexes;

/// Whether the membership of a hex in a set is a lookup, with no computation.
pub(crate) fn is_ready(e: &Hexes) -> bool {
    match e {
        Hexes::Union(a, b) | Hexes::Intersection(a, b) | Hexes::Difference(a, b) => {
            is_ready(a) && is_ready(b)
        }
        e => e.stands_ready(),
    }
}

/// Whether the membership of a hex in a set can be tested without computing the whole set.
pub(crate) fn by_hex(e: &Hexes) -> bool {
    match e {
        Hexes::One(_) | Hexes::Stacked(..) | Hexes::HexesOf(_) => true,
        Hexes::Adjacent(_, a)
        | Hexes::Where(a, _)
        | Hexes::Ruled(_, a)
        | Hexes::Few(a)
        | Hexes::Cached(_, a) => by_hex(a),
        Hexes::Union(a, b)
        | Hexes::Intersection(a, b)
        | Hexes::Difference(a, b)
        | Hexes::IfElse(_, a, b) => by_hex(a) && by_hex(b),
        e => is_ready(e),
    }
}

/// The maximum number of lookups for which testing one hex is preferred to computing the view.
const FEW_ASKS: u32 = 16;

/// For each view, whether it can be tested for one hex cheaply, without computing it.
pub(crate) fn quickly_asked(views: &[Hexes]) -> Vec<bool> {
    let mut asks: Vec<u32> = Vec::with_capacity(views.len());
    for view in views {
        asks.push(asks_of(view, &asks));
    }
    asks.into_iter().map(|n| n <= FEW_ASKS).collect()
}

/// The number of lookups that a test takes whether a hex is in a set; `views` holds this number for
/// each view that the set may use.
fn asks_of(e: &Hexes, views: &[u32]) -> u32 {
    match e {
        Hexes::View(v) => views.get(*v as usize).copied().unwrap_or(u32::MAX),
        e if e.stands_ready() => 1,
        Hexes::Union(a, b) | Hexes::Intersection(a, b) | Hexes::Difference(a, b) => {
            asks_of(a, views).saturating_add(asks_of(b, views))
        }
        Hexes::Ruled(_, a) | Hexes::Cached(_, a) => asks_of(a, views),
        Hexes::Adjacent(_, a) => asks_of(a, views).saturating_mul(6),
        _ => u32::MAX,
    }
}
