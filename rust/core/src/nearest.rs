//! The nearest of the known names, for an error about an unknown one.

/// How alike two names must be, from 0 to 1.
const ALIKE: f64 = 0.6;

/// Longer names are not compared.
const LONGEST: usize = 60;

/// `; the nearest is ...` for the known name most like an unknown one; empty if none is alike.
///
/// Names of digits alone, such as the ids of hexes, have no nearest one.
///
/// ```
/// use eastfront_core::nearest::hint;
///
/// assert_eq!(hint("mvoe", ["move", "stop"]), "; the nearest is `move`");
/// assert_eq!(hint("dance", ["move", "stop"]), "");
/// ```
pub fn hint<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    if name.len() > LONGEST || name.chars().all(|c| c.is_ascii_digit()) {
        return String::new();
    }
    let name = name.to_lowercase();
    let alike = |other: &str| strsim::normalized_damerau_levenshtein(&name, &other.to_lowercase());
    known
        .into_iter()
        .map(|other| (alike(other), other))
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, other)| format!("; the nearest is `{other}`"))
        .unwrap_or_default()
}
