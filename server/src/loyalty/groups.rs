//! Groups that people put players into.

use super::status::VipStatus;
use crate::player;
use crate::site_config::Statuses;

/// The halves of A/B tests, one of which a player is in by the number.
const HALVES: [i64; 2] = [player::half_of(0), player::half_of(1)];

/// Number and name of the groups that staff and offers put players into: those that the operator has a name for, less those that
/// the server puts players into by itself, the statuses of the VIP club and the halves of A/B tests.
pub fn open_groups(statuses: &Statuses) -> impl Iterator<Item = (i64, &str)> {
    let is_assigned = |group: i64| {
        HALVES.contains(&group) || VipStatus::ALL.iter().any(|status| status.groups().contains(&group))
    };
    statuses.groups().filter(move |(group, _)| !is_assigned(*group))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_that_the_server_assigns_are_open_to_nobody() {
        let statuses = Statuses::parse(include_str!("../../../content/statuses.toml")).unwrap();
        let groups: Vec<_> = open_groups(&statuses).map(|(group, _)| group).collect();
        assert!(groups.contains(&player::TESTER) && groups.contains(&player::MULTI_ACCOUNT), "{groups:?}");
        assert!([259, 1117, 543, 544].iter().all(|group| !groups.contains(group)), "{groups:?}");
    }
}
