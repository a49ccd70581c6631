//! A websocket client of few bytes, so that thousands fit beside the server they look at: it connects, answers
//! pings, and tells when a publication came.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::mpsc;

/// The most that is read at once; the frames of this measurement are shorter.
const READ: usize = 2048;

/// Sockets from one address, well below the number of its ports.
const PER_ADDRESS: usize = 2_000;

/// The handshake's key is nobody's secret; the answer is not looked at beyond its status.
const UPGRADE: &str = "GET /connection/websocket HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\n\
    upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/// Connects from `source` and joins the public channel.
pub async fn connect(server: SocketAddr, source: Ipv4Addr) -> Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from((source, 0)))?;
    let mut stream = socket.connect(server).await?;
    stream.set_nodelay(true)?;
    stream.write_all(UPGRADE.as_bytes()).await?;
    let head = read_until(&mut stream, b"\r\n\r\n").await.context("the upgrade")?;
    ensure!(head.starts_with(b"HTTP/1.1 101 "), "{}", String::from_utf8_lossy(&head));
    stream.write_all(&masked(br#"{"id":1,"connect":{}}"#)).await?;
    let answer = read_until(&mut stream, b"\"pong\":true").await.context("the connect command")?;
    ensure!(contains(&answer, b"\"wins\""), "not subscribed: {}", String::from_utf8_lossy(&answer));
    Ok(stream)
}

async fn read_until(stream: &mut TcpStream, end: &[u8]) -> Result<Vec<u8>> {
    let mut read = Vec::new();
    while !contains(&read, end) {
        ensure!(stream.read_buf(&mut read).await? > 0, "the server hung up");
    }
    Ok(read)
}

/// Tells the time of each publication until the server hangs up.
pub async fn listen(stream: TcpStream, arrived: mpsc::UnboundedSender<Instant>) -> Result<()> {
    loop {
        stream.readable().await?;
        let mut bytes = [0; READ];
        let read = match stream.try_read(&mut bytes) {
            Ok(0) => return Ok(()),
            Ok(read) => &bytes[..read],
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => continue,
            Err(error) => return Err(error.into()),
        };
        let at = Instant::now();
        if contains(read, b"\"push\"") {
            arrived.send(at)?;
        } else if contains(read, b"{}") {
            stream.try_write(&masked(b"{}"))?;
        }
    }
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

/// A short text frame as a client has to send it; a mask of zeros is a mask.
pub fn masked(text: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x81, 0x80 | text.len().to_le_bytes()[0], 0, 0, 0, 0];
    frame.extend(text);
    frame
}

/// The address that a socket comes from: all of 127.0.0.0/8 is this machine.
pub fn source(number: usize) -> Ipv4Addr {
    let place = u8::try_from(number / PER_ADDRESS).unwrap_or(u8::MAX - 2);
    Ipv4Addr::new(127, 0, 0, 2 + place)
}
