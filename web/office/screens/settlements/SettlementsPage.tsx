import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Skeleton } from '@/ui/Skeleton'
import { showToast } from '@/ui/toast'
import { toastError } from '@/ui/toastError'
import { fileAddress } from '../../api/files'
import { useMay } from '../../api/me'
import { checkDay, explainDifference, SETTLEMENTS, useSettlements } from '../../api/settlements'
import type { SettlementDay, SettlementDifference } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { DataGrid } from '../../ui/DataGrid'
import { FileLink } from '../../ui/FileLink'
import { FilterTabs } from '../../ui/FilterTabs'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Panel } from '../../ui/Panel'
import { Nothing } from '../../ui/PlayerParts'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { Time } from '../../ui/Time'

const route = getRouteApi('/member/settlements')

/** Days laid beside the partners' files, and the differences that they showed. */
export function SettlementsPage() {
  const { state } = route.useSearch()
  const list = useSettlements(state)
  const mayDecide = useMay()('settlements.decide')
  const [explaining, setExplaining] = useState<SettlementDifference | null>(null)
  const explain = (row: SettlementDifference) =>
    mayDecide && state === 'open' ? (
      <Button size="s" variant="secondary" onPress={() => setExplaining(row)}>
        {t('settlements.explain')}
      </Button>
    ) : (
      <Settled difference={row} />
    )
  return (
    <>
      <PageHead title={t('settlements.title')} lead={t('settlements.lead')} />
      <div className="space-y-5">
        <Days days={list.days} hasFailed={list.error !== null} mayCheck={mayDecide} />
        <section aria-label={t('settlements.differences')}>
          <header className="mb-3 flex flex-wrap items-center justify-between gap-2">
            <h2 className="text-base font-semibold">{t('settlements.differences')}</h2>
            <span className="flex flex-wrap items-center gap-4">
              <FileLink href={fileAddress('/api/settlements/export', { state })}>{t('list.csv')}</FileLink>
              <FilterTabs
                label={t('settlements.filter')}
                name="state"
                chosen={state}
                choices={[
                  { value: 'open', label: t('settlements.open') },
                  { value: 'settled', label: t('settlements.settled') },
                ]}
              />
            </span>
          </header>
          <ListTable
            label={t('settlements.differences')}
            list={list}
            columns={[...columns(), { label: t('staff.actions'), align: 'end', cell: explain }]}
            rowKey={({ id }) => id}
            empty={<State icon="check" title={t(`settlements.none_${state}`)} />}
          />
        </section>
      </div>
      {explaining && <ExplainDialog difference={explaining} onClose={() => setExplaining(null)} />}
    </>
  )
}

const TONE = { agrees: 'success', differs: 'danger', failed: 'warning', running: 'info' } as const

function Days({ days, hasFailed, mayCheck }: { days: SettlementDay[] | undefined; hasFailed: boolean; mayCheck: boolean }) {
  // Why nothing came stands in the list below, with the way to ask again.
  if (!days) return hasFailed ? null : <Skeleton className="h-40 w-full" />
  return (
    <Panel title={t('settlements.days')}>
      {days.length === 0 ? (
        <Nothing>{t('settlements.days_none')}</Nothing>
      ) : (
        <div className="max-h-96 overflow-y-auto">
          <DataGrid
            label={t('settlements.days')}
            rows={days}
            rowKey={({ partner, day }) => `${partner} ${day}`}
            columns={[
              { label: t('settlements.day'), cell: ({ day }) => <span className="font-medium whitespace-nowrap">{day}</span> },
              { label: t('desk.partner'), cell: ({ partner }) => <span className="capitalize">{partner}</span> },
              { label: t('desk.state'), cell: (day) => <DayStanding day={day} /> },
              { label: t('settlements.open_count'), align: 'end', cell: ({ open }) => open },
              { label: t('settlements.checked'), cell: ({ checked_at }) => <Time at={checked_at} /> },
              { label: t('staff.actions'), align: 'end', cell: (day) => (mayCheck ? <CheckButton day={day} /> : <span className="text-muted">–</span>) },
            ]}
          />
        </div>
      )}
    </Panel>
  )
}

function DayStanding({ day: { state, why } }: { day: SettlementDay }) {
  return (
    <>
      <Badge tone={TONE[state]}>{t(`settlements.day_${state}`)}</Badge>
      {why && <p className="mt-1 max-w-sm text-xs break-words text-muted">{why}</p>}
    </>
  )
}

function CheckButton({ day: { partner, day } }: { day: SettlementDay }) {
  const queryClient = useQueryClient()
  const { start, isPending } = useAction({
    run: (_: void, { idempotencyKey }) => checkDay(partner, day, idempotencyKey),
    onDone: () => {
      showToast('successfully', t('settlements.check_done'))
      void queryClient.invalidateQueries({ queryKey: SETTLEMENTS })
    },
    onError: toastError,
  })
  return (
    <Button size="s" variant="secondary" pending={isPending} aria-label={t('settlements.check_label', { day, partner })} onPress={() => start()}>
      {t('settlements.check')}
    </Button>
  )
}

function Settled({ difference: { explained_by, explanation, explained_at, gone_at } }: { difference: SettlementDifference }) {
  if (explained_by && explained_at) {
    return (
      <>
        <p className="text-text">{explanation}</p>
        <p className="text-xs text-muted">
          {t('settlements.explained', { name: explained_by })} · <Time at={explained_at} />
        </p>
      </>
    )
  }
  if (!gone_at) return <span className="text-muted">–</span>
  return (
    <p className="text-xs text-muted">
      {t('settlements.gone')} · <Time at={gone_at} />
    </p>
  )
}

const columns = (): ListColumn<SettlementDifference>[] => [
  { label: t('settlements.day'), cell: ({ day }) => <span className="whitespace-nowrap">{day}</span> },
  { label: t('desk.partner'), cell: ({ partner }) => <span className="capitalize">{partner}</span> },
  {
    label: t('settlements.what'),
    cell: ({ kind, reference }) => (
      <>
        <p className="text-text">{tWord('difference', kind)}</p>
        <code className="text-xs break-all">{reference}</code>
      </>
    ),
  },
  { label: t('settlements.here'), wideOnly: true, cell: ({ here }) => here ?? '–' },
  { label: t('settlements.there'), wideOnly: true, cell: ({ there }) => there ?? '–' },
  { label: t('settlements.found'), wideOnly: true, cell: ({ found_at }) => <Time at={found_at} /> },
]

function ExplainDialog({ difference: { id, kind, reference }, onClose }: { difference: SettlementDifference; onClose: () => void }) {
  const queryClient = useQueryClient()
  const onChanged = () => {
    onClose()
    void queryClient.invalidateQueries({ queryKey: SETTLEMENTS })
  }
  return (
    <ReasonDialog
      title={t('settlements.explain_title')}
      text={
        <>
          <p className="font-medium break-all text-text">
            {tWord('difference', kind)} · {reference}
          </p>
          <p className="mt-1">{t('settlements.explain_text')}</p>
        </>
      }
      confirm={t('settlements.explain')}
      run={(reason, key) => explainDifference(id, reason, key)}
      onDone={() => {
        showToast('successfully', t('settlements.explain_done'))
        onChanged()
      }}
      onChanged={onChanged}
      onClose={onClose}
    />
  )
}
