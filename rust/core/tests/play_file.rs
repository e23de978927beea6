//! Plays a game file to the end in native code, and tests the decoding of damaged bytes.

#![allow(clippy::unwrap_used)]

use eastfront_core::ids::Side;
use eastfront_core::rng::Rng;
use eastfront_core::rollout::check::{play_checked, Sampling};
use eastfront_core::rollout::twin::{compare, Compared};
use eastfront_core::rollout::{rollout, Played, Player, Policy, Wanted};
use eastfront_core::state::Parts;
use eastfront_core::vm::{Action, Scratch, Vm};
use eastfront_core::{Error, Game, State};
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn load() -> (Game, State) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/blue-kremlin.efg");
    let game = Game::from_bytes(&std::fs::read(path).unwrap()).unwrap();
    let mut state = State::blank(&game, Rng::stream(0, 0));
    Vm::new(&game, &mut Scratch::new(&game))
        .start(&mut state)
        .unwrap();
    (game, state)
}

fn all() -> Wanted {
    Wanted {
        stats: true,
        scores: true,
    }
}

/// Plays a game with a check after every action.
fn play(game: &Game, start: &State, policy: Policy, seed: u64, check: impl Fn(&State)) -> State {
    let mut scratch = Scratch::new(game);
    let mut state = start.clone();
    let mut rng = Rng::stream(seed, 0);
    while state.outcome().is_none() {
        let action = policy.pick(game, &state, &mut rng).unwrap();
        Vm::new(game, &mut scratch)
            .apply(&mut state, action)
            .unwrap();
        check(&state);
    }
    state
}

#[test]
fn both_policies_come_to_an_end_and_stay_sound() {
    let (game, start) = load();
    for policy in [Policy::Random, Policy::Busy] {
        let end = play(&game, &start, policy, 3, |s| {
            assert_eq!(s.audit(&game), None)
        });
        assert!(end.outcome().is_some());
    }
}

#[test]
fn who_concedes_loses_at_any_time_and_only_once() {
    let (game, start) = load();
    let mut scratch = Scratch::new(&game);
    let mut rng = Rng::stream(4, 0);
    let mut state = start;
    let mut chance = 0;
    for _ in 0..200 {
        chance += u32::from(usize::from(state.pending().actor) == game.data.sides.len());
        for side in [0, 1] {
            let over = state.conceded(&game, Side(side), &mut scratch).unwrap();
            let outcome = over.outcome().unwrap();
            assert_eq!(outcome.winner, Some(Side(1 - side)));
            assert_eq!(outcome.level, 1);
            assert_eq!(game.rule_name(outcome.rule), "BD-4.14e");
            assert_eq!(over.audit(&game), None);
            let bytes = over.to_bytes(&game);
            let read = State::from_bytes(&game, &bytes, &mut scratch).unwrap();
            assert!(read.same_position(&over) && read.key() == over.key());
            assert!(matches!(
                over.conceded(&game, Side(side), &mut scratch),
                Err(Error::Unknown(_))
            ));
        }
        assert_eq!(state.outcome(), None);
        let action = Policy::Busy.pick(&game, &state, &mut rng).unwrap();
        Vm::new(&game, &mut scratch)
            .apply(&mut state, action)
            .unwrap();
    }
    assert!(chance > 0);
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let (game, start) = load();
    let stop = AtomicBool::new(false);
    let run = |threads| {
        let r = rollout(
            &game,
            &start,
            12,
            threads,
            5,
            &[Player::Blind(Policy::Busy)],
            all(),
            &stop,
        )
        .unwrap();
        (r.games, r.stats)
    };
    let one = run(1);
    assert_eq!(one, run(2));
    assert_eq!(one, run(5));
}

#[test]
fn bytes_come_back_the_same() {
    let (game, start) = load();
    let scratch = std::cell::RefCell::new(Scratch::new(&game));
    play(&game, &start, Policy::Busy, 8, |s| {
        let bytes = s.to_bytes(&game);
        let back = State::from_bytes(&game, &bytes, &mut scratch.borrow_mut()).unwrap();
        assert!(back.same_position(s) && back.key() == s.key());
        assert_eq!(back.to_bytes(&game), bytes);
        assert_eq!(back.pending(), s.pending());
    });
}

