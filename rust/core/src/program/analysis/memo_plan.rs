//! What a program keeps, and what that depends on.

use crate::ir::expr::{Int, Units};
use crate::ir::node::Node;
use crate::program::analysis::classes;
use crate::program::analysis::depends::{Depender, Depends};
use crate::program::analysis::places;

/// What each view and each kept number, set and field depends on.
#[derive(Debug)]
pub(crate) struct Kept<D> {
    pub(crate) views: Vec<D>,
    /// Whether each view can be asked about one hex in little time, without being worked out.
    pub(crate) quickly_asked: Vec<bool>,
    pub(crate) numbers: Vec<D>,
    pub(crate) sets: Vec<D>,
    pub(crate) fields: Vec<D>,
    /// Of each duty to attack, with everyone where he is.
    pub(crate) duties: Vec<D>,
    /// Of each kept question about one unit, apart from that unit.
    pub(crate) questions: Vec<D>,
    /// Of each set that is followed.
    pub(crate) followed: Vec<Following<D>>,
}

/// What a set that is followed depends on, apart from the units in it.
#[derive(Debug, Clone)]
pub(crate) struct Following<D> {
    /// What membership of most units depends on.
    pub(crate) depends: D,
    /// A kind of units, a fixed set, whose membership depends on more.
    pub(crate) kind: Option<(u16, D)>,
    /// The places at one of which its units are, where they are few.
    pub(crate) places: Option<Vec<u16>>,
    /// Whether one of each kind of counters in it is asked for.
    pub(crate) once: bool,
}

impl<D> Kept<D> {
    /// The same, told in another form.
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
    /// The same, told in another form.
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

/// What a set depends on that is followed, when it can be: apart from the units in it on little
/// that changes while units move, or no more than those of one kind do.
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
