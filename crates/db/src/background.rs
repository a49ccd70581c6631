//! Reads that give way: what staff asks for must not hold up what players wait for.

use tokio::task_local;

task_local! {
    static GIVES_WAY: ();
}

/// The priority that the operating system gives what can wait: the lowest.
const NICENESS: i32 = 19;

/// Performs `work`, whose reads give way to all others. On SQLite they run on threads of the lowest priority;
/// on PostgreSQL, whose sessions all have the same, they take at most a third of the pool.
pub async fn giving_way<Work: Future>(work: Work) -> Work::Output {
    GIVES_WAY.scope((), work).await
}

/// Whether the running task gives way.
pub(crate) fn gives_way() -> bool {
    GIVES_WAY.try_with(|()| ()).is_ok()
}

/// Gives the calling thread the lowest priority, where the operating system counts it by thread.
pub(crate) fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(NICENESS) {
        tracing::warn!(%error, "reads of staff have the priority of players");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_work_that_was_told_to_gives_way() {
        assert!(!gives_way());
        assert!(giving_way(async { gives_way() }).await);
        assert!(!gives_way());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_priority_of_one_thread_is_lowered() {
        // The 19th word is the niceness; the second one, a name in brackets, may hold spaces.
        let niceness = || {
            let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
            stat.rsplit(')').next().unwrap().split_whitespace().nth(16).unwrap().parse::<i32>().unwrap()
        };
        let before = niceness();
        let lowered = std::thread::spawn(move || {
            lower_priority();
            niceness()
        });
        assert_eq!(lowered.join().unwrap(), NICENESS);
        assert_eq!(niceness(), before);
    }
}
