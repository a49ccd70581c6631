//! What is done at the partner, and what it sends.

use serde_json::Value;

use super::{Answer, PaymentKit, answer};

impl PaymentKit {
    /// How many payments the partner has heard of.
    pub async fn at_partner(&self) -> usize {
        let list = answer(self.http.get(format!("{}/panel/payments", self.partner))).await.body;
        list["data"].as_array().unwrap().len()
    }

    /// The partner's own id of a payment.
    pub async fn partner_id(&self, payment: &Value) -> String {
        let call = self.http.get(format!("{}/panel/payments", self.partner));
        let list = answer(call).await.body;
        let rows = list["data"].as_array().unwrap();
        let found = rows.iter().find(|row| row["payment"]["merchant_ref"] == payment["id"]);
        found.unwrap()["payment"]["id"].as_str().unwrap().to_owned()
    }

    /// An action on the partner's panel.
    pub async fn panel(&self, payment: &Value, action: &str, body: &Value) -> Answer {
        let id = self.partner_id(payment).await;
        answer(self.http.post(format!("{}/panel/payments/{id}/{action}", self.partner)).json(body)).await
    }

    /// Sends a webhook with the given signature headers.
    pub async fn webhook(&self, path: &str, headers: &[(&str, String)], body: String) -> u16 {
        let mut call = self.http.post(self.kit.url(path)).header("content-type", "application/json");
        for (name, value) in headers {
            call = call.header(*name, value);
        }
        answer(call.body(body)).await.status
    }

    /// Sends a rightly signed webhook of now.
    pub async fn signed_webhook(&self, id: &str, body: &Value) -> u16 {
        let secret = croupier_sandbox::Secret::parse(&self.kit.app.secrets.payments_webhook_secret).unwrap();
        let at = u64::try_from(self.kit.app.clock.now() / 1000).unwrap();
        let text = body.to_string();
        let headers = [
            ("webhook-id", id.to_owned()),
            ("webhook-timestamp", at.to_string()),
            ("webhook-signature", secret.sign(id, at, &text)),
        ];
        self.webhook("/webhooks/payments/northpay", &headers, text).await
    }
}
