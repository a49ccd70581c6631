import { t, tOptional } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { Money } from '@/ui/Money'
import { timesText } from '../model/crash'
import type { CrashStep, Position, SlotsStep, Step, SymbolWindow } from '../model/types'
import { DrawOutcome } from './DrawOutcome'
import { FeltOutcome } from './FeltOutcome'

/** What one step of a round showed, in figures and names. */
export function StepOutcome({ step, currency }: { step: Step; currency: string }) {
  return (
    <div className="space-y-3">
      <Shown step={step} />
      <p className="flex flex-wrap gap-x-4 text-sm text-soft">
        <span>
          {t('fairness.win')} <Money amountCents={step.win_cents} currency={currency} won={step.win_cents > 0} className="font-semibold" />
        </span>
        {isSpin(step) && step.multiplier > 1 && <span>{t('fairness.multiplier', { times: step.multiplier })}</span>}
        {isSpin(step) && step.freespins_awarded > 0 && <span>{t('fairness.freespins', { count: step.freespins_awarded })}</span>}
      </p>
    </div>
  )
}

function isSpin(step: Step): step is SlotsStep {
  return step.kind !== 'roulette' && step.kind !== 'crash' && step.kind !== 'baccarat' && step.kind !== 'keno'
}

function Shown({ step }: { step: Step }) {
  if (step.kind === 'roulette') return <Pocket pocket={step.pocket} />
  if (step.kind === 'baccarat') return <FeltOutcome step={step} />
  if (step.kind === 'keno') return <DrawOutcome step={step} />
  return isSpin(step) ? <SlotsWindows step={step} /> : <p>{crashText(step)}</p>
}

function crashText(step: CrashStep): string {
  if (step.cashed_out !== null) return t('fairness.crash_cashed', { multiplier: timesText(step.cashed_out) })
  return t(step.returned ? 'fairness.crash_returned' : 'fairness.crash_lost')
}

/** The red pockets of a single-zero wheel. */
const RED = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36])

function Pocket({ pocket }: { pocket: number }) {
  const colour = pocket === 0 ? 'bg-success text-page' : RED.has(pocket) ? 'bg-danger text-page' : 'bg-page text-text'
  return (
    <span className={cx('tabular inline-grid size-12 place-items-center rounded-m border border-line font-display text-lg font-semibold', colour)}>
      {pocket}
    </span>
  )
}

function SlotsWindows({ step }: { step: SlotsStep }) {
  const first = step.wins.flatMap((win) => win.positions)
  return (
    <div className="flex flex-wrap gap-4">
      <ReelWindow
        window={step.window}
        winning={first}
        caption={step.stops.length > 0 ? t('fairness.stops', { stops: step.stops.join(', ') }) : t('fairness.cells')}
      />
      {step.tumbles.map((tumble, index) => (
        <ReelWindow
          key={index}
          window={tumble.window}
          winning={tumble.wins.flatMap((win) => win.positions)}
          caption={t('fairness.tumble', { number: index + 1, times: tumble.multiplier })}
        />
      ))}
    </div>
  )
}

function ReelWindow({ window, winning, caption }: { window: SymbolWindow; winning: Position[]; caption: string }) {
  const wins = new Set(winning.map(([reel, row]) => `${reel}:${row}`))
  return (
    <figure className="max-w-full min-w-0">
      <div className="no-scrollbar flex gap-1 overflow-x-auto" tabIndex={0} role="group" aria-label={caption}>
        {window.map((symbols, reel) => (
          <div key={reel} className="space-y-1">
            {symbols.map((symbol, row) => (
              <span
                key={row}
                className={cx(
                  'grid h-7 min-w-16 place-items-center rounded-s border px-2 text-xs',
                  wins.has(`${reel}:${row}`) ? 'border-win/60 bg-win/12 font-semibold text-win' : 'border-line bg-page/60 text-soft',
                )}
              >
                {tOptional(`game.symbol.${symbol}`, symbol)}
              </span>
            ))}
          </div>
        ))}
      </div>
      <figcaption className="mt-1.5 text-xs text-muted">{caption}</figcaption>
    </figure>
  )
}
