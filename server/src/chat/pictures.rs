//! Pictures that a player and staff send in the player's conversation.

use std::path::Path;

use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use croupier_db::{Db, Error, log};
use croupier_ledger::PlayerId;
use hmac::Mac;
use uuid::Uuid;

use super::model::Visitor;
use super::staff::{Answered, reply_with};
use super::store::{self, Between, VisitorContext};
use super::view::MessageView;
use super::visitor::{Said, say};
use super::{TRIES, pictures_store};
use crate::app::App;
use crate::content::library::{PIXELS_MAX, clean_picture};
use crate::idempotency::required_key;
use crate::platform::blobs::{self, BlobName};
use crate::platform::body::require_file;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::secrets::hmac_sha256;
use crate::staff::Actor;
use crate::verification::{self, FileType};

/// Pictures that a player may send in a day.
const DAILY_MAX: i64 = 40;

/// Where a picture stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PictureState {
    /// Its file is being written.
    Uploading,
    /// A message shows it.
    Sent,
    /// Its file is to be removed.
    Discarded,
}

impl PictureState {
    /// The state called `name` in rows.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        match name {
            "uploading" => Some(Self::Uploading),
            "sent" => Some(Self::Sent),
            "discarded" => Some(Self::Discarded),
            _ => None,
        }
    }
}

/// A picture of a conversation.
#[derive(Debug, Clone)]
pub struct Picture {
    /// Its number.
    pub id: Uuid,
    /// Whose conversation it is in.
    pub(super) player: PlayerId,
    /// Who of staff sends it; `None` for the player.
    pub(super) member: Option<Uuid>,
    pub(super) state: PictureState,
    /// The conversation and the number of its message, once it was sent.
    pub(super) message: Option<(Uuid, i64)>,
    /// Its file.
    pub(super) blob: BlobName,
    pub(super) file_type: FileType,
    pub(super) size_bytes: i64,
    /// The key of the call that sends it, and a keyed hash of what it sent.
    pub(super) idempotency_key: String,
    pub(super) fingerprint: Vec<u8>,
    /// UTC milliseconds.
    pub(super) created_at: i64,
}

impl Picture {
    /// What its file is bound to: a player has one conversation.
    fn owner(&self) -> String {
        format!("picture {} of the conversation of player {}", self.id, self.player)
    }
}

/// A picture that a player sends.
pub(super) struct PlayerPicture {
    pub(super) player: PlayerId,
    /// The key of the call.
    pub(super) key: String,
    /// The language and the host of the page.
    pub(super) locale: String,
    pub(super) host: String,
    pub(super) bytes: Vec<u8>,
}

/// A picture that a member of staff sends.
pub struct StaffPicture {
    /// In which conversation.
    pub conversation: Uuid,
    /// Who sends it.
    pub by: Actor,
    /// The number of the member.
    pub member: Uuid,
    /// The key of the call.
    pub key: String,
    /// The file.
    pub bytes: Vec<u8>,
}

/// The key of an upload, whose body has the type that every upload has.
pub fn upload_key(headers: &HeaderMap) -> ApiResult<String> {
    require_file(headers)?;
    required_key(headers)
}

/// Adds a picture to the player's conversation, or to a new one. The same call again answers the same message.
pub(super) async fn send_of_player(app: &App, sent: PlayerPicture) -> ApiResult<MessageView> {
    let PlayerPicture { player, key, locale, host, bytes } = sent;
    let (new, file) = judged(app, player, None, &key, bytes).await?;
    let picture = stored(app, new, file).await?;
    if picture.state == PictureState::Uploading {
        let visitor = Visitor::Player(player);
        let context = VisitorContext { locale: &locale, host: &host };
        let said = Said { visitor: &visitor, context, text: "", picture: Some(&picture), claim: None };
        if let Some(message) = say(app, said).await? {
            return Ok(message);
        }
    }
    // An earlier call with the same key has sent it, or it took too long.
    let found = pictures_store::sent(&app.db, picture.id).await?;
    let Some((conversation, seq)) = found.and_then(|found| found.message) else {
        app.blobs.remove(&picture.blob).await?;
        return Err(ApiError::unavailable(&format!("picture {} took too long", picture.id)));
    };
    let between = Between { after: seq - 1, before: seq + 1 };
    let message = store::messages(&app.db, conversation, between, 1).await?.pop();
    message.map(MessageView::of).ok_or_else(ApiError::not_found)
}

/// Answers with a picture in the conversation of a player. The same call again adds no second message.
pub async fn reply_with_picture(app: &App, sent: StaffPicture) -> ApiResult<Answered> {
    let StaffPicture { conversation, by, member, key, bytes } = sent;
    let Some(found) = store::with_id(&app.db, conversation).await? else { return Ok(Answered::Unknown) };
    let player = found.player.ok_or_else(|| {
        ApiError::conflict("chat_of_guest", "A guest's browser shows no pictures. Answer in words.")
    })?;
    let (new, file) = judged(app, player, Some(member), &key, bytes).await?;
    let picture = stored(app, new, file).await?;
    if picture.state == PictureState::Sent {
        return Ok(Answered::Done);
    }
    let answered = reply_with(&app.db, conversation, &by, &picture, app.clock.now()).await?;
    if answered == Answered::GivenUp {
        app.blobs.remove(&picture.blob).await?;
    }
    Ok(answered)
}

