//! Prints the program of a game file as text, optionally as it is after a pass: `program FILE
//! [PASS]`.

use eastfront_core::file::FormerNames;
use eastfront_core::program::passes::Passes;
use eastfront_core::Game;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let bytes = std::fs::read(args.next().ok_or("a game file is expected")?)?;
    let passes = args
        .next()
        .map_or(Ok(Passes::ALL), |pass| Passes::up_to(&pass))?;
    let game = Game::compiled(&bytes, &FormerNames::default(), passes)?;
    print!("{}", game.program_text(None));
    Ok(())
}
