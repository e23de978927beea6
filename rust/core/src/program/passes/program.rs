//! The program that the passes rewrite.

use crate::file::{Answer, GameData};
use crate::ir::expr::{Hexes, Units};
use crate::ir::instr::Procedure;
use crate::ir::visit::{self, PartMut};

/// The parts of a program that the VM evaluates.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    pub(crate) procedures: Vec<Procedure>,
    pub(crate) views: Vec<Hexes>,
    pub(crate) answers: Vec<Answer>,
    pub(crate) hidden: Vec<Units>,
}

impl Program {
    /// The program as written in the file.
    pub(crate) fn as_written(data: &GameData) -> Program {
        Program {
            procedures: data.procedures.clone(),
            views: data.views.clone(),
            answers: data.queries.iter().map(|q| q.answer.clone()).collect(),
            hidden: data.hidden.clone(),
        }
    }

    /// Visits every expression that is not an operand of another.
    pub(crate) fn parts_mut(&mut self, f: &mut dyn FnMut(PartMut<'_>)) {
        self.views.iter_mut().for_each(|e| f(PartMut::Hexes(e)));
        self.parts_but_views_mut(f);
    }

    /// Visits every expression that is not an operand of another, except the views.
    pub(crate) fn parts_but_views_mut(&mut self, f: &mut dyn FnMut(PartMut<'_>)) {
        for instr in self.procedures.iter_mut().flat_map(|p| &mut p.code) {
            visit::instr_mut(instr, &mut |part, _| f(part));
        }
        self.hidden.iter_mut().for_each(|e| f(PartMut::Units(e)));
        for answer in &mut self.answers {
            match answer {
                Answer::Int(e) => f(PartMut::Int(e)),
                Answer::Hexes(e) => f(PartMut::Hexes(e)),
                Answer::Units(e) => f(PartMut::Units(e)),
                Answer::Procedure(_) => {}
            }
        }
    }
}
