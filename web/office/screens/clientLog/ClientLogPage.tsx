import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { LEVELS, PERIODS, useClientLog } from '../../api/clientLog'
import { say } from '../../i18n/texts'
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
        title={say('client_log.title')}
        lead={say('client_log.lead')}
        actions={<FilterTabs label={say('client_log.period')} name="period" chosen={search.period} choices={PERIODS.map((value) => ({ value, label: say(`client_log.period_${value}`) }))} />}
      />
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <div className="min-w-56 flex-1 md:max-w-md">
          <SearchField label={say('client_log.search')} value={typed} onChange={setTyped} />
        </div>
        <AddressSelect label={say('client_log.level')} name="level" value={search.level ?? ''} all={say('client_log.every_level')} choices={LEVELS.map((value) => ({ value, label: say(`log_level.${value}`) }))} />
      </div>
      <ClientLogTable list={list} />
    </>
  )
}
