use crate::game::Game;
use crate::ir::expr::{Hexes, Int};
use crate::ir::instr::Instr;
use crate::ir::node::Node;
use crate::ir::visit::Part;
use crate::state::State;
use crate::vm::eval::hexes::at_most;
use crate::vm::{Scratch, Vm};
use eastfront_kernel::rng::Rng;

fn game() -> Game {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/blue-kremlin.efg");
    Game::from_bytes(&std::fs::read(path).unwrap()).unwrap()
}

fn b(e: Int) -> Node<Int> {
    Node::new(e)
}

#[test]
fn what_cannot_be_done_is_told_and_changes_nothing() {
    let mut game = game();
    let large = || Int::Const(1 << 40);
    let (unit, nobody) = (|| b(Int::Const(0)), || b(Int::Const(-1)));
    let cases = [
        (Instr::SetVar(0, large(), 0), "cannot hold"),
        (Instr::Place(unit(), nobody(), 0), "no place -1"),
        (
            Instr::Place(nobody(), unit(), 0),
            "placing a unit that is out of range",
        ),
        (Instr::SetUnitField(0, unit(), b(large()), 0), "cannot hold"),
        (
            Instr::SetUnitField(0, nobody(), unit(), 0),
            "a number for a unit that is out of range",
        ),
    ];
    for (instr, wanted) in cases {
        game.fast.procedures[0].code = vec![instr, Instr::Return(Int::Const(0))];
        let mut scratch = Scratch::new(&game);
        let mut st = State::blank(&game, Rng::stream(0, 0));
        let before = (st.vars.clone(), st.unit_place(0));
        let told = Vm::new(&game, &mut scratch).start(&mut st).unwrap_err();
        assert!(told.to_string().contains(wanted), "{told}");
        assert_eq!(before, (st.vars.clone(), st.unit_place(0)));
    }
}

#[test]
fn what_is_known_of_a_variable_is_outworn_when_it_changes() {
    let mut game = game();
    let (all, none) = (Node::new(Hexes::All), Node::new(Hexes::Empty));
    let open = Hexes::IfElse(b(Int::Var(0)), all, none);
    game.kept.views = vec![game.reads(&game.depender.of(&Part::Hexes(&open)))];
    game.kept.quickly_asked = vec![false];
    game.fast.views = vec![open];
    let mut scratch = Scratch::new(&game);
    let mut st = State::blank(&game, Rng::stream(0, 0));
    let mut vm = Vm::new(&game, &mut scratch);
    for value in [1, 0, 2] {
        vm.set_var(&mut st, 0, &Int::Const(value), 0);
        let known = vm.hexes(&st, &Hexes::View(0));
        assert_eq!(at_most(&known, 0), value == 0);
    }
}

#[test]
fn a_path_is_taken_from_its_end_and_so_many_steps_are_dropped() {
    let game = game();
    let mut scratch = Scratch::new(&game);
    let mut st = State::blank(&game, Rng::stream(0, 0));
    let mut vm = Vm::new(&game, &mut scratch);
    (st.path, st.locals) = (vec![3, 1, 4, 2], vec![0]);
    vm.path_step(&mut st, 0);
    assert_eq!((st.locals[0], st.path.as_slice()), (2, &[3u8, 1, 4][..]));
    vm.path_drop(&mut st, &Int::Const(2));
    assert_eq!(st.path, [3]);
    vm.path_drop(&mut st, &Int::Const(9));
    vm.path_step(&mut st, 0);
    assert_eq!((st.locals[0], st.path.len()), (-1, 0));
}

#[test]
fn a_number_is_called_by_its_name_within_and_not_beyond() {
    let game = game();
    let mut scratch = Scratch::new(&game);
    let st = State::blank(&game, Rng::stream(0, 0));
    let mut vm = Vm::new(&game, &mut scratch);
    let it = |n| b(Int::Bound(n));
    // 3 is the inner value, 5 the outer one on both sides of it
    let inner = Int::Let(b(Int::Const(3)), b(Int::Mul(it(0), it(1))));
    let whole = Int::Let(b(Int::Const(5)), b(Int::Add(b(inner), it(0))));
    assert_eq!(vm.int(&st, &whole), 20);
}

#[test]
fn members_are_counted_no_further_than_asked() {
    let mut set = [0u64; 20];
    for (n, word) in [(1, 0), (2, 7), (3, 8), (4, 19)] {
        set[word] |= 1 << (n * 13 % 64);
        assert!(at_most(&set, n) && at_most(&set, n + 1));
        assert!(!at_most(&set, n - 1));
    }
}
