//! Reads that give way: what staff asks for must not hold up what players wait for.

use tokio::task_local;

task_local! {
    static GIVES_WAY: ();
}

/// Performs `work`, whose reads give way to all others. On SQLite they run on threads that take what others leave of a
/// processor; on PostgreSQL, whose sessions all have the same, they take at most a third of the pool.
pub async fn giving_way<Work: Future>(work: Work) -> Work::Output {
    GIVES_WAY.scope((), work).await
}

/// Whether the running task gives way.
pub(crate) fn gives_way() -> bool {
    GIVES_WAY.try_with(|()| ()).is_ok()
}

/// Lets the calling thread run only while a processor has nothing else to do, where the operating system knows of that.
/// A low priority would not do: the thread would keep its processor for some milliseconds when others wake up.
pub(crate) fn run_when_idle() {
    #[cfg(target_os = "linux")]
    {
        use thread_priority::{NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy};
        let policy = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
        let thread = thread_priority::thread_native_id();
        let set = thread_priority::set_thread_priority_and_policy(thread, ThreadPriority::Min, policy);
        if let Err(error) = set {
            tracing::warn!(?error, "reads of staff have the priority of players");
        }
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
    fn one_thread_alone_runs_when_idle() {
        // The 41st word is the policy; the second one, a name in brackets, may hold spaces.
        let policy = || {
            let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
            stat.rsplit(')').next().unwrap().split_whitespace().nth(38).unwrap().parse::<i32>().unwrap()
        };
        let before = policy();
        let idle = std::thread::spawn(move || {
            run_when_idle();
            policy()
        });
        // SCHED_IDLE of sched.h.
        assert_eq!(idle.join().unwrap(), 5);
        assert_eq!(policy(), before);
    }
}
