//! What a page is about, in the words that search engines read (schema.org, as JSON-LD).

use serde_json::{Value, json};

use super::pages::Subject;
use super::shell::Head;

/// What the page about `subject` is, told within its `head`; `home` is the whole address of the lobby in the
/// page's language `lang`. `None` for pages that search engines should not know, and for those that their
/// title tells all of.
pub(super) fn data(subject: &Subject, head: &Head, home: &str, lang: &str) -> Option<Value> {
    let url = head.canonical.as_deref()?;
    let graph = match subject {
        Subject::Lobby => vec![json!({
            "@type": "WebSite", "name": head.site_name, "url": url, "description": head.description,
            "inLanguage": lang,
        })],
        Subject::Category(..) | Subject::Provider(..) => vec![trail(head, home, &[])],
        Subject::Game(game, provider) => {
            let studio = format!("{}/producers/{}", home.trim_end_matches('/'), game.provider);
            vec![
                json!({
                    "@type": "VideoGame", "name": game.title, "url": url, "description": head.description,
                    "image": head.image, "inLanguage": lang, "gamePlatform": "Web",
                    "publisher": { "@type": "Organization", "name": provider },
                }),
                trail(head, home, &[(provider.as_str(), studio)]),
            ]
        }
        Subject::Bonus(_) | Subject::Competition(_) | Subject::Named(_) | Subject::Text(..) => return None,
    };
    Some(json!({ "@context": "https://schema.org", "@graph": graph }))
}

/// The way from the lobby to the page, over `between`: names and whole addresses.
fn trail(head: &Head, home: &str, between: &[(&str, String)]) -> Value {
    let mut steps = vec![(head.site_name.as_str(), Some(home))];
    steps.extend(between.iter().map(|(name, address)| (*name, Some(address.as_str()))));
    steps.push((head.title.as_str(), head.canonical.as_deref()));
    let steps = steps.into_iter().zip(1..).map(|((name, address), place)| {
        json!({ "@type": "ListItem", "position": place, "name": name, "item": address })
    });
    json!({ "@type": "BreadcrumbList", "itemListElement": steps.collect::<Vec<_>>() })
}
