import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Alert } from '@/ui/Alert'
import { toastError } from '@/ui/toastError'
import { askScoring, CALCULATIONS, cancelScoring, isUnderWay, useScoredTournaments, useScoring } from '../../../api/costs'
import type { ScoringStanding } from '../../../api/types'
import { t } from '../../../i18n/texts'
import { DataGrid } from '../../../ui/DataGrid'
import { Panel } from '../../../ui/Panel'
import { CalculationStanding } from './CalculationStanding'

/** The scoring of a tournament done anew from the log, beside what players are shown. */
export function ScoringPanel() {
  const queryClient = useQueryClient()
  const [identifier, setIdentifier] = useState('')
  const tournaments = useScoredTournaments().data ?? []
  const { data } = useScoring(identifier)
  const onDone = () => void queryClient.invalidateQueries({ queryKey: CALCULATIONS })
  const ask = useAction({ run: (_: void, { idempotencyKey }) => askScoring(identifier, idempotencyKey), onDone, onError: toastError })
  const cancel = useAction({ run: (_: void, { idempotencyKey }) => cancelScoring(identifier, idempotencyKey), onDone, onError: toastError })
  const busy = isUnderWay(data)
  return (
    <Panel
      title={t('scoring.title')}
      actions={
        <Button
          size="s"
          variant="secondary"
          isDisabled={identifier === ''}
          pending={ask.isPending || cancel.isPending}
          onPress={() => void (busy ? cancel : ask).start()}
        >
          {t(busy ? 'cost.cancel' : 'scoring.ask')}
        </Button>
      }
    >
      <p className="text-sm text-muted">{t('scoring.text')}</p>
      <label className="mt-2 block text-sm font-medium text-text">
        {t('scoring.tournament')}
        <select
          value={identifier}
          onChange={({ target }) => setIdentifier(target.value)}
          className="mt-1 block h-10 rounded-m border border-line bg-surface px-3 text-sm text-text"
        >
          <option value="">–</option>
          {tournaments.map((one) => (
            <option key={one.identifier} value={one.identifier}>
              {one.identifier} ({one.players})
            </option>
          ))}
        </select>
      </label>
      {data && <CalculationStanding standing={data} />}
      {data?.scoring && <Lines scoring={data.scoring} />}
    </Panel>
  )
}

function Lines({ scoring }: { scoring: NonNullable<ScoringStanding['scoring']> }) {
  const { different, players, is_final, lines } = scoring
  return (
    <div className="mt-3 space-y-3">
      <Alert tone={different === 0 ? 'success' : 'danger'}>
        {different === 0 ? t('scoring.equal', { players }) : t('scoring.different', { different, players })}
      </Alert>
      {!is_final && <p className="text-xs text-muted">{t('scoring.not_final')}</p>}
      <DataGrid
        label={t('scoring.title')}
        rows={lines}
        rowKey={({ player }) => String(player)}
        columns={[
          { label: t('scoring.player'), cell: ({ player, shown_name }) => `${player} ${shown_name}` },
          { label: t('scoring.kept'), align: 'end', cell: ({ kept }) => kept.points },
          { label: t('scoring.anew'), align: 'end', cell: ({ anew }) => anew.points },
          {
            label: t('scoring.rounds'),
            align: 'end',
            cell: ({ kept, anew }) => (kept.rounds === anew.rounds ? kept.rounds : `${kept.rounds} / ${anew.rounds}`),
          },
          {
            label: t('scoring.result'),
            cell: ({ is_equal }) => <Badge tone={is_equal ? 'success' : 'danger'}>{t(is_equal ? 'scoring.same' : 'scoring.other')}</Badge>,
          },
        ]}
      />
    </div>
  )
}
