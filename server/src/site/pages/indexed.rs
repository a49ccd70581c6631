//! The pages that search engines should know.

use super::{ALL_GAMES, Addresses, Audience, Family, Index, NAMED, Pages, family_path, game_path, is_taken};

/// Every page that search engines should know, as paths.
pub(in crate::site) fn indexed(
    index: &Index,
    texts: &Pages,
    bonuses: &[String],
    addresses: &Addresses,
) -> Vec<String> {
    let everybody = Audience::default();
    let mut paths = vec!["/".to_owned(), family_path(Family::Pokies, ALL_GAMES, 1)];
    let collections = index.collections(everybody).into_iter();
    paths.extend(collections.map(|(collection, _)| family_path(collection.family, &collection.id, 1)));
    paths.extend(NAMED.into_iter().filter(|named| named.2).map(|named| named.0.to_owned()));
    paths.extend(
        index.providers(everybody).into_iter().map(|(provider, _)| format!("/producers/{}", provider.id)),
    );
    paths.extend(index.games().map(|game| game_path(game)));
    paths.extend(bonuses.iter().map(|slug| format!("/bonus/{slug}")));
    let written = texts.all().iter().filter(|page| !page.hidden).map(|page| format!("/{}", page.slug));
    paths.extend(written.filter(|path| !is_taken(path, addresses)));
    paths
}
