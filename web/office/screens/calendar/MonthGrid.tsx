import { useEffect, useRef, type KeyboardEvent } from 'react'
import { currentLocale } from '@/i18n/messages'
import { dayText } from '@/i18n/names'
import { cx } from '@/platform/cx'
import type { CalendarEntry } from '../../api/types'
import { t } from '../../i18n/texts'
import { dayAfter, onDay, type Day, type DayEntry } from './months'

/** Entries that a day shows; the others stand in the list of the day. */
const SHOWN = 3

interface MonthGridProps {
  label: string
  weeks: Day[][]
  entries: readonly CalendarEntry[]
  /** The day whose entries are listed beside it, `YYYY-MM-DD`. */
  chosen: string
  today: string
  onChoose: (day: string) => void
}

/** How far the keys go, in days. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** A month, its days gone through by the arrow keys. */
export function MonthGrid({ label, weeks, entries, chosen, today, onChoose }: MonthGridProps) {
  const grid = useRef<HTMLTableElement>(null)
  // The focus follows the chosen day where a key has moved it, into another month too.
  const isMoved = useRef(false)
  useEffect(() => {
    if (!isMoved.current) return
    isMoved.current = false
    grid.current?.querySelector<HTMLButtonElement>(`[data-day="${chosen}"]`)?.focus()
  }, [chosen, weeks])
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const inWeek = weeks.find((week) => week.some(({ key }) => key === chosen))
    const end = event.key === 'Home' ? inWeek?.[0] : event.key === 'End' ? inWeek?.at(-1) : undefined
    const next = step === undefined ? end?.key : dayAfter(chosen, step)
    if (next === undefined) return
    event.preventDefault()
    isMoved.current = true
    onChoose(next)
  }
  return (
    <table ref={grid} role="grid" aria-label={label} onKeyDown={move} className="w-full table-fixed border-separate border-spacing-1 text-sm">
      <thead>
        <tr>
          {weeks[0]?.map(({ key }) => (
            <th key={key} scope="col" className="pb-1 text-left text-xs font-medium text-muted">
              {weekday(key)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.key}>
            {week.map((day) => (
              <td key={day.key} aria-selected={day.key === chosen} className="h-28 p-0 align-top">
                <DayCell day={day} found={onDay(entries, day)} isChosen={day.key === chosen} isToday={day.key === today} onChoose={onChoose} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const weekday = (day: string): string => new Intl.DateTimeFormat(currentLocale(), { weekday: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

interface DayCellProps {
  day: Day
  found: DayEntry[]
  isChosen: boolean
  isToday: boolean
  onChoose: (day: string) => void
}

function DayCell({ day, found, isChosen, isToday, onChoose }: DayCellProps) {
  const further = found.length - SHOWN
  return (
    <button
      type="button"
      data-day={day.key}
      tabIndex={isChosen ? 0 : -1}
      aria-current={isToday ? 'date' : undefined}
      aria-label={spoken(day.key, found)}
      onClick={() => onChoose(day.key)}
      className={cx(
        'flex h-full w-full flex-col gap-0.5 rounded-m border bg-surface p-1.5 text-left hover:bg-hover',
        isChosen ? 'border-line-strong bg-hover' : 'border-line',
        !day.isOfMonth && 'opacity-70',
      )}
    >
      <span className={cx('tabular text-xs', isToday ? 'font-semibold text-text underline underline-offset-4' : 'text-muted')}>{Number(day.key.slice(8))}</span>
      {found.slice(0, SHOWN).map(({ entry, does }) => (
        <span key={`${entry.kind} ${entry.id}`} className={cx('w-full truncate text-xs', does === 'goes_on' ? 'text-muted' : 'text-text')}>
          {MARK[does]} {entry.title}
        </span>
      ))}
      {further > 0 && <span className="text-xs text-muted">{t('calendar.further', { count: further })}</span>}
    </button>
  )
}

const MARK = { begins: '▸', ends: '◂', goes_on: '·' } as const

/** What a reader hears of a day: how much is on, and what begins and ends. */
function spoken(day: string, found: readonly DayEntry[]): string {
  const changes = found.filter(({ does }) => does !== 'goes_on')
  const words = changes.slice(0, SHOWN).map(({ entry, does }) => t(`calendar.${does === 'ends' ? 'ends' : 'begins'}`, { title: entry.title }))
  return [dayText(day), t('calendar.count', { count: found.length }), ...words].join(', ')
}
