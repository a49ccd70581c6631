//! A client that speaks the protocol in its bare lines.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{Bytes, Error, Message, client::IntoClientRequest};

const PATIENCE: Duration = Duration::from_secs(20);

/// One websocket to a hub.
pub struct Client {
    socket: WebSocketStream<TcpStream>,
    lines: VecDeque<Value>,
    pushes: VecDeque<Value>,
    /// What came on `payments_events`, which says shortly what `payments_changes` says at length: the
    /// channel and the payment, aside from the other publications.
    pub steps: Vec<(String, Value)>,
    last_id: u64,
    /// Whether pings are answered.
    pub pongs: bool,
}

/// A message of the server: a line, or the code of its close frame.
enum Incoming {
    Line(Value),
    Closed(u16),
}

impl Client {
    /// Opens a socket without a connect command.
    pub async fn open(address: SocketAddr) -> Self {
        Self::open_from(address, None).await.expect("the upgrade")
    }

    /// Opens a socket as a page of `origin` would; answers the status when it is refused.
    pub async fn open_from(address: SocketAddr, origin: Option<&str>) -> Result<Self, u16> {
        let url = format!("ws://{address}/connection/websocket");
        let mut request = url.into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        let tcp = TcpSocket::new_v4().unwrap();
        // A small buffer, so that a client that does not read is noticed soon.
        tcp.set_recv_buffer_size(16 * 1024).unwrap();
        let stream = tcp.connect(address).await.unwrap();
        match tokio_tungstenite::client_async(request, stream).await {
            Ok((socket, _)) => {
                let (lines, pushes) = (VecDeque::new(), VecDeque::new());
                Ok(Self { socket, lines, pushes, steps: Vec::new(), last_id: 0, pongs: true })
            }
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    /// Opens a socket and connects; answers the result of the connect command.
    pub async fn connect(address: SocketAddr, token: &str) -> (Self, Value) {
        let mut client = Self::open(address).await;
        let reply = client.ask(json!({"connect": {"token": token, "name": "js"}})).await;
        (client, reply["connect"].clone())
    }

    /// Connects with a place in each of the player's channels, as after a cut.
    pub async fn reconnect(address: SocketAddr, token: &str, subs: &Value) -> (Self, Value) {
        let mut client = Self::open(address).await;
        let mut wanted = json!({});
        let recoverable = |(_, sub): &(&String, &Value)| sub["recoverable"] == true;
        for (channel, sub) in subs.as_object().unwrap().iter().filter(recoverable) {
            wanted[channel] = json!({"recover": true, "epoch": sub["epoch"], "offset": sub["offset"]});
        }
        let reply = client.ask(json!({"connect": {"token": token, "subs": wanted}})).await;
        (client, reply["connect"].clone())
    }

    pub async fn send(&mut self, text: &str) {
        // A server that has hung up is noticed when reading.
        let _ = self.socket.send(Message::text(text)).await;
    }

    /// Sends a ping of the websocket itself.
    pub async fn ping(&mut self) {
        let _ = self.socket.send(Message::Ping(Bytes::new())).await;
    }

    /// Sends a command under a fresh number; answers its reply.
    pub async fn ask(&mut self, mut command: Value) -> Value {
        self.last_id += 1;
        command["id"] = json!(self.last_id);
        self.send(&command.to_string()).await;
        loop {
            match self.incoming().await {
                Incoming::Line(line) if line["id"] == self.last_id => return line,
                Incoming::Line(line) => self.sort(line["push"].clone()),
                Incoming::Closed(code) => panic!("closed with {code}"),
            }
        }
    }

    fn sort(&mut self, push: Value) {
        match push["channel"].as_str() {
            Some(channel) if channel.starts_with("payments_events") => {
                self.steps.push((channel.to_owned(), push["pub"]["data"]["payment_id"].clone()));
            }
            _ => self.pushes.push_back(push),
        }
    }

    /// The next publication: its channel, its data and its offset.
    pub async fn publication(&mut self) -> (String, Value, Option<i64>) {
        let push = loop {
            if let Some(push) = self.pushes.pop_front() {
                break push;
            }
            match self.incoming().await {
                Incoming::Line(line) => self.sort(line["push"].clone()),
                Incoming::Closed(code) => panic!("closed with {code}"),
            }
        };
        let channel = push["channel"].as_str().unwrap_or_else(|| panic!("not a push: {push}")).to_owned();
        (channel, push["pub"]["data"].clone(), push["pub"]["offset"].as_i64())
    }

    /// Whether nothing was pushed that has not been taken; one round trip is waited for.
    pub async fn is_quiet(&mut self) -> bool {
        self.ask(json!({"ping": {}})).await;
        self.pushes.is_empty()
    }

    /// Reads on until the server closes; answers the code.
    pub async fn close_code(&mut self) -> u16 {
        loop {
            if let Incoming::Closed(code) = self.incoming().await {
                return code;
            }
        }
    }

    async fn incoming(&mut self) -> Incoming {
        loop {
            if let Some(line) = self.lines.pop_front() {
                if line != json!({}) {
                    return Incoming::Line(line);
                }
                if self.pongs {
                    self.send("{}").await;
                }
                continue;
            }
            let message =
                tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("a message in time");
            match message {
                Some(Ok(Message::Text(text))) => {
                    self.lines.extend(text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()));
                }
                Some(Ok(Message::Close(frame))) => {
                    return Incoming::Closed(frame.map_or(1005, |frame| frame.code.into()));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Incoming::Closed(1006),
            }
        }
    }
}
