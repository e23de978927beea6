//! Golden tests of the passes: the effect of each on a small program, as a diff of its text in
//! `tests/passes/NUMBER-NAME.diff`.
//!
//! `BLESS=1 cargo test -p eastfront-core --test passes` writes the diffs again; read them before
//! they are committed.

#![allow(clippy::unwrap_used)]

use eastfront_core::file::{
    Answer, EdgeSet, FormerNames, GameData, GridData, NamedSet, Query, UnitData, Variable, Verb,
    VerbDomain, LAW,
};
use eastfront_core::ir::expr::{Hexes, Int, Reach, Units};
use eastfront_core::ir::instr::{Alternative, Decision, Domain, Instr, Limit, Procedure};
use eastfront_core::ir::node::Node;
use eastfront_core::program::passes::Passes;
use eastfront_core::Game;
use similar::TextDiff;
use std::path::PathBuf;

const COLUMNS: u16 = 8;
const ROWS: u16 = 6;

fn b<T>(part: T) -> Node<T> {
    Node::new(part)
}

fn strings(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| name.to_string()).collect()
}

/// The place of a unit, given by a bound member or a local.
fn place(of: Int) -> Int {
    Int::UnitPlace(b(of))
}

/// The units that may still move: on the map, of the side to act, not moved yet.
fn ready() -> Units {
    let here = Units::Where(
        b(Units::OnMap),
        b(Int::And(
            b(Int::Not(b(Int::UnitFlag(0, b(Int::Bound(0)))))),
            b(Int::Ruled(
                1,
                b(Int::Eq(
                    b(Int::UnitAttr(0, b(Int::Bound(0)))),
                    b(Int::Const(4)),
                )),
            )),
        )),
    );
    Units::Intersection(b(Units::Distinct(b(here))), b(Units::Fixed(0)))
}

/// The hexes that the unit in local 0 may enter.
fn open() -> Hexes {
    let reach = Reach {
        from: place(Int::Local(0)),
        budget: Int::Const(3),
        costs: Int::Const(0),
        blocked: Hexes::Union(b(Hexes::View(0)), b(Hexes::Empty)),
        stop: None,
        minimum_one: Int::Const(0),
        zones: None,
        road: None,
        kept: None,
    };
    let across = Hexes::Adjacent(Some(0), b(Hexes::One(b(place(Int::Local(0))))));
    let free = Hexes::Difference(
        b(Hexes::Reach(b(reach))),
        b(Hexes::HexesOf(b(Units::Fixed(1)))),
    );
    Hexes::Difference(b(Hexes::Difference(b(free), b(across))), b(Hexes::View(1)))
}

/// A program of ten instructions: a march, turn by turn.
fn march() -> Vec<Instr> {
    let choice = |verb, base, limits, into, target| Alternative {
        verb,
        base,
        limits,
        into,
        target,
        passes: verb == 2,
    };
    let limit = |rule, allows| Limit {
        rule,
        allows,
        text: 0,
    };
    let weather = Int::Eq(b(Int::Var(1)), b(Int::Const(0)));
    let decide = |alternatives| {
        let (kind, actor, rule) = (0, Int::Const(0), 1);
        Instr::Decide(Box::new(Decision {
            kind,
            actor,
            rule,
            alternatives,
        }))
    };
    let single = Hexes::Intersection(
        b(Hexes::One(b(place(Int::Local(0))))),
        b(Hexes::Difference(b(Hexes::Flag(0)), b(Hexes::View(0)))),
    );
    let beside = Hexes::Adjacent(None, b(Hexes::One(b(place(Int::Local(0))))));
    let entered = Hexes::Intersection(b(Hexes::Flag(0)), b(beside));
    let entered = Int::Lt(b(Int::Const(0)), b(Int::CountHexes(b(entered))));
    vec![
        Instr::SetVar(
            0,
            Int::Add(
                b(Int::Var(0)),
                b(Int::Sub(b(Int::Const(3)), b(Int::Const(2)))),
            ),
            1,
        ),
        decide(vec![
            choice(
                0,
                Domain::Units(ready()),
                vec![
                    limit(1, Domain::When(weather)),
                    limit(2, Domain::Units(Units::In(b(Hexes::View(2))))),
                ],
                0,
                2,
            ),
            choice(2, Domain::When(Int::Const(1)), vec![], 2, 7),
        ]),
        decide(vec![
            choice(1, Domain::Hexes(open()), vec![], 1, 3),
            choice(2, Domain::When(Int::Const(1)), vec![], 2, 7),
        ]),
        Instr::Place(b(Int::Local(0)), b(Int::Local(1)), 2),
        Instr::SetUnitFlag(0, b(Units::One(b(Int::Local(0)))), b(Int::Const(1)), 2),
        Instr::SetHexFlag(0, b(single), b(Int::Const(1)), 2),
        Instr::JumpIfFalse(
            Int::Not(b(Int::Lt(b(Int::CountUnits(b(ready()))), b(Int::Const(1))))),
            8,
        ),
        Instr::JumpIfFalse(
            Int::And(b(Int::Lt(b(Int::Var(0)), b(Int::Const(9)))), b(entered)),
            9,
        ),
        Instr::Jump(0),
        Instr::EndGame(b(Int::Const(-1)), b(Int::Const(0)), 1),
    ]
}

