//! Sets that can be asked hex by hex, without being worked out as a whole.

use crate::ir::expr::Hexes;

/// Whether a hex can be looked up in a set without working anything out.
pub(crate) fn is_ready(e: &Hexes) -> bool {
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
        Hexes::Ruled(_, a) | Hexes::Cached(_, a) => asks_of(a, views),
        Hexes::Adjacent(_, a) => asks_of(a, views).saturating_mul(6),
        _ => u32::MAX,
    }
}
