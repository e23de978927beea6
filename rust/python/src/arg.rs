//! Arguments, read so that an error names the argument, its value and what was expected.

use crate::errors::Kind;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::any::type_name;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// Characters of a value that an error repeats.
const SHOWN: usize = 60;

/// The most games of one call.
pub const GAMES: RangeInclusive<u64> = 0..=10_000_000;
/// The threads of one call.
pub const THREADS: RangeInclusive<u64> = 1..=256;
/// The most actions of a sequence that is counted.
pub const DEPTH: RangeInclusive<u64> = 0..=64;
/// Indices of games: a game's place in a stream of them.
pub const FIRST: RangeInclusive<u64> = 0..=1 << 53;

/// Reads an argument.
fn read<'a, 'py, T: FromPyObject<'a, 'py>>(
    name: &str,
    value: &'a Bound<'py, PyAny>,
) -> PyResult<T> {
    value
        .extract()
        .map_err(|e: T::Error| refused::<T>(name, value, e.into()))
}

/// The error for an argument that cannot be read.
#[cold]
fn refused<T>(name: &str, value: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    let py = value.py();
    let kind = if error.is_instance_of::<PyTypeError>(py) {
        Kind::ArgumentType
    } else if error.is_instance_of::<PyOverflowError>(py)
        || error.is_instance_of::<PyValueError>(py)
    {
        Kind::Argument
    } else {
        return error;
    };
    let told = match expected(type_name::<T>()) {
        Some(expected) => format!(", expected {expected}"),
        None => format!(": {}", error.value(py)),
    };
    kind.err(format!("{name}={}{told}", shown(value)))
}

/// Reads an argument of which the error is to say more than its type.
pub fn read_as<'a, 'py, T>(name: &str, value: &'a Bound<'py, PyAny>, expected: &str) -> PyResult<T>
where
    T: FromPyObject<'a, 'py>,
{
    value.extract().map_err(|e: T::Error| {
        let typed = e.into().is_instance_of::<PyTypeError>(value.py());
        let kind = if typed {
            Kind::ArgumentType
        } else {
            Kind::Argument
        };
        kind.err(format!("{name}={}, expected {expected}", shown(value)))
    })
}

/// What is expected of an argument of a Rust type; None where its own error says it better.
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

/// A value as an error repeats it.
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

/// Refuses a number that is out of its bounds.
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

/// Functions that read the arguments of these names.
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
    effects enough episode exerting first flag former gates game height hex hex_flags hexes hexsides i id index
    in_occupied in_vacant into json left limit limits map masks minimum_one modifier n name occupied open opponent options out own own_hex place places planes policies policy procedure query
    range results road rounds rules sample scores seed self_rolling shifted_parity side sources
    stages start starts state stats steps stop stream strength surcharge text thread threads to twin
    unit_flags variables which width worlds zone
}
