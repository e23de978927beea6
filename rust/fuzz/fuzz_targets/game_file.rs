//! Any bytes are a game file or an error; a valid game starts, or reports why it cannot.
#![no_main]

use eastfront_core::rng::Rng;
use eastfront_core::{Game, Scratch, State, Vm};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(game) = Game::from_bytes(data) {
        assert_eq!(game.to_bytes(), data);
        let mut state = State::blank(&game, Rng::stream(0, 0));
        if Vm::new(&game, &mut Scratch::new(&game)).start(&mut state).is_ok() {
            assert_eq!(state.audit(&game), None);
        }
    }
});
