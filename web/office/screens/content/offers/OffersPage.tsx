import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import type { List } from '../../../api/lists'
import { useMay } from '../../../api/me'
import { useOffers } from '../../../api/offers'
import type { OfferRow } from '../../../api/types'
import { t } from '../../../i18n/texts'
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
  const list: List<OfferRow> = {
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
        title={t('offers.title')}
        lead={
          <>
            {t('offers.lead')}{' '}
            <Link to="/content/document/$" params={{ _splat: 'bonuses' }} search={{ view: 'text' }} className="text-link underline-offset-4 hover:underline">
              {t('offers.file')}
            </Link>
          </>
        }
        actions={
          <>
            <FilterTabs label={t('offers.filter')} name="state" chosen={state} choices={STATES.map((value) => ({ value, label: t(`offers.show_${value}`) }))} />
            {may('promotions.edit') && (
              <Button size="s" icon="plus" onPress={() => void navigate({ to: '/new-offer' })}>
                {t('offers.new')}
              </Button>
            )}
          </>
        }
      />
      <div className="mb-4">
        <SearchField
          label={t('offers.search')}
          value={query}
          onChange={(typed) => void navigate({ to: '/offers', search: { query: typed, state }, replace: true })}
        />
      </div>
      <ListTable
        label={t('offers.title')}
        list={list}
        columns={columns()}
        rowKey={({ code }) => code}
        rowPath={({ code }) => `/offers/${encodeURIComponent(code)}`}
        empty={<State icon="gift" title={t('offers.none')} />}
      />
    </>
  )
}

const TONE = { open: 'success', upcoming: 'info', over: 'neutral', withdrawn: 'danger', group_off: 'neutral', new: 'neutral' } as const

const columns = (): ListColumn<OfferRow>[] => [
  {
    label: t('offers.offer'),
    cell: ({ title, code }) => (
      <>
        {title ?? code}
        <span className="block font-mono text-xs font-normal break-all text-muted">{code}</span>
      </>
    ),
  },
  {
    label: t('content.state'),
    cell: ({ state, writing, due_at }) => (
      <span className="flex flex-wrap items-center gap-1.5">
        <Badge tone={TONE[state]}>{t(`offer_state.${state}`)}</Badge>
        {writing !== 'none' && (
          <Badge tone={writing === 'draft' ? 'warning' : 'info'}>{t(writing === 'draft' ? 'content.state_draft' : 'content.state_scheduled')}</Badge>
        )}
        {due_at && <Time at={due_at} />}
      </span>
    ),
  },
  { label: t('offer_field.trigger'), wideOnly: true, cell: ({ trigger }) => (trigger ? t(`offer_trigger.${trigger}`) : '–') },
  { label: t('offer_field.kind'), wideOnly: true, cell: ({ kind, trigger }) => (trigger ? t(`offer_kind.${kind ?? 'freespins'}`) : '–') },
  { label: t('versions.version'), align: 'end', wideOnly: true, cell: ({ version }) => (version === 0 ? '–' : String(version)) },
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
