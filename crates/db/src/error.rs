//! What can go wrong in storage, in words that do not depend on the engine.

use std::any::Any;

/// A failure of the storage.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A unique rule refused a row; the name is `table_column_key` on both engines.
    #[error("unique rule {0} refused the row")]
    Unique(String),
    /// Another rule of the schema refused a row (a check, a foreign key, a null).
    #[error("the schema refused the row: {0}")]
    Constraint(String),
    /// The transaction lost against another and may be tried again from its start.
    #[error("the transaction has to be tried again: {0}")]
    Retry(String),
    /// The connection was lost while committing: it may or may not have happened.
    #[error("the outcome of the commit is unknown: {0}")]
    Unknown(String),
    /// A row that had to be there is not.
    #[error("no such row")]
    NoRow,
    /// Another server works on the data folder.
    #[error("another server is using {0}")]
    Locked(String),
    /// The store cannot be reached or cannot write now (connection, disk full).
    #[error("the store is not available: {0}")]
    Unavailable(String),
    /// A row or file is not what it has to be.
    #[error("the stored data is not as expected: {0}")]
    Corrupt(String),
    /// A setting asks for what cannot be done; the sentence names it.
    #[error("{0}")]
    Setting(String),
    /// A tool was started before the tables were made.
    #[error("{0} holds no tables yet: run `croupier migrate` or `croupier serve` first")]
    Empty(String),
    /// The tables were changed by a newer program.
    #[error(
        "the tables are newer than this program, which does not know their migration {0}; run the newer one"
    )]
    Newer(String),
    /// The work has panicked, and nothing of it stays.
    #[error("the work has panicked: {0}")]
    Panicked(String),
    /// Any other failure of the engine.
    #[error("the engine failed: {0}")]
    Engine(String),
}

impl Error {
    /// Whether the unique rule `name` refused the row.
    pub fn is_unique(&self, name: &str) -> bool {
        matches!(self, Self::Unique(rule) if rule == name)
    }

    /// Whether it says nothing about what was asked, and the same may succeed later.
    pub fn may_pass(&self) -> bool {
        matches!(self, Self::Retry(_) | Self::Unknown(_) | Self::Unavailable(_))
    }
}

/// What a panic comes to.
pub(crate) fn panicked(panic: &(dyn Any + Send)) -> Error {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    Error::Panicked(text.unwrap_or("no message").to_owned())
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode as Code;
        let rusqlite::Error::SqliteFailure(failure, message) = &error else {
            return Self::Engine(error.to_string());
        };
        let text = message.clone().unwrap_or_else(|| failure.to_string());
        match failure.code {
            Code::ConstraintViolation => match text.strip_prefix("UNIQUE constraint failed: ") {
                Some(columns) => Self::Unique(unique_name(columns)),
                None => Self::Constraint(text),
            },
            Code::DatabaseBusy | Code::DatabaseLocked => Self::Retry(text),
            Code::DiskFull | Code::SystemIoFailure | Code::CannotOpen | Code::ReadOnly => {
                Self::Unavailable(text)
            }
            Code::DatabaseCorrupt | Code::NotADatabase => Self::Corrupt(text),
            _ => Self::Engine(text),
        }
    }
}

/// `player.email, player.brand` becomes `player_email_brand_key`, as PostgreSQL names it;
/// an index is named as `index 'name'`, and keeps its name.
fn unique_name(columns: &str) -> String {
    if let Some(index) = columns.strip_prefix("index '") {
        return index.trim_end_matches('\'').to_owned();
    }
    let mut name = String::new();
    for (position, column) in columns.split(", ").enumerate() {
        let (table, column) = column.split_once('.').unwrap_or(("", column));
        if position == 0 {
            name.push_str(table);
        }
        name.push('_');
        name.push_str(column);
    }
    name + "_key"
}

/// A failure with what caused it: by itself it only says what was being done.
pub(crate) fn with_causes(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    // Some name their cause themselves.
    causes.fold(error.to_string(), |text, cause| {
        let cause = cause.to_string();
        if text.contains(&cause) { text } else { format!("{text}: {cause}") }
    })
}

impl From<tokio_postgres::Error> for Error {
    fn from(error: tokio_postgres::Error) -> Self {
        let Some(db) = error.as_db_error() else {
            return Self::Unavailable(with_causes(&error));
        };
        let text = format!("{} ({})", db.message(), db.code().code());
        match db.code().code() {
            "23505" => Self::Unique(db.constraint().unwrap_or_default().to_owned()),
            // Lost against another, a deadlock, and a lock that was not given back in time.
            "40001" | "40P01" | "55P03" => Self::Retry(text),
            code if code.starts_with("23") => Self::Constraint(text),
            code if code.starts_with("08") || code.starts_with("53") || code.starts_with("57") => {
                Self::Unavailable(text)
            }
            _ => Self::Engine(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unique_rules_have_one_name_on_both_engines() {
        assert_eq!(unique_name("player.email"), "player_email_key");
        assert_eq!(unique_name("wallet.player_id, wallet.currency"), "wallet_player_id_currency_key");
        assert_eq!(unique_name("index 'player_nickname_key'"), "player_nickname_key");
    }
}
