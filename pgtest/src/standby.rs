//! Copies of a cluster: a standby that follows it, and a base backup put in a place of its own.

use std::ffi::OsStr;

use anyhow::Result;

use crate::{Cluster, run};

impl Cluster {
    /// Starts a standby that streams from this cluster, and makes every commit here wait until the standby
    /// has it on disk. Its host is its own.
    pub fn synchronous_standby(&self) -> Result<Self> {
        let standby = Self::empty(&std::env::temp_dir())?;
        self.base_backup(&standby, &["-R"])?;
        standby.start_again()?;
        self.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")?;
        self.sql("SELECT pg_reload_conf()")?;
        Ok(standby)
    }

    /// Ends the following: from here on the standby is a primary that waits for nobody.
    pub fn promote(&self) -> Result<()> {
        let place = [OsStr::new("-D"), self.data.as_os_str()];
        self.tool("pg_ctl", &["-w", "-s", "promote"], &place)
    }

    /// Takes a base backup of the running cluster, as `docs/OPERATIONS.md` tells, and starts it as a
    /// cluster of its own.
    pub fn restored_copy(&self) -> Result<Self> {
        let copy = Self::empty(&std::env::temp_dir())?;
        self.base_backup(&copy, &[])?;
        copy.start_again()?;
        Ok(copy)
    }

    fn base_backup(&self, into: &Self, words: &[&str]) -> Result<()> {
        let all: Vec<&str> =
            ["-U", "postgres", "-X", "stream", "-c", "fast"].iter().chain(words).copied().collect();
        let place = [OsStr::new("-h"), self.folder.as_os_str(), OsStr::new("-D"), into.data.as_os_str()];
        self.tool("pg_basebackup", &all, &place)?;
        // A later line wins: the copy listens in its own folder.
        into.configure("")
    }

    /// Runs one statement.
    pub fn sql(&self, statement: &str) -> Result<()> {
        let mut psql = std::process::Command::new(self.binaries.join("psql"));
        psql.args(["-U", "postgres", "-q", "-v", "ON_ERROR_STOP=1", "-c", statement, "-h"]);
        run(psql.arg(&self.folder).stdin(std::process::Stdio::null()).stdout(std::process::Stdio::null()))
    }
}
