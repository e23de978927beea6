//! Rewrites sets of hexes adjacent across rare kinds of hexside. Most hexes have no such hexside; a
//! lookup in a fixed set shows this, and the result is empty.

use crate::ir::expr::{Hexes, Int};
use crate::ir::node::Node;
use crate::program::passes::known::add;
use crate::program::passes::{Known, Pass};

/// A kind of hexside is rare if the hexes of the map are at least this many times as many as the
/// hexes that have it.
const RARE: u32 = 16;

/// The pass "rare hexsides".
pub(crate) struct RareHexsides;

impl Pass for RareHexsides {
    fn name(&self) -> &'static str {
        "rare-hexsides"
    }

    fn hexes(&self, known: &mut Known<'_>, e: &mut Hexes) {
        if !matches!(e, Hexes::Adjacent(Some(_), _)) {
            return;
        }
        if let Hexes::Adjacent(Some(mask), a) = std::mem::replace(e, Hexes::Empty) {
            *e = known.beside(mask, a);
        }
    }
}

impl Known<'_> {
    /// The hexes adjacent to the set `a` across the open hexsides of a mask. If `a` is a single hex
    /// and such hexsides are rare, a lookup shows first whether the hex has one.
    fn beside(&mut self, mask: u8, a: Node<Hexes>) -> Hexes {
        let Hexes::One(h) = &*a else {
            return Hexes::Adjacent(Some(mask), a);
        };
        let open = &self.edges[mask as usize].open;
        let mut from = vec![0; self.all_hexes.len()].into_boxed_slice();
        for row in open {
            from.iter_mut().zip(&row[..]).for_each(|(a, b)| *a |= b);
        }
        let count = |set: &[u64]| set.iter().map(|w| w.count_ones()).sum::<u32>();
        let rare = count(&from) * RARE < count(&self.all_hexes);
        let asked = if rare {
            add(&mut self.hexes, from)
        } else {
            None
        };
        match asked {
            // beside(h) = h ∈ from ? beside(h) : ∅, as beside(h) = ∅ for h ∉ from
            Some(from) => {
                let has = Int::ContainsHex(Node::new(Hexes::Fixed(from)), h.clone());
                let there = Hexes::Adjacent(Some(mask), a);
                Hexes::IfElse(Node::new(has), Node::new(there), Node::new(Hexes::Empty))
            }
            None => Hexes::Adjacent(Some(mask), a),
        }
    }
}
