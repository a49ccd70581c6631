import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '@/api/useAction'
import { Button } from '@/ui/Button'
import { Alert } from '@/ui/Alert'
import { toastError } from '@/ui/toastError'
import { askCost, CALCULATIONS, cancelCost, isUnderWay, useCost } from '../../../api/costs'
import type { ContentDocument, Cost } from '../../../api/types'
import { t } from '../../../i18n/texts'
import { Amount } from '../../../ui/Amount'
import { DataGrid } from '../../../ui/DataGrid'
import { Panel } from '../../../ui/Panel'
import { Time } from '../../../ui/Time'
import { textOf } from '../draft'
import { OddsPanel } from './OddsPanel'
import { ScoringPanel } from './ScoringPanel'
import { CalculationStanding } from './CalculationStanding'

/** What the draft of a document would have cost, and what else the log proves about it. */
export function CostPage({ document }: { document: ContentDocument }) {
  const { path, draft } = document
  return (
    <div className="space-y-4">
      <CostPanel path={path} revision={draft?.revision ?? null} />
      {path === 'lootboxes.toml' && <OddsPanel text={textOf(document)} />}
      {path === 'tournaments.toml' && <ScoringPanel />}
    </div>
  )
}

/** The estimate of a draft, and the step that asks for it. Without a draft there is nothing to ask. */
export function CostPanel({ path, revision }: { path: string; revision: number | null }) {
  const queryClient = useQueryClient()
  const { data } = useCost(path)
  const onDone = () => void queryClient.invalidateQueries({ queryKey: CALCULATIONS })
  const ask = useAction({ run: (asked: number, { idempotencyKey }) => askCost(path, asked, idempotencyKey), onDone, onError: toastError })
  const cancel = useAction({ run: (_: void, { idempotencyKey }) => cancelCost(path, idempotencyKey), onDone, onError: toastError })
  const busy = isUnderWay(data)
  return (
    <Panel
      title={t('cost.title')}
      actions={
        busy ? (
          <Button size="s" variant="secondary" pending={cancel.isPending} onPress={() => void cancel.start()}>
            {t('cost.cancel')}
          </Button>
        ) : (
          <Button
            size="s"
            variant="secondary"
            isDisabled={revision === null}
            pending={ask.isPending}
            onPress={() => revision !== null && void ask.start(revision)}
          >
            {t('cost.ask')}
          </Button>
        )
      }
    >
      <p className="text-sm text-muted">{t(revision === null ? 'cost.no_draft' : 'cost.text')}</p>
      {data && <CalculationStanding standing={data} />}
      {data?.cost && revision !== data.revision && <Alert tone="warning">{t('cost.stale')}</Alert>}
      {data?.cost && <Figures cost={data.cost} />}
    </Panel>
  )
}

function Figures({ cost }: { cost: Cost }) {
  const euros = (cents: number) => <Amount cents={cents} currency="EUR" />
  return (
    <div className="mt-3 space-y-3">
      {cost.warnings.map(({ kind, item }) => (
        <Alert key={`${kind} ${item ?? ''}`} tone="warning">
          {item !== null && <span className="font-mono">{item} </span>}
          {t(`cost.warning_${kind}`)}
        </Alert>
      ))}
      <p className="text-sm text-soft">
        <Time at={cost.from} /> – <Time at={cost.to} /> · {t('cost.old')} {euros(cost.old.euro_cents)} · {t('cost.new')} {euros(cost.new.euro_cents)} ·{' '}
        {t('cost.ggr')} {euros(cost.ggr_euro_cents)}
      </p>
      <DataGrid
        label={t('cost.title')}
        rows={cost.lines}
        rowKey={({ item, licence, currency }) => `${item} ${licence} ${currency}`}
        columns={[
          { label: t('cost.item'), cell: ({ item }) => <span className="font-mono">{item}</span> },
          { label: t('cost.licence'), cell: ({ licence }) => licence ?? t('cost.all') },
          { label: t('cost.currency'), cell: ({ currency }) => currency ?? t('cost.all') },
          { label: t('cost.old_count'), align: 'end', cell: (line) => line.old.count },
          { label: t('cost.new_count'), align: 'end', cell: (line) => line.new.count },
          { label: t('cost.old'), align: 'end', cell: (line) => euros(line.old.euro_cents) },
          { label: t('cost.new'), align: 'end', cell: (line) => euros(line.new.euro_cents) },
        ]}
      />
      <ul className="list-disc pl-5 text-xs text-muted">
        {cost.notes.map((note) => (
          <li key={note}>{t(`cost.note_${note}`)}</li>
        ))}
      </ul>
    </div>
  )
}
