import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { playerQuery } from '@/api/session/player'
import type { TwoFactorEnrolment, TwoFactorState } from '@/api/types'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { FailedState } from '@/ui/FailedState'
import { Alert } from '@/ui/Alert'
import { Skeleton } from '@/ui/Skeleton'
import { Switch } from '@/ui/Switch'
import { showToast } from '@/ui/toast'
import { twoFactorQuery } from '../api/twoFactor'
import { RecoveryCodes } from './RecoveryCodes'
import { RenewCodesForm } from './RenewCodesForm'
import { TwoFactorOffDialog } from './TwoFactorOffDialog'
import { TwoFactorPasswordForm } from './TwoFactorPasswordForm'
import { TwoFactorSetUp } from './TwoFactorSetUp'

/** From so few unused recovery codes on the card says so. */
const FEW_CODES = 3

type Stage =
  | { is: 'resting' }
  | { is: 'asking' }
  | { is: 'setting-up'; enrolment: TwoFactorEnrolment }
  | { is: 'renewing'; isLost?: boolean }
  | { is: 'showing'; codes: string[] }

/** Switches the second factor on and off, and draws new recovery codes. */
export function TwoFactorCard() {
  const client = useQueryClient()
  const { data: state, isError, refetch } = useQuery(twoFactorQuery)
  const [stage, setStage] = useState<Stage>({ is: 'resting' })
  const [isEnding, setIsEnding] = useState(false)
  const rest = () => setStage({ is: 'resting' })
  const refresh = () =>
    Promise.all([client.invalidateQueries({ queryKey: twoFactorQuery.queryKey }), client.invalidateQueries({ queryKey: playerQuery.queryKey })])
  const showCodes = (codes: string[]) => {
    setStage({ is: 'showing', codes })
    void refresh()
  }
  const lostCodes = () => {
    setStage({ is: 'renewing', isLost: true })
    void refresh()
  }
  const ended = () => {
    setIsEnding(false)
    showToast('successfully', t('security.is_off'), { id: 'two-factor' })
    void refresh()
  }
  if (!state) {
    return (
      <Card title={t('security.two_factor')} text={t('security.two_factor_text')}>
        {isError ? <FailedState level={3} title={t('security.failed')} onRetry={() => void refetch()} /> : <Skeleton className="h-16 w-full" />}
      </Card>
    )
  }
  return (
    <Card title={t('security.two_factor')} text={t('security.two_factor_text')}>
      {stage.is === 'asking' && <TwoFactorPasswordForm onBegun={(enrolment) => setStage({ is: 'setting-up', enrolment })} onCancel={rest} />}
      {stage.is === 'setting-up' && <TwoFactorSetUp enrolment={stage.enrolment} onConfirmed={showCodes} onLost={lostCodes} onCancel={rest} />}
      {stage.is === 'renewing' && <RenewCodesForm isLost={stage.isLost} onRenewed={showCodes} onCancel={rest} />}
      {stage.is === 'showing' && <RecoveryCodes codes={stage.codes} onDone={rest} />}
      {stage.is === 'resting' && (
        <>
          <Switch isSelected={state.enabled} onChange={(on) => (on ? setStage({ is: 'asking' }) : setIsEnding(true))}>
            {t('security.switch')}
          </Switch>
          {state.enabled && <CodesLeft state={state} onRenew={() => setStage({ is: 'renewing' })} />}
        </>
      )}
      {isEnding && <TwoFactorOffDialog onDone={ended} onClose={() => setIsEnding(false)} />}
    </Card>
  )
}

function CodesLeft({ state, onRenew }: { state: TwoFactorState; onRenew: () => void }) {
  const left = t('security.codes_left', { count: state.recovery_codes_left })
  return (
    <div className="mt-5 space-y-4">
      {state.recovery_codes_left <= FEW_CODES ? <Alert tone="warning">{left}</Alert> : <p className="text-sm text-soft">{left}</p>}
      <Button variant="secondary" icon="refresh" onPress={onRenew}>
        {t('security.renew')}
      </Button>
    </div>
  )
}
