//! Notices on devices: a push service that speaks real HTTP, and a browser's half of the encryption.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use aes_gcm::aead::Aead;
use aes_gcm::{Aes128Gcm, KeyInit};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use croupier_server::push::sender::send_due;
use hkdf::Hkdf;
use p256::ecdsa::signature::Verifier as _;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::{PublicKey, SecretKey};
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::net::TcpListener;

use super::payment_kit::{PaymentKit, Setup, Shopper};
use crate::testkit::{Engine, Kit};

const PATH: &str = "/api/player/push";

/// A message as the service got it.
#[derive(Debug, Clone)]
struct Got {
    path: String,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Got {
    fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }
}

/// A push service that gives the prepared answers, and 201 when there are none.
#[derive(Clone)]
struct Service {
    address: SocketAddr,
    answers: Arc<Mutex<VecDeque<u16>>>,
    got: Arc<Mutex<Vec<Got>>>,
}

impl Service {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let service = Self { address, answers: Arc::default(), got: Arc::default() };
        let router = Router::new().fallback(take).with_state(service.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        service
    }

    fn answers(&self, statuses: &[u16]) {
        self.answers.lock().unwrap().extend(statuses);
    }

    /// Waits until it has got `count` messages, and answers the last.
    async fn has_got(&self, count: usize) -> Got {
        Kit::until("a message", async || {
            let got = self.got.lock().unwrap();
            (got.len() >= count).then(|| got[count - 1].clone())
        })
        .await
    }
}

async fn take(
    State(service): State<Service>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    assert_eq!(method, Method::POST);
    let got = Got { path: uri.path().to_owned(), headers, body: body.to_vec() };
    service.got.lock().unwrap().push(got);
    let status = service.answers.lock().unwrap().pop_front().unwrap_or(201);
    StatusCode::from_u16(status).unwrap()
}

/// A browser that can be written to.
struct Device {
    endpoint: String,
    secret: SecretKey,
    auth: [u8; 16],
}

impl Device {
    fn at(service: &Service, name: &str) -> Self {
        let mut secret = [7; 32];
        secret[..name.len()].copy_from_slice(name.as_bytes());
        Self {
            endpoint: format!("http://{}/send/{name}", service.address),
            secret: SecretKey::from_slice(&secret).unwrap(),
            auth: [9; 16],
        }
    }

    /// What the browser tells the site.
    fn subscription(&self) -> Value {
        let p256dh = BASE64.encode(self.secret.public_key().to_sec1_bytes());
        json!({
            "endpoint": self.endpoint, "expirationTime": null,
            "keys": { "p256dh": p256dh, "auth": BASE64.encode(self.auth) },
        })
    }

    /// What stands in a message, read as RFC 8291 says.
    fn read(&self, got: &Got) -> Value {
        let (header, sealed) = got.body.split_at(86);
        let (salt, theirs) = (&header[..16], &header[21..]);
        let server = PublicKey::from_sec1_bytes(theirs).unwrap();
        let shared = p256::ecdh::diffie_hellman(self.secret.to_nonzero_scalar(), server.as_affine());
        let ours = self.secret.public_key().to_sec1_bytes();
        let info = [b"WebPush: info\0", &*ours, theirs].concat();
        let input: [u8; 32] = expand(&self.auth, shared.raw_secret_bytes(), &info);
        let key: [u8; 16] = expand(salt, &input, b"Content-Encoding: aes128gcm\0");
        let nonce: [u8; 12] = expand(salt, &input, b"Content-Encoding: nonce\0");
        let record = Aes128Gcm::new(&key.into()).decrypt(&nonce.into(), sealed).unwrap();
        let (end, text) = record.split_last().unwrap();
        assert_eq!(*end, 2);
        serde_json::from_slice(text).unwrap()
    }
}

fn expand<const LENGTH: usize>(salt: &[u8], input: &[u8], info: &[u8]) -> [u8; LENGTH] {
    let mut output = [0; LENGTH];
    Hkdf::<Sha256>::new(Some(salt), input).expand(info, &mut output).unwrap();
    output
}

/// A site that sends notices through `service`, and a player whose device they go to.
async fn fixture(engine: Engine, service: &Service) -> (PaymentKit, Shopper, Device) {
    let payments =
        PaymentKit::start_with(engine, Setup { push: Some(service.address), ..Setup::USUAL }).await;
    let ada = payments.player("EUR").await;
    let device = Device::at(service, "phone");
    add(&payments, &ada, &device).await;
    (payments, ada, device)
}

async fn add(payments: &PaymentKit, player: &Shopper, device: &Device) {
    let answer = payments.post(player, PATH, &device.subscription()).await;
    assert_eq!(answer.status, 204, "{}", answer.body);
}

async fn endpoints(payments: &PaymentKit, player: &Shopper) -> Value {
    payments.get(player, PATH).await.body["endpoints"].clone()
}

