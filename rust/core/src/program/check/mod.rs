//! Validation of a game file, once at load, so that play needs no checks.
//!
//! Every index is in range, every jump has a target, nesting is bounded, and no view is circular.

mod program;

use crate::error::{Error, Result};
use crate::file::{GameData, VerbDomain};
use eastfront_kernel::grid::Grid;

fn fail<T>(text: impl Into<String>) -> Result<T> {
    Err(Error::Game(text.into()))
}

fn size(what: &str, found: usize, expected: usize) -> Result<()> {
    if found == expected {
        return Ok(());
    }
    fail(format!("{what} has {found} entries, expected {expected}"))
}

/// Validates a whole game file.
pub fn data(data: &GameData, grid: &Grid) -> Result<()> {
    let hexes = grid.len();
    let units = data.units.ids.len();
    let places = hexes + data.boxes.len();
    if data.sides.is_empty() || data.sides.len() > 4 {
        return fail(format!("{} sides, expected 1 to 4", data.sides.len()));
    }
    if units > 4000 || places >= u16::MAX as usize {
        return fail("too many units or places");
    }
    size("hex_names", data.hex_names.len(), hexes)?;
    size("hex_facts", data.hex_facts.len(), hexes)?;
    for c in &data.hex_attrs {
        size(&c.name, c.values.len(), hexes)?;
    }
    for e in data.edge_masks.iter().chain(&data.edge_features) {
        size(&e.name, e.masks.len(), hexes)?;
    }
    for c in &data.costs {
        size(&c.name, c.step.len(), hexes * 6)?;
    }
    for (name, found) in [
        ("unit names", data.units.names.len()),
        ("unit sides", data.units.side.len()),
        ("unit classes", data.units.class.len()),
        ("unit starts", data.units.start.len()),
    ] {
        size(name, found, units)?;
    }
    for c in &data.units.attrs {
        size(&c.name, c.values.len(), units)?;
    }
    members("hex set", data.hex_sets.iter().map(|s| &s.members), hexes)?;
    members(
        "uncounted units",
        std::iter::once(&data.units.uncounted),
        units,
    )?;
    members("unit set", data.unit_sets.iter().map(|s| &s.members), units)?;
    members("hex flag", data.hex_flags_start.iter(), hexes)?;
    members("unit flag", data.unit_flags_start.iter(), units)?;
    members("unit start", std::iter::once(&data.units.start), places)?;
    if let Some(side) = data
        .units
        .side
        .iter()
        .find(|&&s| s as usize >= data.sides.len())
    {
        return fail(format!(
            "unit of side {side}, expected one of {}",
            data.sides.len()
        ));
    }
    size(
        "hex flags at start",
        data.hex_flags_start.len(),
        data.hex_flags.len(),
    )?;
    size(
        "unit flags at start",
        data.unit_flags_start.len(),
        data.unit_flags.len(),
    )?;
    if let Some(lives) = &data.lives {
        for (name, found, expected) in [
            ("lives of variables", &lives.variables, data.variables.len()),
            (
                "lives of unit flags",
                &lives.unit_flags,
                data.unit_flags.len(),
            ),
            (
                "lives of unit fields",
                &lives.unit_fields,
                data.unit_fields.len(),
            ),
            ("lives of hex flags", &lives.hex_flags, data.hex_flags.len()),
        ] {
            size(name, found.len(), expected)?;
        }
    }
    if !data.unit_field_ranges.is_empty() {
        size(
            "ranges of unit fields",
            data.unit_field_ranges.len(),
            data.unit_fields.len(),
        )?;
    }
    size("hidden", data.hidden.len(), data.sides.len())?;
    for (name, found, most) in [
        ("hex flags", data.hex_flags.len(), 60),
        ("unit flags", data.unit_flags.len(), 60),
        ("unit fields", data.unit_fields.len(), 60),
        ("variables", data.variables.len(), 10_000),
    ] {
        if found > most {
            return fail(format!("{found} {name}, expected {most} at most"));
        }
    }
    if data.rules.first().map(String::as_str) != Some("") {
        return fail("the first rule id must be empty");
    }
    for t in &data.tables {
        size(&t.name, t.low.len(), t.size.len())?;
        let cells = t
            .size
            .iter()
            .try_fold(1usize, |n, &s| n.checked_mul(s as usize));
        size(&t.name, t.cells.len(), cells.unwrap_or(usize::MAX))?;
    }
    for v in &data.verbs {
        if let VerbDomain::Number(low, high) = v.domain {
            if high < low || high.abs_diff(low) > 63 {
                return fail(format!("verb {}: range {low} to {high}", v.name));
            }
        }
    }
    program::check(data)
}

fn members<'a>(
    what: &str,
    mut sets: impl Iterator<Item = &'a Vec<u16>>,
    below: usize,
) -> Result<()> {
    match sets.find_map(|s| s.iter().find(|&&m| m as usize >= below)) {
        Some(m) => fail(format!("{what}: member {m} is out of range")),
        None => Ok(()),
    }
}
