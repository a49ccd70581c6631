//! As much of SMTP as a mail program needs to hand over a mail.

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::net::TcpListener;

use super::{Mail, decode};
use crate::App;

/// The longest mail that is taken, and so the most that is read of one connection's mail.
const MAIL_BYTES_MAX: u64 = 1024 * 1024;

/// Takes mails on `listener` until the task is dropped.
pub(crate) async fn serve(listener: TcpListener, app: App) -> std::io::Result<()> {
    loop {
        let (stream, _) = listener.accept().await?;
        let app = app.clone();
        tokio::spawn(async move {
            let (reader, writer) = stream.into_split();
            if let Err(error) = talk(reader, writer, &app).await {
                tracing::debug!(%error, "a mail program has gone");
            }
        });
    }
}

/// What a mail program has said so far of a mail.
#[derive(Default)]
struct Envelope {
    from: Option<String>,
    to: Vec<String>,
}

async fn talk(
    reader: impl AsyncRead + Unpin,
    mut writer: impl AsyncWrite + Unpin,
    app: &App,
) -> std::io::Result<()> {
    let mut lines = BufReader::new(reader.take(MAIL_BYTES_MAX));
    let mut envelope = Envelope::default();
    writer.write_all(b"220 northpay.example mailbox\r\n").await?;
    let mut line = String::new();
    while lines.read_line(&mut line).await? > 0 {
        let said = line.trim_end().to_owned();
        line.clear();
        let verb = said.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        let answer: &[u8] = match verb.as_str() {
            "EHLO" => b"250-northpay.example\r\n250 8BITMIME\r\n",
            "HELO" | "NOOP" => b"250 OK\r\n",
            "RSET" => {
                envelope = Envelope::default();
                b"250 OK\r\n"
            }
            "MAIL" => {
                envelope = Envelope { from: address(&said), to: Vec::new() };
                b"250 OK\r\n"
            }
            "RCPT" if envelope.from.is_some() => {
                envelope.to.extend(address(&said));
                b"250 OK\r\n"
            }
            "DATA" if !envelope.to.is_empty() => {
                writer.write_all(b"354 Go on\r\n").await?;
                let mail = read_mail(&mut lines).await?;
                keep(app, std::mem::take(&mut envelope), &mail);
                // Each mail may be as long as the longest.
                lines.get_mut().set_limit(MAIL_BYTES_MAX);
                b"250 Kept\r\n"
            }
            "RCPT" | "DATA" => b"503 Say who it is from and for first\r\n",
            "QUIT" => {
                writer.write_all(b"221 Bye\r\n").await?;
                return Ok(());
            }
            _ => b"502 Not here\r\n",
        };
        writer.write_all(answer).await?;
    }
    Ok(())
}

/// The lines up to the one with a dot alone.
async fn read_mail(lines: &mut (impl AsyncBufReadExt + Unpin)) -> std::io::Result<String> {
    let mut mail = Vec::new();
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line).await? > 0 && line != b".\r\n" {
        // A line that begins with a dot was sent with two.
        mail.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
        line.clear();
    }
    Ok(String::from_utf8_lossy(&mail).into_owned())
}

fn keep(app: &App, envelope: Envelope, mail: &str) {
    app.mailbox.keep(Mail {
        from: envelope.from.unwrap_or_default(),
        to: envelope.to,
        reply_to: decode::header(mail, "Reply-To"),
        subject: decode::header(mail, "Subject"),
        message_id: decode::header(mail, "Message-ID"),
        text: decode::text(mail),
        html: decode::html(mail),
        list_unsubscribe: decode::header(mail, "List-Unsubscribe"),
        received_at: app.config.clock.now_ms(),
    });
}

/// The address between angle brackets.
fn address(said: &str) -> Option<String> {
    let (_, rest) = said.split_once('<')?;
    rest.split_once('>').map(|(address, _)| address.to_owned())
}
