import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/ui/Button'
import { Alert } from '@/ui/Alert'
import { showToast } from '@/ui/toast'
import { meQuery } from '../../api/me'
import { approvePayout, declinePayout, PAYOUTS } from '../../api/payouts'
import type { Payout } from '../../api/types'
import { t } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { Panel } from '../../ui/Panel'
import { Nothing } from '../../ui/PlayerParts'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { Time } from '../../ui/Time'
import { stepFor, type Step } from './approval'
import { SplitDialog } from './SplitDialog'

/** What is decided about a cashout, or the reader's way to decide. */
export function Decision({ payout, mayDecide }: { payout: Payout; mayDecide: boolean }) {
  const { data: me } = useQuery(meQuery)
  return <Panel title={t('decision.title')}>{me && <Step payout={payout} step={stepFor(payout, me, mayDecide)} />}</Panel>
}

function Step({ payout, step }: { payout: Payout; step: Step }) {
  if (step === 'over') return <Over payout={payout} />
  return (
    <div className="space-y-3">
      <FirstApproval approval={payout.approval} />
      {step === 'read' && <Nothing>{t('decision.read_only')}</Nothing>}
      {step === 'await' && <Alert>{t('decision.await')}</Alert>}
      {step === 'approve_first' && <Alert>{t('decision.needs_two')}</Alert>}
      {step !== 'read' && <Choices payout={payout} step={step} />}
    </div>
  )
}

function Over({ payout: { decision } }: { payout: Payout }) {
  if (!decision) return <Nothing>{t('decision.waits_no_more')}</Nothing>
  return (
    <div className="space-y-1 text-sm">
      <p>{decision.first_by ? t('decision.by_two', { first: decision.first_by, second: decision.by }) : t('decision.by', { name: decision.by })}</p>
      <p className="break-words text-soft">{decision.reason}</p>
      <p className="text-xs text-muted">
        <Time at={decision.at} />
      </p>
    </div>
  )
}

function FirstApproval({ approval }: Pick<Payout, 'approval'>) {
  if (!approval) return null
  return (
    <div className="rounded-m border border-line bg-raised p-3 text-sm">
      <p className="font-medium">{t('decision.first', { name: approval.by })}</p>
      <p className="mt-1 break-words text-soft">{approval.reason}</p>
      <p className="mt-1 text-xs text-muted">
        {t('decision.first_until')} <Time at={approval.until} />
      </p>
    </div>
  )
}

/** Approve and decline, each behind a dialog that asks why. */
function Choices({ payout, step }: { payout: Payout; step: Step }) {
  const [open, setOpen] = useState<'approve' | 'decline' | 'split' | null>(null)
  const queryClient = useQueryClient()
  const close = () => setOpen(null)
  const onChanged = () => {
    close()
    void queryClient.invalidateQueries({ queryKey: PAYOUTS })
  }
  const onDone = (text: string) => {
    showToast('successfully', text)
    onChanged()
  }
  const about = (
    <p>
      <Amount cents={payout.amount_cents} currency={payout.currency} className="font-semibold text-text" /> · #{payout.player.id}{' '}
      {payout.player.name ?? payout.player.email}
    </p>
  )
  return (
    <div className="grid grid-cols-2 gap-2">
      {step !== 'await' && (
        <Button size="s" onPress={() => setOpen('approve')}>
          {t('decision.approve')}
        </Button>
      )}
      <Button size="s" variant="danger" onPress={() => setOpen('decline')}>
        {t('decision.decline')}
      </Button>
      <Button size="s" variant="secondary" wide className="col-span-2" onPress={() => setOpen('split')}>
        {t('split.open')}
      </Button>
      {open === 'split' && <SplitDialog payout={payout} onDone={() => onDone(t('split.done'))} onChanged={onChanged} onClose={close} />}
      {open === 'approve' && (
        <ReasonDialog
          title={t(step === 'approve_first' ? 'decision.approve_first_title' : 'decision.approve_title')}
          text={
            <>
              {about}
              <p className="mt-1">{t(step === 'approve_first' ? 'decision.approve_first_text' : 'decision.approve_text')}</p>
            </>
          }
          confirm={t('decision.approve')}
          run={(reason, key) => approvePayout(payout, reason, key)}
          onDone={() => onDone(t(step === 'approve_first' ? 'decision.approved_first' : 'decision.approved'))}
          onChanged={onChanged}
          onClose={close}
        />
      )}
      {open === 'decline' && (
        <ReasonDialog
          title={t('decision.decline_title')}
          text={
            <>
              {about}
              <p className="mt-1">{t('decision.decline_text')}</p>
            </>
          }
          confirm={t('decision.decline')}
          tone="danger"
          run={(reason, key) => declinePayout(payout.id, reason, key)}
          onDone={() => onDone(t('decision.declined'))}
          onChanged={onChanged}
          onClose={close}
        />
      )}
    </div>
  )
}
