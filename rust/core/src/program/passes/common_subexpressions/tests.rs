use super::{address, share};
use crate::file::Answer;
use crate::ir::expr::{Hexes, Int, Reach, Units};
use crate::ir::instr::{Instr, Procedure};
use crate::ir::node::Node;
use crate::program::passes::Program;

fn b<T>(part: T) -> Node<T> {
    Node::new(part)
}

fn there() -> Node<Int> {
    b(Int::UnitPlace(b(Int::Local(0))))
}

fn asked() -> Int {
    Int::ContainsHex(b(Hexes::Flag(1)), there())
}

fn way() -> Reach {
    Reach {
        from: Int::UnitPlace(b(Int::Local(0))),
        budget: Int::Local(1),
        costs: Int::Const(0),
        blocked: Hexes::Empty,
        stop: None,
        minimum_one: Int::Const(0),
        zones: None,
        road: None,
        kept: None,
    }
}

fn several() -> Program {
    let code = vec![
        Instr::JumpIfFalse(Int::Not(b(asked())), 2),
        Instr::Place(b(Int::Local(0)), there(), 0),
        Instr::Path(b(way()), there(), 0, 1),
        Instr::SetHexFlag(1, b(Hexes::One(there())), b(Int::Const(1)), 0),
        Instr::SetUnitFlag(1, b(Units::One(b(Int::Local(0)))), b(Int::Const(1)), 0),
    ];
    Program {
        procedures: vec![Procedure {
            holds: Vec::new(),
            name: "one".into(),
            args: 0,
            locals: 2,
            code,
        }],
        views: vec![Hexes::IfElse(
            b(asked()),
            b(Hexes::Flag(1)),
            b(Hexes::Flag(2)),
        )],
        answers: vec![Answer::Hexes(Hexes::Reach(b(way())))],
        hidden: vec![Units::At(there())],
    }
}

#[test]
fn what_says_the_same_is_one_part_and_the_program_says_what_it_said() {
    let mut shared = several();
    share(&mut shared);
    let (told, meant) = (format!("{shared:?}"), format!("{:?}", several()));
    assert_eq!(told, meant);
    let code = &shared.procedures[0].code;
    let [asked, placed, led, hexes, units] = &code[..] else {
        panic!("another program");
    };
    let (
        Instr::JumpIfFalse(Int::Not(first), _),
        Instr::Place(who, to, _),
        Instr::Path(way, end, ..),
        Instr::SetHexFlag(_, hex, on, _),
        Instr::SetUnitFlag(_, unit, set, _),
    ) = (asked, placed, led, hexes, units)
    else {
        panic!("another program");
    };
    let (Int::ContainsHex(_, there), Hexes::IfElse(again, flag, other)) =
        (&**first, &shared.views[0])
    else {
        panic!("other expressions");
    };
    assert_eq!(address(first), address(again));
    assert_ne!(address(flag), address(other));
    let Units::At(hidden) = &shared.hidden[0] else {
        panic!("others are hidden");
    };
    let Hexes::One(flagged) = &**hex else {
        panic!("other hexes are flagged");
    };
    for place in [to, end, flagged, hidden] {
        assert_eq!(address(place), address(there));
    }
    let Int::UnitPlace(unit_there) = &**there else {
        panic!("elsewhere");
    };
    let Units::One(one) = &**unit else {
        panic!("other units are flagged");
    };
    assert_eq!(address(who), address(unit_there));
    assert_eq!(address(who), address(one));
    assert_eq!(address(on), address(set));
    let Answer::Hexes(Hexes::Reach(answer)) = &shared.answers[0] else {
        panic!("another answer");
    };
    assert_eq!(address(way), address(answer));
}

#[test]
fn who_changes_a_shared_part_changes_it_for_himself() {
    let one = there();
    let mut other = one.clone();
    assert_eq!(address(&one), address(&other));
    *other = Int::Const(3);
    assert_eq!((*one).clone(), *there());
    assert_eq!((other.take(), one.take()), (Int::Const(3), there().take()));
}
