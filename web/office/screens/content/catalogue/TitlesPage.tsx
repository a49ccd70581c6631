import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { countryName } from '@/i18n/names'
import { Badge } from '@/ui/Badge'
import { collectionsQuery, useTitles } from '../../../api/catalogue'
import { offerChoicesQuery } from '../../../api/offers'
import type { TitleRow } from '../../../api/types'
import { t } from '../../../i18n/texts'
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
        title={t('titles.title')}
        lead={
          <>
            {t('titles.lead')}{' '}
            <Link to="/collections" className="text-link underline-offset-4 hover:underline">
              {t('collections.title')}
            </Link>
          </>
        }
        actions={
          <FilterTabs
            label={t('titles.filter')}
            name="state"
            chosen={search.state}
            choices={(['all', 'on', 'off', 'changed'] as const).map((value) => ({ value, label: t(`titles.state_${value}`) }))}
          />
        }
      />
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <div className="min-w-56 flex-1 md:max-w-md">
          <SearchField label={t('titles.search')} value={typed} onChange={setTyped} />
        </div>
        <AddressSelect
          label={t('titles.collection')}
          name="collection"
          value={search.collection}
          all={t('titles.any')}
          choices={lists.map(({ id, title }) => ({ value: id, label: title }))}
        />
        <AddressSelect
          label={t('titles.blocked_in')}
          name="country"
          value={search.country}
          all={t('titles.any')}
          choices={countries.map((code) => ({ value: code, label: countryName(code) }))}
        />
      </div>
      <ListTable
        label={t('titles.title')}
        list={useTitles(search)}
        columns={columns()}
        rowKey={({ identifier }) => identifier}
        rowPath={({ identifier }) => `/titles/${identifier}`}
        empty={<State icon="pokies" title={t('titles.none')} text={t('titles.none_text')} />}
      />
    </>
  )
}

const columns = (): ListColumn<TitleRow>[] => [
  {
    label: t('games.game'),
    cell: ({ title, identifier }) => (
      <>
        {title}
        <span className="block text-xs font-normal break-all text-muted">{identifier}</span>
      </>
    ),
  },
  {
    label: t('content.state'),
    cell: ({ enabled, is_changed, is_delivered }) => (
      <span className="flex flex-wrap gap-1.5">
        <Badge tone={enabled ? 'success' : 'danger'}>{t(enabled ? 'titles.state_on' : 'titles.state_off')}</Badge>
        {is_changed && <Badge tone="warning">{t('content.state_draft')}</Badge>}
        {is_delivered && <Badge tone="neutral">{t('titles.delivered')}</Badge>}
      </span>
    ),
  },
  { label: t('titles.collection'), wideOnly: true, cell: ({ categories }) => categories.join(', ') || '–' },
  { label: t('titles.badges'), wideOnly: true, cell: ({ badges }) => badges.map(({ type }) => type).join(', ') || '–' },
  { label: t('titles.blocked_in'), wideOnly: true, cell: ({ blocked_countries }) => t('titles.blocked_count', { count: blocked_countries.length }) },
  { label: t('titles.popularity'), align: 'end', cell: ({ popularity }) => <span className="tabular">{popularity}</span> },
]
