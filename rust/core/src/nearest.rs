//! The nearest of the known names, for an error about an unknown one.

/// The least similarity of two names for a hint, from 0 (nothing in common) to 1 (equal).
const ALIKE: f64 = 0.6;

/// The maximum length of names that are compared, in characters.
const LONGEST: usize = 60;

/// The words `; the nearest is ...` with the known name that is most similar to an unknown one;
/// empty if none is similar.
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
