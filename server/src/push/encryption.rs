//! Encryption for one device: Message Encryption for Web Push (RFC 8291) in the `aes128gcm` content coding
//! (RFC 8188).

use aes_gcm::aead::Aead;
use aes_gcm::{Aes128Gcm, KeyInit};
use hkdf::Hkdf;
use p256::ecdh::diffie_hellman;
use p256::{PublicKey, SecretKey};
use sha2::Sha256;

use super::device::Keys;
use crate::platform::clock::Entropy;

/// The longest plaintext: push services take bodies of 4,096 bytes, of which 86 are the header, one is the end
/// mark and 16 are the tag.
pub(super) const TEXT_MAX: usize = 4096 - 86 - 1 - 16;

/// The size of the only record, as the header states it.
const RECORD_SIZE: u32 = 4096;

/// What ends the last record.
const END: u8 = 2;

/// Why something could not be encrypted: it is too long, or no random key could be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the notice could not be encrypted")]
pub(super) struct Unencrypted;

/// What is drawn for one message.
struct Once {
    salt: [u8; 16],
    secret: SecretKey,
}

/// The body that only the holder of `keys` can read.
pub(super) fn encrypt(text: &[u8], keys: &Keys, entropy: Entropy) -> Result<Vec<u8>, Unencrypted> {
    let secret = SecretKey::from_slice(&entropy.bytes::<32>()).map_err(|_| Unencrypted)?;
    encrypt_with(text, keys, &Once { salt: entropy.bytes(), secret })
}

fn encrypt_with(text: &[u8], keys: &Keys, once: &Once) -> Result<Vec<u8>, Unencrypted> {
    if text.len() > TEXT_MAX {
        return Err(Unencrypted);
    }
    let ours = once.secret.public_key().to_sec1_bytes();
    let (key, nonce) = content_key(keys, once, &ours)?;
    let mut record = text.to_vec();
    record.push(END);
    let cipher = Aes128Gcm::new(&key.into());
    let sealed = cipher.encrypt(&nonce.into(), record.as_slice()).map_err(|_| Unencrypted)?;
    let key_length = u8::try_from(ours.len()).map_err(|_| Unencrypted)?;
    Ok([&once.salt[..], &RECORD_SIZE.to_be_bytes(), &[key_length], &ours, &sealed].concat())
}

/// The key and the nonce of the content.
fn content_key(keys: &Keys, once: &Once, ours: &[u8]) -> Result<([u8; 16], [u8; 12]), Unencrypted> {
    let theirs: &PublicKey = keys.public_key();
    let shared = diffie_hellman(once.secret.to_nonzero_scalar(), theirs.as_affine());
    let info = [b"WebPush: info\0", &*theirs.to_sec1_bytes(), ours].concat();
    let input: [u8; 32] = expand(keys.auth_secret(), shared.raw_secret_bytes(), &info)?;
    let key = expand(&once.salt, &input, b"Content-Encoding: aes128gcm\0")?;
    let nonce = expand(&once.salt, &input, b"Content-Encoding: nonce\0")?;
    Ok((key, nonce))
}

/// HKDF with SHA-256: `LENGTH` bytes for the purpose `info`.
fn expand<const LENGTH: usize>(salt: &[u8], input: &[u8], info: &[u8]) -> Result<[u8; LENGTH], Unencrypted> {
    let mut output = [0; LENGTH];
    Hkdf::<Sha256>::new(Some(salt), input).expand(info, &mut output).map_err(|_| Unencrypted)?;
    Ok(output)
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;

    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        BASE64.decode(text).unwrap()
    }

    /// RFC 8291, section 5 and appendix A.
    #[test]
    fn a_message_is_encrypted_as_the_standard_shows() {
        let keys = Keys::read(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "BTBZMqHH6r4Tts7J_aSIgg",
        )
        .unwrap();
        let once = Once {
            salt: bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap(),
            secret: SecretKey::from_slice(&bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")).unwrap(),
        };
        let body = encrypt_with(b"When I grow up, I want to be a watermelon", &keys, &once).unwrap();
        assert_eq!(
            BASE64.encode(body),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tl\
             zAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn no_body_is_larger_than_push_services_take() {
        let secret = SecretKey::from_slice(&[7; 32]).unwrap();
        let public = BASE64.encode(secret.public_key().to_sec1_bytes());
        let keys = Keys::read(&public, &BASE64.encode([1; 16])).unwrap();
        assert_eq!(encrypt(&[b'x'; TEXT_MAX], &keys, Entropy).unwrap().len(), 4096);
        assert_eq!(encrypt(&[b'x'; TEXT_MAX + 1], &keys, Entropy), Err(Unencrypted));
    }
}
