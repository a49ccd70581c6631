//! Which mails players get, and what each of them names.

/// A mail that players get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Template {
    /// Asks a new player to confirm the address. Value: `days`.
    EmailConfirmation,
    /// Leads to the choice of a new password. Value: `hours`.
    PasswordReset,
    /// Leads into the account. Value: `hours`.
    SignInLink,
    /// Tells that the password was changed.
    PasswordChanged,
    /// Asks to confirm a new address, there. Value: `days`.
    EmailChange,
    /// Tells the old address that another one was asked for. Value: `new_email`.
    EmailChangeRequested,
    /// Tells the old address that another one counts. Value: `new_email`.
    EmailChanged,
    /// Tells of a sign-in on a device that is new to the account. Values: `device`, `time`.
    NewDevice,
    /// Tells that sign-in asks for a code from now on. Value: `time`.
    TwoFactorEnabled,
    /// Tells that the password alone signs in again. Value: `time`.
    TwoFactorDisabled,
    /// Tells that new recovery codes have taken the place of the old ones. Value: `time`.
    RecoveryCodesRenewed,
    /// Tells that a recovery code was used. Value: `time`.
    RecoveryCodeUsed,
    /// Tells that a passkey was registered. Values: `passkey`, `time`.
    PasskeyAdded,
    /// Tells that a passkey was removed. Values: `passkey`, `time`.
    PasskeyRemoved,
    /// Tells that a passkey is asked for after the password. Value: `time`.
    PasskeyRequired,
    /// Tells that no passkey is asked for any more. Value: `time`.
    PasskeyNotRequired,
    /// Tells that what may be the copy of a passkey was refused. Value: `time`.
    PasskeyCopied,
    /// Tells that a provider of sign-in was linked. Values: `provider`, `time`.
    ProviderLinked,
    /// Tells that a link with a provider of sign-in has ended. Values: `provider`, `time`.
    ProviderUnlinked,
    /// Greets a player who has confirmed the address and wants offers.
    Welcome,
    /// Asks somebody without an account to confirm the wish for offers. Value: `days`.
    OffersConfirmation,
    /// Asks to confirm that a limit becomes looser. Values: `hours`, `limit`.
    LimitRaise,
    /// Asks to confirm that a limit ends. Values: `hours`, `limit`.
    LimitRemoval,
    /// Tells that a document was accepted. Value: `document`.
    DocumentApproved,
    /// Tells that a document was not accepted. Values: `document`, `reason`.
    DocumentRejected,
    /// Asks where the player's wealth comes from. Values: `date`, `note`.
    WealthAsked,
    /// Tells that the account is verified.
    Verified,
    /// Brings the conversation with support. Value: `messages`.
    ChatTranscript,
    /// Tells that a message to support has come. Value: `number`.
    ContactReceived,
    /// Tells that a deposit has arrived. Value: `amount`.
    DepositArrived,
    /// Tells that coins have come that may not be credited yet. Value: `amount`.
    CoinsHeld,
    /// Tells that a withdrawal was paid. Value: `amount`.
    CashoutPaid,
    /// Tells that a withdrawal was not carried out. Value: `amount`.
    CashoutReturned,
    /// Tells that a copy of the player's data can be taken. Value: `days`.
    DataReady,
    /// Tells that the account is closed. Value: `years`.
    AccountClosed,
}

impl Template {
    /// Every template.
    pub const ALL: [Self; 35] = [
        Self::EmailConfirmation,
        Self::PasswordReset,
        Self::SignInLink,
        Self::PasswordChanged,
        Self::EmailChange,
        Self::EmailChangeRequested,
        Self::EmailChanged,
        Self::NewDevice,
        Self::TwoFactorEnabled,
        Self::TwoFactorDisabled,
        Self::RecoveryCodesRenewed,
        Self::RecoveryCodeUsed,
        Self::PasskeyAdded,
        Self::PasskeyRemoved,
        Self::PasskeyRequired,
        Self::PasskeyNotRequired,
        Self::PasskeyCopied,
        Self::ProviderLinked,
        Self::ProviderUnlinked,
        Self::Welcome,
        Self::OffersConfirmation,
        Self::LimitRaise,
        Self::LimitRemoval,
        Self::DocumentApproved,
        Self::DocumentRejected,
        Self::WealthAsked,
        Self::Verified,
        Self::ChatTranscript,
        Self::ContactReceived,
        Self::DepositArrived,
        Self::CoinsHeld,
        Self::CashoutPaid,
        Self::CashoutReturned,
        Self::DataReady,
        Self::AccountClosed,
    ];

