//! Where seeds are kept: each in a row of its own, encrypted and bound to what it draws for.

use std::fmt;

use croupier_db::{Db, Error, Result, Statement, Tx};
use croupier_games::fair::{SERVER_SEED_BYTES, ServerSeed};
use croupier_ledger::PlayerId;
use croupier_money::Currency;

use super::store::{self, SeedRow};
use crate::platform::secrets::Secrets;

/// What a seed draws for. As text it is the name of the seed's row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeedOf<'a> {
    /// The rounds of a wallet under one pair.
    Pair {
        /// Whose wallet.
        player: PlayerId,
        /// The wallet's currency.
        currency: Currency,
        /// The number of the pair.
        no: i64,
    },
    /// The prize of a lootbox.
    Box {
        /// Whose box.
        player: PlayerId,
        /// Its number.
        id: i64,
    },
    /// The winners of the lottery with this address.
    Lottery(&'a str),
    /// A chain of rounds that a table's players share: the seed of its last round.
    Chain {
        /// The game's identifier.
        game: &'a str,
        /// The number of the chain.
        number: i64,
    },
    /// The point of a cycle of a jackpot.
    Cycle {
        /// The jackpot's identifier.
        jackpot: &'a str,
        /// The number of the level.
        level: i64,
        /// The number of the cycle.
        number: i64,
    },
}

impl fmt::Display for SeedOf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pair { player, currency, no } => write!(f, "fairness:{player}:{}:{no}", currency.code()),
            Self::Box { player, id } => write!(f, "lootboxes:{player}:{id}"),
            Self::Lottery(slug) => write!(f, "lotteries:{slug}"),
            Self::Chain { game, number } => write!(f, "tables:{game}:{number}"),
            Self::Cycle { jackpot, level, number } => write!(f, "jackpots:{jackpot}:{level}:{number}"),
        }
    }
}

/// A seed of random bytes.
pub fn fresh(secrets: &Secrets) -> ServerSeed {
    ServerSeed::new(secrets.ring().bytes())
}

/// The statement that keeps a seed which is promised at `now`; it misses when there is one of that name.
pub fn kept(secrets: &Secrets, of: &SeedOf<'_>, seed: &ServerSeed, now: i64) -> Result<Statement> {
    kept_as(secrets, of, seed, &seed.commitment(), now)
}

/// Like [`kept`], where something else than the seed's own commitment is published.
pub fn kept_as(
    secrets: &Secrets,
    of: &SeedOf<'_>,
    seed: &ServerSeed,
    published: &str,
    now: i64,
) -> Result<Statement> {
    let name = of.to_string();
    let (key, sealed) = seal(secrets, &name, seed)?;
    Ok(store::keep(name, key, sealed, published, now))
}

/// Keeps a fresh seed at `now` within the caller's transaction unless there is one, and answers its commitment.
pub async fn made(tx: &mut Tx, secrets: &Secrets, of: &SeedOf<'_>, now: i64) -> Result<String> {
    let Statement { sql, params, .. } = kept(secrets, of, &fresh(secrets), now)?;
    tx.execute(sql, params).await?;
    let kept = find_all_in(tx, secrets, &[*of]).await?.into_iter().next().flatten();
    Ok(kept.ok_or(Error::NoRow)?.commitment())
}

/// The seed that draws for `of`; `None` when none was kept.
pub async fn find(db: &Db, secrets: &Secrets, of: &SeedOf<'_>) -> Result<Option<ServerSeed>> {
    Ok(find_all(db, secrets, &[*of]).await?.into_iter().next().flatten())
}

/// The seeds that draw for `all`, in their order.
pub async fn find_all(db: &Db, secrets: &Secrets, all: &[SeedOf<'_>]) -> Result<Vec<Option<ServerSeed>>> {
    let names = names(all);
    opened(secrets, &names, &store::named(db, &names).await?)
}

/// Like [`find_all`], within the caller's transaction.
pub async fn find_all_in(
    tx: &mut Tx,
    secrets: &Secrets,
    all: &[SeedOf<'_>],
) -> Result<Vec<Option<ServerSeed>>> {
    let names = names(all);
    opened(secrets, &names, &store::named_in(tx, &names).await?)
}

fn names(all: &[SeedOf<'_>]) -> Vec<String> {
    all.iter().map(ToString::to_string).collect()
}

fn opened(secrets: &Secrets, names: &[String], rows: &[SeedRow]) -> Result<Vec<Option<ServerSeed>>> {
    let of = |name: &String| rows.iter().find(|row| row.name == *name);
    names.iter().map(|name| of(name).map(|row| open(secrets, row)).transpose()).collect()
}

/// Encrypts a seed under the current key; answers the name of the key beside it.
pub(super) fn seal(secrets: &Secrets, name: &str, seed: &ServerSeed) -> Result<(String, Vec<u8>)> {
    let bytes = hex::decode(seed.to_hex()).map_err(|error| Error::Engine(error.to_string()))?;
    let sealed = secrets.ring().seal(name, &bytes);
    sealed.ok_or_else(|| Error::Engine(format!("the seed {name} cannot be encrypted")))
}

/// The seed of a row; fails when it is not the one that was promised.
pub(super) fn open(secrets: &Secrets, row: &SeedRow) -> Result<ServerSeed> {
    let SeedRow { name, key, sealed, server_seed_hash } = row;
    let bytes = secrets.ring().open(key, name, sealed);
    let bytes: Option<[u8; SERVER_SEED_BYTES]> = bytes.and_then(|bytes| bytes.try_into().ok());
    let seed =
        ServerSeed::new(bytes.ok_or_else(|| {
            Error::Corrupt(format!("the seed {name} does not open with a key called {key}"))
        })?);
    // A chain publishes the commitment to its first seed, which its table compares.
    let is_chain = name.starts_with("tables:");
    if is_chain || seed.commitment() == *server_seed_hash {
        Ok(seed)
    } else {
        Err(Error::Corrupt(format!("the seed {name} is not the one that was promised")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::clock::Entropy;

    fn row(name: &str, key: &str, sealed: Vec<u8>, hash: &str) -> SeedRow {
        SeedRow { name: name.to_owned(), key: key.to_owned(), sealed, server_seed_hash: hash.to_owned() }
    }

    #[test]
    fn a_seed_opens_for_what_it_was_promised_for() {
        let folder = tempfile::tempdir().unwrap();
        let secrets = Secrets::load(folder.path(), None, Entropy).unwrap();
        let (one, other) = (fresh(&secrets), fresh(&secrets));
        assert_ne!(one, other);
        let name = SeedOf::Cycle { jackpot: "northern", level: 3, number: 7 }.to_string();
        assert_eq!(name, "jackpots:northern:3:7");
        let (key, sealed) = seal(&secrets, &name, &one).unwrap();
        let kept = row(&name, &key, sealed.clone(), &one.commitment());
        assert_eq!(open(&secrets, &kept).unwrap(), one);
        let swapped = row("jackpots:northern:3:8", &key, sealed.clone(), &one.commitment());
        assert!(open(&secrets, &swapped).is_err());
        assert!(open(&secrets, &row(&name, &key, sealed.clone(), &other.commitment())).is_err());
        assert!(open(&secrets, &row(&name, "gone", sealed, &one.commitment())).is_err());
    }
}
