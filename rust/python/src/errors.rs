//! Errors of the engine as Python exceptions: one family, each also of a suitable built-in type.

use eastfront_core::Error;
use pyo3::exceptions::{
    PyException, PyIndexError, PyRuntimeError, PyTypeError, PyValueError, PyWarning,
};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};

pyo3::create_exception!(
    eastfront._core,
    EastfrontError,
    PyException,
    "The base class of all errors of eastfront."
);

/// The kinds of errors, all subclasses of `EastfrontError`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Illegal,
    Internal,
    Argument,
    ArgumentType,
    Index,
    Format,
    Busy,
}

use Kind::{Argument, ArgumentType, Busy, Format, Illegal, Index, Internal};

impl Kind {
    const ALL: [Kind; 7] = [
        Illegal,
        Internal,
        Argument,
        ArgumentType,
        Index,
        Format,
        Busy,
    ];

    /// The name and docstring of the Python class.
    fn name(self) -> (&'static str, &'static str) {
        match self {
            Illegal => (
                "IllegalAction",
                "An action that the rules refuse; `rule` is the id of the rule that forbids it.",
            ),
            Internal => (
                "InternalError",
                "A defect of the engine or of a rules program; `state` holds the bytes of the \
                 position, None if there is no position.",
            ),
            Argument => (
                "ArgumentError",
                "An invalid value of an argument; the message names the argument and the value.",
            ),
            ArgumentType => (
                "ArgumentTypeError",
                "A value of the wrong type; the message names the argument and the value.",
            ),
            Index => (
                "PlaceError",
                "An index out of range, or `pop` with no action to undo.",
            ),
            Format => (
                "FormatError",
                "Malformed bytes or text.\n\n\
                 `bounds` is set only if a variable of a state is out of range at the pending \
                 decision: the name of the variable, and the smallest and greatest value that it \
                 can have there.",
            ),
            Busy => (
                "BusyError",
                "A use of a state that another thread modifies, or the modification of a state that \
                 another thread uses.",
            ),
        }
    }

    /// The built-in exception class from which the class is derived, besides `EastfrontError`.
    fn builtin(self, py: Python<'_>) -> Bound<'_, PyType> {
        match self {
            Illegal | Argument | Format => py.get_type::<PyValueError>(),
            ArgumentType => py.get_type::<PyTypeError>(),
            Index => py.get_type::<PyIndexError>(),
            Internal | Busy => py.get_type::<PyRuntimeError>(),
        }
    }

    fn make(self, py: Python<'_>) -> PyResult<Py<PyType>> {
        let (name, doc) = self.name();
        let within = PyDict::new(py);
        within.set_item("__doc__", doc)?;
        within.set_item("__module__", "eastfront._core")?;
        let bases = PyTuple::new(py, [py.get_type::<EastfrontError>(), self.builtin(py)])?;
        let made = py.get_type::<PyType>().call1((name, bases, within))?;
        Ok(made.cast_into::<PyType>()?.unbind())
    }

    /// The Python class of this kind of error.
    pub fn class(self, py: Python<'_>) -> PyResult<Bound<'_, PyType>> {
        static TYPES: PyOnceLock<Vec<Py<PyType>>> = PyOnceLock::new();
        let types = TYPES.get_or_try_init(py, || {
            Kind::ALL.into_iter().map(|kind| kind.make(py)).collect()
        })?;
        match types.get(self as usize) {
            Some(class) => Ok(class.bind(py).clone()),
            None => Err(PyWarning::new_err("a kind of error without a type")),
        }
    }

    /// An error of this kind; long quotations are cut.
    pub fn err(self, text: impl Into<String>) -> PyErr {
        let text = in_short(text.into());
        Python::attach(|py| match self.class(py) {
            Ok(class) => PyErr::from_type(class, text),
            Err(e) => e,
        })
    }
}

/// The length up to which a text is not cut.
const SHORT: usize = 400;
/// The maximum number of characters of a quoted name.
const SHOWN: usize = 60;

/// A text in which long quotations are cut.
fn in_short(text: String) -> String {
    if text.len() <= SHORT {
        return text;
    }
    let cut = |part: &str, longest: usize| match part.char_indices().nth(longest) {
        Some((end, _)) => format!("{}...", &part[..end]),
        None => part.to_owned(),
    };
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(at, part)| {
        if at % 2 == 1 {
            cut(part, SHOWN)
        } else {
            part.to_owned()
        }
    });
    cut(&parts.collect::<Vec<_>>().join("`"), 10 * SHORT)
}

/// The Python exception for an error of the engine.
pub fn raise(error: Error) -> PyErr {
    match error {
        Error::Illegal { ref rule, .. } => {
            let err = Illegal.err(error.to_string());
            Python::attach(|py| {
                // an exception object always takes attributes
                let _ = err.value(py).setattr("rule", rule);
            });
            err
        }
        Error::OutOfRange {
            ref variable,
            low,
            high,
            ..
        } => {
            let err = Format.err(error.to_string());
            Python::attach(|py| {
                let _ = err.value(py).setattr("bounds", (variable, low, high));
            });
            err
        }
        Error::Program(_) => Internal.err(error.to_string()),
        Error::Game(_) | Error::Bytes(_) => Format.err(error.to_string()),
        Error::Unknown(_) => Argument.err(error.to_string()),
    }
}

/// Adds the exceptions to the module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("EastfrontError", m.py().get_type::<EastfrontError>())?;
    for kind in Kind::ALL {
        m.add(kind.name().0, kind.class(m.py())?)?;
    }
    Ok(())
}
