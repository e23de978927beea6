//! Benchmarks in native code: whole games, copies, serialisation and keys.

#![allow(missing_docs)]

use criterion::{criterion_group, criterion_main, Criterion};
use eastfront_core::rng::Rng;
use eastfront_core::rollout::{rollout, Player, Policy, Wanted};
use eastfront_core::{Game, Result, Scratch, State, Vm};
use std::hint::black_box;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// The number of decisions after which a busy game is in its middle.
const MIDDLE: usize = 300;

fn middle(game: &Game, scratch: &mut Scratch) -> Result<State> {
    let mut rng = Rng::stream(5, 0);
    let mut state = State::blank(game, Rng::stream(0, 0));
    Vm::new(game, scratch).start(&mut state)?;
    for _ in 0..MIDDLE {
        if let Some(action) = Policy::Busy.pick(game, &state, &mut rng) {
            Vm::new(game, scratch).advance(&mut state, action)?;
        }
    }
    Ok(state)
}

fn play(c: &mut Criterion) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/blue-kremlin.efg");
    let Some(game) = std::fs::read(path)
        .ok()
        .and_then(|bytes| Game::from_bytes(&bytes).ok())
    else {
        return;
    };
    let mut scratch = Scratch::new(&game);
    let Ok(state) = middle(&game, &mut scratch) else {
        return;
    };
    let mut start = State::blank(&game, Rng::stream(0, 0));
    if Vm::new(&game, &mut scratch).start(&mut start).is_err() {
        return;
    }
    let never = AtomicBool::new(false);
    for (name, policy) in [("busy", Policy::Busy), ("random", Policy::Random)] {
        c.bench_function(&format!("ten games, {name}"), |b| {
            b.iter(|| {
                rollout(
                    &game,
                    &start,
                    10,
                    1,
                    1,
                    &[Player::Blind(policy)],
                    Wanted::default(),
                    &never,
                )
            })
        });
    }
    let (mut copy, bytes) = (state.clone(), state.to_bytes(&game));
    c.bench_function("copy into a used state", |b| {
        b.iter(|| copy.copy_from(black_box(&state)))
    });
    c.bench_function("clone", |b| b.iter(|| black_box(&state).clone()));
    c.bench_function("key", |b| b.iter(|| black_box(&state).key()));
    c.bench_function("same position", |b| {
        b.iter(|| black_box(&state).same_position(&copy))
    });
    c.bench_function("state from bytes", |b| {
        b.iter(|| State::from_bytes(&game, black_box(&bytes), &mut scratch))
    });
}

criterion_group!(benches, play);
criterion_main!(benches);
