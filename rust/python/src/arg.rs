//! Conversion of arguments; errors name the argument, its value and the expected values.

use crate::errors::Kind;
use pyo3::exceptions::{PyException, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyString, PyTuple};
use std::any::type_name;
use std::borrow::Cow;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// The maximum number of characters of a value quoted in an error.
const SHOWN: usize = 60;

/// The permitted numbers of games in a call.
pub const GAMES: RangeInclusive<u64> = 0..=10_000_000;
/// The permitted numbers of threads in a call.
pub const THREADS: RangeInclusive<u64> = 1..=256;
/// The permitted lengths of counted action sequences.
pub const DEPTH: RangeInclusive<u64> = 0..=64;
/// The permitted indices of the first game in a stream of games.
pub const FIRST: RangeInclusive<u64> = 0..=1 << 53;

/// Converts an argument; an error names the argument, its value and the expected values.
fn read<'a, 'py, T: FromPyObject<'a, 'py>>(
    name: &str,
    value: &'a Bound<'py, PyAny>,
) -> PyResult<T> {
    let read = value.extract().map_err(Into::into);
    no_truth::<T>(value, read).map_err(|error| {
        let told = match expected(type_name::<T>()) {
            Some(expected) => format!(", expected {expected}"),
            None => format!(": {}", error.value(value.py())),
        };
        refused(name, value, error, &told)
    })
}

/// The converted value; an error if True or False was given for a number, also in a list or tuple.
fn no_truth<T>(value: &Bound<'_, PyAny>, read: PyResult<T>) -> PyResult<T> {
    let kind = type_name::<T>();
    let truth = |value: &Bound<'_, PyAny>| {
        if is_number(kind) {
            value.is_instance_of::<PyBool>()
        } else {
            has_numbers(kind) && holds_truth(value)
        }
    };
    if read.is_ok() && truth(value) {
        return Err(PyTypeError::new_err("a truth value is not a number"));
    }
    read
}

/// Whether a Rust type is a group of values with numbers and without truth values among them.
fn has_numbers(kind: &str) -> bool {
    let parts = || kind.split(|c: char| !c.is_alphanumeric());
    parts().any(is_number) && parts().all(|part| part != "bool")
}

/// Whether True or False is among the values of a list or tuple, or of those in it.
fn holds_truth(value: &Bound<'_, PyAny>) -> bool {
    if !value.is_instance_of::<PyList>() && !value.is_instance_of::<PyTuple>() {
        return false;
    }
    value.try_iter().is_ok_and(|values| {
        values
            .flatten()
            .any(|one| one.is_instance_of::<PyBool>() || holds_truth(&one))
    })
}

/// The error for an argument that cannot be converted; an exception such as Ctrl-C passes
/// unchanged.
#[cold]
fn refused(name: &str, value: &Bound<'_, PyAny>, error: PyErr, told: &str) -> PyErr {
    let py = value.py();
    if !error.is_instance_of::<PyException>(py) {
        return error; // such as Ctrl-C
    }
    let of_value = error.value(py);
    let kind = if of_value.is_instance_of::<PyValueError>()
        || of_value.is_instance_of::<PyOverflowError>()
    {
        Kind::Argument
    } else {
        Kind::ArgumentType
    };
    kind.err(format!("{name}={}{told}", shown(value)))
}

/// Converts an argument with a more precise error than its type gives.
pub fn read_as<'a, 'py, T>(name: &str, value: &'a Bound<'py, PyAny>, expected: &str) -> PyResult<T>
where
    T: FromPyObject<'a, 'py>,
{
    let read = value.extract().map_err(Into::into);
    no_truth::<T>(value, read)
        .map_err(|error| refused(name, value, error, &format!(", expected {expected}")))
}

/// The text of a string; fails for a lone surrogate.
pub fn text_of<'a>(name: &str, value: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, str>> {
    value
        .to_cow()
        .map_err(|error| refused(name, value, error, ", expected text"))
}

/// Whether a Rust type is a number, or an optional number.
fn is_number(kind: &str) -> bool {
    let kind = kind
        .strip_prefix("core::option::Option<")
        .and_then(|inner| inner.strip_suffix('>'))
        .unwrap_or(kind);
    matches!(
        kind,
        "u8" | "u16" | "u32" | "u64" | "usize" | "i32" | "i64" | "isize" | "f64"
    )
}

/// The expected values of a Rust type in words; None if the error of the conversion says it better.
fn expected(kind: &str) -> Option<String> {
    if let Some(inner) = kind.strip_prefix("core::option::Option<") {
        return expected(inner.strip_suffix('>')?).map(|e| format!("{e}, or None"));
    }
    let whole = |low: i128, high: i128| Some(format!("a whole number from {low} to {high}"));
    match kind {
        "u8" => whole(0, u8::MAX.into()),
        "u16" => whole(0, u16::MAX.into()),
        "u32" => whole(0, u32::MAX.into()),
        "u64" | "usize" => whole(0, u64::MAX.into()),
        "i32" => whole(i32::MIN.into(), i32::MAX.into()),
        "i64" | "isize" => whole(i64::MIN.into(), i64::MAX.into()),
        "f64" => Some("a number".into()),
        "bool" => Some("True or False".into()),
        "&str" | "alloc::string::String" => Some("a string".into()),
        "&[u8]" => Some("bytes".into()),
        _ if kind.contains("PyState>") && !kind.contains("Vec") => Some("a State".into()),
        _ if kind.contains("PyGame>") => Some("a Game".into()),
        _ => None,
    }
}

/// A value as quoted in an error.
pub fn shown(value: &Bound<'_, PyAny>) -> String {
    let text = match value.repr() {
        Ok(text) => text.to_string(),
        Err(_) => "a value that cannot be shown".into(),
    };
    if text.chars().count() <= SHOWN {
        return text;
    }
    text.chars().take(SHOWN).chain("...".chars()).collect()
}

/// Returns a number within bounds; an error for any other number.
pub fn within<N>(name: &str, value: N, bounds: &RangeInclusive<u64>) -> PyResult<N>
where
    N: Copy + Display + TryInto<u64>,
{
    if value.try_into().is_ok_and(|n| bounds.contains(&n)) {
        return Ok(value);
    }
    let (low, high) = bounds.clone().into_inner();
    Err(Kind::Argument.err(format!(
        "{name}={value}, expected a whole number from {low} to {high}"
    )))
}

/// Defines the conversion functions for arguments of these names.
macro_rules! named {
    ($($name:ident)*) => {$(
        pub fn $name<'a, 'py, T: FromPyObject<'a, 'py>>(
            value: &'a Bound<'py, PyAny>,
        ) -> PyResult<T> {
            read(stringify!($name), value)
        }
    )*};
}

named! {
    a action actions across applied after always_into adjacent area assault attack autoreset b before blocked
    budget bytes cap channels closed column columns data decisions defence depth dice direction due
    effects enough episode exerting first flag former frames gates game height hex hex_flags hexes hexsides i id index
    in_occupied in_vacant into json left limit limits map masks minimum_one modifier n name occupied open opponent options out own own_hex part parts place places planes policies policy procedure query
    range results road rounds rules sample scores seed self_rolling shifted_parity side sources
    stages start starts state stats steps stop stream strength surcharge text thread threads to twin
    unit_flags variables which width worlds zone
}