fn game() -> Vec<u8> {
    let hexes = usize::from(COLUMNS * ROWS);
    let name = |h| {
        format!(
            "{:02}{:02}",
            h % usize::from(COLUMNS),
            h / usize::from(COLUMNS)
        )
    };
    let set = |name: &str, members: &[u16]| NamedSet {
        name: name.into(),
        members: members.to_vec(),
    };
    let mut river = vec![0; hexes];
    (river[9], river[10]) = (1, 8);
    let query = |name: &str, answer| Query {
        name: name.into(),
        args: 0,
        answer,
    };
    let beside = Hexes::Adjacent(None, b(Hexes::HexesOf(b(Units::Fixed(1)))));
    let verb = |name: &str, domain| Verb {
        name: name.into(),
        domain,
    };
    let variable = |name: &str, init| Variable {
        name: name.into(),
        init,
        hidden: 0,
        range: None,
    };
    let data = GameData {
        id: "small/march".into(),
        title: "A march".into(),
        sides: strings(&["red", "blue"]),
        grid: GridData {
            width: COLUMNS,
            height: ROWS,
            shifted_parity: 1,
        },
        hex_names: (0..hexes).map(name).collect(),
        hex_facts: vec![String::new(); hexes],
        boxes: vec![],
        hex_attrs: vec![],
        hex_sets: vec![set("marsh", &[3, 4, 5])],
        edge_masks: vec![EdgeSet {
            name: "river".into(),
            masks: river,
        }],
        edge_features: vec![],
        costs: vec![eastfront_core::file::Costs {
            name: "plain".into(),
            step: vec![1; hexes * 6],
        }],
        units: UnitData {
            ids: strings(&["r1", "r2", "b1"]),
            names: strings(&["1 R", "2 R", "1 B"]),
            side: vec![0, 0, 1],
            class: vec![0, 1, 2],
            attrs: vec![eastfront_core::file::Column {
                name: "points".into(),
                values: vec![4, 4, 3],
            }],
            start: vec![0, 9, 20],
            uncounted: vec![],
        },
        unit_sets: vec![set("red", &[0, 1]), set("blue guard", &[2])],
        unit_flags: strings(&["moved"]),
        unit_fields: vec![],
        unit_field_ranges: vec![],
        hex_flags: strings(&["entered"]),
        hex_flags_start: vec![vec![]],
        unit_flags_start: vec![vec![]],
        lives: Some(eastfront_core::file::Lives {
            variables: vec![eastfront_core::ir::instr::Life::Game; 2],
            unit_flags: vec![eastfront_core::ir::instr::Life::Game],
            unit_fields: vec![],
            hex_flags: vec![eastfront_core::ir::instr::Life::Game],
        }),
        tables: vec![],
        variables: vec![variable("turn", 0), variable("weather", 0)],
        verbs: vec![
            verb("march", VerbDomain::Unit),
            verb("to", VerbDomain::Hex),
            verb("stop", VerbDomain::Plain),
        ],
        decisions: strings(&["march"]),
        rules: strings(&["", "M-1", "M-2"]),
        texts: strings(&["not so"]),
        notes: vec![],
        // the marshes, the hexes adjacent to the guard, and the starting hexes
        views: vec![
            Hexes::Fixed(0),
            beside,
            Hexes::Difference(
                b(Hexes::All),
                b(Hexes::Where(
                    b(Hexes::All),
                    b(Int::ContainsHex(b(Hexes::View(0)), b(Int::Bound(0)))),
                )),
            ),
        ],
        view_names: strings(&["closed", "beside the guard", "firm"]),
        procedures: vec![Procedure {
            name: "march".into(),
            args: 0,
            locals: 3,
            code: march(),
            holds: vec![],
        }],
        queries: vec![
            query("who can march", Answer::Units(ready())),
            query(
                &format!("{LAW}a turn"),
                Answer::Int(Int::Le(b(Int::Const(0)), b(Int::Var(0)))),
            ),
        ],
        hidden: vec![Units::Empty, Units::Empty],
        python_steps: vec![],
        lookahead: None,
    };
    let json = serde_json::to_vec(&data).unwrap();
    Game::from_json(&json).unwrap().to_bytes().to_vec()
}

fn text(bytes: &[u8], passes: Passes) -> String {
    Game::compiled(bytes, &FormerNames::default(), passes)
        .unwrap()
        .program_text(None)
}

#[test]
fn each_pass_does_what_its_golden_diff_says() {
    let (bytes, names) = (game(), Passes::names());
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/passes");
    let bless = std::env::var_os("BLESS").is_some();
    let mut before = text(&bytes, Passes::NONE);
    for (n, name) in (1..).zip(&names) {
        let after = text(&bytes, Passes::first(n));
        let diff = TextDiff::from_lines(&before, &after);
        let told = diff.unified_diff().context_radius(0).to_string();
        assert!(!told.is_empty(), "{name} does nothing to the small program");
        let path = folder.join(format!("{n:02}-{name}.diff"));
        if bless {
            std::fs::write(&path, &told).unwrap();
        }
        let golden = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(told, golden, "{}", path.display());
        before = after;
    }
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), names.len());
}

#[test]
fn a_part_of_a_program_is_printed_by_its_name() {
    let game = Game::from_bytes(&game()).unwrap();
    let whole = game.program_text(None);
    let view = game.program_text(Some("firm"));
    assert!(
        view.starts_with("view firm = ") && view.lines().count() == 1,
        "{view}"
    );
    assert!(whole.contains(&view));
    assert!(game
        .program_text(Some("march"))
        .starts_with("procedure march/0 (3 locals)\n"));
    assert_eq!(game.program_text(Some("retreat")), "");
}
