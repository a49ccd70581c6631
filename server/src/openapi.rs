//! The description of the calls; paths and types come from the handlers.

use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Croupier",
        description = "The calls of a Croupier casino. Amounts are integers in subunits of their currency, \
                       times are RFC 3339 in UTC.",
        license(name = "Apache-2.0", identifier = "Apache-2.0")
    ),
    components(schemas(crate::error::ErrorBody, crate::error::FieldErrorsBody))
)]
struct Document;

/// What is common to all calls.
pub fn document() -> utoipa::openapi::OpenApi {
    Document::openapi()
}
