//! What holds for every call, whatever it does.

on_both_engines! {
    async fn the_server_answers_in_the_houses_shape(kit: Kit) {
        let health = Kit::until("the server", async || reqwest::get(kit.url("/healthz")).await.ok()).await;
        assert_eq!(health.text().await.unwrap(), "ok");
        let missing = reqwest::get(kit.url("/api/nothing")).await.unwrap();
        assert_eq!(missing.status(), 404);
        assert!(missing.headers().contains_key("x-request-id"));
        let body: serde_json::Value = serde_json::from_str(&missing.text().await.unwrap()).unwrap();
        assert_eq!(body["error"]["code"], "not_found");
        let wrong = reqwest::Client::new().post(kit.url("/healthz"));
        let wrong = wrong.header("x-requested-with", "XMLHttpRequest").send().await.unwrap();
        assert_eq!(wrong.status(), 405);
    }
}
