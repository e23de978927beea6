//! Symmetry under exchange of identical counters: whether a set contains all or none of the
//! counters of a class that are at the same place with the same flags and fields.

use crate::file::GameData;
use crate::ir::expr::{Int, Units};
use crate::ir::visit::{Part, Scope};

/// For each fixed set and each printed value, whether it is the same for all counters of a class.
#[derive(Debug)]
pub(crate) struct Alike {
    fixed: Vec<bool>,
    attrs: Vec<bool>,
}

/// The depth of a set that is not inside a filter.
const NO_FILTER: u8 = u8::MAX;

impl Alike {
    /// Compares the fixed sets, given as bit sets, and the printed values of the counters of each
    /// class.
    pub(crate) fn new(data: &GameData, fixed: &[Box<[u64]>]) -> Alike {
        let class = &data.units.class;
        let count = class.iter().max().map_or(0, |&c| usize::from(c) + 1);
        let mut first = vec![0; count];
        for (u, &c) in class.iter().enumerate().rev() {
            first[usize::from(c)] = u;
        }
        let same = |value: &dyn Fn(usize) -> i64| {
            let mut units = class.iter().enumerate();
            units.all(|(u, &c)| value(u) == value(first[usize::from(c)]))
        };
        let has = |set: &[u64], u: usize| (set[u / 64] >> (u % 64) & 1) as i64;
        let attrs = &data.units.attrs;
        Alike {
            fixed: fixed.iter().map(|set| same(&|u| has(set, u))).collect(),
            attrs: attrs
                .iter()
                .map(|attr| same(&|u| i64::from(attr.values[u])))
                .collect(),
        }
    }

    /// Whether a set outside any filter contains all or none of the identical counters that are at
    /// the same place with the same flags and fields.
    pub(crate) fn takes_all_or_none(&self, e: &Units) -> bool {
        self.takes(e, NO_FILTER)
    }

    /// Whether a set inside a filter, which may use the member of this filter, contains all or none
    /// of the identical counters at the same place with the same flags and fields; `out` counts the
    /// filters between the set and that filter.
    fn takes(&self, e: &Units, out: u8) -> bool {
        match e {
            Units::Fixed(i) => self.fixed[usize::from(*i)],
            Units::One(_)
            | Units::After(_)
            | Units::Distinct(_)
            | Units::Followed(_, _, true)
            | Units::GiveWay(..)
            | Units::Joiners(_) => false,
            Units::Union(a, b) | Units::Intersection(a, b) | Units::Difference(a, b) => {
                self.takes(a, out) && self.takes(b, out)
            }
            Units::Chain(links) => links.iter().all(|(_, a)| self.takes(a, out)),
            Units::IfElse(c, a, b) => {
                self.blind(&Part::Int(c), out) && self.takes(a, out) && self.takes(b, out)
            }
            Units::Where(a, c) | Units::WhereKnown(_, a, c) => {
                let c = Part::Int(c);
                self.takes(a, out) && self.blind(&c, 0) && self.blind(&c, out.saturating_add(1))
            }
            Units::Ruled(_, a) | Units::Cached(_, a) | Units::Followed(_, a, false) => {
                self.takes(a, out)
            }
            Units::Memo(_, a) => self.takes(a, NO_FILTER),
            Units::Empty | Units::All | Units::OnMap | Units::Flag(_) => true,
            Units::At(_) | Units::In(_) => self.blind(&Part::Units(e), out),
        }
    }

    /// Whether a part uses only those properties of a filter's member that are equal for identical
    /// counters at the same place with the same flags and fields; `out` counts the filters between
    /// the part and that filter.
    fn blind(&self, part: &Part<'_>, out: u8) -> bool {
        let about = |u: &Int| *u == Int::Bound(out);
        match part {
            Part::Int(Int::Bound(n)) => return *n != out,
            Part::Int(Int::UnitAttr(i, u)) if about(u) => return self.attrs[usize::from(*i)],
            Part::Int(Int::UnitPlace(u) | Int::UnitFlag(_, u) | Int::UnitField(_, u))
                if about(u) =>
            {
                return true
            }
            Part::Int(Int::ContainsUnit(set, u)) if about(u) => return self.takes(set, out),
            _ => {}
        }
        let mut blind = true;
        part.parts(&mut |p, scope| {
            blind &= match scope {
                Scope::Same => self.blind(&p, out),
                Scope::Bound(n) => self.blind(&p, out.saturating_add(n)),
                Scope::Apart => true,
            };
        });
        blind
    }
}

#[cfg(test)]
mod tests {
    use super::Alike;
    use crate::game::Game;
    use crate::ir::expr::{Hexes, Int, Units};
    use crate::ir::node::Node;

    fn b<T>(x: T) -> Node<T> {
        Node::new(x)
    }

    /// All units, filtered by a condition on the member.
    fn filter(c: Int) -> Units {
        Units::Where(b(Units::All), b(c))
    }

    #[test]
    fn a_set_that_tells_alike_counters_apart_is_found() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/blue-kremlin.efg");
        let game = Game::from_bytes(&std::fs::read(path).unwrap()).unwrap();
        let of = |c: u16| game.data.units.class.iter().filter(move |x| **x == c);
        let twin = |u: &usize| of(game.data.units.class[*u]).count() > 1;
        let one = (0..game.unit_count).find(twin).unwrap();
        let mut only = vec![0; game.unit_words].into_boxed_slice();
        only[one / 64] = 1 << (one % 64);
        let alike = Alike::new(&game.data, &[game.all_units.clone(), only]);
        let it = || b(Int::Bound(0));
        let here = || Units::At(b(Int::UnitPlace(it())));
        let takes = |e: &Units| alike.takes_all_or_none(e);
        for e in [
            Units::Fixed(0),
            Units::Difference(b(Units::OnMap), b(Units::Flag(0))),
            filter(Int::Lt(b(Int::UnitAttr(0, it())), b(Int::Var(0)))),
            filter(Int::ContainsUnit(b(Units::Fixed(0)), it())),
            filter(Int::AnyUnit(b(here()))),
            // the member of the inner filter is not that of the outer one
            filter(Int::AnyUnit(b(filter(Int::Eq(it(), b(Int::Const(3))))))),
            Units::In(b(Hexes::HexesOf(b(Units::One(b(Int::Const(3))))))),
        ] {
            assert!(takes(&e), "{e:?}");
        }
        let inner = |c| Int::AnyUnit(b(filter(c)));
        for e in [
            Units::Fixed(1),
            Units::One(b(Int::Const(3))),
            Units::After(b(Int::Const(3))),
            Units::Distinct(b(Units::OnMap)),
            Units::Union(b(Units::OnMap), b(Units::Fixed(1))),
            filter(Int::Eq(it(), b(Int::Const(3)))),
            filter(Int::ContainsUnit(b(Units::Fixed(1)), it())),
            filter(Int::ContainsUnit(
                b(filter(Int::Lt(it(), b(Int::Const(3))))),
                it(),
            )),
            filter(Int::AnyUnit(b(Units::Difference(
                b(here()),
                b(Units::One(it())),
            )))),
            filter(inner(Int::Eq(b(Int::Bound(1)), b(Int::Const(3))))),
        ] {
            assert!(!takes(&e), "{e:?}");
        }
    }
}
