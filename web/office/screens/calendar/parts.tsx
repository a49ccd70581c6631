import { Link } from '@tanstack/react-router'
import { countryName } from '@/i18n/names'
import { Badge } from '@/ui/Badge'
import type { BrandChoice, CalendarEntry, CalendarState } from '../../api/types'
import { t } from '../../i18n/texts'
import { Time } from '../../ui/Time'

const TONE = { upcoming: 'info', waiting: 'warning', running: 'success', paused: 'warning', over: 'neutral', ended: 'danger' } as const

export function Standing({ state }: { state: CalendarState }) {
  return <Badge tone={TONE[state]}>{t(`calendar_state.${state}`)}</Badge>
}

/** The title of an entry, which leads to where it is edited. */
export function EntryTitle({ entry: { title, page } }: { entry: CalendarEntry }) {
  if (page === null) return <span className="break-words">{title}</span>
  return (
    <Link to={page} data-row className="rounded-s break-words text-text underline-offset-4 hover:underline">
      {title}
    </Link>
  )
}

/** From when until when. */
export function Span({ entry: { from, to } }: { entry: CalendarEntry }) {
  if (from !== null && from === to) return <Time at={from} />
  return (
    <>
      {from === null ? t('calendar.ever') : <Time at={from} />} – {to === null ? t('calendar.open') : <Time at={to} />}
    </>
  )
}

/** For whom it is, in words. */
export function whomOf({ brands, audience }: CalendarEntry, known: readonly BrandChoice[]): string {
  const { groups, excluded_groups, countries, excluded_countries, licences, segment, players } = audience
  const brandName = (id: string) => known.find((brand) => brand.id === id)?.name ?? id
  const parts = [
    brands.length > 0 && t('calendar.of_brands', { names: brands.map(brandName).join(', ') }),
    players !== null && t('calendar.of_list', { count: players }),
    segment !== null && t('calendar.of_segment', { name: segment }),
    groups.length > 0 && t('calendar.of_groups', { names: groups.join(', ') }),
    excluded_groups.length > 0 && t('calendar.without_groups', { names: excluded_groups.join(', ') }),
    countries.length > 0 && t('calendar.of_countries', { names: countries.map(countryName).join(', ') }),
    excluded_countries.length > 0 && t('calendar.without_countries', { names: excluded_countries.map(countryName).join(', ') }),
    licences.length > 0 && t('calendar.of_licences', { names: licences.join(', ') }),
  ].filter((part) => part !== false)
  return parts.length === 0 ? t('calendar.everybody') : parts.join('; ')
}
