//! Stepping many games together: results do not depend on the number of threads, and planes and
//! masks match the positions.

#![allow(clippy::unwrap_used)]

use eastfront_core::ids::Side;
use eastfront_core::rng::Rng;
use eastfront_core::rollout::{Player, Policy};
use eastfront_core::tensor::{Memo, Plane, Tensor, Whose};
use eastfront_core::vector::{episode_seed, settle, Autoreset, Buffers, Settings, Vector};
use eastfront_core::{Error, Game, Scratch, State, Vm};
use std::path::Path;

const SETTINGS: Settings = Settings {
    seed: 5,
    threads: 1,
    autoreset: Autoreset::SameStep,
    limit: 0,
    learner: None,
};

fn load() -> (Game, State) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/blue-kremlin.efg");
    let game = Game::from_bytes(&std::fs::read(path).unwrap()).unwrap();
    let mut state = State::blank(&game, Rng::stream(0, 0));
    Vm::new(&game, &mut Scratch::new(&game))
        .start(&mut state)
        .unwrap();
    (game, state)
}

fn planes(game: &Game) -> Vec<Plane> {
    let d = &game.data;
    let mut out = vec![Plane::ChoiceHex, Plane::ChoiceUnit, Plane::Chance];
    for whose in [Whose::Own, Whose::Enemy] {
        out.extend([
            Plane::Units(whose),
            Plane::Hidden(whose),
            Plane::ToAct(whose),
        ]);
        out.extend((0..d.units.attrs.len()).map(|i| Plane::Attr(whose, i)));
        out.extend((0..d.unit_sets.len()).map(|i| Plane::Set(whose, i)));
        out.extend((0..d.unit_flags.len()).map(|i| Plane::UnitFlag(whose, i)));
        out.extend((0..d.unit_fields.len()).map(|i| Plane::Field(whose, i)));
        out.extend((0..d.boxes.len()).map(|i| Plane::InBox(whose, i)));
    }
    let control = d.queries.iter().position(|q| q.name == "control").unwrap();
    out.extend([Whose::Own, Whose::Enemy].map(|w| Plane::Query(w, control)));
    out.extend((0..d.hex_flags.len()).map(Plane::HexFlag));
    out.extend((0..d.variables.len()).map(Plane::Variable));
    out.extend((0..d.decisions.len()).map(Plane::Decision));
    out.extend((0..d.sides.len()).map(Plane::Observer));
    out
}

/// Planes, masks and results of each game, after some steps of play with a generator of its own.
fn play(
    game: &Game,
    start: &State,
    n: usize,
    settings: Settings,
    steps: usize,
    mut see: impl FnMut(&Vector, &[i16], &[bool]),
) {
    let tensor = Tensor::new(game, planes(game)).unwrap();
    let stride = tensor.cells();
    let mut vector = Vector::new(game, start, n, tensor, settings).unwrap();
    let (mut cells, mut masks) = (
        vec![0; n * stride],
        vec![false; n * game.num_actions() as usize],
    );
    let mut rng = Rng::stream(9, 9);
    for step in 0..=steps {
        let mut buffers = Buffers {
            planes: &mut cells,
            stride,
            masks: &mut masks,
        };
        if step == 0 {
            vector.reset(game, None, None, &mut buffers).unwrap();
        } else {
            let actions: Vec<i64> = (0..n)
                .map(|i| match vector.ids(i) {
                    [] => 0,
                    ids => i64::from(ids[rng.below(ids.len() as u32) as usize]),
                })
                .collect();
            vector.step(game, &actions, &mut buffers).unwrap();
        }
        see(&vector, &cells, &masks);
    }
}

#[test]
fn planes_kept_up_to_date_are_planes_written_anew() {
    let (game, start) = load();
    let tensor = Tensor::new(&game, planes(&game)).unwrap();
    let mut scratch = Scratch::new(&game);
    let mut count = 0;
    play(&game, &start, 6, SETTINGS, 250, |vector, cells, masks| {
        count += 1;
        for i in 0..6 {
            let state = vector.state(i).unwrap();
            let mut legal = Vec::new();
            game.legal(state, &mut legal);
            let actions = game.num_actions() as usize;
            let shown = masks[i * actions..][..actions]
                .iter()
                .filter(|&&b| b)
                .count();
            assert_eq!(shown, vector.ids(i).len());
            assert!(legal
                .iter()
                .all(|&a| masks[i * actions + game.action_id(a).unwrap() as usize]));
            if count % 5 != i % 5 {
                continue;
            }
            let mut anew = vec![0; tensor.cells()];
            let mut vm = Vm::new(&game, &mut scratch);
            tensor
                .write(
                    &mut vm,
                    state,
                    vector.observer(i),
                    &legal,
                    &mut Memo::default(),
                    &mut anew,
                )
                .unwrap();
            assert!(anew == cells[i * tensor.cells()..][..tensor.cells()]);
        }
    });
}

#[test]
fn threads_and_neighbours_change_nothing() {
    let (game, start) = load();
    let run = |n: usize, threads: usize, learner| {
        let settings = Settings {
            threads,
            learner,
            limit: 40,
            ..SETTINGS
        };
        let mut out = Vec::new();
        play(&game, &start, n, settings, 90, |vector, _, _| {
            let one = |i| (vector.state(i).unwrap().to_bytes(&game), vector.course(i));
            out.push((0..n.min(20)).map(one).collect::<Vec<_>>());
        });
        out
    };
    for learner in [None, Some((Side(1), Player::Blind(Policy::Busy)))] {
        let one = run(40, 1, learner);
        assert!(one == run(40, 3, learner));
    }
}

#[test]
fn an_episode_is_the_game_of_its_seed() {
    let (game, start) = load();
    let mut scratch = Scratch::new(&game);
    let limited = Settings {
        limit: 3,
        ..SETTINGS
    };
    let mut seen = 0;
    play(&game, &start, 4, limited, 9, |vector, _, _| {
        for i in 0..4 {
            let (episode, length) = vector.course(i);
            if length == 0 {
                let mut alone = start.clone();
                alone.rng = Rng::stream(episode_seed(5, i, episode), 0);
                settle(&game, &mut alone, &mut scratch).unwrap();
                assert!(alone.to_bytes(&game) == vector.state(i).unwrap().to_bytes(&game));
                seen += 1;
            }
        }
    });
    assert_eq!(seen, 4 * 4);
}

#[test]
fn only_the_learner_is_asked() {
    let (game, start) = load();
    for side in 0..2 {
        let settings = Settings {
            learner: Some((Side(side), Player::Blind(Policy::Random))),
            ..SETTINGS
        };
        play(&game, &start, 3, settings, 120, |vector, _, _| {
            for i in 0..3 {
                assert_eq!(vector.state(i).unwrap().pending().actor, side);
                assert_eq!(vector.observer(i), Side(side));
            }
        });
    }
}

#[test]
fn a_plane_of_what_is_not_there_is_refused() {
    let (game, _) = load();
    for plane in [
        Plane::Attr(Whose::Own, 99),
        Plane::HexFlag(99),
        Plane::Query(Whose::Own, 9999),
        Plane::Query(Whose::Own, 0),
        Plane::Variable(999),
        Plane::Observer(2),
    ] {
        let made = Tensor::new(&game, vec![plane]);
        assert!(matches!(made, Err(Error::Unknown(_))), "{plane:?}");
    }
}
