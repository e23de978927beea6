//! Tests of the dependency analysis and of the order of operands.

use crate::file::{Answer, Query};
use crate::game::Game;
use crate::ir::expr::{Hexes, Int, Units};
use crate::ir::instr::{Alternative, Domain, Limit};
use crate::ir::node::Node;
use crate::ir::rewrite::Rewritten;
use crate::ir::visit::{Part, PartMut};
use crate::program::analysis::classes;
use crate::program::analysis::depends::Depends;
use crate::program::passes::merge_alternatives;
use crate::program::passes::{Known, Pass, ReorderOperands, Singletons};

fn game() -> Game {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/blue-kremlin.efg");
    Game::from_bytes(&std::fs::read(path).unwrap()).unwrap()
}

/// Orders the operands of an expression and of everything in it, innermost first.
fn in_order(mut part: PartMut<'_>) {
    let game = game();
    let mut known = Known::new(
        &game.data,
        &game.edges,
        game.all_hexes.clone(),
        game.all_units.clone(),
        game.fixed_hexes.clone(),
        game.fixed_units.clone(),
    );
    let passes: [&dyn Pass; 2] = [&ReorderOperands, &Singletons];
    for pass in passes {
        match &mut part {
            PartMut::Int(e) => pass.int(&mut known, e),
            PartMut::Hexes(e) => pass.hexes(&mut known, e),
            PartMut::Units(e) => pass.units(&mut known, e),
        }
    }
}

fn b<T>(x: T) -> Node<T> {
    Node::new(x)
}

/// The index of a fixed set with units of one side only, and that side as a bit.
fn one_side(game: &Game) -> (u16, u8) {
    let side = |members: &[u16]| {
        let sides = members.iter().map(|&u| game.data.units.side[u as usize]);
        sides.fold(0u8, |all, s| all | 1 << s)
    };
    let sets = game.data.unit_sets.iter().enumerate();
    let mut sets = sets.map(|(i, s)| (i as u16, side(&s.members)));
    sets.find(|(_, sides)| sides.count_ones() == 1).unwrap()
}

fn member() -> Node<Int> {
    b(Int::Bound(0))
}

#[test]
fn what_is_asked_of_some_units_depends_on_them_alone() {
    let game = game();
    let (set, side) = one_side(&game);
    let of = |e: &Units| game.depender.of(&Part::Units(e));
    let fixed = || b(Units::Fixed(set));
    let on_map = Units::Intersection(b(Units::OnMap), fixed());
    assert_eq!(of(&on_map).sides, side);
    assert_eq!(of(&Units::OnMap).sides, u8::MAX);
    let box_ = game.hex_count as i64;
    let there = Units::Intersection(b(Units::At(b(Int::Const(box_)))), fixed());
    let place = b(Int::UnitPlace(member()));
    let moved = Units::Where(b(there.clone()), b(Int::Eq(place.clone(), b(Int::Var(3)))));
    let boxed = Depends {
        boxes: 1,
        variables: vec![3],
        ..Depends::default()
    };
    assert_eq!(of(&moved), boxed);
    let flagged = Units::Where(b(there), b(Int::UnitFlag(2, member())));
    assert_eq!(
        of(&flagged).unit_flags,
        0,
        "the box tells what its units bear"
    );
    assert_eq!(of(&flagged).boxes, 1);
    let anywhere = Units::Where(fixed(), place);
    assert_eq!(of(&anywhere).sides, side);
    // the choice among identical counters depends on all of them
    let alike = Units::Intersection(b(Units::Distinct(b(Units::OnMap))), fixed());
    assert_eq!(of(&alike).sides, u8::MAX);
    let held = Hexes::HexesOf(fixed());
    assert_eq!(game.depender.of(&Part::Hexes(&held)).sides, side);
    let group = game.depender.of(&Part::Hexes(&Hexes::Standing(5)));
    assert_eq!((group.standing, group.sides), (1 << 5, 0));
}

#[test]
fn a_question_about_one_unit_tells_that_unit_from_the_rest() {
    let game = game();
    let about = |e: Int| game.depender.about_one(&e);
    assert_eq!(about(Int::UnitAttr(0, member())), Depends::default());
    let own = about(Int::UnitField(0, member()));
    assert!(own.own && own.sides == 0);
    assert!(about(Int::UnitFlag(1, member())).own);
    assert_eq!(about(Int::UnitPlace(b(Int::Local(0)))).sides, u8::MAX);
    let listed = Int::ContainsUnit(b(Units::Flag(1)), member());
    assert!(about(listed).own);
}

fn ordered(mut e: Hexes) -> Hexes {
    Rewritten::default().part(PartMut::Hexes(&mut e), &mut in_order);
    e
}

fn ordered_units(mut e: Units) -> Units {
    Rewritten::default().part(PartMut::Units(&mut e), &mut in_order);
    e
}

