//! Peephole pass: frequent patterns become single nodes, such as `Eq(Var, Const)`, which becomes
//! `VarEq`.

use crate::ir::expr::Int;
use crate::program::passes::{Known, Pass};

/// The pass "peephole".
pub(crate) struct Peephole;

impl Pass for Peephole {
    fn name(&self) -> &'static str {
        "peephole"
    }

    fn int(&self, _: &mut Known<'_>, e: &mut Int) {
        number(e);
    }
}

/// Replaces the comparison of a variable with a constant by one node.
fn number(e: &mut Int) {
    if let Int::Eq(a, b) = e {
        if let (Int::Var(v), Int::Const(k)) | (Int::Const(k), Int::Var(v)) = (&**a, &**b) {
            *e = match i32::try_from(*k) {
                Ok(k) => Int::VarEq(*v, k),
                Err(_) => Int::Const(0),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::node::Node;
    use crate::ir::rewrite::Rewritten;
    use crate::ir::visit::PartMut;

    #[test]
    fn a_variable_is_compared_at_once_on_either_side() {
        let eq = |a, b| Int::Eq(Node::new(a), Node::new(b));
        let shortened = |mut e| {
            let each = &mut |part: PartMut<'_>| {
                if let PartMut::Int(e) = part {
                    number(e);
                }
            };
            Rewritten::default().part(PartMut::Int(&mut e), each);
            e
        };
        assert_eq!(
            shortened(eq(Int::Var(3), Int::Const(-2))),
            Int::VarEq(3, -2)
        );
        assert_eq!(shortened(eq(Int::Const(7), Int::Var(1))), Int::VarEq(1, 7));
        assert_eq!(
            shortened(eq(Int::Var(3), Int::Const(1 << 40))),
            Int::Const(0)
        );
        let other = eq(Int::Var(3), Int::Var(4));
        assert_eq!(shortened(other.clone()), other);
        let within = Int::Not(Node::new(eq(Int::Var(3), Int::Const(1))));
        assert_eq!(shortened(within), Int::Not(Node::new(Int::VarEq(3, 1))));
    }
}
