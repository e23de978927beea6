//! Any bytes are a state or an error; a valid state survives serialisation and can be played on.
#![no_main]

use eastfront_core::{Scratch, State, Vm};
use eastfront_fuzz::{game, Input};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let (game, mut scratch) = (game(), Scratch::new(game()));
    // the digest of the game file is no secret, but cannot be guessed
    let mut bytes = data.to_vec();
    if let Some(digest) = bytes.get_mut(4..12) {
        digest.copy_from_slice(&game.digest.to_le_bytes());
    }
    let Ok(mut state) = State::from_bytes(game, &bytes, &mut scratch) else { return };
    let again = state.to_bytes(game);
    let back = State::from_bytes(game, &again, &mut scratch).unwrap();
    assert!(back.same_position(&state) && back.to_bytes(game) == again);
    let mut choices = Input(data);
    for _ in 0..50 {
        assert_eq!(state.audit(game), None);
        let Some(action) = choices.action(&state) else { return };
        Vm::new(game, &mut scratch).apply(&mut state, action).unwrap();
    }
});
