//! Combat odds as Python functions.

use crate::errors::Kind;
use crate::guard::guarded;
use eastfront_core::kernel::odds::{
    column_by_ratio, pipeline, Faces, OddsError, Ratio, ResultsTable, Rounding, Shifts, Stage,
};
use pyo3::prelude::*;

fn wrong(error: OddsError) -> PyErr {
    Kind::Argument.err(error.to_string())
}

fn stage((name, value): &(String, i64)) -> PyResult<Stage> {
    Ok(match name.as_str() {
        "add" => Stage::Add(*value),
        "times" => Stage::Times(*value),
        "over down" => Stage::Over(*value, Rounding::Down),
        "over up" => Stage::Over(*value, Rounding::Up),
        "over nearest" => Stage::Over(*value, Rounding::Nearest),
        "floor" => Stage::Floor(*value),
        "cap" => Stage::Cap(*value),
        other => return Err(Kind::Argument.err(format!("no stage of strength {other:?}"))),
    })
}

/// Runs a strength through stages, pairs of a name and a number; returns the value after each.
/// Names are "add", "times", "over down", "over up", "over nearest", "floor" and "cap".
#[guarded]
#[pyfunction]
fn odds_pipeline(strength: i64, stages: Vec<(String, i64)>) -> PyResult<Vec<i64>> {
    let stages = stages.iter().map(stage).collect::<PyResult<Vec<_>>>()?;
    let mut values = Vec::with_capacity(stages.len());
    pipeline(strength, &stages, |value| values.push(value)).map_err(wrong)?;
    Ok(values)
}

/// The odds of two strengths, rounded in the defender's favour, as a pair of which one is 1.
#[guarded]
#[pyfunction]
fn odds_ratio(attack: i64, defence: i64) -> PyResult<(i64, i64)> {
    Ok(match Ratio::of(attack, defence).map_err(wrong)? {
        Ratio::Attack(n) => (n, 1),
        Ratio::Defence(n) => (1, n),
    })
}

/// The highest of the ascending columns, pairs (attack, defence), that two strengths reach; None if
/// they do not reach the first.
#[guarded]
#[pyfunction]
fn odds_column(attack: i64, defence: i64, columns: Vec<(u32, u32)>) -> PyResult<Option<usize>> {
    column_by_ratio(attack, defence, &columns).map_err(wrong)
}

/// Shifts a column before and after capping it, within a table of `columns`.
#[guarded]
#[pyfunction]
#[pyo3(signature = (column, columns, *, before=0, cap=None, after=0))]
fn odds_shift(
    column: usize,
    columns: usize,
    before: i32,
    cap: Option<(usize, usize)>,
    after: i32,
) -> usize {
    Shifts { before, cap, after }.apply(column, columns)
}

/// The number of ways to roll each result in a column of a table, for a roll of `dice` (number,
/// sides) modified by `modifier`: the weights by result, and their sum. The `results` of the table
/// are given row by row, the first row for a roll of `first`.
#[guarded]
#[pyfunction]
#[pyo3(signature = (results, columns, column, *, first=1, dice=(1, 6), modifier=0))]
fn odds_distribution(
    results: Vec<u16>,
    columns: usize,
    column: usize,
    first: i32,
    dice: (u8, u8),
    modifier: i32,
) -> PyResult<(Vec<u64>, u64)> {
    let size = results
        .iter()
        .max()
        .map_or(0, |&most| usize::from(most) + 1);
    let table = ResultsTable::new(columns, first, results).map_err(wrong)?;
    let faces = Faces::dice(dice.0, dice.1);
    let faces = faces.ok_or_else(|| Kind::Argument.err("too many dice to count exactly"))?;
    let mut weights = vec![0; size];
    let total = table.distribution(column, modifier, &faces, &mut weights);
    Ok((weights, total))
}

/// Adds the functions to a module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(odds_pipeline, m)?)?;
    m.add_function(wrap_pyfunction!(odds_ratio, m)?)?;
    m.add_function(wrap_pyfunction!(odds_column, m)?)?;
    m.add_function(wrap_pyfunction!(odds_shift, m)?)?;
    m.add_function(wrap_pyfunction!(odds_distribution, m)?)
}
