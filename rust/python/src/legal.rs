//! The legal actions of a state: a live view.

use crate::state::PyState;
use eastfront_core::Action;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

/// The legal actions of a state, as it is now.
#[pyclass(name = "LegalActions", module = "eastfront._core")]
pub struct LegalActions {
    pub state: Py<PyState>,
}

#[pymethods]
impl LegalActions {
    fn __len__(&self, py: Python<'_>) -> usize {
        let s = self.state.borrow(py);
        if s.state.outcome().is_some() {
            return 0;
        }
        s.state.pending().total as usize
    }

    fn __contains__(&self, action: &Bound<'_, PyAny>) -> PyResult<bool> {
        let s = self.state.borrow(action.py());
        let action = s.action(action)?;
        Ok(s.game.is_legal(&s.state, action))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let list = PyList::new(py, self.list(py))?;
        Ok(list.try_iter()?.into_any())
    }

    fn __getitem__(&self, py: Python<'_>, n: isize) -> PyResult<u32> {
        let s = self.state.borrow(py);
        let total = s.state.pending().total as isize;
        let i = if n < 0 { n + total } else { n };
        s.nth_legal(u32::try_from(i).unwrap_or(u32::MAX))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let s = self.state.borrow(py);
        let names: Vec<String> = self
            .list(py)
            .iter()
            .map(|&a| s.game.notation(Action(a)))
            .collect();
        format!("<LegalActions {}>", names.join(", "))
    }

    /// The legal actions of the state as it is now, when they are read again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let getattr = py.import("builtins")?.getattr("getattr")?;
        (getattr, (self.state.clone_ref(py), "legal_actions")).into_pyobject(py)
    }

    /// The actions as a list of numbers.
    fn list(&self, py: Python<'_>) -> Vec<u32> {
        let s = self.state.borrow(py);
        let mut actions = Vec::new();
        s.game.legal(&s.state, &mut actions);
        actions.iter().map(|a| a.0).collect()
    }

    /// The actions in notation.
    fn names(&self, py: Python<'_>) -> Vec<String> {
        let s = self.state.borrow(py);
        self.list(py)
            .iter()
            .map(|&a| s.game.notation(Action(a)))
            .collect()
    }

    /// A boolean array over the dense action ids.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let s = self.state.borrow(py);
        let out = PyArray1::<bool>::zeros(py, s.game.num_actions() as usize, false);
        let mut actions = Vec::new();
        s.game.legal(&s.state, &mut actions);
        let mut view = out.readwrite();
        let cells = view
            .as_slice_mut()
            .map_err(|e| PyValueError::new_err(e.to_string()))?;
        for a in actions {
            if let Some(id) = s.game.action_id(a) {
                cells[id as usize] = true;
            }
        }
        drop(view);
        Ok(out)
    }
}
