//! What addresses lead to.

use serde_json::json;

use super::*;

fn written(id: i64, slug: &str, reader: &str) -> serde_json::Value {
    let text = json!({ "title": slug, "description": "", "keywords": "", "html": "" });
    let texts = json!({ "": { "en": text }, reader: { "en": text } });
    json!({ "id": id, "slug": slug, "categories": [], "hidden": false, "texts": texts })
}

#[test]
fn a_slug_of_two_parts_comes_before_the_text_for_a_country() {
    let pages = ["help", "help/deposits", "help/AU"].into_iter().zip(1..);
    let pages: Vec<_> = pages.map(|(slug, id)| written(id, slug, "EE")).collect();
    let texts: Pages = serde_json::from_value(json!(pages)).unwrap();
    for (path, slug, kind, subject) in [
        ("/help/EE", "help", "EE", Some(("help", Some("EE")))),
        ("/help/deposits", "help", "deposits", Some(("help/deposits", None))),
        ("/help/AU", "help", "AU", Some(("help/AU", None))),
        ("/help/NZ", "help", "NZ", None),
        ("/nothing/EE", "nothing", "EE", None),
    ] {
        let found = text_of_two_parts(path, slug, kind, &texts);
        let wanted = subject.map_or(Address::Unknown, |(slug, kind)| {
            page(Subject::Text(slug.to_owned(), kind.map(str::to_owned)), Some(path.to_owned()))
        });
        assert_eq!(found, wanted, "{path}");
    }
}
