//! A node of an expression, which several expressions may share.
//!
//! A rules program repeats itself: written out as trees, nineteen of twenty nodes of a large
//! program occur elsewhere. With shared nodes a program fits into the caches of a processor.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A node of an expression. Copy on write: a change to a shared node affects only the expression
/// that is changed.
pub struct Node<T>(Arc<T>);

impl<T> Node<T> {
    /// A node that is not shared yet.
    pub fn new(part: T) -> Node<T> {
        Node(Arc::new(part))
    }
}

impl<T> Node<T> {
    /// The content for modification in place; None if other expressions share the node.
    pub fn unshared(&mut self) -> Option<&mut T> {
        Arc::get_mut(&mut self.0)
    }
}

impl<T: Clone> Node<T> {
    /// The content by value; it is copied if other expressions share the node.
    pub fn take(self) -> T {
        Arc::unwrap_or_clone(self.0)
    }
}

impl<T> Deref for Node<T> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> DerefMut for Node<T> {
    fn deref_mut(&mut self) -> &mut T {
        Arc::make_mut(&mut self.0)
    }
}

impl<T> Clone for Node<T> {
    fn clone(&self) -> Node<T> {
        Node(Arc::clone(&self.0))
    }
}

impl<T> From<T> for Node<T> {
    fn from(part: T) -> Node<T> {
        Node::new(part)
    }
}

impl<T: PartialEq> PartialEq for Node<T> {
    fn eq(&self, other: &Node<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || *self.0 == *other.0
    }
}

impl<T: Eq> Eq for Node<T> {}

/// The hash is that of the address. Equal nodes hash alike only once they are shared, so only
/// expressions over shared nodes are hashed.
impl<T> Hash for Node<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).hash(state);
    }
}

impl<T: std::fmt::Debug> std::fmt::Debug for Node<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: Serialize> Serialize for Node<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Node<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Node<T>, D::Error> {
        T::deserialize(from).map(Node::new)
    }
}
