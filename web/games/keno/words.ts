import type { Translate } from '../play/messages'
import type { KenoStep } from '../play/kenoTypes'
import type { MoneyFormat } from '../play/money'
import { winLevel } from '../play/countup'
import type { RoundView } from '../play/types'

/** What a draw came to, in words: the numbers, the hits and the money. */
export function resultText(
  t: Translate,
  money: MoneyFormat,
  { win_cents: won, stake_cents: stake }: Pick<RoundView, 'win_cents' | 'stake_cents'>,
  step: KenoStep,
  picks: number,
): string {
  const amount = money(won)
  const outcome =
    winLevel(won, stake) !== 'none' ? t('game.status_won', { amount }) : won > 0 ? t('game.status_returned', { amount }) : t('game.status_nothing')
  return `${t('game.keno_result', { hits: step.hits.length, picks })} ${outcome}`
}

/** The numbers of a draw in their order, and which of them were picked. */
export function drawText(t: Translate, { drawn, hits }: KenoStep): string {
  const drawnText = t('game.keno_drawn', { numbers: drawn.join(', ') })
  return hits.length === 0 ? drawnText : `${drawnText} ${t('game.keno_drawn_hits', { numbers: hits.join(', ') })}`
}
