//! Flattens nested intersections and differences of sets into chains: the operands are adjacent and
//! evaluated in order, without recursion.

use crate::ir::expr::{Hexes, Units};
use crate::ir::rewrite::Rewritten;
use crate::ir::visit::PartMut;
use crate::program::passes::{Compilation, Pass};

/// The minimum number of sets in a chain.
const LINKS: usize = 3;

/// The pass "flatten chains".
pub(crate) struct FlattenChains;

impl Pass for FlattenChains {
    fn name(&self) -> &'static str {
        "flatten-chains"
    }

    fn program(&self, c: &mut Compilation<'_>) {
        let mut done = Rewritten::default();
        c.program.parts_mut(&mut |part| done.whole(part, &mut each));
    }
}

fn each(part: PartMut<'_>) {
    match part {
        PartMut::Int(_) => {}
        PartMut::Hexes(e) => chain(e),
        PartMut::Units(e) => chain(e),
    }
}

/// Sets of hexes or of units, as seen by this pass.
trait Set: Sized {
    /// If this set is an intersection or a difference, its first operand, else None.
    fn narrows(&self) -> Option<&Self>;
    /// If this set is an intersection (true) or a difference (false): its first operand, which of
    /// the two it is, and its second operand. Any other set is returned unchanged, as an error.
    fn parts(self) -> Result<(Self, bool, Self), Self>;
    /// Replaces this set by a chain.
    fn replace(&mut self, with: impl FnOnce(Self) -> Box<[(bool, Self)]>);
}

macro_rules! set {
    ($set:ident) => {
        impl Set for $set {
            fn narrows(&self) -> Option<&$set> {
                match self {
                    $set::Intersection(a, _) | $set::Difference(a, _) => Some(a),
                    _ => None,
                }
            }
            fn parts(self) -> Result<($set, bool, $set), $set> {
                match self {
                    $set::Intersection(a, b) => Ok((a.take(), true, b.take())),
                    $set::Difference(a, b) => Ok((a.take(), false, b.take())),
                    other => Err(other),
                }
            }
            fn replace(&mut self, with: impl FnOnce($set) -> Box<[(bool, $set)]>) {
                let whole = std::mem::replace(self, $set::Empty);
                *self = $set::Chain(with(whole));
            }
        }
    };
}

set!(Hexes);
set!(Units);

// ((a ∩ b) - c) = chain(a, within b, without c)
fn chain<S: Set>(e: &mut S) {
    if std::iter::successors(Some(&*e), |e| e.narrows()).count() >= LINKS {
        e.replace(links);
    }
}

/// The innermost set of nested intersections and differences, then the sets that narrow it.
fn links<S: Set>(mut e: S) -> Box<[(bool, S)]> {
    let mut links = Vec::new();
    loop {
        match e.parts() {
            Ok((inner, within, by)) => {
                links.push((within, by));
                e = inner;
            }
            Err(first) => {
                links.push((true, first));
                links.reverse();
                return links.into();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::expr::Int;
    use crate::ir::node::Node;

    #[test]
    fn what_is_narrowed_twice_or_more_is_a_chain() {
        let flag = |n| Node::new(Units::Flag(n));
        let both = |a, c| Node::new(Units::Intersection(a, c));
        let filter = |a| Units::Where(Node::new(a), Node::new(Int::Const(1)));
        let chained = |mut e| {
            Rewritten::default().whole(PartMut::Units(&mut e), &mut each);
            e
        };
        let once = both(flag(0), flag(1)).take();
        assert_eq!(chained(once.clone()), once);
        let inner = Units::Difference(both(flag(0), flag(1)), flag(2));
        let links = [
            (true, Units::Flag(0)),
            (true, Units::Flag(1)),
            (false, Units::Flag(2)),
        ];
        assert_eq!(chained(inner.clone()), Units::Chain(links.clone().into()));
        // a set that narrows may itself be a chain, and so may be a set nested elsewhere
        let outer = Units::Intersection(both(flag(3), flag(4)), Node::new(filter(inner)));
        let within = filter(Units::Chain(links.into()));
        let links = [
            (true, Units::Flag(3)),
            (true, Units::Flag(4)),
            (true, within),
        ];
        assert_eq!(chained(outer), Units::Chain(links.into()));
    }
}