#[test]
fn what_stands_ready_is_asked_first() {
    let of = || Hexes::HexesOf(b(Units::Flag(1)));
    let asked = ordered(Hexes::Intersection(b(of()), b(Hexes::Flag(2))));
    assert_eq!(asked, Hexes::Intersection(b(Hexes::Flag(2)), b(of())));
    let around = Hexes::Adjacent(None, b(Hexes::One(b(Int::Local(0)))));
    let near = ordered(Hexes::Difference(
        b(Hexes::Intersection(b(Hexes::All), b(around))),
        b(Hexes::Flag(2)),
    ));
    let mut leftmost = &near;
    while let Hexes::Intersection(a, _) | Hexes::Difference(a, _) = leftmost {
        leftmost = a;
    }
    assert!(matches!(leftmost, Hexes::Adjacent(..)), "{near:?}");
}

#[test]
fn what_may_be_at_fault_is_not_asked_before_what_guards_it() {
    let place = || Int::UnitPlace(b(Int::Local(0)));
    let guarded = Units::Intersection(b(Units::In(b(Hexes::View(0)))), b(Units::At(b(place()))));
    let asked = ordered_units(guarded);
    let Units::Intersection(first, second) = asked else {
        panic!("no longer two sets")
    };
    assert!(matches!(*first, Units::In(_)));
    assert_eq!(*second, Units::At(b(place())));
}

#[test]
fn a_condition_met_in_any_case_is_dropped_from_what_is_left_out() {
    let ours = || b(Units::Fixed(1));
    let left_out = Units::Intersection(ours(), b(Units::Flag(3)));
    let asked = ordered_units(Units::Difference(
        b(Units::Intersection(ours(), b(Units::OnMap))),
        b(left_out),
    ));
    let both = Units::Intersection(ours(), b(Units::OnMap));
    assert_eq!(asked, Units::Difference(b(both), b(Units::Flag(3))));
}

#[test]
fn a_set_that_holds_one_hex_at_most_is_asked_about_that_hex() {
    let asked = |set: Hexes| {
        let mut e = Int::AnyHex(b(set));
        Rewritten::default().part(PartMut::Int(&mut e), &mut in_order);
        e
    };
    let here = |l: u8| b(Hexes::One(b(Int::Local(l))));
    let view = || b(Hexes::View(0));
    let one = asked(Hexes::Intersection(here(0), view()));
    assert!(
        matches!(&one, Int::ContainsHex(_, h) if **h == Int::Local(0)),
        "{one:?}"
    );
    let same = asked(Hexes::Union(
        here(0),
        b(Hexes::Intersection(view(), here(0))),
    ));
    assert!(matches!(same, Int::ContainsHex(..)));
    let two = asked(Hexes::Union(
        here(0),
        b(Hexes::Intersection(view(), here(1))),
    ));
    assert!(matches!(two, Int::AnyHex(_)));
    // a unit that may be absent has a place only where the program evaluates it
    let there = || b(Hexes::One(b(Int::UnitPlace(b(Int::Local(0))))));
    let guarded = asked(Hexes::IfElse(b(Int::Var(0)), there(), b(Hexes::Empty)));
    assert!(matches!(guarded, Int::AnyHex(_)), "{guarded:?}");
    let first = asked(Hexes::Intersection(there(), view()));
    assert!(matches!(first, Int::ContainsHex(..)), "{first:?}");
}

#[test]
fn what_a_set_says_of_a_kind_is_told_apart() {
    let of_kind = Int::ContainsUnit(b(Units::Fixed(3)), member());
    let held = Int::AnyHex(b(Hexes::Flag(1)));
    let asked = Int::And(
        b(Int::IfElse(b(of_kind), b(held), b(Int::Const(1)))),
        b(Int::Var(2)),
    );
    let outer = Int::ContainsUnit(b(Units::Fixed(4)), b(Int::Bound(1)));
    let beside = Int::AnyUnit(b(Units::Where(b(Units::All), b(outer))));
    let asked = Int::And(b(asked), b(beside));
    let set = Units::Difference(
        b(Units::Where(b(Units::OnMap), b(asked))),
        b(Units::Flag(0)),
    );
    assert_eq!(classes::asked(&set), [3, 4]);
    let game = game();
    let about = |e: Units| game.depender.about_one(&Int::ContainsUnit(b(e), member()));
    assert_eq!(about(set.clone()).hex_flags, 2);
    assert_eq!(about(classes::without(&set, 3)).hex_flags, 0);
    assert_eq!(about(classes::without(&set, 4)).hex_flags, 2);
}

