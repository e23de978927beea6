//! What outlives its declared life, told when something ends in a checked run.
//!
//! A flag is gone when nothing bears it, a variable when it holds its first value again, a number
//! kept for units when it is 0 for all. Play asks none of this: it is for runs that check.

use super::units::members;
use crate::game::{Game, Life, Lives};
use crate::kernel::hexset;
use crate::state::State;

/// Adds a line for each flag and variable that is to be gone and is not, with what bears it; one
/// that was told of is not told of again.
pub(super) fn outlived(game: &Game, st: &State, ending: Life, found: &mut Vec<String>) {
    let Some(lives) = &game.data.lives else {
        return;
    };
    let procedure = st.running(game).pop().unwrap_or_default();
    let mut tell = |kind: &str, name: &str, life: Life, facts: String| {
        let thing = format!("{kind} `{name}` ");
        let line = format!(
            "{thing}lives for a {}, and outlives a {} in `{procedure}`: {facts}",
            life.name(),
            ending.name(),
        );
        if !found.iter().any(|told| told.starts_with(&thing)) {
            found.push(line);
        }
    };
    let Lives {
        variables,
        unit_flags,
        unit_fields,
        hex_flags,
    } = lives;
    for (v, &life) in over(variables, ending) {
        let (variable, value) = (&game.data.variables[v], st.variable(v));
        if value != variable.init {
            let facts = format!("it is {value}, not {}", variable.init);
            tell("variable", &variable.name, life, facts);
        }
    }
    let unit = |u: u16| game.data.units.names[u as usize].as_str();
    for (f, &life) in over(unit_flags, ending) {
        let bearers: Vec<&str> = members(st.units_with(game, f as u8)).map(unit).collect();
        if !bearers.is_empty() {
            let facts = format!("{} bear it", bearers.join(", "));
            tell("unit flag", &game.data.unit_flags[f], life, facts);
        }
    }
    for (f, &life) in over(unit_fields, ending) {
        let kept: Vec<String> = (0..game.unit_count as u16)
            .map(|u| (u, st.field(f as u8, u)))
            .filter(|&(_, value)| value != 0)
            .map(|(u, value)| format!("{value} for {}", unit(u)))
            .collect();
        if !kept.is_empty() {
            let facts = format!("it is {}", kept.join(", "));
            tell("unit field", &game.data.unit_fields[f], life, facts);
        }
    }
    for (f, &life) in over(hex_flags, ending) {
        let hexes: Vec<&str> = hexset::iter(&game.grid, st.hexes_with(game, f as u8))
            .map(|h| game.place_name(h))
            .collect();
        if !hexes.is_empty() {
            let facts = format!("{} bear it", hexes.join(", "));
            tell("hex flag", &game.data.hex_flags[f], life, facts);
        }
    }
}

/// Those that are to be gone when something ends.
fn over(lives: &[Life], ending: Life) -> impl Iterator<Item = (usize, &Life)> {
    let all = lives.iter().enumerate();
    all.filter(move |(_, life)| life.over(ending))
}
