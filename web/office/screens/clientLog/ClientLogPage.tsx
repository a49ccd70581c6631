import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { LEVELS, PERIODS, useClientLog } from '../../api/clientLog'
import { t } from '../../i18n/texts'
import { AddressSelect } from '../../ui/AddressSelect'
import { FilterTabs } from '../../ui/FilterTabs'
import { PageHead } from '../../ui/PageHead'
import { SearchField } from '../../ui/SearchField'
import { useTypedQuery } from '../../ui/useTypedQuery'
import { ClientLogTable } from './ClientLogTable'

const route = getRouteApi('/member/client-log')

/** What went wrong in players' browsers, by level, age and text. */
export function ClientLogPage() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const [typed, setTyped] = useTypedQuery(search.query, (wanted) => void navigate({ to: '/client-log', search: { ...search, query: wanted }, replace: true }))
  const list = useClientLog(search)
  return (
    <>
      <PageHead
        title={t('client_log.title')}
        lead={t('client_log.lead')}
        actions={
          <FilterTabs
            label={t('client_log.period')}
            name="period"
            chosen={search.period}
            choices={PERIODS.map((value) => ({ value, label: t(`client_log.period_${value}`) }))}
          />
        }
      />
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <div className="min-w-56 flex-1 md:max-w-md">
          <SearchField label={t('client_log.search')} value={typed} onChange={setTyped} />
        </div>
        <AddressSelect
          label={t('client_log.level')}
          name="level"
          value={search.level ?? ''}
          all={t('client_log.every_level')}
          choices={LEVELS.map((value) => ({ value, label: t(`log_level.${value}`) }))}
        />
      </div>
      <ClientLogTable list={list} />
    </>
  )
}
