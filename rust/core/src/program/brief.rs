//! Numbers that are asked so often that they are read at once, without their parts.

use super::expr::Int;
use super::simplify::Program;
use super::walk::{self, PartMut};

/// Shortens the numbers of a program.
pub(crate) fn mark(program: &mut Program) {
    program.parts_mut(&mut part);
}

fn part(p: PartMut<'_>) {
    match p {
        PartMut::Int(e) => {
            walk::int_mut(e, &mut |p, _| part(p));
            number(e);
        }
        PartMut::Hexes(e) => walk::hexes_mut(e, &mut |p, _| part(p)),
        PartMut::Units(e) => walk::units_mut(e, &mut |p, _| part(p)),
    }
}

/// Whether a variable has a value that it can have.
fn number(e: &mut Int) {
    if let Int::Eq(a, b) = e {
        if let (Int::V(v), Int::K(k)) | (Int::K(k), Int::V(v)) = (&**a, &**b) {
            *e = match i32::try_from(*k) {
                Ok(k) => Int::Is(*v, k),
                Err(_) => Int::K(0),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::node::Node;

    #[test]
    fn a_variable_is_compared_at_once_on_either_side() {
        let eq = |a, b| Int::Eq(Node::new(a), Node::new(b));
        let shortened = |mut e| {
            part(PartMut::Int(&mut e));
            e
        };
        assert_eq!(shortened(eq(Int::V(3), Int::K(-2))), Int::Is(3, -2));
        assert_eq!(shortened(eq(Int::K(7), Int::V(1))), Int::Is(1, 7));
        assert_eq!(shortened(eq(Int::V(3), Int::K(1 << 40))), Int::K(0));
        let other = eq(Int::V(3), Int::V(4));
        assert_eq!(shortened(other.clone()), other);
        let within = Int::Not(Node::new(eq(Int::V(3), Int::K(1))));
        assert_eq!(shortened(within), Int::Not(Node::new(Int::Is(3, 1))));
    }
}
