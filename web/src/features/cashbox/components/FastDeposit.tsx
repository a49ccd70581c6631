import { useQueryClient } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '@/api/errors'
import { useAction } from '@/api/useAction'
import type { Account, Payment, Player } from '@/api/types'
import { fieldTexts, problemText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { deviceFingerprint } from '@/platform/fingerprint'
import { Button } from '@/ui/Button'
import { Description, DescriptionList } from '@/ui/DescriptionList'
import { FailedState } from '@/ui/FailedState'
import { ButtonLink } from '@/ui/Link'
import { Money, useMoneyText } from '@/ui/Money'
import { Alert } from '@/ui/Alert'
import { Skeleton } from '@/ui/Skeleton'
import type { NewPayment } from '../api/createPayment'
import { methodsQuery } from '../api/methods'
import { DECLINED, startPayment } from '../api/startPayment'
import type { FastDeposit as Repeated } from '../model/fastDeposit'
import { fraudQuestion } from '../model/fraudQuestion'
import { feeOn } from '../model/terms'
import { FeeLine } from './FeeLine'
import { profileName } from './ProfilePicker'
import { useFastDeposit } from './useFastDeposit'

interface FastDepositProps {
  player: Player
  account: Account
  onStarted: (payment: Payment) => void
}

/** The last deposit once more, by the kept card or account, with one press. Who has none goes to the form. */
export function FastDeposit(props: FastDepositProps) {
  const { deposit, isFailed, askAgain } = useFastDeposit(props.account.currency)
  if (deposit === null) return <Navigate to="/deposit" replace />
  if (deposit) return <Confirmation {...props} deposit={deposit} />
  if (isFailed) return <FailedState level={3} title={t('cashbox.methods_failed')} onRetry={askAgain} />
  return <Skeleton className="h-64 w-full" />
}

/** What was paid with, by how much, and the press that pays. */
function Confirmation({ player, account, onStarted, deposit: { method, profile, cents } }: FastDepositProps & { deposit: Repeated & { cents: number } }) {
  const client = useQueryClient()
  const money = useMoneyText()
  const [refusal, setRefusal] = useState<string | null>(null)
  const { currency } = account
  const feeCents = feeOn(method.depositTerms, cents)
  const paying = useAction({
    // The payment is the input: without an answer a press with another wallet, card or amount is a payment of its own.
    run: (payment: NewPayment, { idempotencyKey }) => {
      const question = fraudQuestion(player, deviceFingerprint(), {
        action: 'deposit',
        method,
        amountCents: payment.amount_cents,
        currency: payment.currency,
        masked: profile.masked,
      })
      return startPayment(client, question, payment, idempotencyKey)
    },
    onDone: onStarted,
    onError: (error) => {
      // What it costs is read again; the next press has seen it.
      if (error instanceof ApiError && error.code === 'fee_changed') void client.invalidateQueries({ queryKey: methodsQuery('deposit', currency).queryKey })
      setRefusal(refusalText(error))
    },
    lastingName: `payment of player ${player.id}`,
  })
  return (
    <div className="space-y-6">
      <div>
        <h3 className="text-lg font-semibold">{t('cashbox.fast.title')}</h3>
        <p className="mt-1 text-sm text-soft">{t('cashbox.fast.text')}</p>
      </div>
      <DescriptionList look="card">
        <Description label={t('cashbox.amount')}>
          <Money amountCents={cents} currency={currency} className="font-semibold" />
        </Description>
        <Description label={t('cashbox.method')}>{method.title}</Description>
        <Description label={t('cashbox.fast.paid_with')}>{profileName(profile)}</Description>
      </DescriptionList>
      <FeeLine action="deposit" currency={currency} amountCents={cents} feeCents={feeCents} />
      {refusal && <Alert tone="danger">{refusal}</Alert>}
      <div className="grid gap-2">
        <Button
          wide
          size="l"
          pending={paying.isPending}
          onPress={() => {
            setRefusal(null)
            void paying.start({ action: 'deposit', payment_method_id: method.id, currency, amount_cents: cents, fee_cents: feeCents, profile_id: profile.id })
          }}
        >
          {t('cashbox.deposit_button', { amount: money(cents, currency) })}
        </Button>
        <ButtonLink to="/deposit" replace variant="secondary" size="l" wide>
          {t('cashbox.fast.other')}
        </ButtonLink>
      </div>
    </div>
  )
}

/** What the server has against it, in one text: this screen has no fields of its own. */
function refusalText(error: unknown): string {
  if (error instanceof ApiError && error.code === DECLINED) return t('cashbox.refused')
  const texts = Object.values(fieldTexts(error))
  return texts.length > 0 ? texts.join(' ') : problemText(error)
}
