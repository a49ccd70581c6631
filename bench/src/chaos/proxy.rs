//! A line between the server and PostgreSQL that can be made bad. It understands enough of the wire protocol
//! to see a COMMIT go by, and its answer come back.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Result;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// A message of the protocol is smaller than this; a larger length means that the line has lost its place.
const MESSAGE_MAX: usize = 64 * 1024 * 1024;

/// What the line does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It carries everything.
    None,
    /// Every burst is late by this.
    Late(Duration),
    /// So many bytes a second, each way.
    Narrow(u32),
    /// Connections are reset, and new ones are too.
    Closed,
    /// What is sent is swallowed, and a connection that it has happened to stays dead without a sign.
    Silent,
    /// Cut when a COMMIT comes by, before the database hears it.
    CutBeforeCommit,
    /// Cut when the database has committed, before its answer is passed on.
    CutAfterCommit,
}

/// A running proxy.
pub struct Proxy {
    port: u16,
    fault: watch::Sender<Fault>,
    cuts: Arc<AtomicU64>,
    task: JoinHandle<()>,
}

impl Proxy {
    /// A line to the database whose socket file is `socket`.
    pub async fn to(socket: &Path) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let (fault, cuts) = (watch::Sender::new(Fault::None), Arc::new(AtomicU64::new(0)));
        let line = Line { socket: socket.to_owned(), fault: fault.subscribe(), cuts: cuts.clone() };
        let task = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(line.clone().carry(client));
            }
        });
        Ok(Self { port, fault, cuts, task })
    }

    /// Where the server connects to.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Makes the line bad, or good again.
    pub fn set(&self, fault: Fault) {
        self.fault.send_replace(fault);
    }

    /// How many connections were cut at a COMMIT so far.
    pub fn cuts(&self) -> u64 {
        self.cuts.load(Ordering::SeqCst)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

#[derive(Clone)]
struct Line {
    socket: PathBuf,
    fault: watch::Receiver<Fault>,
    cuts: Arc<AtomicU64>,
}

/// Why a direction has ended.
type Ended = std::io::Result<()>;

impl Line {
    async fn carry(self, mut client: TcpStream) {
        // However this ends, the server shall see a reset and not a polite end.
        let _ = client.set_zero_linger();
        let _ = client.set_nodelay(true);
        if *self.fault.borrow() == Fault::Closed {
            return;
        }
        let Ok(database) = UnixStream::connect(&self.socket).await else { return };
        // Owned halves would send a polite end when they are dropped; borrowed ones leave it to the socket.
        let (from_client, to_client) = client.split();
        let (from_database, to_database) = database.into_split();
        let mut fault = self.fault.clone();
        tokio::select! {
            _ = self.up(BufReader::new(from_client), to_database) => {}
            _ = self.down(BufReader::new(from_database), to_client) => {}
            _ = fault.wait_for(|fault| *fault == Fault::Closed) => {}
        }
    }

    /// From the server to the database.
    async fn up(
        &self,
        mut from: BufReader<impl AsyncRead + Unpin>,
        mut to: impl AsyncWrite + Unpin,
    ) -> Ended {
        let mut commits = Commits::default();
        let mut message = read_message(&mut from, false).await?;
        loop {
            if commits.observe(&message) && self.cut_now(Fault::CutBeforeCommit) {
                return Ok(());
            }
            self.pass(&message, &mut to).await?;
            self.wait_for_burst(&mut from).await?;
            message = read_message(&mut from, true).await?;
        }
    }

    /// From the database to the server.
    async fn down(
        &self,
        mut from: BufReader<impl AsyncRead + Unpin>,
        mut to: impl AsyncWrite + Unpin,
    ) -> Ended {
        loop {
            self.wait_for_burst(&mut from).await?;
            let message = read_message(&mut from, true).await?;
            if message.first() == Some(&b'C')
                && message[5..].starts_with(b"COMMIT")
                && self.cut_now(Fault::CutAfterCommit)
            {
                return Ok(());
            }
            self.pass(&message, &mut to).await?;
        }
    }

    fn cut_now(&self, wanted: Fault) -> bool {
        let now = *self.fault.borrow() == wanted;
        self.cuts.fetch_add(u64::from(now), Ordering::SeqCst);
        now
    }

    /// Waits for the next bytes, and makes them late when they begin a burst.
    async fn wait_for_burst(&self, from: &mut BufReader<impl AsyncRead + Unpin>) -> Ended {
        if !from.buffer().is_empty() {
            return Ok(());
        }
        from.fill_buf().await?;
        let fault = *self.fault.borrow();
        if let Fault::Late(by) = fault {
            tokio::time::sleep(by).await;
        }
        Ok(())
    }

    async fn pass(&self, message: &[u8], to: &mut (impl AsyncWrite + Unpin)) -> Ended {
        let fault = *self.fault.borrow();
        match fault {
            // Nothing more is heard from this connection, and it never ends by itself.
            Fault::Silent => std::future::pending().await,
            Fault::Narrow(bytes_s) => {
                let bytes = u32::try_from(message.len()).unwrap_or(u32::MAX);
                // As long as the bytes take on so narrow a line.
                tokio::time::sleep(Duration::from_secs_f64(f64::from(bytes) / f64::from(bytes_s))).await;
            }
            _ => {}
        }
        to.write_all(message).await
    }
}

/// Reads one message, whole. The first of a connection has no type. `sslmode=disable` only: an SSL reply has no length.
async fn read_message(from: &mut (impl AsyncRead + Unpin), typed: bool) -> std::io::Result<Vec<u8>> {
    let head = if typed { 5 } else { 4 };
    let mut message = vec![0; head];
    from.read_exact(&mut message).await?;
    let length = message[head - 4..].iter().fold(0_usize, |length, byte| length << 8 | usize::from(*byte));
    if !(4..MESSAGE_MAX).contains(&length) {
        return Err(std::io::ErrorKind::InvalidData.into());
    }
    message.resize(head - 4 + length, 0);
    from.read_exact(&mut message[head..]).await?;
    Ok(message)
}

/// Knows a COMMIT, sent as a text or as a prepared statement.
#[derive(Default)]
struct Commits {
    prepared: HashSet<Vec<u8>>,
}

impl Commits {
    /// Whether `message` runs a COMMIT; one that prepares a statement is remembered.
    fn observe(&mut self, message: &[u8]) -> bool {
        let Some((kind, rest)) = message.split_first().filter(|_| message.len() > 5) else { return false };
        let mut texts = rest[4..].split(|byte| *byte == 0);
        let mut text = || texts.next().unwrap_or_default();
        match kind {
            b'Q' => begins_commit(text()),
            // Parse: the statement's name, then its text.
            b'P' => {
                let (name, sql) = (text(), text());
                if begins_commit(sql) {
                    self.prepared.insert(name.to_owned());
                } else {
                    self.prepared.remove(name);
                }
                false
            }
            // Bind: the portal's name, then the statement's.
            b'B' => {
                let (_, name) = (text(), text());
                self.prepared.contains(name)
            }
            _ => false,
        }
    }
}

fn begins_commit(sql: &[u8]) -> bool {
    sql.trim_ascii_start().get(..6).is_some_and(|word| word.eq_ignore_ascii_case(b"commit"))
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Waker};

    use tokio::net::UnixListener;

    use super::*;

    fn message(kind: u8, body: &[u8]) -> Vec<u8> {
        let length = u32::try_from(body.len() + 4).unwrap().to_be_bytes();
        [&[kind][..], &length, body].concat()
    }

    #[test]
    fn a_commit_is_known_however_it_is_sent() {
        let mut commits = Commits::default();
        assert!(commits.observe(&message(b'Q', b"COMMIT\0")));
        assert!(commits.observe(&message(b'Q', b" commit;\0")));
        assert!(!commits.observe(&message(b'Q', b"SELECT 'COMMIT'\0")));
        assert!(!commits.observe(&message(b'P', b"s1\0COMMIT\0\0\0")));
        assert!(commits.observe(&message(b'B', b"\0s1\0\0\0")));
        assert!(!commits.observe(&message(b'P', b"s1\0SELECT 1\0\0\0")));
        assert!(!commits.observe(&message(b'B', b"\0s1\0\0\0")));
        assert!(!commits.observe(&message(b'S', b"")));
    }

    #[tokio::test]
    async fn messages_are_read_whole() {
        let sent = [message(b'Q', b"COMMIT\0"), message(b'X', b"")].concat();
        let mut from = &sent[..];
        assert_eq!(read_message(&mut from, true).await.unwrap(), message(b'Q', b"COMMIT\0"));
        assert_eq!(read_message(&mut from, true).await.unwrap(), message(b'X', b""));
        assert!(read_message(&mut from, true).await.is_err());
        let mut broken = &b"Q\0\0\0\x01"[..];
        assert!(read_message(&mut broken, true).await.is_err());
    }

    #[tokio::test]
    async fn a_burst_is_late_once() {
        let fault = watch::Sender::new(Fault::Late(Duration::from_hours(1))).subscribe();
        let line = Line { socket: PathBuf::new(), fault, cuts: Arc::default() };
        let sent = [message(b'D', b"row"), message(b'C', b"SELECT 1\0")].concat();
        let mut from = BufReader::new(&sent[..]);
        let mut context = Context::from_waker(Waker::noop());
        assert!(pin!(line.wait_for_burst(&mut from)).poll(&mut context).is_pending());
        read_message(&mut from, true).await.unwrap();
        assert!(pin!(line.wait_for_burst(&mut from)).poll(&mut context).is_ready());
    }

    #[tokio::test]
    async fn a_closed_line_resets_its_connections() {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("database");
        let database = UnixListener::bind(&socket).unwrap();
        let proxy = Proxy::to(&socket).await.unwrap();
        let mut client = TcpStream::connect(("127.0.0.1", proxy.port())).await.unwrap();
        let _carried = database.accept().await.unwrap();
        proxy.set(Fault::Closed);
        let error = client.read(&mut [0_u8]).await.unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset);
    }
}