    /// Its name in the files of texts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::EmailConfirmation => "email_confirmation",
            Self::PasswordReset => "password_reset",
            Self::SignInLink => "sign_in_link",
            Self::PasswordChanged => "password_changed",
            Self::EmailChange => "email_change",
            Self::EmailChangeRequested => "email_change_requested",
            Self::EmailChanged => "email_changed",
            Self::NewDevice => "new_device",
            Self::TwoFactorEnabled => "two_factor_enabled",
            Self::TwoFactorDisabled => "two_factor_disabled",
            Self::RecoveryCodesRenewed => "recovery_codes_renewed",
            Self::RecoveryCodeUsed => "recovery_code_used",
            Self::PasskeyAdded => "passkey_added",
            Self::PasskeyRemoved => "passkey_removed",
            Self::PasskeyRequired => "passkey_required",
            Self::PasskeyNotRequired => "passkey_not_required",
            Self::PasskeyCopied => "passkey_copied",
            Self::ProviderLinked => "provider_linked",
            Self::ProviderUnlinked => "provider_unlinked",
            Self::Welcome => "welcome",
            Self::OffersConfirmation => "offers_confirmation",
            Self::LimitRaise => "limit_raise",
            Self::LimitRemoval => "limit_removal",
            Self::DocumentApproved => "document_approved",
            Self::DocumentRejected => "document_rejected",
            Self::WealthAsked => "wealth_asked",
            Self::Verified => "verified",
            Self::ChatTranscript => "chat_transcript",
            Self::ContactReceived => "contact_received",
            Self::DepositArrived => "deposit_arrived",
            Self::CoinsHeld => "coins_held",
            Self::CashoutPaid => "cashout_paid",
            Self::CashoutReturned => "cashout_returned",
            Self::DataReady => "data_ready",
            Self::AccountClosed => "account_closed",
        }
    }

    /// The template called `name`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|template| template.name() == name)
    }

    /// Whether staff may send such a mail again: it tells what stays true, and holds neither a token nor offers. What has a
    /// token is asked for anew by its player.
    pub(super) const fn is_resendable(self) -> bool {
        matches!(
            self,
            Self::DocumentApproved
                | Self::DocumentRejected
                | Self::WealthAsked
                | Self::Verified
                | Self::DepositArrived
                | Self::CoinsHeld
                | Self::CashoutPaid
                | Self::CashoutReturned
        )
    }

    /// The values that its texts may name beside those of every mail.
    pub(super) const fn values(self) -> &'static [&'static str] {
        match self {
            Self::EmailConfirmation | Self::EmailChange | Self::OffersConfirmation | Self::DataReady => {
                &["days"]
            }
            Self::AccountClosed => &["years"],
            Self::PasswordReset | Self::SignInLink => &["hours"],
            Self::EmailChangeRequested | Self::EmailChanged => &["new_email"],
            Self::NewDevice => &["device", "time"],
            Self::TwoFactorEnabled
            | Self::TwoFactorDisabled
            | Self::RecoveryCodesRenewed
            | Self::RecoveryCodeUsed
            | Self::PasskeyRequired
            | Self::PasskeyNotRequired
            | Self::PasskeyCopied => &["time"],
            Self::PasskeyAdded | Self::PasskeyRemoved => &["passkey", "time"],
            Self::ProviderLinked | Self::ProviderUnlinked => &["provider", "time"],
            Self::LimitRaise | Self::LimitRemoval => &["hours", "limit"],
            Self::DocumentApproved => &["document"],
            Self::DocumentRejected => &["document", "reason"],
            Self::WealthAsked => &["date", "note"],
            Self::ChatTranscript => &["messages"],
            Self::ContactReceived => &["number"],
            Self::DepositArrived | Self::CashoutPaid => &["amount", "fee"],
            Self::CoinsHeld | Self::CashoutReturned => &["amount"],
            Self::PasswordChanged | Self::Welcome | Self::Verified => &[],
        }
    }
}
