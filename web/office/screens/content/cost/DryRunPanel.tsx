import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '@/api/useAction'
import { Button } from '@/ui/Button'
import { Alert } from '@/ui/Alert'
import { toastError } from '@/ui/toastError'
import { askFraudDryRun, CALCULATIONS, cancelFraudDryRun, isUnderWay, useFraudDryRun } from '../../../api/costs'
import type { FraudDryRun } from '../../../api/types'
import { t } from '../../../i18n/texts'
import { Amount } from '../../../ui/Amount'
import { DataGrid } from '../../../ui/DataGrid'
import { Panel } from '../../../ui/Panel'
import { Time } from '../../../ui/Time'
import { CalculationStanding } from './CalculationStanding'
import { totals } from './dryRunTotals'

/** The draft of the fraud rules tried on the payments of the last days, and the step that starts it. */
export function DryRunPanel({ revision }: { revision: number | null }) {
  const queryClient = useQueryClient()
  const { data } = useFraudDryRun()
  const onDone = () => void queryClient.invalidateQueries({ queryKey: CALCULATIONS })
  const ask = useAction({ run: (asked: number, { idempotencyKey }) => askFraudDryRun(asked, idempotencyKey), onDone, onError: toastError })
  const cancel = useAction({ run: (_: void, { idempotencyKey }) => cancelFraudDryRun(idempotencyKey), onDone, onError: toastError })
  return (
    <Panel
      title={t('dry_run.title')}
      actions={
        isUnderWay(data) ? (
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
            {t('dry_run.ask')}
          </Button>
        )
      }
    >
      <p className="text-sm text-muted">{t(revision === null ? 'dry_run.no_draft' : 'dry_run.text')}</p>
      {data && <CalculationStanding standing={data} />}
      {data?.found && revision !== data.revision && <Alert tone="warning">{t('dry_run.stale')}</Alert>}
      {data?.found && <Found found={data.found} />}
    </Panel>
  )
}

function Found({ found }: { found: FraudDryRun }) {
  return (
    <div className="mt-3 space-y-3">
      <p className="text-sm text-soft">
        <Time at={found.from} /> – <Time at={found.to} /> · {t('dry_run.summary', { payments: found.payments })} · {totals(found)}
      </p>
      {found.lines.length === 0 ? (
        <p className="text-sm text-muted">{t('dry_run.nothing')}</p>
      ) : (
        <DataGrid
          label={t('dry_run.title')}
          rows={found.lines}
          rowKey={({ type, reason }) => `${type} ${reason}`}
          columns={[
            { label: t('dry_run.rule'), cell: ({ reason }) => <span className="font-mono">{reason}</span> },
            { label: t('dry_run.type'), cell: ({ type }) => t(`dry_run.type_${type}`) },
            { label: t('dry_run.old_review'), align: 'end', cell: (line) => line.old.review },
            { label: t('dry_run.new_review'), align: 'end', cell: (line) => line.new.review },
            { label: t('dry_run.old_decline'), align: 'end', cell: (line) => line.old.decline },
            { label: t('dry_run.new_decline'), align: 'end', cell: (line) => line.new.decline },
          ]}
        />
      )}
      <Changed found={found} />
      <ul className="list-disc pl-5 text-xs text-muted">
        <li>{t('dry_run.assumes_review')}</li>
        <li>{t('dry_run.assumes_unmade')}</li>
      </ul>
    </div>
  )
}

type Verdict = FraudDryRun['shown'][number]['old']

function Decided({ verdict: { decision, reason } }: { verdict: Verdict }) {
  return (
    <>
      {t(`dry_run.decision_${decision}`)}
      {reason !== null && <span className="font-mono text-muted"> {reason}</span>}
    </>
  )
}

/** The payments about which the draft decides otherwise. */
function Changed({ found: { changed, shown } }: { found: FraudDryRun }) {
  if (changed === 0) return <p className="text-sm text-muted">{t('dry_run.no_changes')}</p>
  return (
    <section className="space-y-2">
      <h3 className="text-sm font-semibold">{t('dry_run.changed', { changed })}</h3>
      {shown.length < changed && <p className="text-sm text-muted">{t('dry_run.shown', { count: shown.length })}</p>}
      <DataGrid
        label={t('dry_run.changed', { changed })}
        rows={shown}
        rowKey={({ payment, player, at }) => payment ?? `${player} ${at}`}
        columns={[
          { label: t('dry_run.at'), cell: ({ at }) => <Time at={at} /> },
          { label: t('dry_run.type'), cell: ({ type }) => t(`dry_run.type_${type}`) },
          { label: t('dry_run.player'), cell: ({ player }) => `#${player}` },
          { label: t('dry_run.amount'), align: 'end', cell: ({ amount_cents, currency }) => <Amount cents={amount_cents} currency={currency} /> },
          { label: t('dry_run.old'), cell: ({ old }) => <Decided verdict={old} /> },
          { label: t('dry_run.new'), cell: ({ new: drafted }) => <Decided verdict={drafted} /> },
        ]}
      />
    </section>
  )
}
