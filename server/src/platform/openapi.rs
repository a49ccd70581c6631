//! The description of the calls; paths and types come from the handlers.

use utoipa::OpenApi;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::schema::Type;
use utoipa::openapi::{
    ContentBuilder, ObjectBuilder, OpenApi as Description, Ref, RefOr, Required, ResponseBuilder,
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Croupier",
        description = "The calls of a Croupier casino. Amounts are integers in subunits of their currency, \
                       times are RFC 3339 in UTC.",
        license(name = "Apache-2.0", identifier = "Apache-2.0")
    ),
    components(schemas(crate::platform::error::ErrorBody, crate::platform::error::FieldErrorsBody))
)]
struct Document;

/// What is common to all calls.
pub fn document() -> Description {
    Document::openapi()
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Croupier back office",
        description = "The calls of the back office of a Croupier casino. Amounts are integers in subunits of their \
                       currency, times are RFC 3339 in UTC.",
        license(name = "Apache-2.0", identifier = "Apache-2.0")
    ),
    components(schemas(crate::platform::error::ErrorBody, crate::platform::error::FieldErrorsBody))
)]
struct OfficeDocument;

/// What is common to all calls of the back office.
pub fn office_document() -> Description {
    OfficeDocument::openapi()
}

/// The description with what every call has in common: how bodies and queries are refused that cannot be read. Paths are
/// written as OpenAPI has them.
pub fn completed(mut document: Description) -> Description {
    let paths = std::mem::take(&mut document.paths.paths);
    document.paths.paths = paths
        .into_iter()
        .map(|(path, mut item)| {
            // Signed bodies are read as they are, and refused by their signature.
            if !path.starts_with("/webhooks/") {
                operations(&mut item).for_each(describe_refusals);
            }
            // OpenAPI knows no part of a path that takes all the rest.
            (path.replace("{*", "{"), item)
        })
        .collect();
    document
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem { get, put, post, delete, patch, .. } = item;
    [get, put, post, delete, patch].into_iter().filter_map(Option::as_mut)
}

fn describe_refusals(operation: &mut Operation) {
    if operation.request_body.is_some() {
        describe(operation, "400", "The body is no valid JSON", "ErrorBody");
        describe(operation, "408", "The body did not come in time", "ErrorBody");
        describe(operation, "413", "The body is larger than 64 KiB", "ErrorBody");
        describe(operation, "415", "The body is not application/json", "ErrorBody");
    }
    let is_query = |parameter: &RefOr<Parameter>| matches!(parameter, RefOr::T(parameter) if parameter.parameter_in == ParameterIn::Query);
    let takes_query = operation.parameters.iter().flatten().any(is_query);
    if takes_query || operation.request_body.is_some() {
        describe(operation, "422", "A field is not valid", "FieldErrorsBody");
    }
}

/// Describes what an idempotency key adds to the calls of `document` that change something, those under `except` left
/// out.
pub fn describe_keys(document: &mut Description, except: &[&str]) {
    for (path, item) in &mut document.paths.paths {
        let PathItem { put, post, delete, patch, .. } = item;
        let operations = [put, post, delete, patch].into_iter().filter_map(Option::as_mut);
        for operation in operations.filter(|_| !except.contains(&path.as_str())) {
            operation.parameters.get_or_insert_default().push(idempotency_key().into());
            let conflict = "idempotency_conflict: the key was used for another call; conflict: the same call is under way";
            describe(operation, "409", conflict, "ErrorBody");
            describe(operation, "429", "Too many calls, or too many keyed calls of a guest", "ErrorBody");
        }
    }
}

fn idempotency_key() -> Parameter {
    ParameterBuilder::new()
        .name("idempotency-key")
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some("The same call with the same key counts once"))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String).max_length(Some(255))))
        .build()
}

/// Adds a response unless the call describes its own.
fn describe(operation: &mut Operation, status: &str, description: &str, schema: &str) {
    operation.responses.responses.entry(status.to_owned()).or_insert_with(|| {
        let schema = Ref::from_schema_name(schema);
        let content = ContentBuilder::new().schema(Some(schema)).build();
        ResponseBuilder::new().description(description).content("application/json", content).into()
    });
}
