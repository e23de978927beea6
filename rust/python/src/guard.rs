//! The wrapper of every entry point: a panic becomes an `InternalError`, and an internal error
//! carries the bytes of the state. `#[guarded]` applies it.

use crate::errors::Kind;
use crate::legal::LegalActions;
use crate::state::PyState;
use eastfront_core::{Game, State};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use pyo3::PyClass;
use std::any::Any;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Arc;

pub use eastfront_guard::guarded;

/// Runs the body of an entry point.
pub fn run<T>(body: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    // results are stored only after success, so a panic leaves no partial change
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| Err(failed(&*panic)))
}

/// The error for a panic.
pub fn failed(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no reason is known");
    Kind::Internal.err(format!("the engine failed: {text}"))
}

/// Returns an error; if it is an internal one, attaches the bytes of the position.
#[cold]
pub fn told(error: PyErr, of: &dyn Position) -> PyErr {
    Python::attach(|py| {
        let value = error.value(py);
        let internal = Kind::Internal.class(py).and_then(|c| value.is_instance(&c));
        if internal.unwrap_or(false) && !value.hasattr("state").unwrap_or(true) {
            let bytes = catch_unwind(AssertUnwindSafe(|| of.bytes(py))).unwrap_or(None);
            // an exception object always takes attributes
            let _ = value.setattr("state", bytes.map(|b| PyBytes::new(py, &b)));
        }
    });
    error
}

/// The receiver or argument of a call that may have a position.
pub trait Position {
    /// The bytes of the position; None if there is none.
    fn bytes(&self, _py: Python<'_>) -> Option<Vec<u8>> {
        None
    }
}

impl Position for () {}
impl Position for crate::game::PyGame {}
impl Position for crate::vector::Planes {}
impl Position for crate::vector::Vector {}
impl Position for crate::kernels::map::KernelMap {}
impl Position for crate::kernels::moves::MoveRules {}
impl Position for crate::kernels::lines::SupplyStage {}
impl Position for crate::kernels::sets::HexSet {}

impl Position for (Arc<Game>, Arc<State>) {
    fn bytes(&self, _py: Python<'_>) -> Option<Vec<u8>> {
        Some(self.1.to_bytes(&self.0))
    }
}

impl Position for PyState {
    fn bytes(&self, _py: Python<'_>) -> Option<Vec<u8>> {
        Some(self.state.to_bytes(&self.game))
    }
}

impl Position for LegalActions {
    fn bytes(&self, py: Python<'_>) -> Option<Vec<u8>> {
        self.state.bind(py).bytes(py)
    }
}

impl<T: Position + ?Sized> Position for &T {
    fn bytes(&self, py: Python<'_>) -> Option<Vec<u8>> {
        (**self).bytes(py)
    }
}

impl<T: Position + ?Sized> Position for &mut T {
    fn bytes(&self, py: Python<'_>) -> Option<Vec<u8>> {
        (**self).bytes(py)
    }
}

impl<T: PyClass + Position> Position for Bound<'_, T> {
    fn bytes(&self, py: Python<'_>) -> Option<Vec<u8>> {
        self.try_borrow().ok()?.bytes(py)
    }
}

impl<T: PyClass + Position> Position for PyRef<'_, T> {
    fn bytes(&self, py: Python<'_>) -> Option<Vec<u8>> {
        (**self).bytes(py)
    }
}

/// Fails on purpose, here or in a thread, to test how failures of the engine are reported.
#[guarded]
#[pyfunction(name = "_fail")]
#[pyo3(signature = (state, thread=false))]
#[allow(clippy::panic)]
pub fn fail(py: Python<'_>, state: Bound<'_, PyState>, thread: bool) -> PyResult<()> {
    if thread {
        return crate::rollouts::watched(py, |_| panic!("a failure on purpose"));
    }
    panic!(
        "a failure on purpose in {}",
        state.try_borrow()?.game.data.id
    )
}
