import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { countryName } from '@/i18n/names'
import { reportChoicesQuery, type ReportFilter } from '../../api/reports'
import { useCurrencies } from '../../api/currencies'
import { t } from '../../i18n/texts'
import { AddressSelect } from '../../ui/AddressSelect'
import { FilterTabs } from '../../ui/FilterTabs'
import { PageHead } from '../../ui/PageHead'
import { isPeriod, periodOf } from '../../ui/period'
import { PeriodBar } from '../../ui/PeriodBar'
import { Figures } from './Figures'
import { Retention } from './Retention'
import { Taxes } from './Taxes'

const route = getRouteApi('/member/reports')

/** What was bet and won, given away, paid in and out; who stays; what is taxed. All that is chosen stands in the address. */
export function ReportsPage() {
  const search = route.useSearch()
  // The days of presets stay as they are for as long as the page is open.
  const [now] = useState(() => Date.now())
  const period = periodOf(search, now)
  const { currency = null, brand = null, licence = null, country = null, provider = null } = search
  const filter: ReportFilter = { ...period, currency, brand, licence, country, provider }
  return (
    <>
      <PageHead
        title={t('reports.title')}
        lead={t('reports.lead')}
        actions={
          <FilterTabs
            label={t('reports.parts')}
            name="part"
            chosen={search.part}
            choices={(['figures', 'retention', 'taxes'] as const).map((value) => ({ value, label: t(`reports.tab_${value}`) }))}
          />
        }
      />
      <div className="mb-5 space-y-3">
        <PeriodBar period={period} now={now} />
        <Filters filter={filter} isOfPlay={search.part === 'figures'} />
      </div>
      {isPeriod(period) && <Part part={search.part} filter={filter} />}
    </>
  )
}

function Part({ part, filter }: { part: 'figures' | 'retention' | 'taxes'; filter: ReportFilter }) {
  if (part === 'retention') return <Retention filter={filter} />
  if (part === 'taxes') return <Taxes filter={filter} />
  return <Figures filter={filter} />
}

/** Whose players and which play the report is about. */
function Filters({ filter, isOfPlay }: { filter: ReportFilter; isOfPlay: boolean }) {
  const { data: choices } = useQuery(reportChoicesQuery)
  const currencies = useCurrencies()
  const named = (list: readonly { value: string; name: string }[] = []) => list.map(({ value, name }) => ({ value, label: name }))
  const countries = (choices?.countries ?? []).map((code) => ({ value: code, label: countryName(code) }))
  const all = t('reports.all')
  return (
    <div className="flex flex-wrap gap-3">
      <AddressSelect label={t('reports.by_brand')} name="brand" value={filter.brand ?? ''} all={all} choices={named(choices?.brands)} />
      <AddressSelect label={t('reports.by_licence')} name="licence" value={filter.licence ?? ''} all={all} choices={named(choices?.licences)} />
      <AddressSelect
        label={t('reports.by_country')}
        name="country"
        value={filter.country ?? ''}
        all={all}
        choices={countries.sort((one, other) => one.label.localeCompare(other.label))}
      />
      {isOfPlay && (
        <>
          <AddressSelect label={t('reports.by_provider')} name="provider" value={filter.provider ?? ''} all={all} choices={named(choices?.providers)} />
          <AddressSelect
            label={t('currency')}
            name="currency"
            value={filter.currency ?? ''}
            all={t('reports.in_euros')}
            choices={currencies.map(({ code }) => ({ value: code, label: code }))}
          />
        </>
      )}
    </div>
  )
}
