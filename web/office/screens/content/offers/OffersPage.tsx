import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import type { List } from '../../../api/lists'
import { useMay } from '../../../api/me'
import { useOffers } from '../../../api/offers'
import type { OfferRow } from '../../../api/types'
import { say } from '../../../i18n/texts'
import { FilterTabs } from '../../../ui/FilterTabs'
import { ListTable, type ListColumn } from '../../../ui/ListTable'
import { State } from '../../../ui/Loaded'
import { PageHead } from '../../../ui/PageHead'
import { SearchField } from '../../../ui/SearchField'
import { Time } from '../../../ui/Time'

const route = getRouteApi('/member/offers')
const STATES = ['all', 'open', 'writing', 'closed'] as const

/** Every offer: what players come to, what is being written, and what is over. */
export function OffersPage() {
  const { query, state } = route.useSearch()
  const navigate = useNavigate()
  const may = useMay()
  const found = useOffers()
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const isShown = (row: OfferRow) => {
    if (state === 'open') return row.state === 'open'
    if (state === 'writing') return row.writing !== 'none'
    return state === 'all' || (row.state !== 'open' && row.state !== 'new')
  }
  const rows = found.data?.filter((row) => isShown(row) && words.every((word) => `${row.code} ${row.title ?? ''}`.toLowerCase().includes(word)))
  const list: List<OfferRow> = { rows, error: found.error, hasMore: false, isAskingForMore: false, askForMore: () => undefined, askAgain: () => void found.refetch() }
  return (
    <>
      <PageHead
        title={say('offers.title')}
        lead={
          <>
            {say('offers.lead')}{' '}
            <Link to="/content/document/$" params={{ _splat: 'bonuses' }} search={{ view: 'text' }} className="text-link underline-offset-4 hover:underline">
              {say('offers.file')}
            </Link>
          </>
        }
        actions={
          <>
            <FilterTabs label={say('offers.filter')} name="state" chosen={state} choices={STATES.map((value) => ({ value, label: say(`offers.show_${value}`) }))} />
            {may('promotions.edit') && (
              <Button size="s" icon="plus" onPress={() => void navigate({ to: '/new-offer' })}>
                {say('offers.new')}
              </Button>
            )}
          </>
        }
      />
      <div className="mb-4">
        <SearchField label={say('offers.search')} value={query} onChange={(typed) => void navigate({ to: '/offers', search: { query: typed, state }, replace: true })} />
      </div>
      <ListTable
        label={say('offers.title')}
        list={list}
        columns={columns()}
        rowKey={({ code }) => code}
        rowPath={({ code }) => `/offers/${encodeURIComponent(code)}`}
        empty={<State icon="gift" title={say('offers.none')} />}
      />
    </>
  )
}

const TONE = { open: 'success', upcoming: 'info', over: 'neutral', withdrawn: 'danger', group_off: 'neutral', new: 'neutral' } as const

const columns = (): ListColumn<OfferRow>[] => [
  {
    label: say('offers.offer'),
    cell: ({ title, code }) => (
      <>
        {title ?? code}
        <span className="block font-mono text-xs font-normal break-all text-muted">{code}</span>
      </>
    ),
  },
  {
    label: say('content.state'),
    cell: ({ state, writing, due_at }) => (
      <span className="flex flex-wrap items-center gap-1.5">
        <Badge tone={TONE[state]}>{say(`offer_state.${state}`)}</Badge>
        {writing !== 'none' && <Badge tone={writing === 'draft' ? 'warning' : 'info'}>{say(writing === 'draft' ? 'content.state_draft' : 'content.state_scheduled')}</Badge>}
        {due_at && <Time at={due_at} />}
      </span>
    ),
  },
  { label: say('offer_field.trigger'), wideOnly: true, cell: ({ trigger }) => (trigger ? say(`offer_trigger.${trigger}`) : '–') },
  { label: say('offer_field.kind'), wideOnly: true, cell: ({ kind, trigger }) => (trigger ? say(`offer_kind.${kind ?? 'freespins'}`) : '–') },
  { label: say('versions.version'), align: 'end', wideOnly: true, cell: ({ version }) => (version === 0 ? '–' : String(version)) },
  {
    label: say('content.changed'),
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
