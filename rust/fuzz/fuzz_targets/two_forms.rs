//! The optimised program and the program as written have the same legal actions and the same
//! results.
#![no_main]

use eastfront_core::{Scratch, Vm};
use eastfront_fuzz::{game, start, Input};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let (game, mut scratch, mut word) = (game(), Scratch::new(game()), Scratch::new(game()));
    word.verbatim = true;
    let (mut input, mut run, mut read) = (Input(data), start(&mut scratch), start(&mut word));
    while input.more() {
        assert!(run.same_position(&read) && run.pending() == read.pending());
        let Some(action) = input.action(&run) else { return };
        Vm::new(game, &mut scratch).apply(&mut run, action).unwrap();
        Vm::new(game, &mut word).apply(&mut read, action).unwrap();
    }
});
