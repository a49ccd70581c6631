//! The back office: who comes in, what each role may do, and what staff decides.

mod access;
mod adjustments;
mod autologin;
mod bonus_abuse;
mod calendar;
mod catalogue;
mod chats;
mod client_log;
mod coins;
mod concerns;
mod content;
mod content_readers;
mod corrections;
mod costs;
mod coupons;
mod custom_roles;
mod documents;
mod exclusion_matches;
mod flag_results;
mod flags;
mod fraud_rules;
mod games;
mod gifts;
mod list_exports;
mod mails;
mod maintenance;
mod mass_gifts;
pub mod media;
mod notifications;
mod offers;
mod operations;
mod payment_desk;
mod payouts;
mod payouts_on_behalf;
mod people_exports;
mod player_changes;
mod player_limits;
mod player_pages;
mod players;
mod reports;
mod roles;
mod scopes;
mod scopes_promotions;
mod segments;
mod shared_devices;
mod sign_in;
mod splits;
mod team;
mod views;
mod wealth;

use croupier_server::identity::totp;
use croupier_server::listener::Listener;
use croupier_server::router;
use croupier_server::staff::{self, Actor, BrandScope, Invitation, Role};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::browser::{Browser, PASSWORD};
use crate::testkit::Kit;

/// The back office of a server, on a listener of its own.
pub struct Office<'a> {
    kit: &'a Kit,
    base: String,
}

/// A member of staff who is signed in.
pub struct Member {
    pub browser: Browser,
    pub id: String,
    pub email: String,
    /// The authenticator's secret in base 32.
    pub secret: String,
}

impl<'a> Office<'a> {
    pub async fn open(kit: &'a Kit) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let router = router::build_office(&kit.app).unwrap();
        let (http_listener, mut stopping) =
            (Listener::new(&kit.app.config).unwrap(), kit.app.stopping.subscribe());
        tokio::spawn(http_listener.serve(listener, router, async move {
            let _ = stopping.wait_for(|stop| *stop).await;
        }));
        Self { kit, base }
    }

    /// A browser that has never been here.
    pub fn browser(&self) -> Browser {
        Browser::at(self.base.clone())
    }

    /// Invites somebody from the command line; answers the token of the link.
    pub async fn invited(&self, email: &str, role: Role) -> String {
        self.invited_for(email, role.name(), &BrandScope::ALL).await
    }

    /// Like [`Office::invited`], with any role and bound to brands.
    pub async fn invited_for(&self, email: &str, role: &str, scope: &BrandScope) -> String {
        let app = &self.kit.app;
        let name = format!("{role:.20} of {email}");
        let (id, new) = (app.entropy.uuid(&app.clock), Invitation { email, name: &name, role, scope });
        let by = Actor::from("the test");
        staff::invite(&app.db, app.entropy, id, new, &by, app.clock.now()).await.unwrap().1
    }

    /// A member of `role` who has just taken their invitation.
    pub async fn member(&self, role: Role) -> Member {
        self.member_at(&format!("{}@house.example", role.name()), role).await
    }

    /// Like [`Office::member`], with an address of their own.
    pub async fn member_at(&self, email: &str, role: Role) -> Member {
        let token = self.invited(email, role).await;
        self.taken(&token).await
    }

    /// The member whose invitation has this token, who takes it.
    pub async fn taken(&self, token: &str) -> Member {
        let browser = self.browser();
        let path = format!("/api/invitations/{token}");
        let secret = browser.get(&path).await.expect(200)["totp_secret"].as_str().unwrap().to_owned();
        let form = json!({ "password": PASSWORD, "code": self.code(&secret) });
        let me = browser.post(&path, form).await.expect(200);
        let text = |name: &str| me[name].as_str().unwrap().to_owned();
        Member { browser, id: text("id"), email: text("email"), secret }
    }

    /// The code of `secret` at this moment of the server's clock.
    pub fn code(&self, secret: &str) -> String {
        let secret = data_encoding::BASE32_NOPAD.decode(secret.as_bytes()).unwrap();
        totp::code(&secret.try_into().unwrap(), self.kit.app.clock.now().div_euclid(30_000))
    }

    /// What a member signs in with now.
    pub fn credentials(&self, member: &Member) -> Value {
        json!({ "email": member.email, "password": PASSWORD, "code": self.code(&member.secret) })
    }

    /// What `reader` reads of the log under `query` once there are `count` entries: kind, member's address, player, reason.
    pub async fn log(&self, reader: &Member, query: &str, count: usize) -> Vec<Value> {
        Kit::until("the log", async || {
            let page = reader.browser.get(&format!("/api/log{query}")).await.expect(200);
            let entries = page["entries"].as_array().unwrap().clone();
            (entries.len() >= count).then_some(entries)
        })
        .await
    }
}

/// What `one` asks for about the member `id`, another role or other brands, and `two` approves.
pub async fn reassigned(one: &Member, two: &Member, id: &str, mut access: Value) {
    access["reason"] = json!("another desk");
    let asked = one.browser.post(&format!("/api/staff/{id}/access"), access).await.expect(201);
    let path = format!("/api/access-changes/{}/approve", asked["id"].as_str().unwrap());
    two.browser.post(&path, json!({ "reason": "looked into it" })).await.expect(200);
}

/// The kinds of `entries` of the log, in their order.
pub fn kinds(entries: &[Value]) -> Vec<&str> {
    entries.iter().map(|entry| entry["kind"].as_str().unwrap()).collect()
}
