//! Where a page stands in its list.

use serde::Serialize;
use utoipa::ToSchema;

use crate::platform::error::{ApiError, ApiResult};

/// The place of a page in its list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Pagination {
    /// Counted from 1.
    pub current_page: u64,
    /// Absent on the last page and beyond it.
    pub next_page: Option<u64>,
    /// 0 for an empty list.
    pub total_pages: u64,
    /// Items in the whole list.
    pub total_count: u64,
}

/// The number or the size of a page that a call asks for in `field`; counted from 1.
pub fn at_least_one(field: &str, value: u64) -> ApiResult<u64> {
    if value == 0 {
        return Err(ApiError::field(field, "VALIDATION.MIN", "This has to be at least 1."));
    }
    Ok(value)
}

impl Pagination {
    /// The place of page `current_page` in a list of `total_count` items with `page_size` on a page.
    pub fn new(current_page: u64, page_size: u64, total_count: u64) -> Self {
        let total_pages = total_count.div_ceil(page_size.max(1));
        let next_page = (current_page < total_pages).then(|| current_page + 1);
        Self { current_page, next_page, total_pages, total_count }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_page_has_no_next() {
        for (page, size, total, next, pages) in [
            (1, 40, 0, None, 0),
            (1, 40, 40, None, 1),
            (1, 40, 41, Some(2), 2),
            (2, 40, 41, None, 2),
            (9, 40, 41, None, 2),
            (u64::MAX, 40, 41, None, 2),
        ] {
            let place = Pagination::new(page, size, total);
            assert_eq!((place.next_page, place.total_pages), (next, pages), "page {page} of {total}");
        }
    }
}
