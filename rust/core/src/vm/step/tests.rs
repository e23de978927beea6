use super::LIMIT;
use crate::game::Game;
use crate::ir::expr::{Hexes, Int};
use crate::ir::instr::{Alternative, Decision, Domain, Instr};
use crate::ir::node::Node;
use crate::ir::visit::Part;
use crate::state::State;
use crate::vm::{Scratch, Vm};
use eastfront_kernel::rng::Rng;

#[test]
fn what_is_known_of_flags_is_outworn_when_many_hexes_turn_at_once() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/blue-kremlin.efg");
    let mut game = Game::from_bytes(&std::fs::read(path).unwrap()).unwrap();
    let beside = Hexes::Adjacent(None, Node::new(Hexes::Flag(0)));
    game.kept.views = vec![game.reads(&game.depender.of(&Part::Hexes(&beside)))];
    game.kept.quickly_asked = vec![false];
    game.fast.views = vec![beside.clone()];
    let mut scratch = Scratch::new(&game);
    let mut st = State::blank(&game, Rng::stream(0, 0));
    let mut vm = Vm::new(&game, &mut scratch);
    let some = |range| Hexes::Within(Node::new(Int::Const(500)), Node::new(Int::Const(range)));
    for (range, on) in [(9, 1), (9, 0), (2, 1)] {
        let before = vm.hexes(&st, &Hexes::View(0));
        vm.hex_flag(&mut st, 0, &some(range), &Int::Const(on), 0);
        let known = vm.hexes(&st, &Hexes::View(0));
        assert_ne!(known, before);
        assert_eq!(known, vm.hexes(&st, &beside));
    }
}

fn begun(code: Vec<Instr>) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/blue-kremlin.efg");
    let mut game = Game::from_bytes(&std::fs::read(path).unwrap()).unwrap();
    game.fast.procedures[0].code = code;
    game.data.procedures[0].locals = 1;
    let mut scratch = Scratch::new(&game);
    let mut st = State::blank(&game, Rng::stream(0, 0));
    let ended = Vm::new(&game, &mut scratch).start(&mut st);
    ended.unwrap_err().to_string()
}

#[test]
fn a_program_that_never_asks_is_ended() {
    let endless = "the program does not reach a decision";
    let only = Decision {
        kind: 0,
        actor: Int::Const(0),
        rule: 0,
        alternatives: vec![Alternative {
            verb: 1,
            base: Domain::When(Int::Const(1)),
            limits: Vec::new(),
            into: 0,
            target: 0,
            passes: false,
        }],
    };
    for code in [
        vec![Instr::Jump(0)],
        vec![Instr::SetLocal(0, Int::Const(1)), Instr::Jump(0)],
        vec![Instr::JumpIfFalse(Int::Const(0), 0)],
        vec![
            Instr::Jump(2),
            Instr::Jump(2),
            Instr::JumpIfFalse(Int::Const(0), 1),
        ],
        vec![Instr::Decide(Box::new(only))],
    ] {
        let told = begun(code.clone());
        assert!(told.contains(endless), "{code:?}: {told}");
        assert!(told.contains("loop of the procedure `sequence of play` does not end"));
    }
    let told = begun(vec![Instr::JumpIfFalse(Int::Const(1), 0)]);
    assert!(told.contains("ran off its end"), "{told}");
}

#[test]
fn a_program_that_ends_just_beyond_the_limit_is_told_to_end() {
    let next = Int::Add(Node::new(Int::Local(0)), Node::new(Int::Const(1)));
    let rounds = i64::try_from(LIMIT / 2 + 10).unwrap();
    let done = Int::Le(Node::new(Int::Const(rounds)), Node::new(Int::Local(0)));
    let told = begun(vec![
        Instr::SetLocal(0, next),
        Instr::JumpIfFalse(done, 0),
        Instr::Return(Int::Const(0)),
    ]);
    assert!(told.contains("the sequence of play ran out"), "{told}");
}

/// Begins a game with `code` in its first procedure, which calls the second.
fn begun_in_two(code: Vec<Instr>, called: Vec<Instr>) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/blue-kremlin.efg");
    let mut game = Game::from_bytes(&std::fs::read(path).unwrap()).unwrap();
    for (i, code) in [code, called].into_iter().enumerate() {
        game.fast.procedures[i].code = code;
        game.fast.procedures[i].name = ["outer", "inner"][i].into();
        game.data.procedures[i].locals = 1;
    }
    let mut scratch = Scratch::new(&game);
    let mut st = State::blank(&game, Rng::stream(0, 0));
    let ended = Vm::new(&game, &mut scratch).start(&mut st);
    ended.unwrap_err().to_string()
}

#[test]
fn an_endless_loop_is_named_with_its_procedure_and_rules() {
    let call = || Instr::Call(1, Vec::new(), None);
    let back = || Instr::Return(Int::Const(0));
    // rules before and after the loop are not of it
    let outer = vec![
        Instr::Applied(1),
        Instr::Applied(2),
        call(),
        Instr::Jump(1),
        Instr::Applied(3),
    ];
    let told = begun_in_two(outer, vec![Instr::Applied(4), back()]);
    assert!(
        told.contains("a loop of the procedure `outer` does not end"),
        "{told}"
    );
    assert!(told.contains("rules in it: "), "{told}");
    assert_eq!(
        told.matches(", ").count(),
        usize::from(told.contains("in a call of")),
        "{told}"
    );
    let inner = vec![Instr::Applied(4), Instr::Jump(0)];
    let told = begun_in_two(vec![call(), Instr::Jump(0)], inner);
    assert!(
        told.contains("a loop of the procedure `inner` does not end; rules in it: "),
        "{told}"
    );
    let told = begun_in_two(
        vec![call(), back()],
        vec![Instr::Call(0, Vec::new(), None), back()],
    );
    assert!(
        told.ends_with("procedures call each other too deeply: `inner`, `outer`")
            || told.ends_with("procedures call each other too deeply: `outer`, `inner`"),
        "{told}"
    );
}
