//! Conversion of effects for Python.

use eastfront_core::ids::{PlaceId, RuleId, UnitId};
use eastfront_core::vm::Effect;
use eastfront_core::Game;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// An effect as a tuple: its kind, its values, and the rule that caused it.
pub(super) fn effect<'py>(py: Python<'py>, g: &Game, e: &Effect) -> PyResult<Bound<'py, PyTuple>> {
    let rule = |r: RuleId| g.rule_name(r).to_owned();
    let unit = |u: UnitId| g.data.units.names[u.index()].clone();
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
            &g.data.unit_flags[f.index()],
            *on,
            rule(*r),
        )
            .into_pyobject(py),
        Effect::HexFlag(f, h, on, r) => (
            "hex",
            g.place_name(PlaceId::from(*h)),
            &g.data.hex_flags[f.index()],
            *on,
            rule(*r),
        )
            .into_pyobject(py),
        Effect::Var(v, a, b, r) => {
            ("var", &g.data.variables[v.index()].name, *a, *b, rule(*r)).into_pyobject(py)
        }
        Effect::Note(k, args, r) => {
            ("note", &g.data.notes[*k as usize], args.clone(), rule(*r)).into_pyobject(py)
        }
        Effect::Applied(r) => ("applied", rule(*r)).into_pyobject(py),
        Effect::Forced(actor, a) => ("forced", *actor, g.notation(*a)).into_pyobject(py),
    }
}
