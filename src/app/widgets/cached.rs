//! Values that panels compute once for each state of the editor.

/// A value and the key that it was computed from.
#[derive(Debug, Default)]
pub(in crate::app) struct Cached<K, V> {
    key: Option<K>,
    pub(in crate::app) value: V,
}

impl<K: PartialEq, V> Cached<K, V> {
    /// Returns the value, computed again if its key differs.
    pub(in crate::app) fn of(&mut self, key: K, compute: impl FnOnce() -> V) -> &mut V {
        if self.key.as_ref() != Some(&key) {
            *self = Self { value: compute(), key: Some(key) };
        }
        &mut self.value
    }
}
