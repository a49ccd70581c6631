//! Texts of the operator that are faulty to the site: it has a page at their address, or lacks their picture.

use std::io::Write;
use std::sync::{Arc, Mutex};

use croupier_server::site::warn_of_faulty_texts;
use tracing_subscriber::fmt::MakeWriter;

use super::Visited;
use crate::content::{copied, write};

#[tokio::test(flavor = "multi_thread")]
async fn a_text_has_its_address_unless_the_site_has_a_page_there() {
    let folder = copied();
    let mut list = std::fs::read_to_string(folder.path().join("pages.toml")).unwrap();
    for (id, slug) in [
        (901, "foo"),
        (902, "support"),
        (903, "deposit"),
        (904, "responsible-gaming"),
        (905, "help/deposits"),
    ] {
        let entry = format!("[[page]]\nid = {id}\nslug = \"{slug}\"\ncategories = []\n");
        list.push_str(&entry);
        let text = format!("title: Text of {slug}\ndescription: About it.\n\nWords.\n");
        write(folder.path(), &format!("pages/{slug}/en.md"), &text);
    }
    write(folder.path(), "pages.toml", &list);
    let content_dir = folder.path().to_owned();
    let site = Visited::start_with(|config| config.content_dir = content_dir).await;
    for (path, is_text) in [
        ("/foo", true),
        ("/support", true),
        ("/responsible-gaming", true),
        ("/help/deposits", true),
        ("/deposit", false),
    ] {
        let page = site.get(path).await;
        assert_eq!(page.status, 200, "{path}");
        let title = page.between("<title>", "</title>");
        assert_eq!(title.starts_with(&format!("Text of {}", &path[1..])), is_text, "{path}: {title}");
    }
    let map = site.get("/sitemap-1.xml").await;
    assert!(map.text().contains("casino.example/foo<") && !map.text().contains("casino.example/deposit<"));
    // Who wrote a text that is never shown finds it in the log.
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(log.clone()).finish();
    let app = &site.kit.app;
    tracing::subscriber::with_default(subscriber, || {
        warn_of_faulty_texts(&app.site, &app.content.now().pages);
    });
    let reported = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    let (pictures, hidden): (Vec<&str>, Vec<&str>) =
        reported.lines().partition(|line| line.contains("has no picture"));
    assert!(hidden.len() == 1 && hidden[0].contains("WARN"), "{reported}");
    assert!(hidden[0].contains("slug=\"deposit\""), "{reported}");
    // This site has no wide pictures.
    assert!(
        pictures[0].contains("slug=\"news/check-any-round\" missing=\"/art/hero/glasshouse-1280.avif\""),
        "{reported}"
    );
}

/// What was logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

impl Write for Log {
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(line)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
