//! Callers that only take up room: each is let go, and holds bounded memory, while others go on unhurt.
//!
//! They are at 127.0.0.1, and somebody else is at 127.0.0.2. A test that waits for an end waits for the socket to
//! end; that the server comes to it is what is tested.

use std::iter::{once, repeat_n};
use std::net::{IpAddr, Ipv4Addr};

use croupier_server::platform::body::UPLOAD_MAX;
use croupier_server::platform::config::Config;
use futures_util::future::join_all;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::select;

use crate::realtime::Client;
use crate::testkit::{Engine, Kit};

/// What the kernel may take for the server in its buffers and for the client in its own, and the server in its;
/// the callers here send without end.
const TAKEN_MAX: usize = 16 * 1024 * 1024;

/// A site with little patience and no other limits than those of `change`.
async fn limited_server(change: impl FnOnce(&mut Config)) -> Kit {
    Kit::start_with(Engine::Sqlite, |config| {
        config.client_timeout_seconds = 1;
        config.requests_per_address_max = u32::MAX;
        change(config);
    })
    .await
}

/// Somebody else at an address of his own.
struct Other {
    client: reqwest::Client,
    url: String,
}

impl Other {
    fn of(kit: &Kit) -> Self {
        let address = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));
        let client = reqwest::Client::builder().local_address(address).build().unwrap();
        Self { client, url: kit.url("/api/captcha") }
    }

    /// Is served like ever.
    async fn is_served(&self) {
        assert_eq!(self.client.get(&self.url).send().await.unwrap().status(), 200);
    }
}

/// Connects and sends `bytes`.
async fn said(kit: &Kit, bytes: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    // A small buffer, so that who does not read is noticed soon.
    socket.set_recv_buffer_size(16 * 1024).unwrap();
    let mut stream = socket.connect(kit.address).await.unwrap();
    stream.write_all(bytes.as_bytes()).await.unwrap();
    stream
}

/// The head of a call that brings a body, described by `header`.
fn post(header: &str) -> String {
    format!(
        "POST /api/users/sign_in HTTP/1.1\r\nhost: localhost\r\nx-requested-with: XMLHttpRequest\r\n\
         content-type: application/json\r\n{header}\r\n\r\n"
    )
}

/// Reads to the end; answers the first line of what was said.
async fn last_words(stream: &mut (impl AsyncReadExt + Unpin)) -> String {
    let mut words = Vec::new();
    // A reset after the last word is an end as well.
    let _ = stream.read_to_end(&mut words).await;
    String::from_utf8_lossy(&words).lines().next().unwrap_or_default().to_owned()
}

