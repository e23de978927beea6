//! Query arguments as bound members. In a file the arguments are locals; a query has no frame for
//! locals, so its arguments are passed as the outermost bound members.

use crate::error::{Error, Result};
use crate::file::{Answer, Query};
use crate::ir::expr::Int;
use crate::ir::visit::{self, PartMut, Scope};

/// Replaces the locals of a query by bound members; the last argument is the innermost.
pub(crate) fn as_members(query: &mut Query) -> Result<()> {
    let args = query.args;
    let sound = match &mut query.answer {
        Answer::Int(e) => part(PartMut::Int(e), args, Some(0)),
        Answer::Hexes(e) => part(PartMut::Hexes(e), args, Some(0)),
        Answer::Units(e) => part(PartMut::Units(e), args, Some(0)),
        Answer::Procedure(_) => true,
    };
    if sound {
        return Ok(());
    }
    Err(Error::Game(format!(
        "query {}: a memoised expression uses an argument",
        query.name
    )))
}

/// Replaces locals in an expression by bound members; `depth` is the number of enclosing filters,
/// None in a part that is evaluated separately, where no argument is in scope. False if the
/// expression uses an argument that is not in scope.
fn part(p: PartMut<'_>, args: u8, depth: Option<u8>) -> bool {
    let mut sound = true;
    let mut inner = |p: PartMut<'_>, scope: Scope| {
        sound &= match scope {
            Scope::Same => part(p, args, depth),
            Scope::Bound(n) => part(p, args, depth.map(|d| d.saturating_add(n))),
            Scope::Apart => part(p, args, None),
        };
    };
    match p {
        PartMut::Int(e @ Int::Local(_)) => {
            let (&mut Int::Local(l), Some(depth)) = (&mut *e, depth) else {
                return false;
            };
            *e = Int::Bound(depth.saturating_add(args.saturating_sub(1 + l)));
        }
        PartMut::Int(e) => visit::int_mut(e, &mut inner),
        PartMut::Hexes(e) => visit::hexes_mut(e, &mut inner),
        PartMut::Units(e) => visit::units_mut(e, &mut inner),
    }
    sound
}

#[cfg(test)]
mod tests {
    use super::as_members;
    use crate::file::{Answer, Query};
    use crate::ir::expr::{Hexes, Int, Units};
    use crate::ir::node::Node;

    fn query(args: u8, answer: Answer) -> Query {
        Query {
            name: "asked".into(),
            args,
            answer,
        }
    }

    #[test]
    fn an_argument_lies_beyond_the_filters_around_it() {
        let b = Node::new;
        let about = |first: Int, second: Int, outer: Int| {
            let filter = Units::Where(
                Node::new(Units::All),
                b(Int::Lt(b(Int::Bound(0)), b(second.clone()))),
            );
            let count = Int::CountUnits(Node::new(filter));
            Int::Let(b(outer), b(Int::Add(b(first), b(count))))
        };
        let mut asked = query(
            2,
            Answer::Int(about(Int::Local(0), Int::Local(1), Int::Local(0))),
        );
        as_members(&mut asked).unwrap();
        let Answer::Int(answer) = asked.answer else {
            panic!("no number");
        };
        assert_eq!(answer, about(Int::Bound(2), Int::Bound(2), Int::Bound(1)));
    }

    #[test]
    fn what_is_worked_out_once_turns_on_no_argument() {
        let kept = |e| Answer::Hexes(Hexes::Memo(0, Node::new(Hexes::One(Node::new(e)))));
        as_members(&mut query(1, kept(Int::Const(3)))).unwrap();
        let refused = as_members(&mut query(1, kept(Int::Local(0)))).unwrap_err();
        assert!(refused.to_string().contains("query asked"), "{refused}");
    }
}
