//! Who acts for the operator, as the log names them.

use croupier_db::Tx;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::model::Member;
use super::permission::Permission;
use super::team;

/// Somebody who acts for the operator: a member of staff in the back office, or whoever a command of the server names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// What players and colleagues read.
    pub name: String,
    /// The member of staff; `None` for a command.
    pub signed: Option<Signed>,
}

/// A member of staff who acts, and from where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signed {
    /// The member.
    pub id: Uuid,
    /// The member's address by then.
    pub email: String,
    /// Where the call came from.
    pub address: String,
}

impl Actor {
    /// A member of staff who calls from `address`.
    pub fn member(member: &Member, address: &str) -> Self {
        let Member { id, email, name, .. } = member;
        let signed = Signed { id: *id, email: email.clone(), address: address.to_owned() };
        Self { name: name.clone(), signed: Some(signed) }
    }

    /// `body` of a fact with who has acted: `by` names them, and `staff` has the member.
    #[must_use]
    pub fn signing(&self, mut body: Value) -> Value {
        body["by"] = json!(self.name.trim());
        if let Some(signed) = &self.signed {
            body["staff"] = json!(signed);
        }
        body
    }

    /// Whether whoever acts may do what `permission` names until the caller's transaction ends. A command may do everything.
    pub async fn may_in(&self, tx: &mut Tx, permission: Permission) -> croupier_db::Result<bool> {
        match &self.signed {
            Some(signed) => team::may_in(tx, signed.id, permission).await,
            None => Ok(true),
        }
    }

    /// Whether nobody is named.
    pub fn is_nobody(&self) -> bool {
        self.name.trim().is_empty()
    }
}

/// Whoever a command names.
impl From<&str> for Actor {
    fn from(name: &str) -> Self {
        Self { name: name.to_owned(), signed: None }
    }
}

impl From<String> for Actor {
    fn from(name: String) -> Self {
        Self { name, signed: None }
    }
}