/// Sends byte after byte without end, each after somebody else was served; answers what the server said before it
/// hung up.
async fn dripping(kit: &Kit, mut stream: TcpStream) -> String {
    let other = Other::of(kit);
    let (mut from, mut to) = stream.split();
    let dripping = async {
        loop {
            other.is_served().await;
            if to.write_all(b"x").await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    };
    select! {
        words = last_words(&mut from) => words,
        () = dripping => unreachable!("a drip has no end"),
    }
}

/// Sends `part` until the server hangs up; answers how many bytes were taken.
async fn pour(mut stream: impl AsyncWriteExt + Unpin, part: &[u8]) -> usize {
    let mut taken = 0;
    while stream.write_all(part).await.is_ok() {
        taken += part.len();
    }
    taken
}

/// Sends `part` without end; answers what the server said, and checks that it did not take much.
async fn pouring(stream: TcpStream, part: &[u8]) -> String {
    let (mut from, to) = stream.into_split();
    let (words, taken) = tokio::join!(last_words(&mut from), pour(to, part));
    assert!(taken < TAKEN_MAX, "{taken} bytes were taken");
    words
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_that_comes_byte_by_byte_is_cut_off() {
    let kit = limited_server(|_| {}).await;
    let stream = said(&kit, "GET / HTTP/1.1\r\nx-slow: ").await;
    assert_eq!(dripping(&kit, stream).await, "");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_comes_byte_by_byte_is_cut_off() {
    let kit = limited_server(|_| {}).await;
    let stream = said(&kit, &post("content-length: 60000")).await;
    assert_eq!(dripping(&kit, stream).await, "HTTP/1.1 408 Request Timeout");
    let keyed = said(&kit, &post("content-length: 60000\r\nidempotency-key: slow")).await;
    assert_eq!(dripping(&kit, keyed).await, "HTTP/1.1 408 Request Timeout", "before the key is taken");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_connection_ends() {
    let kit = limited_server(|_| {}).await;
    let mut silent = said(&kit, "").await;
    let mut done = said(&kit, "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    assert_eq!(last_words(&mut silent).await, "");
    assert_eq!(last_words(&mut done).await, "HTTP/1.1 200 OK");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_takes_no_answers_is_cut_off_and_heard_no_further() {
    let kit = limited_server(|config| config.connections_per_address_max = 1).await;
    let stream = said(&kit, "").await;
    let taken = pour(stream, b"GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    assert!(taken < TAKEN_MAX, "{taken} bytes were taken");
    Other::of(&kit).is_served().await;
    Kit::until("the place to be free", async || {
        let mut next = said(&kit, "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
        (last_words(&mut next).await == "HTTP/1.1 200 OK").then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_connections_leaves_room_for_others() {
    let kit = limited_server(|config| {
        config.connections_per_address_max = 8;
        config.client_timeout_seconds = 600;
    })
    .await;
    let _held = join_all((0..8).map(|_| said(&kit, ""))).await;
    let mut flood = join_all((0..200).map(|_| said(&kit, ""))).await;
    for words in join_all(flood.iter_mut().map(last_words)).await {
        assert_eq!(words, "HTTP/1.1 429 Too Many Requests");
    }
    Other::of(&kit).is_served().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_server_says_so() {
    let kit = limited_server(|config| {
        config.connections_max = 2;
        config.client_timeout_seconds = 600;
    })
    .await;
    let held = join_all((0..2).map(|_| said(&kit, ""))).await;
    let mut connections = join_all((0..5).map(|_| said(&kit, ""))).await;
    for words in join_all(connections.iter_mut().map(last_words)).await {
        assert_eq!(words, "HTTP/1.1 503 Service Unavailable");
    }
    drop(held);
    let other = Other::of(&kit);
    Kit::until("room", async || other.client.get(&other.url).send().await.ok()?.error_for_status().ok())
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn websockets_of_one_address_are_counted() {
    let kit = limited_server(|config| config.connections_per_address_max = 2).await;
    let (first, second) = (Client::open(kit.address).await, Client::open(kit.address).await);
    assert_eq!(Client::open_from(kit.address, None).await.err(), Some(429));
    drop((first, second));
    Kit::until("a seat", async || Client::open_from(kit.address, None).await.ok().map(drop)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_calls_is_refused_to_its_address() {
    let kit = limited_server(|config| config.requests_per_address_max = 10).await;
    let client = reqwest::Client::new();
    let calls = (0..30).map(|_| client.get(kit.url("/api/captcha")).send());
    let answers = join_all(calls).await;
    let refused: Vec<_> = answers.into_iter().flatten().filter(|answer| answer.status() == 429).collect();
    assert!(refused.len() >= 15, "{} were refused", refused.len());
    assert!(refused.iter().all(|answer| answer.headers().contains_key("retry-after")));
    Other::of(&kit).is_served().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_huge_body_is_not_read() {
    let kit = limited_server(|_| {}).await;
    let mut announced = said(&kit, &post("content-length: 1099511627776")).await;
    assert_eq!(last_words(&mut announced).await, "HTTP/1.1 413 Payload Too Large");
    let chunk = format!("1000\r\n{}\r\n", "x".repeat(0x1000));
    for key in ["", "\r\nidempotency-key: huge"] {
        let endless = said(&kit, &post(&format!("transfer-encoding: chunked{key}"))).await;
        assert_eq!(pouring(endless, chunk.as_bytes()).await, "HTTP/1.1 413 Payload Too Large", "{key}");
    }
    Other::of(&kit).is_served().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_reaches_whoever_still_sends() {
    let kit = limited_server(|_| {}).await;
    let length = UPLOAD_MAX;
    let mut call = said(&kit, &post(&format!("content-length: {length}"))).await;
    call.write_all(&vec![b'x'; length]).await.expect("the whole body is taken");
    assert_eq!(last_words(&mut call).await, "HTTP/1.1 413 Payload Too Large");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signed_body_that_is_too_long_is_refused_in_our_shape() {
    let kit = limited_server(|_| {}).await;
    let body = format!("11170\r\n{}\r\n0\r\n\r\n", "x".repeat(0x11170));
    let head = "POST /webhooks/payments/northpay HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
                content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
    let mut call = said(&kit, &format!("{head}{body}")).await;
    let mut answer = Vec::new();
    // A reset after the last word is an end as well.
    let _ = call.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.starts_with("HTTP/1.1 413 ") && answer.contains("payload_too_large"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_huge_head_is_not_read() {
    let kit = limited_server(|_| {}).await;
    let too_large = "HTTP/1.1 431 Request Header Fields Too Large";
    let one_long = said(&kit, "GET / HTTP/1.1\r\nx-long: ").await;
    assert_eq!(pouring(one_long, &[b'x'; 4096]).await, too_large);
    let many = said(&kit, "GET / HTTP/1.1\r\n").await;
    assert_eq!(pouring(many, b"x-many: x\r\n").await, too_large);
    let long_path = said(&kit, "GET /").await;
    let refused = pouring(long_path, &[b'x'; 4096]).await;
    assert!(["HTTP/1.1 414 URI Too Long", too_large].contains(&&*refused), "{refused}");
    Other::of(&kit).is_served().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_huge_frame_is_not_read() {
    let kit = limited_server(|_| {}).await;
    let upgrade = "GET /connection/websocket HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
                   sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    let frame_of_1_tib: Vec<u8> =
        [0x81, 0xff].into_iter().chain((1_u64 << 40).to_be_bytes()).chain([0; 4]).collect();
    let mut huge = said(&kit, upgrade).await;
    huge.write_all(&frame_of_1_tib).await.unwrap();
    assert_eq!(pouring(huge, &[b'x'; 4096]).await, "HTTP/1.1 101 Switching Protocols");
    // A message in parts without end, none of them large: a mask of four bytes and 100 more.
    let part: Vec<u8> = [0x00, 0xe4].into_iter().chain(repeat_n(0, 104)).collect();
    let mut endless = said(&kit, upgrade).await;
    endless.write_all(&once(0x01).chain(part.iter().copied().skip(1)).collect::<Vec<u8>>()).await.unwrap();
    assert_eq!(pouring(endless, &part).await, "HTTP/1.1 101 Switching Protocols");
    Other::of(&kit).is_served().await;
}