#[test]
fn what_is_asked_of_a_counter_by_its_number_is_known_at_load() {
    let game = game();
    let members = &game.data.unit_sets[0].members;
    let (first, second, last) = (members[0], members[1], members[members.len() - 1]);
    let other = (0..game.unit_count as u16).find(|u| !members.contains(u));
    let set = || b(Units::Fixed(0));
    let number = |u: u16| b(Int::Const(i64::from(u)));
    let cases = [
        (Int::ContainsUnit(set(), number(last)), 1),
        (Int::ContainsUnit(set(), number(other.unwrap())), 0),
        (Int::NextUnit(set(), b(Int::Const(-1))), i64::from(first)),
        (Int::NextUnit(set(), number(first)), i64::from(second)),
        (Int::NextUnit(set(), number(last)), -1),
    ];
    for (asked, known) in cases {
        let mut data = game.data.clone();
        data.queries.push(Query {
            name: "asked".into(),
            args: 0,
            answer: Answer::Int(asked),
        });
        let game = Game::from_json(&serde_json::to_vec(&data).unwrap()).unwrap();
        let Some(Answer::Int(answer)) = game.fast.answers.last() else {
            panic!("no number");
        };
        assert_eq!(*answer, Int::Const(known));
    }
}

#[test]
fn a_number_called_by_a_name_depends_on_what_it_was_made_of() {
    let game = game();
    let of = |e: Int| game.depender.of(&Part::Int(&e));
    let same = of(Int::Let(b(Int::Var(3)), b(Int::Mul(member(), member()))));
    assert_eq!(same.variables, [3]);
    // a unit keeps its cover
    let (set, side) = one_side(&game);
    let asked = |e: Int| of(Int::Sum(b(Units::Fixed(set)), b(e)));
    let named = asked(Int::Let(member(), b(Int::UnitPlace(member()))));
    assert_eq!(named.sides, side);
    let other = asked(Int::Let(b(Int::Var(3)), b(Int::UnitPlace(member()))));
    assert_ne!(other.sides, side);
}

#[test]
fn limits_on_units_are_merged_with_what_is_offered() {
    let limit = |allows| Limit {
        rule: 0,
        allows,
        text: 0,
    };
    let without = |f| Units::Difference(b(Units::All), b(Units::Flag(f)));
    let base = Units::Distinct(b(Units::OnMap));
    let open = b(Int::Var(1));
    let mut alt = Alternative {
        verb: 0,
        base: Domain::Units(Units::IfElse(open.clone(), b(base), b(Units::Empty))),
        limits: vec![
            limit(Domain::Units(without(1))),
            limit(Domain::Units(without(2))),
        ],
        into: 0,
        target: 0,
        passes: false,
    };
    let mut mixed = alt.clone();
    merge_alternatives::alternative(&mut alt);
    assert!(alt.limits.is_empty());
    let Domain::Units(Units::IfElse(c, all, none)) = alt.base else {
        panic!("no longer offered under a condition");
    };
    assert_eq!((c, none), (open, b(Units::Empty)));
    let (once, rest) = merge_alternatives::apart(all.take());
    assert_eq!(once, [Units::Distinct(b(Units::OnMap))]);
    let start = Units::Followed(9, b(Units::OnMap), false);
    let left = merge_alternatives::within(
        start.clone(),
        merge_alternatives::beyond(&rest.unwrap(), &Units::OnMap),
    );
    let narrowed = Units::Difference(b(start), b(Units::Flag(1)));
    assert_eq!(left, Units::Difference(b(narrowed), b(Units::Flag(2))));
    mixed.limits.push(limit(Domain::When(Int::Var(3))));
    let before = mixed.clone();
    merge_alternatives::alternative(&mut mixed);
    assert_eq!(mixed, before, "what allows all or nothing is not merged");
}

#[test]
fn what_narrows_a_set_is_put_in_order_and_conditions_outside() {
    let member = || b(Int::Bound(0));
    let dear = |f| b(Int::UnitFlag(f, member()));
    let filter = |set, f| Units::Where(b(set), dear(f));
    let closed = Units::IfElse(b(Int::Var(1)), b(Units::Flag(4)), b(Units::Empty));
    let start = Units::Difference(b(filter(Units::OnMap, 1)), b(Units::Flag(2)));
    let more = vec![(true, filter(Units::OnMap, 3)), (true, closed)];
    let bounds = merge_alternatives::all_bounds(start, more);
    let (c, then, other) = merge_alternatives::by_condition(bounds).unwrap();
    assert_eq!(c, Int::Var(1));
    assert!(other.contains(&(true, Units::Empty)));
    // a repeated operand is evaluated once, and filters come last, in their order
    let sets = Units::Intersection(
        b(Units::Difference(b(Units::OnMap), b(Units::Flag(2)))),
        b(Units::Flag(4)),
    );
    assert_eq!(
        merge_alternatives::in_order(then.clone()),
        filter(filter(sets, 1), 3),
        "{then:?}"
    );
    assert!(
        merge_alternatives::by_condition(then).is_err(),
        "no condition is left"
    );
    let number = b(Int::UnitPlace(b(Int::Var(2))));
    let unsound = vec![
        (true, Units::OnMap),
        (true, filter(Units::All, 1)),
        (true, Units::At(number.clone())),
    ];
    let kept = Units::Intersection(b(filter(Units::OnMap, 1)), b(Units::At(number)));
    assert_eq!(
        merge_alternatives::in_order(unsound),
        kept,
        "what may have no value is not asked before what stood before it"
    );
}
