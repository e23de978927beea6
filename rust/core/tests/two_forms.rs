//! The program as written is the oracle of the optimised one: every position of many games has the
//! same legal actions and the same results in both.

#![allow(clippy::unwrap_used)]

use eastfront_core::file::{Answer, FormerNames};
use eastfront_core::ids::QueryId;
use eastfront_core::program::passes::Passes;
use eastfront_core::rng::Rng;
use eastfront_core::rollout::Policy;
use eastfront_core::{Game, Scratch, State, Vm};
use std::path::Path;

/// The number of decisions of a game that a program compiled by some passes plays.
const LONGEST: usize = 250;

fn game() -> Game {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/blue-kremlin.efg");
    Game::from_bytes(&std::fs::read(path).unwrap()).unwrap()
}

fn scratches(game: &Game) -> (Scratch, Scratch) {
    let mut word_for_word = Scratch::new(game);
    word_for_word.verbatim = true;
    (Scratch::new(game), word_for_word)
}

#[test]
fn both_forms_offer_the_same_and_lead_to_the_same() {
    let game = game();
    let (mut fast, mut oracle) = scratches(&game);
    for index in 0..8 {
        let policy = [Policy::Busy, Policy::Random][index as usize % 2];
        let mut rng = Rng::stream(17, index);
        let mut state = State::blank(&game, Rng::stream(0, 0));
        let mut other = state.clone();
        Vm::new(&game, &mut fast).start(&mut state).unwrap();
        Vm::new(&game, &mut oracle).start(&mut other).unwrap();
        while state.outcome().is_none() {
            assert_eq!(state.pending(), other.pending());
            assert!(state.same_position(&other));
            let action = policy.pick(&game, &state, &mut rng).unwrap();
            Vm::new(&game, &mut fast).apply(&mut state, action).unwrap();
            Vm::new(&game, &mut oracle)
                .apply(&mut other, action)
                .unwrap();
        }
        assert_eq!(state.outcome(), other.outcome());
    }
}

/// The game files of one scenario of each game.
fn games() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let names = ["bagration.efg", "berlin.efg", "blue-kremlin.efg"];
    names
        .map(|name| std::fs::read(folder.join(name)).unwrap())
        .into()
}

/// Plays a program compiled by some passes beside the program as written.
fn compiled_by(bytes: &[u8], passes: Passes, seed: u64) {
    let game = Game::compiled(bytes, &FormerNames::default(), passes).unwrap();
    let (mut fast, mut oracle) = scratches(&game);
    let mut rng = Rng::stream(seed, 0);
    let mut state = State::blank(&game, Rng::stream(seed, 1));
    let mut other = state.clone();
    Vm::new(&game, &mut fast).start(&mut state).unwrap();
    Vm::new(&game, &mut oracle).start(&mut other).unwrap();
    for _ in 0..LONGEST {
        assert_eq!(state.pending(), other.pending(), "{passes:?}");
        assert!(state.same_position(&other), "{passes:?}");
        if state.outcome().is_some() {
            return;
        }
        let action = Policy::Busy.pick(&game, &state, &mut rng).unwrap();
        Vm::new(&game, &mut fast).apply(&mut state, action).unwrap();
        Vm::new(&game, &mut oracle)
            .apply(&mut other, action)
            .unwrap();
    }
}

#[test]
fn every_game_is_played_alike_with_each_pass_left_out() {
    for bytes in games() {
        compiled_by(&bytes, Passes::ALL, 0);
        compiled_by(&bytes, Passes::NONE, 1);
        for (seed, pass) in (2..).zip(Passes::names()) {
            compiled_by(&bytes, Passes::ALL.without(pass).unwrap(), seed);
        }
    }
}

#[test]
fn every_game_is_played_alike_by_the_passes_up_to_each() {
    for bytes in games() {
        for (seed, pass) in (2..).zip(Passes::names()) {
            compiled_by(&bytes, Passes::up_to(pass).unwrap(), seed);
        }
    }
}

#[test]
fn a_pass_that_is_unknown_is_told_with_those_that_are_known() {
    let told = Passes::ALL.without("haste").unwrap_err().to_string();
    assert!(
        told.contains("haste") && told.contains("constant-folding"),
        "{told}"
    );
    assert!(Passes::up_to("haste").is_err());
}

#[test]
fn both_forms_give_the_same_answers() {
    let game = game();
    let (mut fast, mut oracle) = scratches(&game);
    let mut rng = Rng::stream(23, 0);
    let mut state = State::blank(&game, Rng::stream(0, 0));
    Vm::new(&game, &mut fast).start(&mut state).unwrap();
    let things = game.data.units.ids.len().max(game.grid.len()) as u32;
    let (mut asked, mut answered) = (0, 0);
    while state.outcome().is_none() {
        let action = Policy::Busy.pick(&game, &state, &mut rng).unwrap();
        Vm::new(&game, &mut fast).apply(&mut state, action).unwrap();
        let number = rng.below(game.data.queries.len() as u32) as usize;
        let query = &game.data.queries[number];
        if matches!(query.answer, Answer::Procedure(_)) {
            continue;
        }
        let args: Vec<i32> = (0..query.args)
            .map(|_| rng.below([3, things][asked % 2]) as i32)
            .collect();
        asked += 1;
        let say = |r: eastfront_core::Result<_>| r.ok();
        let mine = say(Vm::new(&game, &mut fast).ask(&state, QueryId(number as u16), &args));
        let theirs = say(Vm::new(&game, &mut oracle).ask(&state, QueryId(number as u16), &args));
        if theirs.is_some() {
            assert_eq!(mine, theirs, "{} {args:?}", query.name);
            answered += 1;
        }
    }
    assert!(answered > 50, "{answered} of {asked} questions had answers");
}
