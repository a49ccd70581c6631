import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { use } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { DialogTrigger, OverlayTriggerStateContext } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { useAccounts, useActiveAccount } from '@/api/session/accounts'
import { signOut } from '@/api/session/signOut'
import type { Account, Player } from '@/api/types'
import { PaymentNotices } from '@/features/cashbox/components/PaymentNotices'
import { SessionTimer } from '@/features/session/components/SessionTimer'
import { errorText } from '@/i18n/errorText'
import { t, type MessageKey } from '@/i18n/messages'
import { Icon } from '@/ui/Icon'
import { ButtonLink } from '@/ui/Link'
import { whileLoading } from '@/ui/loader'
import { Menu } from '@/ui/Menu'
import { Money, useMoneyText } from '@/ui/Money'
import { Skeleton } from '@/ui/Skeleton'
import { showToast } from '@/ui/toast'
import { VipBadge } from '@/ui/VipBadge'
import { useSiteHas } from '@/lib/siteHas'

/** The signed-in side of the header: balance, deposit, account menu. */
export function PlayerTools({ player }: { player: Player }) {
  return (
    <>
      {/* On phones it hangs from the header, where there is no room beside the balance. */}
      <SessionTimer className="max-md:absolute max-md:top-full max-md:right-4 max-md:rounded-b-m max-md:bg-page/85 max-md:px-2.5 max-md:py-1 max-md:backdrop-blur-lg" />
      <BalanceDropdown />
      <GiftsLink />
      <ButtonLink to="/deposit" icon="plus" className="max-md:hidden">
        {t('shell.deposit')}
      </ButtonLink>
      <AccountMenu player={player} />
      <PaymentNotices />
    </>
  )
}

/** Leads to what the house has given, once it gives. */
function GiftsLink() {
  if (!useSiteHas('/profile/gifts')) return null
  return (
    <Link
      to={'/profile/gifts' as '/'}
      aria-label={t('shell.gifts')}
      className="pressable grid size-11 shrink-0 place-items-center rounded-m text-soft hover:bg-hover hover:text-text max-md:hidden"
    >
      <Icon name="gift" size={22} />
    </Link>
  )
}

function BalanceDropdown() {
  const account = useActiveAccount()
  const accounts = useAccounts()
  const money = useMoneyText()
  if (!account) return <Skeleton className="h-11 w-28" />
  return (
    <DialogTrigger>
      <AriaButton
        aria-label={t('shell.balance_of', { amount: money(account.amount_cents, account.currency) })}
        className="pressable flex h-11 items-center gap-2.5 rounded-m border border-line bg-surface px-3.5 hover:border-line-strong"
      >
        <Icon name="wallet" size={18} className="text-info" />
        <Money amountCents={account.amount_cents} currency={account.currency} className="text-sm font-semibold" />
        <Icon name="chevronDown" size={16} className="text-muted" />
      </AriaButton>
      <span role="status" className="sr-only">
        {t('shell.balance_of', { amount: money(account.amount_cents, account.currency) })}
      </span>
      {/* The popover is the dialog itself: its hidden buttons to close it are part of it then. */}
      <Popover
        aria-label={t('shell.balance')}
        placement="bottom end"
        offset={10}
        className="z-50 w-80 animate-fade rounded-l border border-line bg-raised p-5 shadow-soft outline-none"
      >
        <BalanceDetails account={account} others={accounts?.filter((other) => other !== account) ?? []} />
      </Popover>
    </DialogTrigger>
  )
}

function BalanceDetails({ account, others }: { account: Account; others: Account[] }) {
  const popover = use(OverlayTriggerStateContext)
  const close = () => popover?.close()
  return (
    <>
      <p className="text-sm text-muted">{t('shell.balance')}</p>
      <p className="mt-1 text-3xl font-semibold">
        <Money amountCents={account.amount_cents + account.bonus_amount_cents} currency={account.currency} />
      </p>
      <Figures account={account} />
      <OtherWallets accounts={others} />
      <div className="mt-4 grid grid-cols-2 gap-2">
        <ButtonLink to="/deposit" onClick={close}>
          {t('shell.deposit')}
        </ButtonLink>
        <ButtonLink to="/withdraw" variant="secondary" onClick={close}>
          {t('shell.withdraw')}
        </ButtonLink>
        <ButtonLink to="/dashboard" icon="card" variant="ghost" onClick={close} className="px-3">
          {t('shell.cashbox')}
        </ButtonLink>
        <ButtonLink to="/profile" icon="user" variant="ghost" onClick={close} className="px-3">
          {t('shell.profile')}
        </ButtonLink>
      </div>
    </>
  )
}

/** What the balance is made of; bonus money only where there is some. */
function Figures({ account }: { account: Account }) {
  const lines: [MessageKey, number][] = [['shell.available', account.available_to_cashout_cents]]
  if (account.bonus_amount_cents > 0) {
    lines.unshift(['shell.real_money', account.amount_cents], ['shell.bonus_money', account.bonus_amount_cents])
  }
  return (
    <dl className="mt-3 space-y-2 border-t border-line pt-3 text-sm text-soft">
      {lines.map(([label, cents]) => (
        <div key={label} className="flex justify-between gap-4">
          <dt>{t(label)}</dt>
          <dd>
            <Money amountCents={cents} currency={account.currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function OtherWallets({ accounts }: { accounts: Account[] }) {
  if (accounts.length === 0) return null
  return (
    <ul aria-label={t('shell.other_wallets')} className="mt-2 space-y-2 text-sm text-muted">
      {accounts.map((account) => (
        <li key={account.currency} className="flex justify-between">
          {account.currency}
          <Money amountCents={account.amount_cents} currency={account.currency} />
        </li>
      ))}
    </ul>
  )
}

function AccountMenu({ player }: { player: Player }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const name = player.nickname ?? player.email
  const leave = () => {
    whileLoading(signOut(client)).then(
      () => {
        showToast('message', t('shell.signed_out'))
        void navigate({ to: '/' })
      },
      (error: unknown) => showToast('reject', errorText(error)),
    )
  }
  return (
    <Menu
      label={t('shell.account')}
      trigger={
        <AriaButton
          aria-label={`${t('shell.account')}: ${name}`}
          className="pressable relative grid size-11 shrink-0 place-items-center rounded-full border border-line bg-hover font-display text-sm font-semibold text-text uppercase hover:border-line-strong"
        >
          {name.slice(0, 1)}
          <VipBadge player={player} compact className="absolute -right-1 -bottom-1" />
        </AriaButton>
      }
      actions={[
        { id: 'profile', label: t('shell.profile'), icon: 'user', onAction: () => void navigate({ to: '/profile' }) },
        { id: 'history', label: t('shell.history'), icon: 'history', onAction: () => void navigate({ to: '/profile/games-history' }) },
        { id: 'fairness', label: t('nav.fairness'), icon: 'scales', onAction: () => void navigate({ to: '/profile/fairness' }) },
        { id: 'favourites', label: t('nav.favorites'), icon: 'heart', onAction: () => void navigate({ to: '/favorite-games' }) },
        { id: 'cashbox', label: t('shell.cashbox'), icon: 'wallet', onAction: () => void navigate({ to: '/dashboard' }) },
        { id: 'out', label: t('shell.sign_out'), icon: 'signOut', onAction: leave },
      ]}
    />
  )
}
