//! The legal actions of a state, as a live view.

use crate::arg;
use crate::errors::Kind;
use crate::guard::guarded;
use crate::state::{busy, PyState};
use eastfront_core::Action;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyDict, PyList, PySlice, PyTuple};

/// A live view of the legal actions of a state, hence unhashable.
#[pyclass(name = "LegalActions", module = "eastfront._core", weakref)]
pub struct LegalActions {
    pub state: Py<PyState>,
}

impl LegalActions {
    /// The state of which this is the view.
    fn now<'py>(&self, py: Python<'py>) -> PyResult<PyRef<'py, PyState>> {
        self.state.bind(py).try_borrow().map_err(|_| busy())
    }
}

fn actions(state: &PyState) -> Vec<u32> {
    let mut actions = Vec::new();
    state.game.legal(&state.state, &mut actions);
    actions.iter().map(|a| a.0).collect()
}

#[guarded]
#[pymethods]
impl LegalActions {
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        let s = self.now(py)?;
        if s.state.outcome().is_some() {
            return Ok(0);
        }
        Ok(s.state.pending().total as usize)
    }

    /// Whether an action, as a number or in notation, is legal; False for any other value.
    fn __contains__(&self, action: &Bound<'_, PyAny>) -> PyResult<bool> {
        let s = self.now(action.py())?;
        let action = s.action(action);
        Ok(action.is_ok_and(|action| s.game.is_legal(&s.state, action)))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let list = PyList::new(py, actions(&*self.now(py)?))?;
        Ok(list.try_iter()?.into_any())
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut actions = actions(&*self.now(py)?);
        actions.reverse();
        Ok(PyList::new(py, actions)?.try_iter()?.into_any())
    }

    /// The action at an index, negative from the end, or the list of a slice.
    fn __getitem__<'py>(&self, n: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = n.py();
        let s = self.now(py)?;
        if n.is_instance_of::<PySlice>() {
            return PyList::new(py, actions(&s))?.as_any().get_item(n);
        }
        let n: i64 = arg::n(n)?;
        let total = i64::from(s.state.pending().total);
        let i = if n < 0 { n.saturating_add(total) } else { n };
        let found = u32::try_from(i)
            .ok()
            .and_then(|i| s.game.nth_legal(&s.state, i))
            .ok_or_else(|| Kind::Index.err(format!("n={n}, expected a number below {total}")))?;
        Ok(found.0.into_pyobject(py)?.into_any())
    }

    /// Whether a list, a tuple or another view holds the same actions in the same order.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let own = actions(&*self.now(py)?);
        let equal = if let Ok(view) = other.cast::<LegalActions>() {
            own == actions(&*view.borrow().now(py)?)
        } else if other.is_instance_of::<PyList>() || other.is_instance_of::<PyTuple>() {
            let other: PyResult<Vec<u32>> = other.extract();
            other.is_ok_and(|other| own == other)
        } else {
            return Ok(py.NotImplemented());
        };
        Ok(PyBool::new(py, equal).to_owned().into_any().unbind())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let s = self.now(py)?;
        let names: Vec<String> = actions(&s)
            .iter()
            .map(|&a| s.game.notation(Action(a)))
            .collect();
        Ok(format!("<LegalActions {}>", names.join(", ")))
    }

    /// Pickles as the legal actions of the state at the time of unpickling.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let getattr = py.import("builtins")?.getattr("getattr")?;
        (getattr, (self.state.clone_ref(py), "legal_actions")).into_pyobject(py)
    }

    /// The actions for NumPy: one row of 64-bit numbers.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let actions = actions(&*self.now(py)?);
        let cells: Vec<u8> = (actions.iter())
            .flat_map(|&action| i64::from(action).to_le_bytes())
            .collect();
        let out = PyDict::new(py);
        out.set_item("version", 3)?;
        out.set_item("typestr", "<i8")?;
        out.set_item("shape", (actions.len(),))?;
        out.set_item("data", PyBytes::new(py, &cells))?;
        Ok(out)
    }

    /// The actions as a list of numbers.
    fn list(&self, py: Python<'_>) -> PyResult<Vec<u32>> {
        Ok(actions(&*self.now(py)?))
    }

    /// The actions in notation.
    fn names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let s = self.now(py)?;
        let names = actions(&s);
        Ok(names.iter().map(|&a| s.game.notation(Action(a))).collect())
    }

    /// One byte for each dense action id: 1 if the action is legal, else 0.
    fn _mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let s = self.now(py)?;
        let mut cells = vec![0; s.game.num_actions() as usize];
        let mut actions = Vec::new();
        s.game.legal(&s.state, &mut actions);
        for a in actions {
            if let Some(id) = s.game.action_id(a) {
                cells[id as usize] = 1;
            }
        }
        Ok(PyByteArray::new(py, &cells))
    }
}
