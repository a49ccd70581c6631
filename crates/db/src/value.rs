//! Values and rows as both engines understand them.

use uuid::Uuid;

use crate::{Error, Result};

/// A parameter or a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// SQL NULL.
    Null,
    /// `bigint`, `integer`, and `boolean` on SQLite.
    Int(i64),
    /// `boolean`.
    Bool(bool),
    /// `text`.
    Text(String),
    /// `bytea`.
    Bytes(Vec<u8>),
    /// `uuid`; 16 bytes on SQLite.
    Uuid(Uuid),
}

macro_rules! value_from {
    ($($type:ty => |$v:ident| $body:expr),+ $(,)?) => {
        $(impl From<$type> for Value { fn from($v: $type) -> Self { $body } })+
    };
}

value_from! {
    i64 => |v| Self::Int(v),
    i32 => |v| Self::Int(v.into()),
    u32 => |v| Self::Int(v.into()),
    u8 => |v| Self::Int(v.into()),
    bool => |v| Self::Bool(v),
    &str => |v| Self::Text(v.to_owned()),
    String => |v| Self::Text(v),
    &String => |v| Self::Text(v.clone()),
    Vec<u8> => |v| Self::Bytes(v),
    &[u8] => |v| Self::Bytes(v.to_vec()),
    Uuid => |v| Self::Uuid(v),
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// A Rust type that a column can be read as.
pub trait FromValue: Sized {
    /// Reads `value`; `None` when it is of another kind.
    fn from_value(value: Value) -> Option<Self>;
}

impl FromValue for Value {
    fn from_value(value: Value) -> Option<Self> {
        Some(value)
    }
}

impl FromValue for i64 {
    fn from_value(value: Value) -> Option<Self> {
        if let Value::Int(v) = value { Some(v) } else { None }
    }
}

impl FromValue for bool {
    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Bool(v) => Some(v),
            Value::Int(v) => Some(v != 0),
            _ => None,
        }
    }
}

impl FromValue for String {
    fn from_value(value: Value) -> Option<Self> {
        if let Value::Text(v) = value { Some(v) } else { None }
    }
}

impl FromValue for Vec<u8> {
    fn from_value(value: Value) -> Option<Self> {
        if let Value::Bytes(v) = value { Some(v) } else { None }
    }
}

impl FromValue for Uuid {
    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Uuid(v) => Some(v),
            Value::Bytes(v) => Self::from_slice(&v).ok(),
            _ => None,
        }
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: Value) -> Option<Self> {
        if value == Value::Null { Some(None) } else { T::from_value(value).map(Some) }
    }
}

/// A row; columns are taken by their place in the select list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row(pub(crate) Vec<Value>);

impl Row {
    /// Reads column `index`, counted from 0.
    pub fn get<T: FromValue>(&self, index: usize) -> Result<T> {
        let value = self.0.get(index).cloned();
        let value = value.ok_or_else(|| Error::Corrupt(format!("the row has no column {index}")))?;
        T::from_value(value)
            .ok_or_else(|| Error::Corrupt(format!("column {index} is no {}", std::any::type_name::<T>())))
    }
}

/// The placeholders of `count` parameters that are numbered from `from`: `placeholders(3, 2)` is `$3, $4`. For `VALUES (…)` and
/// `IN (…)`, which both engines read alike.
pub fn placeholders(from: usize, count: usize) -> String {
    (from..from + count).map(|number| format!("${number}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_numbered_on() {
        assert_eq!(placeholders(1, 1), "$1");
        assert_eq!(placeholders(9, 3), "$9, $10, $11");
        assert_eq!(placeholders(4, 0), "");
    }
}
