//! A validated program runs or fails with an error; it never panics.
#![no_main]

use eastfront_core::rng::Rng;
use eastfront_core::{Game, Scratch, State, Vm};
use libfuzzer_sys::fuzz_target;

/// A game of six hexes and two units without procedures, which are the input.
const WORLD: &str = include_str!("../world.json");

fuzz_target!(|data: &[u8]| {
    let Ok(procedures) = std::str::from_utf8(data) else { return };
    let document = WORLD.replace("\"PROCEDURES\"", procedures);
    let Ok(game) = Game::from_json(document.as_bytes()) else { return };
    let (mut scratch, mut state) = (Scratch::new(&game), State::blank(&game, Rng::stream(0, 0)));
    let mut done = Vm::new(&game, &mut scratch).start(&mut state);
    for _ in 0..8 {
        let Some(action) = done.ok().and_then(|()| game.nth_legal(&state, 0)) else { return };
        done = Vm::new(&game, &mut scratch).apply(&mut state, action);
    }
});
