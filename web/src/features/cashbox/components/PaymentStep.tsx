import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { usePlayerFields } from '@/api/info/playerFields'
import { useCurrencies } from '@/api/info/reference'
import { statsQuery } from '@/api/session/stats'
import type { Account, Payment, PaymentMethod, Player } from '@/api/types'
import { t } from '@/i18n/messages'
import { currencyName } from '@/i18n/names'
import { fieldsOf, type FieldSpec } from '@/domain/player/fields'
import { EmptyPurse } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { FailedState } from '@/ui/FailedState'
import { ButtonLink } from '@/ui/Link'
import { Skeleton } from '@/ui/Skeleton'
import { methodsQuery } from '../api/methods'
import { missingFields } from '../model/gate'
import { CoinAddressCard } from './CoinAddressCard'
import { CoinArrivals } from './CoinArrivals'
import { CoinsHint } from './CoinsHint'
import { PaymentForm, type DepositBonusSlot } from './PaymentForm'
import { RepeatDeposit } from './RepeatDeposit'
import { WaitingDeposit } from './WaitingDeposit'

/** Draws the form for the player's missing data; `onSaved` lets the player through. */
export type PersonalInfo = (props: { specs: FieldSpec[]; player: Player; onSaved: () => void }) => ReactNode

interface PaymentStepProps {
  action: Payment['action']
  player: Player
  account: Account
  personalInfo: PersonalInfo
  depositBonus: DepositBonusSlot
  onStarted: (payment: Payment) => void
}

/** Pay in or pay out: the player's missing data first, then the form. */
export function PaymentStep({ action, player, account, personalInfo, depositBonus, onStarted }: PaymentStepProps) {
  const fields = usePlayerFields()
  const currency = useCurrencies().find(({ code }) => code === account.currency)
  const methods = useQuery(methodsQuery(action, account.currency))
  const stats = useQuery(statsQuery)
  /** Fields that the server asked for although they looked filled in. */
  const [asked, setAsked] = useState<string[]>([])

  if (!fields || !currency || methods.isPending || stats.isPending) return <StepSkeleton />
  // Nobody fills in an address for nothing.
  if (action === 'cashout' && account.available_to_cashout_cents <= 0) {
    return (
      <EmptyState
        level={3}
        drawing={<EmptyPurse />}
        title={t('cashbox.nothing_available')}
        text={t('cashbox.nothing_available_text')}
        action={
          <ButtonLink to="/deposit" replace>
            {t('cashbox.deposit')}
          </ButtonLink>
        }
      />
    )
  }
  const missing = missingFields(player, currency.fiat, fields, action)
  const specs = missing.length > 0 ? missing : fieldsOf({ ...fields, contexts: { asked } }, 'asked').map((spec) => ({ ...spec, required: true }))
  if (specs.length > 0) return <Gate>{personalInfo({ specs, player, onSaved: () => setAsked([]) })}</Gate>
  if (methods.isError) {
    return <FailedState level={3} title={t('cashbox.methods_failed')} onRetry={() => void methods.refetch()} />
  }
  const [first, ...rest] = methods.data
  if (!first)
    return (
      <EmptyState
        level={3}
        drawing={<EmptyPurse />}
        title={t('cashbox.no_methods', { currency: currencyName(account.currency) })}
        text={t('cashbox.no_methods_text')}
      />
    )
  const list: [PaymentMethod, ...PaymentMethod[]] = [first, ...rest]
  // Whether it is the first is not known without the sums, and nobody is greeted as new who is not.
  const isFirst = stats.data !== undefined && !stats.data.some((row) => row.currency === account.currency && row.deposits_count > 0)
  return (
    <>
      {action === 'deposit' && <CoinArrivals />}
      {action === 'deposit' && <WaitingDeposit />}
      {action === 'deposit' && !isFirst && <RepeatDeposit currency={account.currency} />}
      <PaymentForm
        key={`${action} ${account.currency}`}
        action={action}
        player={player}
        account={account}
        methods={list}
        isFirstDeposit={action === 'deposit' && isFirst}
        depositBonus={depositBonus}
        onStarted={onStarted}
        onMissing={setAsked}
      />
      {action === 'deposit' && (currency.fiat ? <CoinsHint /> : <CoinAddressCard currency={account.currency} />)}
    </>
  )
}

function Gate({ children }: { children: ReactNode }) {
  return (
    <div>
      <h3 className="text-lg font-semibold">{t('cashbox.gate_title')}</h3>
      <p className="mt-1 mb-5 text-sm text-soft">{t('cashbox.gate_text')}</p>
      {children}
    </div>
  )
}

function StepSkeleton() {
  return (
    <div className="space-y-6">
      <Skeleton className="h-[70px] w-full" />
      <Skeleton className="h-32 w-full" />
      <Skeleton className="h-13 w-full" />
    </div>
  )
}
