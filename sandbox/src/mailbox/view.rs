//! The page of the mailbox.

use maud::{Markup, html};

use super::Mail;
use crate::page::logo;

/// Every mail, the newest first.
pub(super) fn mailbox(mails: &[Mail]) -> Markup {
    html! {
        header { (logo("Northpay")) }
        main {
            h1 { "Mailbox" }
            @if mails.is_empty() {
                p { "No mail has come yet. What the casino sends by SMTP appears here." }
            }
            @for mail in mails {
                article {
                    h2 { (mail.subject) }
                    dl {
                        dt { "From" } dd { (mail.from) }
                        dt { "To" } dd { (mail.to.join(", ")) }
                        @if !mail.reply_to.is_empty() { dt { "Reply to" } dd { (mail.reply_to) } }
                    }
                    pre { (mail.text) }
                    @for (kind, words) in [("mail.bounced", "Bounce"), ("mail.complained", "Complain")] {
                        form method="post" action="/mailbox/reports" {
                            input type="hidden" name="message_id" value=(mail.message_id);
                            input type="hidden" name="kind" value=(kind);
                            button { (words) }
                        }
                    }
                }
            }
        }
    }
}
