import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import type { KenoStep } from '../model/types'

/** The numbers of a draw in their order; those that were picked are marked. */
export function DrawOutcome({ step }: { step: KenoStep }) {
  return (
    <figure>
      <ol className="flex flex-wrap gap-1.5">
        {step.drawn.map((number) => {
          const isHit = step.hits.includes(number)
          return (
            <li
              key={number}
              className={cx(
                'tabular grid size-10 place-items-center rounded-full border text-sm font-semibold',
                isHit ? 'border-win/60 bg-win/12 text-win' : 'border-line bg-page text-soft',
              )}
            >
              {number}
              {isHit && <span className="sr-only">: {t('fairness.draw_hit')}</span>}
            </li>
          )
        })}
      </ol>
      <figcaption className="mt-1.5 text-xs text-muted">{t('fairness.draw_hits', { count: step.hits.length })}</figcaption>
    </figure>
  )
}
