import type { Bonus, DepositOffer, FreespinGift } from '@/api/types'

/** A bonus that can be activated, with anything changed that a test is about. */
export function aBonus(changes: Partial<Bonus> = {}): Bonus {
  return {
    id: '1',
    type: 'Deposit bonus',
    group_key: 'welcome',
    stage: 'issued',
    currency: 'EUR',
    amount_cents: 2_500,
    amount_wager_cents: 0,
    amount_wager_requirement_cents: 75_000,
    activatable: true,
    activatable_until: null,
    title: 'Welcome bonus',
    bonuses: [{ type: 'Deposit bonus', title: 'Welcome bonus' }],
    wager_multiple: 30,
    bet_max_cents: null,
    win_max_cents: null,
    lost_below_cents: null,
    excluded_games: [],
    excluded_categories: [],
    canceled_by_cashout: false,
    sticky: false,
    place: null,
    valid_until: null,
    ended_by: null,
    converted_cents: 0,
    withheld_cents: 0,
    deducted_cents: 0,
    forfeited_cents: 0,
    created_at: '2026-03-01T00:00:00.000Z',
    activated_at: null,
    finished_at: null,
    ...changes,
  }
}

/** Twenty free spins that can be activated, with anything changed that a test is about. */
export function freespins(changes: Partial<FreespinGift> = {}): FreespinGift {
  return {
    id: '2',
    type: 'Giftspin',
    group_key: 'lanterns',
    stage: 'issued',
    currency: 'EUR',
    title: 'Twenty spins on us',
    activatable: true,
    activatable_until: null,
    freespins_total: 20,
    freespins_performed: 0,
    stake_cents: 20,
    provider: 'northlight',
    games: ['northlight/solar-sails'],
    win_cents: 0,
    wager_multiple: 30,
    win_max_cents: null,
    valid_until: null,
    ended_by: null,
    created_at: '2026-03-01T00:00:00.000Z',
    activated_at: null,
    finished_at: null,
    ...changes,
  }
}

/** What a deposit of 20.00 and more may bring, with anything changed that a test is about. */
export function anOffer(changes: Partial<DepositOffer> = {}): DepositOffer {
  return {
    id: 'WELCOME',
    code: 'WELCOME',
    title: 'Welcome bonus',
    group_key: 'welcome',
    deposit_number: 1,
    chosen: false,
    percent: 100,
    wager_multiple: 30,
    wager_on: 'bonus',
    valid_hours: 168,
    canceled_by_cashout: true,
    sticky: false,
    currencies: [{ currency: 'EUR', deposit_min_cents: 2_000, bonus_max_cents: 20_000, bet_max_cents: 500, win_max_cents: 1_000_000, lost_below_cents: 20 }],
    freespins: { freespins_count: 20, games: ['northlight/solar-sails'], wager_multiple: 30 },
    excluded_games: [],
    excluded_categories: ['jackpot'],
    ...changes,
  }
}
