//! What happened, as Python sees it.

use eastfront_core::vm::Effect;
use eastfront_core::Game;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// An effect as a tuple: its kind, its facts, its rule.
pub(super) fn effect<'py>(py: Python<'py>, g: &Game, e: &Effect) -> PyResult<Bound<'py, PyTuple>> {
    let rule = |r: u16| g.rule_name(r).to_owned();
    let unit = |u: u16| g.data.units.names[u as usize].clone();
    match e {
        Effect::Placed(u, from, to, r) => (
            "placed",
            unit(*u),
            g.place_name(*from),
            g.place_name(*to),
            rule(*r),
        )
            .into_pyobject(py),
        Effect::UnitFlag(f, u, on, r) => (
            "unit",
            unit(*u),
            &g.data.unit_flags[*f as usize],
            *on,
            rule(*r),
        )
            .into_pyobject(py),
        Effect::HexFlag(f, h, on, r) => (
            "hex",
            g.place_name(*h),
            &g.data.hex_flags[*f as usize],
            *on,
            rule(*r),
        )
            .into_pyobject(py),
        Effect::Var(v, a, b, r) => {
            ("var", &g.data.variables[*v as usize].name, *a, *b, rule(*r)).into_pyobject(py)
        }
        Effect::Note(k, args, r) => {
            ("note", &g.data.notes[*k as usize], args.clone(), rule(*r)).into_pyobject(py)
        }
        Effect::Applied(r) => ("applied", rule(*r)).into_pyobject(py),
        Effect::Forced(actor, a) => ("forced", *actor, g.notation(*a)).into_pyobject(py),
    }
}
