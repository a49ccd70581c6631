//! Which brands a member of staff works for.

/// The brands whose players a member of staff sees and changes. Every list of players, and of what belongs to players, is
/// read with one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BrandScope(Vec<String>);

impl BrandScope {
    /// Players of every brand.
    pub const ALL: Self = Self(Vec::new());

    /// Players of `brands` alone; of every brand when there are none.
    pub fn of(brands: impl IntoIterator<Item = String>) -> Self {
        let mut brands: Vec<_> = brands.into_iter().filter(|brand| !brand.is_empty()).collect();
        brands.sort_unstable();
        brands.dedup();
        Self(brands)
    }

    /// Whether some brands are left out.
    pub const fn is_bound(&self) -> bool {
        !self.0.is_empty()
    }

    /// Whether players of `brand` are seen. Players of before there were brands have none, and are seen by unbound members.
    pub fn has(&self, brand: &str) -> bool {
        !self.is_bound() || self.0.iter().any(|own| own == brand)
    }

    /// Whether something that is for `brands`, or for all when there are none, is for one that is seen.
    pub fn touches<'b>(&self, brands: impl IntoIterator<Item = &'b String>) -> bool {
        let mut brands = brands.into_iter().peekable();
        !self.is_bound() || brands.peek().is_none() || brands.any(|brand| self.has(brand))
    }

    /// Whether something that is for `brands`, or for all when there are none, is for none but those that are seen.
    pub fn covers<'b>(&self, brands: impl IntoIterator<Item = &'b String>) -> bool {
        let mut brands = brands.into_iter().peekable();
        !self.is_bound() || (brands.peek().is_some() && brands.all(|brand| self.has(brand)))
    }

    /// The brands; none when all are seen.
    pub fn brands(&self) -> &[String] {
        &self.0
    }

    /// The scope as a row keeps it: ids with a comma before, between and after them; nothing when all are seen.
    pub(super) fn kept(&self) -> String {
        if self.is_bound() { format!(",{},", self.0.join(",")) } else { String::new() }
    }

    /// The scope that a row keeps.
    pub(super) fn read(kept: &str) -> Self {
        Self::of(kept.split(',').map(str::to_owned))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_without_brands_sees_all() {
        let (all, one) =
            (BrandScope::of([]), BrandScope::of(["b".to_owned(), "a".to_owned(), "b".to_owned()]));
        assert!(!all.is_bound() && all.has("a") && all.has(""));
        assert!(one.is_bound() && one.has("a") && !one.has("c") && !one.has(""));
        let brands = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        for (names, touched, covered) in [
            (&[][..], true, false),
            (&["a"][..], true, true),
            (&["a", "b"][..], true, true),
            (&["a", "c"][..], true, false),
            (&["c"][..], false, false),
        ] {
            assert_eq!(
                (one.touches(&brands(names)), one.covers(&brands(names))),
                (touched, covered),
                "{names:?}"
            );
            assert!(all.touches(&brands(names)) && all.covers(&brands(names)), "{names:?}");
        }
        assert_eq!((one.kept().as_str(), BrandScope::read(",a,b,")), (",a,b,", one));
        assert_eq!((all.kept().as_str(), BrandScope::read("")), ("", BrandScope::ALL));
    }
}
