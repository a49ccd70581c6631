import type { Lootbox, LootboxItem, WheelConfig } from '@/api/types'

function spins(count: number, weight: number): LootboxItem {
  return {
    id: `WHEEL-${count}-SPINS`,
    title: `${count} free spins`,
    prize: false,
    weight,
    bonuses: [
      {
        title: `${count} free spins`,
        type: 'freespins',
        attributes: { freespins_count: count, games: ['northlight/solar-sails'], bonus_amount: {} },
        result_bonus: { wager: 30, max_win: { EUR: { amount_cents: 100_000 } } },
      },
    ],
  }
}

const ITEMS = [spins(10, 4_000), spins(20, 6_000), spins(50, 0)]

/** A spin that can be opened, with anything changed that a test is about. */
export function aLootbox(changes: Partial<Lootbox> = {}): Lootbox {
  return {
    id: '1',
    group_key: 'wheel',
    title: 'Spin of the wheel',
    stage: 'issued',
    is_counted: true,
    currency: 'EUR',
    weight: 10_000,
    prize: null,
    items: ITEMS,
    bonuses: [],
    server_seed_hash: 'f015df6c8fe02e8cdb5c21c7e223f7ce240f16a80d432acb4f4a509da987c191',
    server_seed: null,
    client_seed: null,
    draw: null,
    created_at: '2026-03-01T00:00:00.000Z',
    valid_until: '2100-01-01T00:00:00.000Z',
    finished_at: null,
    ended_by: null,
    ...changes,
  }
}

/** The same once it has given 20 free spins. */
export function anOpenedBox(changes: Partial<Lootbox> = {}): Lootbox {
  const items = ITEMS.map((item) => ({ ...item, prize: item.id === 'WHEEL-20-SPINS' }))
  const bonuses = items.filter(({ prize }) => prize).flatMap((item) => item.bonuses)
  return aLootbox({ stage: 'activated', prize: 'WHEEL-20-SPINS', draw: 4_711, server_seed: '01'.repeat(32), client_seed: 'player', items, bonuses, ...changes })
}

/** The wheel of everybody. */
export const A_WHEEL: WheelConfig = {
  title: 'Spin of the wheel',
  weight: 10_000,
  items: ITEMS,
  segments: ITEMS.map(({ id, title }) => ({ prize: id, label: title, colour: '#0d4f5c' })),
}
