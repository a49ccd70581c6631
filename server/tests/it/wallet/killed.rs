//! The command that archives, killed at work.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use croupier_money::Currency;
use croupier_server::audit::archive::FILE_ROWS;
use futures_util::{StreamExt, stream};

use super::archive::{assert_holds, files, rows, settle};
use super::{PLAYER, open};
use crate::play::give;
use crate::testkit::Kit;

/// Full segments, which are a file each.
const SEGMENTS: usize = 3;

fn archive(kit: &Kit, folder: &Path) -> Child {
    let mut command: Command = kit.command();
    command.arg("archive").arg("--to").arg(folder).args(["--before", "2026-02-01T00:00:00Z"]);
    command.stdout(Stdio::null()).spawn().unwrap()
}

on_both_engines! {
    async fn the_next_command_goes_on(kit: Kit) {
        let (app, folder) = (&kit.app, tempfile::tempdir().unwrap());
        open(app, PLAYER).await;
        for _ in 0..SEGMENTS {
            // More at once would wait for a connection for longer than a call may.
            stream::iter(0..FILE_ROWS)
                .for_each_concurrent(200, |_| give(app, PLAYER, Currency::EUR, 1))
                .await;
        }
        settle(&kit).await;
        for kills in 0..SEGMENTS {
            let mut child = archive(&kit, folder.path());
            // As soon as a further file begins; what the command is at then is left to chance.
            Kit::until("a file", async || (files(folder.path()).len() > kills).then_some(())).await;
            child.kill().unwrap();
            child.wait().unwrap();
            assert_holds(app, folder.path()).await;
        }
        assert!(archive(&kit, folder.path()).wait().unwrap().success());
        assert_eq!(rows(app).await, 0);
        assert_holds(app, folder.path()).await;
    }
}
