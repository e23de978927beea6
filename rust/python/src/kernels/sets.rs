//! Sets of hexes and of hexsides as Python objects, and the conversion of arguments to them.

use crate::errors::Kind;
use crate::guard::guarded;
use eastfront_core::kernel::flood::EdgeMasks;
use eastfront_core::kernel::grid::Grid;
use eastfront_core::kernel::hexset;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A set of hexes of one map, made by `KernelMap.hexes` or `KernelMap.hexes_in`.
#[pyclass(frozen, module = "eastfront._core", weakref)]
pub struct HexSet {
    pub words: hexset::HexSet,
    pub hexes: Vec<u32>,
}

impl HexSet {
    pub fn new(grid: &Grid, words: hexset::HexSet) -> HexSet {
        let hexes = hexset::iter_wide(grid, &words).collect();
        HexSet { words, hexes }
    }

    /// The words, if they fit the map.
    pub fn words_for(&self, grid: &Grid) -> PyResult<&[u64]> {
        if self.words.len() == grid.words() {
            Ok(&self.words)
        } else {
            Err(Kind::Argument.err("the set of hexes belongs to a map of another size"))
        }
    }
}

#[guarded]
#[pymethods]
impl HexSet {
    fn __len__(&self) -> usize {
        self.hexes.len()
    }

    fn __contains__(&self, hex: &Bound<'_, PyAny>) -> bool {
        let hex = hex.extract::<u32>();
        hex.is_ok_and(|hex| self.hexes.binary_search(&hex).is_ok())
    }

    /// The hexes in order of index.
    fn to_list(&self) -> Vec<u32> {
        self.hexes.clone()
    }

    /// The set as rows of bits: little-endian 64-bit words, as many for each row as its columns
    /// need.
    fn __bytes__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        words_to_bytes(py, &self.words)
    }

    fn __repr__(&self) -> String {
        format!("<HexSet of {} hexes>", self.hexes.len())
    }
}

/// Hexsides that steps may cross, separately for each direction of a step.
#[pyclass(frozen, module = "eastfront._core", weakref)]
pub struct Hexsides {
    pub masks: EdgeMasks,
}

/// One byte for each hex; bit `d` is set if a step in direction `d` is allowed.
pub fn hexsides(grid: &Grid, open: &[u8]) -> PyResult<Hexsides> {
    if open.len() != grid.len() {
        let (wanted, given) = (grid.len(), open.len());
        let text = format!("hexsides: {given} bytes, expected {wanted}, one for each hex");
        return Err(Kind::Argument.err(text));
    }
    let allowed = |h: u32, dir: u8| {
        open.get(h as usize)
            .is_some_and(|bits| bits >> dir & 1 != 0)
    };
    Ok(Hexsides {
        masks: EdgeMasks::from_fn(grid, allowed),
    })
}

/// A set argument: a `HexSet`, or the bytes of one.
#[derive(FromPyObject)]
pub enum SetArgument<'py> {
    Set(PyRef<'py, HexSet>),
    Bytes(PyBytesWords),
}

/// The words decoded from bytes, and the number of bytes.
pub struct PyBytesWords(Vec<u64>, usize);

impl FromPyObject<'_, '_> for PyBytesWords {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let bytes = object.cast::<PyBytes>()?;
        let (words, _) = bytes.as_bytes().as_chunks::<8>();
        let words = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
        Ok(PyBytesWords(words, bytes.as_bytes().len()))
    }
}

impl SetArgument<'_> {
    pub fn words(&self, grid: &Grid) -> PyResult<&[u64]> {
        match self {
            SetArgument::Set(set) => set.words_for(grid),
            SetArgument::Bytes(words) if words.1 == grid.words() * 8 => Ok(&words.0),
            SetArgument::Bytes(words) => {
                let (wanted, given) = (grid.words() * 8, words.1);
                let text = format!("a set of hexes: {given} bytes, expected {wanted}");
                Err(Kind::Argument.err(text))
            }
        }
    }
}

/// The words of an optional set argument.
pub fn optional<'a>(grid: &Grid, set: &'a Option<SetArgument<'_>>) -> PyResult<Option<&'a [u64]>> {
    set.as_ref().map(|set| set.words(grid)).transpose()
}

pub fn words_from(bytes: &[u8]) -> PyResult<Vec<u64>> {
    let (words, rest) = bytes.as_chunks::<8>();
    if rest.is_empty() {
        Ok(words.iter().map(|word| u64::from_le_bytes(*word)).collect())
    } else {
        Err(Kind::Argument.err("the bytes of a set of hexes must be whole 64-bit words"))
    }
}

pub fn words_to_bytes<'py>(py: Python<'py>, words: &[u64]) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, words.len() * 8, |out| {
        for (place, word) in out.as_chunks_mut::<8>().0.iter_mut().zip(words) {
            *place = word.to_le_bytes();
        }
        Ok(())
    })
}

pub fn shorts_to_bytes<'py>(py: Python<'py>, values: &[u16]) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, values.len() * 2, |out| {
        for (place, value) in out.as_chunks_mut::<2>().0.iter_mut().zip(values) {
            *place = value.to_le_bytes();
        }
        Ok(())
    })
}
