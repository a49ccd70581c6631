import type { Game } from '@/api/types'

/** A built-in game with anything changed that a test is about. */
export function aGame(changes: Partial<Game> = {}): Game {
  return {
    id: 1,
    identifier: 'northlight/solar-sails',
    title: 'Solar Sails',
    name: 'Solar Sails',
    slug: 'solar-sails',
    seo_title: 'solar-sails',
    provider: 'northlight',
    categories: ['slots', 'new'],
    collections: {},
    badges: [],
    preview: '/art/tiles/solar-sails-{width}.{format}',
    placeholder: null,
    accent: '#e0752b',
    currencies: { EUR: { id: 'EUR', name: 'Euro' }, FUN: { id: 'FUN', name: 'Play money' } },
    has_demo_mode: true,
    rtp: '96.12',
    rtp_with_jackpot: null,
    volatility: 'medium',
    max_win_x: '2000',
    hit_rate: '24.1',
    mechanics: ['20 lines'],
    released: null,
    own: true,
    playable: true,
    ...changes,
  }
}
