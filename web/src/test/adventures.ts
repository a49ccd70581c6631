import type { AdventureCalendar, AdventureDay } from '@/api/types'

const SPINS: AdventureDay['prize'] = {
  type: 'freespin',
  bonus: null,
  fs: {
    title: '10 free spins',
    type: 'freespins',
    attributes: { freespins_count: 10, games: [], bonus_amount: {} },
    result_bonus: { wager: 30, max_win: {} },
  },
}

/** Today, with changes. */
export function adventureDay(changes: Partial<AdventureDay> = {}): AdventureDay {
  return {
    day: 2,
    month: 3,
    weekday: 1,
    index: 0,
    step: 1,
    stepTotal: 4,
    isCompleted: false,
    today: false,
    state: 'active',
    prize: SPINS,
    condition: { minDep: { EUR: 2000, NOK: 20_000 } },
    wager: 30,
    periodActivationDays: 3,
    deposited: {},
    gift: null,
    ...changes,
  }
}

/** Five cards, one of each state. */
export function fiveDays(): AdventureDay[] {
  return [
    adventureDay({ state: 'lost' }),
    adventureDay({ step: 2, index: 1, day: 3, weekday: 2, state: 'completed', isCompleted: true }),
    adventureDay({ step: 3, index: 2, day: 4, weekday: 3, state: 'active', today: true }),
    adventureDay({ step: 4, index: 3, day: 5, weekday: 4, state: 'future' }),
    adventureDay({ step: 5, index: 4, day: 5, weekday: 4, state: 'superb', condition: { minDep: {} }, prize: { ...SPINS, type: 'superb' } }),
  ]
}

/** A calendar that runs, with changes of its days. */
export function aCalendar(days: AdventureDay[] = fiveDays()): AdventureCalendar {
  return {
    campaign: {
      id: 'trail',
      title: 'The Trail',
      description: 'Walk it.',
      startAt: '2020-01-01T00:00:00.000Z',
      endAt: '2100-01-01T00:00:00.000Z',
      isFinished: false,
    },
    days,
  }
}
