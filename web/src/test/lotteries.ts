import type { Lottery, PlayerLottery } from '@/api/types'

/** A lottery that is on sale, with changes. */
export function aLottery(changes: Partial<Lottery> = {}): Lottery {
  return {
    id: 7,
    slug: 'cup',
    title: 'The Cup',
    description: 'Draw and rise.',
    status: 'active',
    in_progress: true,
    start_at: '2020-01-01T00:00:00.000Z',
    end_at: '2100-01-01T00:00:00.000Z',
    drawn_at: null,
    group: 'tickets',
    ticket_points: 50,
    tickets_max: 10,
    tickets_count: 5,
    currency: 'EUR',
    prizes: [
      { from: 1, to: 1, amount_cents: 5000, gift: null },
      {
        from: 2,
        to: 3,
        amount_cents: null,
        gift: {
          title: '20 free spins',
          type: 'freespins',
          attributes: { freespins_count: 20, games: [], bonus_amount: {} },
          result_bonus: { wager: 30, max_win: {} },
        },
      },
    ],
    winners: [],
    server_seed_hash: 'a'.repeat(64),
    server_seed: null,
    ...changes,
  }
}

/** What a player has of it. */
export const ownLottery = (changes: Partial<PlayerLottery> = {}): PlayerLottery => ({
  id: 7,
  lottery_id: 7,
  slug: 'cup',
  status: 'active',
  in_progress: true,
  tickets: [2, 4],
  tickets_left: 8,
  wins: [],
  ...changes,
})
