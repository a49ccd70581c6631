/** The stages of bonuses and of free spins, which share four of them. */
export const STAGES = ['issued', 'wait', 'handle_bets', 'wager_done', 'lost', 'activated', 'canceled', 'expired', 'finished'] as const

export type GiftStage = (typeof STAGES)[number]

const FINISHED: ReadonlySet<string> = new Set<GiftStage>(['finished', 'canceled', 'expired', 'wager_done', 'lost'])

/** Whether a gift of this stage is over; one of a stage that the site does not know is shown as current. */
export function isFinished(stage: string): boolean {
  return FINISHED.has(stage)
}

/** Stages in which the player may still give a gift up. */
const CANCELABLE: ReadonlySet<string> = new Set<GiftStage>(['issued', 'wait', 'handle_bets', 'activated'])

/** What the site needs to know of a gift to offer its actions. */
export interface Staged {
  stage: string
  activatable: boolean
  /** RFC 3339; null when it may be activated for as long as it is there. */
  activatable_until: string | null
}

/** Whether the player may activate a gift at `now` (Unix milliseconds). */
export function mayActivate({ stage, activatable, activatable_until }: Staged, now: number): boolean {
  return stage === 'issued' && activatable && (activatable_until === null || Date.parse(activatable_until) > now)
}

/** Whether the player may give a gift up. */
export function mayCancel({ stage }: Pick<Staged, 'stage'>): boolean {
  return CANCELABLE.has(stage)
}

/** Whether giving a gift up costs the player nothing: no bet was made with it. */
export function isUntouched({ stage }: Pick<Staged, 'stage'>): boolean {
  return stage === 'issued' || stage === 'wait'
}
