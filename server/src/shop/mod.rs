//! The points shop: what points buy. A card gives money, bonus money, free spins, tickets of a lottery, or a lootbox;
//! what is given is written in the commit that takes the points.

pub mod http;
mod offers;
mod purchase;
