import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { countryName } from '@/i18n/names'
import { Badge } from '@/ui/Badge'
import { collectionsQuery, useTitles } from '../../../api/catalogue'
import { offerChoicesQuery } from '../../../api/offers'
import type { TitleRow } from '../../../api/types'
import { say } from '../../../i18n/texts'
import { AddressSelect } from '../../../ui/AddressSelect'
import { FilterTabs } from '../../../ui/FilterTabs'
import { ListTable, type ListColumn } from '../../../ui/ListTable'
import { State } from '../../../ui/Loaded'
import { PageHead } from '../../../ui/PageHead'
import { SearchField } from '../../../ui/SearchField'
import { useTypedQuery } from '../../../ui/useTypedQuery'

const route = getRouteApi('/member/titles')

/** Every title of the catalogue, as the draft has it. */
export function TitlesPage() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const [typed, setTyped] = useTypedQuery(search.query, (query) => void navigate({ to: '/titles', search: { ...search, query }, replace: true }))
  const lists = useQuery(collectionsQuery).data?.collections ?? []
  const countries = useQuery(offerChoicesQuery).data?.audience.countries ?? []
  return (
    <>
      <PageHead
        title={say('titles.title')}
        lead={
          <>
            {say('titles.lead')}{' '}
            <Link to="/collections" className="text-link underline-offset-4 hover:underline">
              {say('collections.title')}
            </Link>
          </>
        }
        actions={<FilterTabs label={say('titles.filter')} name="state" chosen={search.state} choices={(['all', 'on', 'off', 'changed'] as const).map((value) => ({ value, label: say(`titles.state_${value}`) }))} />}
      />
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <div className="min-w-56 flex-1 md:max-w-md">
          <SearchField label={say('titles.search')} value={typed} onChange={setTyped} />
        </div>
        <AddressSelect label={say('titles.collection')} name="collection" value={search.collection} all={say('titles.any')} choices={lists.map(({ id, title }) => ({ value: id, label: title }))} />
        <AddressSelect label={say('titles.blocked_in')} name="country" value={search.country} all={say('titles.any')} choices={countries.map((code) => ({ value: code, label: countryName(code) }))} />
      </div>
      <ListTable
        label={say('titles.title')}
        list={useTitles(search)}
        columns={columns()}
        rowKey={({ identifier }) => identifier}
        rowPath={({ identifier }) => `/titles/${identifier}`}
        empty={<State icon="pokies" title={say('titles.none')} text={say('titles.none_text')} />}
      />
    </>
  )
}

const columns = (): ListColumn<TitleRow>[] => [
  {
    label: say('games.game'),
    cell: ({ title, identifier }) => (
      <>
        {title}
        <span className="block text-xs font-normal break-all text-muted">{identifier}</span>
      </>
    ),
  },
  {
    label: say('content.state'),
    cell: ({ enabled, is_changed, is_delivered }) => (
      <span className="flex flex-wrap gap-1.5">
        <Badge tone={enabled ? 'success' : 'danger'}>{say(enabled ? 'titles.state_on' : 'titles.state_off')}</Badge>
        {is_changed && <Badge tone="warning">{say('content.state_draft')}</Badge>}
        {is_delivered && <Badge tone="neutral">{say('titles.delivered')}</Badge>}
      </span>
    ),
  },
  { label: say('titles.collection'), wideOnly: true, cell: ({ categories }) => categories.join(', ') || '–' },
  { label: say('titles.badges'), wideOnly: true, cell: ({ badges }) => badges.map(({ type }) => type).join(', ') || '–' },
  { label: say('titles.blocked_in'), wideOnly: true, cell: ({ blocked_countries }) => say('titles.blocked_count', { count: blocked_countries.length }) },
  { label: say('titles.popularity'), align: 'end', cell: ({ popularity }) => <span className="tabular">{popularity}</span> },
]
