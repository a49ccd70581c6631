//! Comp points, the levels that they lead to, what they are exchanged for, and the VIP club.
//!
//! One reader of the log follows play: a settled round of real money earns points at the rate of the time when it was
//! opened, and a bet that is taken back takes its points with it. What was earned for life is counted exactly in
//! `point_account`; whole points are owed to the sub-account of points of the player's first wallet, from where an
//! exchange takes them in one commit with what they buy; the shop says what that is. It also writes down which levels
//! were reached for the first time, whose gifts bonuses issue. The same reader sums stakes and deposits by the quarter,
//! and the job of
//! [`vip`] decides from these sums who is in which status when a quarter has ended.

mod account;
mod check;
mod cost;
mod groups;
pub mod http;
mod levels_store;
mod points;
mod purchase;
mod quarter;
pub mod readers;
pub mod staff;
mod status;
mod store;
pub mod vip;
mod vip_store;

pub use account::{PointBalance, balances};
pub use check::{RULES, check, rules};
pub use cost::{Climb, Earnings, Placed, climbs, earned_by, placed_at};
pub use groups::open_groups;
pub use http::{PointCount, points_of};
pub use levels_store::{
    LevelGift, due_level_gifts, level_gift_issued, level_gifts_of, passed as levels_passed,
    put_off_level_gift,
};
pub use purchase::{Goods, Purchase, RewardType, earlier, exchange, refuse_unaffordable};
pub use status::VipStatus;
