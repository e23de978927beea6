//! Errors of the engine as Python exceptions.

use eastfront_core::Error;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;

pyo3::create_exception!(
    eastfront._core,
    EastfrontError,
    PyException,
    "Any error of eastfront."
);
pyo3::create_exception!(
    eastfront._core,
    IllegalAction,
    EastfrontError,
    "An action that the rules refuse; `rule` is the id of the rule that forbids it."
);
pyo3::create_exception!(
    eastfront._core,
    InternalError,
    EastfrontError,
    "A defect of the engine or of a rules program; `state` holds the position's bytes."
);

/// The Python exception for an error of the engine.
pub fn raise(error: Error) -> PyErr {
    match error {
        Error::Illegal { rule, text } => {
            let err = IllegalAction::new_err(format!("{rule}: {text}"));
            Python::attach(|py| {
                // an exception object always takes attributes
                let _ = err.value(py).setattr("rule", rule);
            });
            err
        }
        Error::Program(_) => InternalError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// Adds the exceptions to the module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("EastfrontError", m.py().get_type::<EastfrontError>())?;
    m.add("IllegalAction", m.py().get_type::<IllegalAction>())?;
    m.add("InternalError", m.py().get_type::<InternalError>())?;
    Ok(())
}
