//! One text for one definition, and the hash of it: a round names the rules it was played under by this hash.
//!
//! The text is JSON without white space, the fields of an object in the order of their names (RFC 8785 for what a
//! definition holds: texts and whole numbers). So the player's browser can work the hash out again.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The canonical text of a definition.
pub fn canonical(definition: &Value) -> String {
    let mut text = String::new();
    write(definition, &mut text);
    text
}

fn write(value: &Value, text: &mut String) {
    match value {
        Value::Array(items) => {
            text.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                write(item, text);
            }
            text.push(']');
        }
        Value::Object(fields) => {
            // Sorted here, and not left to how the JSON library keeps its maps.
            let fields: BTreeMap<_, _> = fields.iter().collect();
            text.push('{');
            for (at, (name, field)) in fields.into_iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                text.push_str(&Value::from(name.as_str()).to_string());
                text.push(':');
                write(field, text);
            }
            text.push('}');
        }
        leaf => text.push_str(&leaf.to_string()),
    }
}

/// SHA-256 of a definition's canonical text; written as 64 lower-case hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DefinitionHash([u8; 32]);

impl DefinitionHash {
    /// The hash of a canonical text.
    pub fn of(canonical: &str) -> Self {
        Self(Sha256::digest(canonical.as_bytes()).into())
    }
}

impl fmt::Display for DefinitionHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

/// A text that is no hash of a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a definition's hash is 64 hexadecimal digits")]
pub struct NoHash;

impl FromStr for DefinitionHash {
    type Err = NoHash;

    fn from_str(text: &str) -> Result<Self, NoHash> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| NoHash)?;
        Ok(Self(bytes))
    }
}

impl Serialize for DefinitionHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for DefinitionHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn one_definition_has_one_text() {
        let reported: Value =
            serde_json::from_str(r#" {"b": [1, {"z": "ü\n", "a": null}], "a": -2} "#).unwrap();
        assert_eq!(canonical(&reported), "{\"a\":-2,\"b\":[1,{\"a\":null,\"z\":\"ü\\n\"}]}");
        let again = json!({ "a": -2, "b": [1, { "a": null, "z": "ü\n" }] });
        assert_eq!(DefinitionHash::of(&canonical(&again)), DefinitionHash::of(&canonical(&reported)));
    }

    #[test]
    fn a_hash_is_read_as_it_is_written() {
        // SHA-256 of "{}".
        let text = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";
        let hash = DefinitionHash::of("{}");
        assert_eq!(hash.to_string(), text);
        assert_eq!(text.parse(), Ok(hash));
        assert_eq!("44".parse::<DefinitionHash>(), Err(NoHash));
        assert_eq!(serde_json::from_value::<DefinitionHash>(json!(text)).unwrap(), hash);
    }
}
