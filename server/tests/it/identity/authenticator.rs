//! An authenticator in software: it makes passkeys and shows them, as browsers pass them on.

use data_encoding::BASE64URL_NOPAD as BASE64;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// The user is there, and was looked at.
pub const VERIFIED: u8 = 0b0000_0101;
/// The user is there.
pub const PRESENT: u8 = 0b0000_0001;
const HAS_KEY: u8 = 0b0100_0000;

/// A passkey in a device.
#[derive(Clone)]
pub struct Passkey {
    key: SigningKey,
    id: Vec<u8>,
    rp_id: String,
    user_handle: String,
    counter: u32,
    /// What the device says of who holds it.
    pub flags: u8,
}

/// What the page of `origin` signs about a challenge.
fn client_data(kind: &str, options: &Value, origin: &str) -> Vec<u8> {
    let challenge = options["challenge"].as_str().unwrap();
    json!({ "type": kind, "challenge": challenge, "origin": origin, "crossOrigin": false })
        .to_string()
        .into_bytes()
}

impl Passkey {
    /// A passkey made for the registration with `options` on a page of `origin`, and what the browser answers. `seed` tells
    /// devices apart.
    pub fn make(options: &Value, origin: &str, seed: u8) -> (Self, Value) {
        let passkey = Self {
            key: SigningKey::from_slice(&[seed; 32]).unwrap(),
            id: vec![seed; 32],
            rp_id: options["rp"]["id"].as_str().unwrap().to_owned(),
            user_handle: options["user"]["id"].as_str().unwrap().to_owned(),
            counter: 0,
            flags: VERIFIED,
        };
        let answer = passkey.registered(options, origin);
        (passkey, answer)
    }

    fn registered(&self, options: &Value, origin: &str) -> Value {
        let point = p256::PublicKey::from(self.key.verifying_key()).to_sec1_bytes();
        let mut data = self.authenticator_data(self.flags | HAS_KEY);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(&self.id);
        // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
        data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(&point[1..33]);
        data.extend([0x22, 0x58, 0x20]);
        data.extend(&point[33..65]);
        // {"fmt": "none", "attStmt": {}, "authData": data}
        let mut attestation = vec![0xa3];
        attestation.extend(b"\x63fmt\x64none\x67attStmt\xa0\x68authData\x58");
        attestation.push(u8::try_from(data.len()).unwrap());
        attestation.extend(&data);
        json!({
            "id": BASE64.encode(&self.id), "rawId": BASE64.encode(&self.id), "type": "public-key",
            "authenticatorAttachment": "platform", "clientExtensionResults": {},
            "response": {
                "clientDataJSON": BASE64.encode(&client_data("webauthn.create", options, origin)),
                "attestationObject": BASE64.encode(&attestation), "transports": ["internal"],
            },
        })
    }

    fn authenticator_data(&self, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(&self.rp_id).to_vec();
        data.push(flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// Shows it on a page of `origin` for the challenge in `options`; its counter goes on.
    pub fn show(&mut self, options: &Value, origin: &str) -> Value {
        self.counter += 1;
        let data = self.authenticator_data(self.flags);
        let client = client_data("webauthn.get", options, origin);
        let signed = [data.as_slice(), &Sha256::digest(&client)].concat();
        let signature: Signature = self.key.sign(&signed);
        json!({
            "id": BASE64.encode(&self.id), "rawId": BASE64.encode(&self.id), "type": "public-key",
            "authenticatorAttachment": "platform", "clientExtensionResults": {},
            "response": {
                "clientDataJSON": BASE64.encode(&client), "authenticatorData": BASE64.encode(&data),
                "signature": BASE64.encode(signature.to_der().as_bytes()), "userHandle": self.user_handle,
            },
        })
    }

    /// The same passkey, as if it were another one of the device: its id says so.
    pub fn called(mut self, seed: u8) -> Self {
        self.id = vec![seed; 32];
        self
    }
}
