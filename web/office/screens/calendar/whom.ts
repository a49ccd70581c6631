import { countryName } from '@/i18n/names'
import type { BrandChoice, CalendarEntry } from '../../api/types'
import { t } from '../../i18n/texts'

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
