import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { currentLocale } from '@/i18n/messages'
import { dayText } from '@/i18n/names'
import { cx } from '@/platform/cx'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { IconButton } from '@/ui/IconButton'
import { calendarQuery } from '../../api/calendar'
import type { Calendar, CalendarEntry } from '../../api/types'
import { t } from '../../i18n/texts'
import { AddressSelect } from '../../ui/AddressSelect'
import { FilterTabs } from '../../ui/FilterTabs'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { Loaded, State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Panel } from '../../ui/Panel'
import { MonthGrid } from './MonthGrid'
import { dayOf, monthAfter, monthOf, onDay, spanOf, weeksOf, type Day } from './months'
import { EntryTitle, Span, Standing } from './parts'
import type { CalendarSearch } from './search'
import { whomOf } from './whom'

const route = getRouteApi('/member/calendar')

/** What runs when: everything with a beginning or an end that staff plans, a month at a time. */
export function CalendarPage() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const show = (month: string) => void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, month }), replace: true })
  // Today stays what it was when the page was opened.
  const [now] = useState(() => Date.now())
  return <CalendarView search={search} now={now} onMonth={show} />
}

interface CalendarViewProps {
  search: CalendarSearch
  now: number
  onMonth: (month: string) => void
}

/** The calendar as an address names it. */
export function CalendarView({ search: { month: named, kind, brand, view }, now, onMonth }: CalendarViewProps) {
  const month = named ?? monthOf(now)
  const weeks = weeksOf(month)
  const [day, setDay] = useState<string | null>(null)
  const query = useQuery(calendarQuery({ ...spanOf(weeks), kind, brand }))
  return (
    <>
      <PageHead
        title={t('calendar.title')}
        lead={t('calendar.lead')}
        actions={
          <FilterTabs
            label={t('calendar.view')}
            name="view"
            chosen={view}
            choices={(['month', 'list'] as const).map((value) => ({ value, label: t(`calendar.view_${value}`) }))}
          />
        }
      />
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <MonthBar month={month} now={now} onMonth={onMonth} />
        <Filters kind={kind} brand={brand} calendar={query.data} />
      </div>
      <Loaded query={query}>
        {(calendar) => (
          <>
            {calendar.is_cut && (
              <Alert tone="warning" className="mb-4">
                {t('calendar.cut', { count: calendar.entries.length })}
              </Alert>
            )}
            {view === 'month' && <Month month={month} weeks={weeks} calendar={calendar} now={now} day={day} onDay={setDay} onMonth={onMonth} />}
            <div className={cx(view === 'month' && 'lg:hidden')}>
              <Entries label={t('calendar.list_of', { month: monthText(month) })} entries={ofMonth(calendar.entries, weeks)} brands={calendar.brands} />
            </div>
          </>
        )}
      </Loaded>
    </>
  )
}

/** What is on within the month itself, without the days around it. */
function ofMonth(entries: CalendarEntry[], weeks: Day[][]): CalendarEntry[] {
  const days = weeks.flat().filter(({ isOfMonth }) => isOfMonth)
  const span = { start: days[0]?.start ?? 0, end: days.at(-1)?.end ?? 0 }
  const found = new Set(onDay(entries, span).map(({ entry }) => entry))
  return entries.filter((entry) => found.has(entry))
}

const monthText = (month: string): string =>
  new Intl.DateTimeFormat(currentLocale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`))

function MonthBar({ month, now, onMonth }: { month: string; now: number; onMonth: (month: string) => void }) {
  return (
    <div className="flex items-center gap-2">
      <IconButton icon="chevronLeft" label={t('calendar.before')} size="s" onPress={() => onMonth(monthAfter(month, -1))} />
      <h2 aria-live="polite" className="min-w-36 text-center text-lg font-semibold">
        {monthText(month)}
      </h2>
      <IconButton icon="chevronRight" label={t('calendar.after')} size="s" onPress={() => onMonth(monthAfter(month, 1))} />
      {month !== monthOf(now) && (
        <Button size="s" variant="ghost" onPress={() => onMonth(monthOf(now))}>
          {t('calendar.today')}
        </Button>
      )}
    </div>
  )
}

function Filters({ kind, brand, calendar }: Pick<CalendarSearch, 'kind' | 'brand'> & { calendar: Calendar | undefined }) {
  const { kinds = [], brands = [] } = calendar ?? {}
  return (
    <div className="flex flex-wrap gap-3">
      <AddressSelect
        label={t('calendar.kind')}
        name="kind"
        value={kind ?? ''}
        all={t('calendar.all_kinds')}
        choices={kinds.map((value) => ({ value, label: t(`calendar_kind.${value}`) }))}
      />
      {brands.length > 1 && (
        <AddressSelect
          label={t('calendar.brand')}
          name="brand"
          value={brand ?? ''}
          all={t('calendar.all_brands')}
          choices={brands.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </div>
  )
}

interface MonthProps {
  month: string
  weeks: Day[][]
  calendar: Calendar
  now: number
  /** The day that was chosen last; the first one of the month, or today, where another month is shown. */
  day: string | null
  onDay: (day: string) => void
  onMonth: (month: string) => void
}

/** A month and the entries of one of its days, where the window is wide enough. */
function Month({ month, weeks, calendar, now, day, onDay: choose, onMonth }: MonthProps) {
  const today = dayOf(now)
  const shown = weeks.flat()
  const first = today.startsWith(month) ? today : `${month}-01`
  const chosen = shown.find(({ key }) => key === day) ?? shown.find(({ key }) => key === first)
  if (!chosen) return null
  const move = (next: string) => {
    choose(next)
    if (!shown.some(({ key }) => key === next)) onMonth(next.slice(0, 7))
  }
  const title = dayText(chosen.key)
  return (
    <div className="space-y-5 max-lg:hidden">
      <MonthGrid label={monthText(month)} weeks={weeks} entries={calendar.entries} chosen={chosen.key} today={today} onChoose={move} />
      <Panel title={title}>
        <Entries
          label={t('calendar.list_of_day', { day: title })}
          entries={onDay(calendar.entries, chosen).map(({ entry }) => entry)}
          brands={calendar.brands}
        />
      </Panel>
    </div>
  )
}

function Entries({ label, entries, brands }: { label: string; entries: CalendarEntry[]; brands: Calendar['brands'] }) {
  const list = { rows: entries, error: null, hasMore: false, isAskingForMore: false, askForMore: () => {}, askAgain: () => {} }
  return (
    <ListTable
      label={label}
      list={list}
      columns={columns(brands)}
      rowKey={({ kind, id }) => `${kind} ${id}`}
      empty={<State icon="calendar" title={t('calendar.none')} text={t('calendar.none_text')} />}
    />
  )
}

const columns = (brands: Calendar['brands']): ListColumn<CalendarEntry>[] => [
  {
    label: t('calendar.what'),
    cell: (entry) => (
      <>
        <EntryTitle entry={entry} />
        <span className="block text-xs font-normal text-muted">{t(`calendar_kind.${entry.kind}`)}</span>
      </>
    ),
  },
  { label: t('calendar.when'), cell: (entry) => <Span entry={entry} /> },
  { label: t('calendar.whom'), wideOnly: true, cell: (entry) => whomOf(entry, brands) },
  { label: t('staff.state'), cell: ({ state }) => <Standing state={state} /> },
]
