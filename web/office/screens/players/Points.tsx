import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormLinesField, FormTextField } from '@/ui/form'
import { FormSelect } from '@/ui/FormSelect'
import { showToast } from '@/ui/toast'
import { useSiteForm } from '@/ui/useSiteForm'
import { correctPoints } from '../../api/playerChanges'
import { PLAYERS } from '../../api/players'
import type { PlayerPage } from '../../api/types'
import { t } from '../../i18n/texts'
import { FormEnd } from '../../ui/FormEnd'
import { required, ruled } from '../../ui/formRules'
import { Panel } from '../../ui/Panel'
import { readPoints } from './changeRules'

const DIRECTIONS = ['give', 'take'] as const

type Player = Pick<PlayerPage, 'id' | 'points'>

interface PointsValues {
  direction: (typeof DIRECTIONS)[number]
  points: string
  reason: string
}

/** What a player has of points, and the way to correct it. */
export function Points({ player, mayCorrect }: { player: Player; mayCorrect: boolean }) {
  const [isCorrecting, setCorrecting] = useState(false)
  const correct = mayCorrect && (
    <Button size="s" variant="secondary" onPress={() => setCorrecting(true)}>
      {t('points.action')}
    </Button>
  )
  return (
    <Panel title={t('player.points')} actions={correct}>
      <p className="text-sm tabular-nums">{t('player.points_of', { now: player.points.points, ever: player.points.total_points })}</p>
      {isCorrecting && <PointsDialog player={player} onClose={() => setCorrecting(false)} />}
    </Panel>
  )
}

function PointsDialog({ player, onClose }: { player: Player; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { control, formState, onSubmit, refuse } = useSiteForm<PointsValues>({
    name: 'office_points',
    defaultValues: { direction: 'give', points: '', reason: '' },
    resolver: ruled<PointsValues>({ points: (typed) => (readPoints(typed) === null ? 'INVALID' : null), reason: required }),
  })
  const { start, isPending } = useAction({
    run: ({ direction, points, reason }: PointsValues, { idempotencyKey }) => {
      const count = readPoints(points) ?? 0
      return correctPoints(player.id, { points: direction === 'give' ? count : -count, reason: reason.trim() }, idempotencyKey)
    },
    onDone: () => {
      showToast('successfully', t('points.corrected'))
      void queryClient.invalidateQueries({ queryKey: PLAYERS })
      onClose()
    },
    onError: (error) => refuse(error, ['direction', 'points', 'reason']),
    // The same correction that had no answer yet is asked for under its key again, also once the dialog was closed.
    lastingName: `points of player ${player.id}`,
  })
  const submit = onSubmit(start)
  return (
    <Dialog title={t('points.title', { id: String(player.id) })} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
        <p className="text-sm text-soft">{t('points.text')}</p>
        <FormSelect
          control={control}
          name="direction"
          label={t('adjust.direction')}
          autoComplete="off"
          options={DIRECTIONS.map((id) => ({ id, label: t(`points.${id}`) }))}
          isRequired
        />
        <FormTextField control={control} name="points" label={t('points.count')} inputMode="numeric" autoComplete="off" isRequired />
        <FormLinesField control={control} name="reason" label={t('reason.label')} help={t('reason.help')} autoComplete="off" maxLength={500} isRequired />
        <FormEnd problem={formState.errors.root?.message} confirm={t('points.correct')} isPending={isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
