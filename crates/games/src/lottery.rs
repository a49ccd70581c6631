//! The draw of a lottery: winning tickets, from the same fair stream as rounds.
//!
//! The stream is that of `{slug}:lottery:{tickets}:0:{block}`, where `tickets` is how many were sold. Numbers from 1 to
//! `tickets` are drawn one after the other; the first one wins the first place. A number that has won already is passed
//! over, so a ticket wins once.

use std::collections::HashSet;

use crate::fair::{ServerSeed, Stream};

/// What stands where a round has its currency, so that no draw shares its numbers with a round.
const PURPOSE: &str = "lottery";

/// Draws the tickets of the first `places` places of the lottery `slug`, the winner first; fewer when fewer were sold.
pub fn draw_tickets(server_seed: &ServerSeed, slug: &str, tickets: u32, places: usize) -> Vec<u32> {
    let places = places.min(usize::try_from(tickets).unwrap_or(usize::MAX));
    let mut stream = Stream::new(server_seed, slug, PURPOSE, tickets.into(), 0);
    let (mut drawn, mut met) = (Vec::with_capacity(places), HashSet::with_capacity(places));
    while drawn.len() < places {
        let ticket = stream.uniform(tickets) + 1;
        if met.insert(ticket) {
            drawn.push(ticket);
        }
    }
    drawn
}
