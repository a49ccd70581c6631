//! What is written in a mail.

/// A mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailMessage {
    /// The address it goes to.
    pub to: String,
    /// The address it comes from.
    pub from: String,
    /// The name beside that address.
    pub from_name: String,
    /// Where an answer goes, when not there.
    pub reply_to: Option<String>,
    /// One line.
    pub subject: String,
    /// Lines of text.
    pub body: String,
    /// The same as HTML; a mail without it is plain text.
    pub html: Option<String>,
    /// The address that takes a one-click unsubscribe (RFC 8058); only mails with offers have one.
    pub unsubscribe_url: Option<String>,
    /// Whether staff may send it again: it holds no token, and its text is kept once it has gone out.
    pub is_resendable: bool,
}
