//! Who a player is, proved by documents that staff reviews, and by the check of a partner ([`provider`]).
//!
//! An upload takes its place first: one commit under the lock of the player's lane writes the row as `uploading`. Then the
//! file is written, and a second commit makes the row `pending`. A row beyond `uploading` therefore has its file. What an
//! upload leaves behind that died in between is removed by [`sweep`].
//!
//! A file is served to staff alone, in the back office, under the type that its content has shown and with `nosniff`: a
//! file that is a picture and something else as well is harmless.
//!
//! A decision writes the row, the player's flag and the fact `document.reviewed` in one commit. The player is told by
//! what follows the log: a frame of the socket, and the mail of [`mails`].

mod check;
pub mod frames;
pub mod http;
pub mod mails;
mod model;
pub mod provider;
mod review;
mod sniff;
mod store;
pub mod sweep;
mod upload;
mod view;
mod wealth;

pub use check::{check, contradictions};
pub use model::{Document, DocumentState, FileType, RejectReason};
pub use provider::{
    CheckDecided, CheckDecision, CheckReason, CheckState, CheckStatus, ComparedField, ComparedValue,
    IdentityPartner, PartnerCheck, compare_again, compared, decide_check, partner_check,
    partner_checks_waiting, sharing_document,
};
pub use review::{
    DocumentReview, NOTE_MAX, Reviewed, Verdict, document, documents_in, documents_of, note_shown, pending,
    review, set_check, shown,
};
pub use sniff::file_type;
pub use upload::{Upload, upload};
pub use wealth::{
    IncomeRange, WealthAnswer, WealthAsked, WealthQuestionnaire, WealthRequest, WealthReviewed, WealthSource,
    WealthState, approve_wealth, ask_wealth, is_wealth_overdue_in, own_wealth, read_wealth,
    refuse_wealth_overdue, return_wealth, wealth_of, wealth_overdue,
};
