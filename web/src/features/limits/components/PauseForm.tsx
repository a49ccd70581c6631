import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { playerQuery } from '@/api/session/player'
import { useAction } from '@/api/useAction'
import { problemText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Alert } from '@/ui/Alert'
import { Select } from '@/ui/Select'
import { showToast } from '@/ui/toast'
import { setLimit } from '../api/changeLimit'
import { LIMIT_TYPES, pauseEnd, periodText, typeText, type LimitPeriod, type LimitType } from '../model/limitTypes'

/** Chooses how long a pause lasts. A second step tells its end and what it means, before it begins. */
export function PauseForm({ type, onClose }: { type: LimitType; onClose: () => void }) {
  const periods = LIMIT_TYPES.find((known) => known.type === type)?.periods ?? []
  const [period, setPeriod] = useState<string>(periods[0] ?? 'day')
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="grid gap-4">
      <Select
        label={t('limits.how_long')}
        autoComplete="off"
        options={periods.map((id) => ({ id, label: periodText(id) }))}
        value={period}
        onChange={setPeriod}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onPress={() => setAsking(true)}>
          {t('limits.go_on')}
        </Button>
        <Button variant="ghost" onPress={onClose}>
          {t('limits.back')}
        </Button>
      </div>
      {isAsking && <PauseDialog type={type} period={period as LimitPeriod} onClose={() => setAsking(false)} />}
    </div>
  )
}

function PauseDialog({ type, period, onClose }: { type: LimitType; period: LimitPeriod; onClose: () => void }) {
  const client = useQueryClient()
  const [end] = useState(() => pauseEnd(period, Date.now()))
  const [failure, setFailure] = useState<string>()
  const isBreak = type === 'coolingoff'
  const beginning = useAction({
    run: (_: void, { idempotencyKey }) => setLimit({ type, period }, idempotencyKey),
    onDone: () => {
      showToast('message', t(isBreak ? 'limits.break_begun' : 'limits.exclusion_begun'), { id: 'limits', persistent: true })
      // The server has ended the session.
      void client.invalidateQueries({ queryKey: playerQuery.queryKey })
      onClose()
    },
    onError: (error) => setFailure(problemText(error)),
  })
  const date = end ? dateTimeText(end.toISOString()) : ''
  return (
    <Dialog title={typeText(type)} onClose={onClose} size="s">
      <p className="font-semibold">{end ? t('limits.pause_until', { date }) : t('limits.pause_forever')}</p>
      <p className="mt-2 mb-6 text-sm text-soft">{t(isBreak ? 'limits.break_means' : 'limits.exclusion_means')}</p>
      {failure && (
        <Alert tone="danger" className="mb-4">
          {failure}
        </Alert>
      )}
      <div className="grid gap-2">
        <Button variant={isBreak ? 'primary' : 'danger'} wide size="l" pending={beginning.isPending} onPress={() => void beginning.start()}>
          {t(isBreak ? 'limits.start.coolingoff' : 'limits.start.selfexclusion')}
        </Button>
        <Button variant="secondary" wide size="l" onPress={onClose}>
          {t('limits.back')}
        </Button>
      </div>
    </Dialog>
  )
}
