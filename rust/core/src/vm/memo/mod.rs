//! What is kept between questions, and by which key.

pub(super) mod incremental;
pub(super) mod keys;
pub(super) mod views;
