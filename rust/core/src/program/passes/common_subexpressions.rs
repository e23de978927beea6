//! Common subexpression elimination: structurally equal nodes are shared.
//!
//! Shared nodes are allocated again, operands before their parents, so that they are adjacent in
//! memory.

use crate::ir::expr::{Clash, Duty, Hexes, Int, Reach, Units};
use crate::ir::node::Node;
use crate::ir::rewrite::{address, Kinds, Parts, Visit};
use crate::ir::visit::PartMut;
use crate::program::passes::{Compilation, Pass, Program};
use eastfront_kernel::stir::Quick;
use std::borrow::Borrow;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};

/// The pass "common subexpression elimination".
pub(crate) struct CommonSubexpressions;

impl Pass for CommonSubexpressions {
    fn name(&self) -> &'static str {
        "common-subexpressions"
    }

    fn program(&self, c: &mut Compilation<'_>) {
        share(&mut c.program);
    }
}

/// Shares the nodes of a program.
fn share(program: &mut Program) {
    let mut shared = Shared::default();
    let s = &mut shared;
    program.parts_mut(&mut |part| match part {
        PartMut::Int(e) => s.own(e),
        PartMut::Hexes(e) => s.own(e),
        PartMut::Units(e) => s.own(e),
    });
    // the traversal above skips the parts that are fields of the instructions themselves
    for instr in program.procedures.iter_mut().flat_map(|p| &mut p.code) {
        instr.parts(s);
    }
}

/// The nodes of one type.
struct Known<T> {
    parts: HashSet<Told<T>, Quick>,
    /// The visited nodes, by address.
    met: HashMap<*const T, Met<T>, Quick>,
}

impl<T> Default for Known<T> {
    fn default() -> Known<T> {
        Known {
            parts: HashSet::default(),
            met: HashMap::default(),
        }
    }
}

impl<T> Known<T> {
    /// Records a visited node with its replacement. A file has about twenty times as many nodes as
    /// distinct ones, so a full table grows fourfold: moving its entries costs more than the
    /// memory.
    fn meet(&mut self, part: Node<T>, known: Option<Node<T>>) {
        if self.met.len() == self.met.capacity() {
            self.met.reserve(3 * self.met.len());
        }
        self.met.insert(address(&part), (part, known));
    }
}

/// A visited node, retained so that its address is not reused, and the node that replaces it; None
/// if the visited node is itself the shared node.
type Met<T> = (Node<T>, Option<Node<T>>);

/// A shared node, hashed and compared by content.
#[derive(PartialEq, Eq)]
struct Told<T>(Node<T>);

impl<T: Hash> Hash for Told<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        T::hash(&self.0, state);
    }
}

impl<T> Borrow<T> for Told<T> {
    fn borrow(&self) -> &T {
        &self.0
    }
}

/// The shared nodes of each type.
#[derive(Default)]
struct Shared {
    ints: Known<Int>,
    hexes: Known<Hexes>,
    units: Known<Units>,
    reaches: Known<Reach>,
    duties: Known<Duty>,
    clashes: Known<Clash>,
}

impl Kinds for Shared {
    type Of<T: Parts> = Known<T>;
    fn ints(&mut self) -> &mut Known<Int> {
        &mut self.ints
    }
    fn hexes(&mut self) -> &mut Known<Hexes> {
        &mut self.hexes
    }
    fn units(&mut self) -> &mut Known<Units> {
        &mut self.units
    }
    fn reaches(&mut self) -> &mut Known<Reach> {
        &mut self.reaches
    }
    fn duties(&mut self) -> &mut Known<Duty> {
        &mut self.duties
    }
    fn clashes(&mut self) -> &mut Known<Clash> {
        &mut self.clashes
    }
}

impl Visit for Shared {
    /// Replaces a node by the shared node that equals it.
    fn node<T: Parts>(&mut self, node: &mut Node<T>) {
        if let Some((_, known)) = T::of_kind(self).met.get(&address(node)) {
            if let Some(known) = known {
                *node = known.clone();
            }
            return;
        }
        let mut part = T::clone(node);
        part.parts(self);
        let known = T::of_kind(self);
        let shared = match known.parts.get(&part) {
            Some(Told(shared)) => shared.clone(),
            None => {
                let shared = Node::new(part);
                known.parts.insert(Told(shared.clone()));
                known.meet(shared.clone(), None);
                shared
            }
        };
        let met = std::mem::replace(node, shared.clone());
        known.meet(met, Some(shared));
    }
}

#[cfg(test)]
mod tests;
