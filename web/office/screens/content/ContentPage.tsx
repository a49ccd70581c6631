import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { useContentList } from '../../api/content'
import { useMay } from '../../api/me'
import type { List } from '../../api/lists'
import type { ContentRow } from '../../api/types'
import { t } from '../../i18n/texts'
import { FilterTabs } from '../../ui/FilterTabs'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { SearchField } from '../../ui/SearchField'
import { Time } from '../../ui/Time'
import { pageOf } from '../../ui/documentAddresses'
import { NewTextDialog } from './NewTextDialog'

const route = getRouteApi('/member/content')
const STATES = ['all', 'draft', 'scheduled', 'published'] as const

/** What staff edits, as far as one may read it: what the site says, what is on offer, and what is weighed before money moves. */
export function ContentPage() {
  const { query, state } = route.useSearch()
  const navigate = useNavigate()
  const found = useContentList()
  const may = useMay()
  const [isMaking, setMaking] = useState(false)
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const rows = found.data?.filter((row) => (state === 'all' || row.state === state) && words.every((word) => row.path.toLowerCase().includes(word)))
  const list: List<ContentRow> = {
    rows,
    error: found.error,
    hasMore: false,
    isAskingForMore: false,
    askForMore: () => undefined,
    askAgain: () => void found.refetch(),
  }
  return (
    <>
      <PageHead
        title={t('content.title')}
        lead={t('content.lead')}
        actions={
          <>
            <FilterTabs
              label={t('content.filter')}
              name="state"
              chosen={state}
              choices={STATES.map((value) => ({ value, label: t(`content.show_${value}`) }))}
            />
            {may('content.read') && (
              <Button size="s" variant="secondary" icon="plus" onPress={() => setMaking(true)}>
                {t('content.new')}
              </Button>
            )}
          </>
        }
      />
      <div className="mb-4 flex flex-wrap items-center gap-4">
        <div className="min-w-56 flex-1">
          <SearchField
            label={t('content.search')}
            value={query}
            onChange={(typed) => void navigate({ to: '/content', search: { query: typed, state }, replace: true })}
          />
        </div>
        <Link to="/content/missing" search={{ language: 'all' }} className="text-sm font-medium text-link underline-offset-4 hover:underline">
          {t('missing.title')}
        </Link>
      </div>
      <ListTable
        label={t('content.title')}
        list={list}
        columns={columns()}
        rowKey={({ path }) => path}
        rowPath={({ path }) => pageOf(path)}
        empty={<State icon="file" title={t('content.none')} />}
      />
      {isMaking && <NewTextDialog onClose={() => setMaking(false)} />}
    </>
  )
}

const TONE = { folder: 'neutral', published: 'success', draft: 'warning', scheduled: 'info' } as const

const columns = (): ListColumn<ContentRow>[] => [
  { label: t('content.document'), cell: ({ path }) => <span className="font-mono text-[13px] break-all">{path}</span> },
  {
    label: t('content.state'),
    cell: ({ state, due_at }) => (
      <>
        <Badge tone={TONE[state]}>{t(`content.state_${state}`)}</Badge>
        {due_at && (
          <p className="mt-1 text-xs text-muted">
            <Time at={due_at} />
          </p>
        )}
      </>
    ),
  },
  { label: t('content.group'), wideOnly: true, cell: ({ group }) => t(`content.group_${group}`) },
  {
    label: t('content.changed'),
    wideOnly: true,
    cell: ({ changed_at, changed_by }) =>
      changed_at ? (
        <>
          {changed_by} · <Time at={changed_at} />
        </>
      ) : (
        '–'
      ),
  },
]