/// Waits until no notice is on its way.
async fn until_reported(payments: &PaymentKit) {
    Kit::until("the last notice", async || {
        (payments.count("SELECT COUNT(*) FROM push_notice").await == 0).then_some(())
    })
    .await;
}

/// The operator's key signed a token for this service, for the contact of the settings.
fn assert_signed(got: &Got, public_key: &str, service: &Service) {
    let (token, key) =
        got.header("authorization").strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(key, public_key);
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let key = VerifyingKey::from_sec1_bytes(&BASE64.decode(key).unwrap()).unwrap();
    let signature = Signature::from_slice(&BASE64.decode(signature).unwrap()).unwrap();
    key.verify(signed.as_bytes(), &signature).unwrap();
    let claims = BASE64.decode(signed.split_once('.').unwrap().1).unwrap();
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    assert_eq!(claims["aud"], format!("http://{}", service.address));
    assert_eq!(claims["sub"], "mailto:ops@casino.example");
}

on_each_engine! {
    async fn a_payment_is_told_on_the_players_device_alone(engine: Engine) {
        let service = Service::start().await;
        let (payments, ada, phone) = fixture(engine, &service).await;
        payments.fill(&ada, 5_000).await;
        let got = service.has_got(1).await;
        assert_eq!((got.path.as_str(), got.header("content-encoding")), ("/send/phone", "aes128gcm"));
        assert_eq!(got.header("ttl"), "86400");
        let public_key = payments.get(&ada, PATH).await.body["public_key"].as_str().unwrap().to_owned();
        assert_signed(&got, &public_key, &service);
        let reported = phone.read(&got);
        let messages = &payments.kit.app.site_config.messages;
        let english = |key| messages.text("en", key).to_owned();
        assert_eq!(reported["title"], english("push.deposit_arrived_title"));
        assert_eq!(reported["body"], english("push.deposit_arrived_text"), "no amount where everybody can read it");
        assert_eq!(reported["path"], "/profile");

        let language = json!({ "locale": "et" });
        let changed = payments.call(&ada, Method::PATCH, "/api/player/update_locale", &language, None).await;
        assert_eq!(changed.status, 200, "{}", changed.body);
        let payout = payments.cashout(&ada, "out", 2_000).await;
        payments.later(10).await;
        payments.settled(&ada, &payout, "succeeded").await;
        let reported = phone.read(&service.has_got(2).await);
        assert_eq!(reported["title"], messages.text("et", "push.cashout_paid_title"));
        assert_eq!(reported["tag"], format!("payment-{}", payout["id"].as_str().unwrap()));
        until_reported(&payments).await;
        assert_eq!(service.got.lock().unwrap().len(), 2, "each of them once");
        payments.close().await;
    }

    async fn a_device_that_is_gone_is_forgotten(engine: Engine) {
        let service = Service::start().await;
        let (payments, ada, _) = fixture(engine, &service).await;
        service.answers(&[410]);
        payments.fill(&ada, 5_000).await;
        service.has_got(1).await;
        until_reported(&payments).await;
        assert_eq!(endpoints(&payments, &ada).await, json!([]));
        payments.close().await;
    }

    async fn a_service_that_fails_is_asked_again_while_it_is_news(engine: Engine) {
        let service = Service::start().await;
        let (payments, ada, phone) = fixture(engine, &service).await;
        service.answers(&[503, 429]);
        payments.fill(&ada, 5_000).await;
        let first = service.has_got(1).await;
        payments.kit.app.clock.advance(Duration::from_secs(30));
        service.has_got(2).await;
        payments.kit.app.clock.advance(Duration::from_mins(1));
        let third = service.has_got(3).await;
        assert_eq!((phone.read(&first), first.header("topic")), (phone.read(&third), third.header("topic")));
        assert_eq!(third.header("ttl"), (86_400 - 90).to_string());
        until_reported(&payments).await;

        service.answers(&[503]);
        payments.fill(&ada, 6_000).await;
        service.has_got(4).await;
        payments.kit.app.clock.advance(Duration::from_hours(24));
        until_reported(&payments).await;
        assert_eq!(service.got.lock().unwrap().len(), 4, "old news is not told");
        payments.close().await;
    }

    async fn a_device_is_of_whoever_turned_it_on_last(engine: Engine) {
        let service = Service::start().await;
        let (payments, ada, phone) = fixture(engine, &service).await;
        let eve = payments.player("EUR").await;
        assert_eq!(endpoints(&payments, &ada).await, json!([phone.endpoint]));
        let others = json!({ "endpoint": phone.endpoint });
        let refused = payments.call(&eve, Method::DELETE, PATH, &others, None).await;
        assert_eq!(refused.status, 204, "whose device it is, is nobody's business");
        assert_eq!(endpoints(&payments, &ada).await, json!([phone.endpoint]));
        add(&payments, &eve, &phone).await;
        assert_eq!((endpoints(&payments, &ada).await, endpoints(&payments, &eve).await), (json!([]), json!([phone.endpoint])));
        payments.fill(&ada, 5_000).await;
        payments.fill(&eve, 6_000).await;
        service.has_got(1).await;
        until_reported(&payments).await;
        assert_eq!(send_due(&payments.kit.app).await.unwrap(), 0);
        assert_eq!(service.got.lock().unwrap().len(), 1, "a deposit of the one who had it before is not told");
        let gone = payments.call(&eve, Method::DELETE, PATH, &others, None).await;
        assert_eq!((gone.status, endpoints(&payments, &eve).await), (204, json!([])));
        payments.close().await;
    }

    async fn a_device_is_forgotten_with_the_session_that_turned_it_on(engine: Engine) {
        let service = Service::start().await;
        let (payments, ada, _) = fixture(engine, &service).await;
        let tablet = Device::at(&service, "tablet");
        let again = payments.sign_in(&ada, None).await;
        add(&payments, &again, &tablet).await;
        assert_eq!(endpoints(&payments, &ada).await.as_array().unwrap().len(), 2);
        payments.call(&again, Method::DELETE, "/api/users/sign_out", &json!({}), None).await;
        Kit::until("the end of the session", async || {
            (endpoints(&payments, &ada).await.as_array().unwrap().len() == 1).then_some(())
        })
        .await;
        payments.fill(&ada, 5_000).await;
        assert_eq!(service.has_got(1).await.path, "/send/phone", "the other session is still there");
        until_reported(&payments).await;

        // Whoever types the password again keeps what was turned on.
        let ada = payments.sign_in(&ada, Some(&ada)).await;
        payments.fill(&ada, 6_000).await;
        assert_eq!(service.has_got(2).await.path, "/send/phone");
        until_reported(&payments).await;

        // Nobody has signed out, but the session is over by the time the money is there.
        let payout = payments.cashout(&ada, "out", 2_000).await;
        let idle = Duration::from_mins(payments.kit.app.config.session_idle_minutes.into());
        payments.later(idle.as_secs()).await;
        let ada = payments.sign_in(&ada, None).await;
        payments.settled(&ada, &payout, "succeeded").await;
        Kit::until("the device to be forgotten", async || {
            (endpoints(&payments, &ada).await == json!([])).then_some(())
        })
        .await;
        until_reported(&payments).await;
        assert_eq!(service.got.lock().unwrap().len(), 2, "nothing is told on it");
        payments.close().await;
    }

    async fn only_devices_of_known_services_are_taken(engine: Engine) {
        let service = Service::start().await;
        let (payments, ada, phone) = fixture(engine, &service).await;
        for endpoint in ["http://127.0.0.1:1/x", "http://169.254.169.254/latest", "https://evil.example/x", "x"] {
            let mut subscription = phone.subscription();
            subscription["endpoint"] = json!(endpoint);
            let refused = payments.post(&ada, PATH, &subscription).await;
            assert_eq!((refused.status, &refused.body["errors"]["endpoint"][0]["code"]), (422, &json!("VALIDATION.INVALID")));
        }
        let mut subscription = phone.subscription();
        subscription["keys"]["auth"] = json!("short");
        let refused = payments.post(&ada, PATH, &subscription).await;
        assert_eq!((refused.status, refused.body["errors"]["keys"].is_array()), (422, true));
        for number in 0..10 {
            payments.kit.app.clock.advance(Duration::from_secs(1));
            add(&payments, &ada, &Device::at(&service, &format!("tablet-{number}"))).await;
        }
        let kept = endpoints(&payments, &ada).await;
        assert_eq!(kept.as_array().unwrap().len(), 10);
        assert!(!kept.as_array().unwrap().contains(&json!(phone.endpoint)), "the oldest made room");
        payments.close().await;
    }

    async fn notices_are_offered_under_known_hosts_only(engine: Engine) {
        let kit = Kit::start_with(engine, |config| {
            config.push_contact = Some("mailto:ops@casino.example".to_owned());
            config.push_hosts = vec!["marina.localhost".to_owned()];
        })
        .await;
        let (browser, _) = kit.player("jane@example.com").await;
        let elsewhere = browser.get(PATH).await.expect(200);
        assert_eq!(elsewhere["public_key"], json!(null));
        let marina = browser.moved_to(&kit).with("host", "marina.localhost");
        assert!(marina.get(PATH).await.expect(200)["public_key"].is_string());
        let device = json!({ "endpoint": "https://fcm.googleapis.com/x", "keys": { "p256dh": "", "auth": "" } });
        browser.post(PATH, device.clone()).await.expect(404);
        marina.post(PATH, device).await.expect(422);
    }

    async fn a_server_without_a_contact_sends_nothing(engine: Engine) {
        let service = Service::start().await;
        let payments = PaymentKit::start(engine).await;
        let ada = payments.player("EUR").await;
        assert_eq!(payments.get(&ada, PATH).await.body, json!({ "public_key": null, "endpoints": [] }));
        let refused = payments.post(&ada, PATH, &Device::at(&service, "phone").subscription()).await;
        assert_eq!(refused.status, 404);
        payments.close().await;
    }
}
