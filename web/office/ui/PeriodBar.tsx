import { useNavigate } from '@tanstack/react-router'
import { t } from '../i18n/texts'
import { isPeriod, PRESETS, presetPeriod, type Period } from './period'

const FIELD = 'h-9 rounded-m border border-line bg-surface px-2 text-sm pointer-coarse:h-11'

/** The days of a report, kept in the address: presets, and both ends by hand. */
export function PeriodBar({ period, now }: { period: Period; now: number }) {
  const navigate = useNavigate()
  const choose = (changed: Partial<Period>) =>
    void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...period, ...changed }), replace: true })
  const end = (name: 'from' | 'to') => (
    <label className="flex items-center gap-2 text-sm text-muted">
      {t(`reports.${name}`)}
      <input type="date" required value={period[name]} onChange={({ target }) => target.value && choose({ [name]: target.value })} className={FIELD} />
    </label>
  )
  return (
    <div role="group" aria-label={t('reports.period')} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {end('from')}
      {end('to')}
      <div className="flex flex-wrap gap-1">
        {PRESETS.map((preset) => {
          const days = presetPeriod(preset, now)
          return (
            <button
              key={preset}
              type="button"
              aria-pressed={days.from === period.from && days.to === period.to}
              onClick={() => choose(days)}
              className="h-9 rounded-m px-2.5 text-sm text-soft hover:bg-hover hover:text-text aria-pressed:bg-hover aria-pressed:font-medium aria-pressed:text-text pointer-coarse:h-11"
            >
              {t(`reports.${preset}`)}
            </button>
          )
        })}
      </div>
      {!isPeriod(period) && (
        <p role="alert" className="w-full text-sm text-danger-text">
          {t('reports.wrong_period')}
        </p>
      )}
    </div>
  )
}