#[test]
fn parts_are_those_of_the_bytes_and_give_them_back() {
    let (game, start) = load();
    play(&game, &start, Policy::Busy, 4, |s| {
        let (bytes, parts) = (s.to_bytes(&game), s.parts(&game));
        assert_eq!(Parts::from_bytes(&game, &bytes).unwrap(), parts);
        assert_eq!(parts.to_bytes(&game).unwrap(), bytes);
        // a dead local is 0
        let live = game.live_locals(&parts.frames).unwrap();
        let dead = (0..parts.locals.len()).filter(|l| !live.contains(l));
        assert!(dead.into_iter().all(|l| parts.locals[l] == 0));
    });
    assert!(game.live_locals(&[(u16::MAX, 0)]).is_err());
    let mut deep = start.parts(&game);
    deep.frames = vec![(0, 0); 256];
    let told = deep.to_bytes(&game).unwrap_err().to_string();
    assert_eq!(told, "state bytes: 256 procedures, expected at most 255");
}

#[test]
fn spoilt_bytes_are_refused_or_sound() {
    let (game, start) = load();
    let mut scratch = Scratch::new(&game);
    let good = start.to_bytes(&game);
    let mut rng = Rng::stream(11, 0);
    for _ in 0..3_000 {
        let mut bad = good.clone();
        for _ in 0..=rng.below(3) {
            let at = rng.below(bad.len() as u32) as usize;
            bad[at] = rng.word() as u8;
        }
        if rng.below(8) == 0 {
            bad.truncate(rng.below(bad.len() as u32) as usize);
        }
        match State::from_bytes(&game, &bad, &mut scratch) {
            Ok(state) => assert_eq!(state.audit(&game), None),
            Err(e) => assert!(
                matches!(e, Error::Bytes(_) | Error::OutOfRange { .. }),
                "{e}"
            ),
        }
    }
}

#[test]
fn an_illegal_action_names_its_rule_and_changes_nothing() {
    let (game, start) = load();
    let mut scratch = Scratch::new(&game);
    let mut state = start.clone();
    let legal = |s: &State| {
        let mut out = Vec::new();
        game.legal(s, &mut out);
        out
    };
    let allowed = legal(&state);
    for id in (0..game.num_actions()).step_by(7) {
        let action = game.action_of(id).unwrap();
        assert_eq!(game.action_id(action), Some(id));
        if !allowed.contains(&action) {
            let before = state.to_bytes(&game);
            let error = Vm::new(&game, &mut scratch)
                .apply(&mut state, action)
                .unwrap_err();
            assert!(matches!(error, Error::Illegal { .. }), "{error}");
            assert_eq!(state.to_bytes(&game), before);
        }
    }
    let nothing = Action(u32::MAX);
    assert!(Vm::new(&game, &mut scratch)
        .apply(&mut state, nothing)
        .is_err());
}

#[test]
fn checked_games_are_those_of_a_rollout_and_hold_every_law() {
    let (game, start) = load();
    let (stop, sampling) = (AtomicBool::new(false), Sampling::default());
    let plain = rollout(
        &game,
        &start,
        3,
        1,
        5,
        &[Player::Blind(Policy::Busy)],
        all(),
        &stop,
    )
    .unwrap();
    let found = play_checked(
        &game,
        &start,
        0,
        3,
        5,
        Player::Blind(Policy::Busy),
        &sampling,
        &stop,
    )
    .unwrap();
    // checked games have no final evaluation
    let unscored = |g: &Played| Played { score: None, ..*g };
    let games: Vec<Played> = plain.games.iter().map(unscored).collect();
    assert_eq!(found.games, games);
    assert_eq!(Some(found.stats), plain.stats);
    assert_eq!((found.violations, found.found), (0, Vec::new()));
    assert!(found.positions > 1000);
}

#[test]
fn a_game_never_differs_from_itself() {
    let (game, start) = load();
    let stop = AtomicBool::new(false);
    let same = compare(&game, &start, &game, &start, 2, 1, 5, Policy::Random, &stop);
    let expected = Compared {
        games: 2,
        ..Compared::default()
    };
    assert_eq!(same.unwrap(), expected);
}
