//! The possible places of the units in a set, derived from the set expression.

use crate::ir::expr::{Int, Units};

/// The maximum number of places in a result.
const MOST: usize = 4;

/// The places at which every unit of a set must be; None if they are unknown or more than [`MOST`].
pub(crate) fn of(e: &Units) -> Option<Vec<u16>> {
    match e {
        Units::Empty => Some(Vec::new()),
        Units::At(p) => match **p {
            Int::Const(p) => u16::try_from(p).ok().map(|p| vec![p]),
            _ => None,
        },
        Units::Union(a, b) => {
            let mut places = of(a)?;
            places.extend(of(b)?);
            places.sort_unstable();
            places.dedup();
            (places.len() <= MOST).then_some(places)
        }
        Units::Intersection(a, b) => of(a).or_else(|| of(b)),
        Units::Difference(a, _)
        | Units::Where(a, _)
        | Units::WhereKnown(_, a, _)
        | Units::Ruled(_, a)
        | Units::Memo(_, a) => of(a),
        Units::IfElse(_, a, b) if **b == Units::Empty => of(a),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::of;
    use crate::ir::expr::{Int, Units};
    use crate::ir::node::Node;

    fn at(p: i64) -> Units {
        Units::At(Node::new(Int::Const(p)))
    }

    #[test]
    fn a_set_is_where_its_parts_can_be() {
        let b = Node::new;
        let either = Units::Union(
            b(at(9)),
            b(Units::Intersection(b(Units::Flag(0)), b(at(7)))),
        );
        assert_eq!(of(&either), Some(vec![7, 9]));
        let less = Units::Difference(b(either), b(at(9)));
        assert_eq!(of(&less), Some(vec![7, 9]));
        // a unit that may be anywhere has no bound
        assert_eq!(of(&Units::Union(b(at(9)), b(Units::OnMap))), None);
        assert_eq!(of(&Units::Difference(b(Units::OnMap), b(at(9)))), None);
        let moved = Units::At(Node::new(Int::Var(0)));
        assert_eq!(of(&moved), None);
    }
}
