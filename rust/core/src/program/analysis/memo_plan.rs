//! The values of a program that are cached, with the parts of the state that they depend on.

use crate::ir::expr::{Int, Units};
use crate::ir::node::Node;
use crate::program::analysis::classes;
use crate::program::analysis::depends::{Depender, Depends};
use crate::program::analysis::places;

/// The dependencies of each view and of each memoised number, set and field.
#[derive(Debug)]
pub(crate) struct Kept<D> {
    pub(crate) views: Vec<D>,
    /// Whether each view can be tested for one hex cheaply, without computing the whole view.
    pub(crate) quickly_asked: Vec<bool>,
    pub(crate) numbers: Vec<D>,
    pub(crate) sets: Vec<D>,
    pub(crate) fields: Vec<D>,
    /// Dependencies of each duty to attack, evaluated with all units where they stand.
    pub(crate) duties: Vec<D>,
    /// Dependencies of each memoised query about one unit, besides the properties of that unit.
    pub(crate) questions: Vec<D>,
    /// Dependencies of each incrementally updated set.
    pub(crate) followed: Vec<Following<D>>,
}

/// The dependencies of an incrementally updated set, besides the properties of its units.
#[derive(Debug, Clone)]
pub(crate) struct Following<D> {
    /// The dependencies of the membership of units outside the kind.
    pub(crate) depends: D,
    /// A fixed set of units (a kind) whose membership has further dependencies: its index, and
    /// these dependencies.
    pub(crate) kind: Option<(u16, D)>,
    /// The places at which the members of the set can be, if there are few such places.
    pub(crate) places: Option<Vec<u16>>,
    /// Whether only one unit of each class of identical counters is taken.
    pub(crate) once: bool,
}

impl<D> Kept<D> {
    /// The same cached values, with the dependencies of each converted by `f`.
    pub(crate) fn map<E>(&self, f: &dyn Fn(&D) -> E) -> Kept<E> {
        let all = |known: &[D]| known.iter().map(f).collect();
        Kept {
            views: all(&self.views),
            quickly_asked: self.quickly_asked.clone(),
            numbers: all(&self.numbers),
            sets: all(&self.sets),
            fields: all(&self.fields),
            duties: all(&self.duties),
            questions: all(&self.questions),
            followed: self.followed.iter().map(|one| one.map(f)).collect(),
        }
    }
}

impl<D> Following<D> {
    /// The same data about the set, with the dependencies converted by `f`.
    pub(crate) fn map<E>(&self, f: &dyn Fn(&D) -> E) -> Following<E> {
        Following {
            depends: f(&self.depends),
            kind: self
                .kind
                .as_ref()
                .map(|(kind, depends)| (*kind, f(depends))),
            places: self.places.clone(),
            once: self.once,
        }
    }
}

/// The dependencies of a set, or None if the set cannot be updated incrementally. It can if
/// membership of a unit depends on the unit itself, and not on all units of a side, on locals or on
/// the whole state. For the units of one kind membership may depend on more than for the others.
pub(crate) fn following(depender: &Depender, e: &Units, once: bool) -> Option<Following<Depends>> {
    let about =
        |e: Units| depender.about_one(&Int::ContainsUnit(Node::new(e), Node::new(Int::Bound(0))));
    let whole = about(e.clone());
    if whole.all || whole.sides != 0 || !whole.own || !whole.locals.is_empty() {
        return None;
    }
    let kinds = classes::asked(e).into_iter();
    let mut others = kinds.map(|kind| (kind, about(classes::without(e, kind))));
    let (depends, kind) = match others.find(|(_, depends)| *depends != whole) {
        Some((kind, depends)) => (depends, Some((kind, whole))),
        None => (whole, None),
    };
    Some(Following {
        depends,
        kind,
        places: places::of(e),
        once,
    })
}