/// The picture that the upload would become, and its file. Of the upload only what shows the picture is kept: the notes of a camera
/// say where it was taken, which may be the home of a player or of a member of staff.
async fn judged(
    app: &App,
    player: PlayerId,
    member: Option<Uuid>,
    key: &str,
    bytes: Vec<u8>,
) -> ApiResult<(Picture, Vec<u8>)> {
    let no_picture =
        || ApiError::field("file", "VALIDATION.PICTURE.TYPE", "Please send a PNG or JPEG picture.");
    let file_type = verification::file_type(&bytes).filter(|found| *found != FileType::Pdf);
    let file_type = file_type.ok_or_else(no_picture)?;
    // Keyed: a hash of a picture tells everybody who has it that it is here.
    let mut mac = hmac_sha256(&app.secrets.key_for("chat-picture"));
    mac.update(&bytes);
    let cleaned = tokio::task::spawn_blocking(move || clean_picture(&bytes)).await;
    let (file, pixels) = cleaned.map_err(|error| ApiError::internal(&error))?.ok_or_else(no_picture)?;
    // A page shows many at once, and unfolds each of them.
    if pixels > PIXELS_MAX {
        let message = "Please send a picture of at most 33 million pixels.";
        return Err(ApiError::field("file", "VALIDATION.PICTURE.PIXELS", message));
    }
    let sender = member.map_or_else(|| "player".to_owned(), |member| member.to_string());
    let picture = Picture {
        id: app.entropy.uuid(&app.clock),
        player,
        member,
        state: PictureState::Uploading,
        message: None,
        blob: app.blobs.name(),
        file_type,
        size_bytes: i64::try_from(file.len()).map_err(|error| ApiError::internal(&error))?,
        idempotency_key: format!("{sender} {key}"),
        fingerprint: mac.finalize().into_bytes().to_vec(),
        created_at: app.clock.now(),
    };
    Ok((picture, file))
}

/// Takes a place for `new` and writes its file. Answers the picture of an earlier call with the same key instead, if there is
/// one.
async fn stored(app: &App, new: Picture, bytes: Vec<u8>) -> ApiResult<Picture> {
    let picture = claim(app, &new).await?;
    if picture.fingerprint != new.fingerprint {
        return Err(ApiError::conflict("idempotency_conflict", "This key was used for another picture."));
    }
    match picture.state {
        PictureState::Sent => {}
        PictureState::Discarded => {
            return Err(ApiError::unavailable(&format!("picture {} is being removed", picture.id)));
        }
        // The file of a call that died may be there: this one is as good.
        PictureState::Uploading => app.blobs.write(&picture.blob, &picture.owner(), bytes).await?,
    }
    Ok(picture)
}

async fn claim(app: &App, new: &Picture) -> ApiResult<Picture> {
    let mut tries = 0;
    let claimed = loop {
        match try_claim(app, new).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            claimed => break claimed?,
        }
    };
    claimed.ok_or_else(|| {
        let message = "That's as many pictures as you can send in a day.";
        ApiError::code(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message)
    })
}

/// `None` when the player has sent as many as a day allows.
async fn try_claim(app: &App, new: &Picture) -> croupier_db::Result<Option<Picture>> {
    let mut tx = app.db.begin().await?;
    // Two uploads at once are counted one after the other.
    log::lock_lane(&app.db, &mut tx, new.player).await?;
    if let Some(picture) = pictures_store::by_key(&mut tx, new.player, &new.idempotency_key).await? {
        return Ok(Some(picture));
    }
    let since = new.created_at - DAY_MS;
    let today = pictures_store::count_of_player(&mut tx, new.player, since).await?;
    if new.member.is_none() && today >= DAILY_MAX {
        return Ok(None);
    }
    pictures_store::add(&mut tx, new).await?;
    tx.commit().await?;
    Ok(Some(new.clone()))
}

/// The picture with this number in a conversation, once it was sent.
pub async fn picture_in(db: &Db, conversation: Uuid, id: Uuid) -> croupier_db::Result<Option<Picture>> {
    let found = pictures_store::sent(db, id).await?;
    Ok(found.filter(|picture| picture.message.is_some_and(|(place, _)| place == conversation)))
}

/// The file of a picture, as a browser may show it and keeps it nowhere.
pub async fn served(app: &App, picture: &Picture) -> ApiResult<Response> {
    let _held = app.blobs.next_permit().await?;
    let bytes = app.blobs.read(&picture.blob, &picture.owner()).await?.ok_or_else(ApiError::not_found)?;
    let kind = if picture.file_type == FileType::Png { "image/png" } else { "image/jpeg" };
    let disposition = format!("inline; filename=\"{}.{}\"", picture.id, picture.file_type.name());
    let headers = [(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, &disposition), (CACHE_CONTROL, "no-store")];
    Ok((headers, bytes).into_response())
}

/// The numbers of pictures whose file is missing in `folder`.
pub async fn check_pictures(db: &Db, folder: &Path) -> croupier_db::Result<Vec<String>> {
    let files = pictures_store::files(db).await?;
    let is_missing = |name: &str| !BlobName::parse(name).is_some_and(|name| blobs::has(folder, &name, 0));
    Ok(files.into_iter().filter(|(_, name)| is_missing(name)).map(|(id, _)| id.to_string()).collect())
}
