import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { accountsQuery, emptyAccount } from '@/api/session/accounts'
import { usePlayer } from '@/api/session/player'
import { useShownAccount, useShownAccounts } from '@/api/session/shownAccounts'
import type { Account, Payment } from '@/api/types'
import { t } from '@/i18n/messages'
import type { ModalProps } from '@/platform/modal'
import { deviceKind } from '@/platform/useMediaQuery'
import { ChosenCoinUnit } from '@/ui/ChosenCoinUnit'
import { Dialog } from '@/ui/Dialog'
import { FailedState } from '@/ui/FailedState'
import { Icon } from '@/ui/Icon'
import { Money } from '@/ui/Money'
import { Skeleton } from '@/ui/Skeleton'
import { FastDeposit } from './FastDeposit'
import { PaymentHistory } from './PaymentHistory'
import { PaymentResult } from './PaymentResult'
import type { DepositBonusSlot } from './PaymentForm'
import { PaymentStep, type PersonalInfo } from './PaymentStep'
import { ProviderFrame } from './ProviderFrame'

const TABS = [
  { to: '/deposit', label: 'cashbox.deposit', paths: ['/deposit', '/deposit-fast', '/cashbox'] },
  { to: '/withdraw', label: 'cashbox.withdraw', paths: ['/withdraw'] },
  { to: '/dashboard', label: 'cashbox.history', paths: ['/dashboard'] },
] as const

/** A payment that was started here, and whether the player is still at the partner's page. */
interface Started {
  payment: Payment
  isAtPartner: boolean
  /** Tab it belongs to: another tab puts it away. */
  path: string
}

/** The cashbox: deposits, payouts and history in one shell; each tab is an address. */
export function CashboxDialog({
  path,
  search,
  close: goBack,
  leaveTo,
  personalInfo,
  depositBonus,
}: ModalProps & { personalInfo: PersonalInfo; depositBonus: DepositBonusSlot }) {
  const navigate = useNavigate()
  const player = usePlayer()
  // A game beneath the cashier may be showing an outcome: no amount here tells it first.
  const accounts = useShownAccounts()
  const { isError, refetch } = useQuery({ ...accountsQuery, enabled: Boolean(player) })
  const active = useShownAccount()
  const [activeAtFirst] = useState(active?.currency)
  const [started, setStarted] = useState<Started | null>(null)
  // The address may name a wallet; one that is chosen here takes its place.
  const wished = active?.currency === activeAtFirst ? accounts?.find(({ currency }) => currency === search.currency) : undefined
  const account = wished ?? active ?? (accounts && emptyAccount(player?.currency))
  const shown = started?.path === path ? started : null
  const resultId = shown && !shown.isAtPartner ? shown.payment.id : (search.payment ?? null)
  const partnerUrl = shown?.isAtPartner ? shown.payment.redirect_url : null

  const start = (payment: Payment) => {
    // Phones have no room for a page in a page. Back from there shows how the payment stands, not the form that made it.
    const leaves = payment.redirect_url !== null && deviceKind() === 'mobile'
    setStarted({ payment, isAtPartner: payment.redirect_url !== null && !leaves, path })
    if (payment.redirect_url && leaves) window.location.assign(payment.redirect_url)
  }
  const leavePartner = useCallback(() => setStarted((now) => now && { ...now, isAtPartner: false }), [])
  const close = () => {
    // The partner's frame leaves steps of its own in the history: one back would lead into them.
    // From a payment one back would lead to the list.
    if (started ?? search.payment) void navigate({ to: '.', search: (now) => ({ ...now, modal: undefined }), replace: true })
    else goBack()
  }
  const retry = () => {
    setStarted(null)
    if (search.payment) leaveTo('/deposit')
  }

  if (!player || !account) {
    return (
      <Dialog title={t('cashbox.title')} onClose={close}>
        {isError ? <FailedState level={3} title={t('cashbox.wallets.failed')} onRetry={() => void refetch()} /> : <Skeleton className="h-96 w-full" />}
      </Dialog>
    )
  }
  return (
    <Dialog title={t('cashbox.title')} onClose={close}>
      <ChosenCoinUnit unchosen="whole">
        {partnerUrl ? (
          <ProviderFrame payment={shown?.payment as Payment} url={partnerUrl} onDone={leavePartner} />
        ) : resultId ? (
          <PaymentResult id={resultId} onClose={close} onRetry={retry} onContinue={start} />
        ) : (
          <>
            <WalletButton account={account} />
            <CashboxTabs path={path} />
            {path === '/dashboard' ? (
              <PaymentHistory place="/dashboard" />
            ) : path === '/deposit-fast' ? (
              <FastDeposit key={account.currency} player={player} account={account} onStarted={start} />
            ) : (
              <PaymentStep
                key={path}
                action={path === '/withdraw' ? 'cashout' : 'deposit'}
                player={player}
                account={account}
                personalInfo={personalInfo}
                depositBonus={depositBonus}
                onStarted={start}
              />
            )}
          </>
        )}
      </ChosenCoinUnit>
    </Dialog>
  )
}

/** Leads to the choice of a wallet, which has an address of its own: one step back leads here again. */
function WalletButton({ account }: { account: Account }) {
  return (
    <Link
      to="/popup/$name"
      params={{ name: 'currency-select' }}
      aria-haspopup="dialog"
      className="pressable flex w-full items-center gap-3.5 rounded-m border border-line bg-raised px-4 py-3 text-left hover:border-line-strong"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-info/12 text-info">
        <Icon name="wallet" />
      </span>
      <span className="flex-1">
        <span className="block text-xs text-muted">{t('cashbox.balance')}</span>
        <Money amountCents={account.amount_cents} currency={account.currency} className="text-lg font-semibold" />
      </span>
      <span className="flex items-center gap-1.5 text-sm font-semibold text-link">
        {t('cashbox.wallets.switch')}
        <Icon name="chevronRight" size={18} />
      </span>
    </Link>
  )
}

function CashboxTabs({ path }: { path: string }) {
  return (
    <nav aria-label={t('cashbox.title')} className="mt-4 mb-6 grid grid-cols-3 gap-1 rounded-m bg-page/60 p-1">
      {TABS.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          replace
          aria-current={tab.paths.some((own) => own === path) ? 'page' : undefined}
          className="pressable flex h-11 items-center justify-center rounded-s text-sm font-semibold text-soft outline-offset-[-2px] hover:text-text aria-[current=page]:bg-hover aria-[current=page]:text-text"
        >
          {t(tab.label)}
        </Link>
      ))}
    </nav>
  )
}
