import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { use } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { DialogTrigger, OverlayTriggerStateContext } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { accountsQuery, emptyAccount } from '@/api/session/accounts'
import { useShownAccount, useShownAccounts } from '@/api/session/shownAccounts'
import { signOut } from '@/api/session/signOut'
import type { Account, Player } from '@/api/types'
import { WalletSwitch } from '@/features/cashbox/components/WalletSwitch'
import { GiftCount } from '@/features/gifts/components/GiftCount'
import { WagerBar } from '@/features/gifts/components/WagerBar'
import { useGifts } from '@/features/gifts/components/useGifts'
import { useWager } from '@/features/gifts/components/useWager'
import { NotificationBell } from '@/features/notifications/components/NotificationBell'
import { NotificationWatch } from '@/features/notifications/components/NotificationWatch'
import { PaymentNotices } from '@/features/cashbox/components/PaymentNotices'
import { SessionTimer } from '@/features/session/components/SessionTimer'
import { errorText } from '@/i18n/errorText'
import { t, type MessageKey } from '@/i18n/messages'
import { ShopPointsLink } from '@/routes/loyalty/ShopPointsLink'
import { Button } from '@/ui/Button'
import { ChosenCoinUnit } from '@/ui/ChosenCoinUnit'
import { Description, DescriptionList } from '@/ui/DescriptionList'
import { Icon } from '@/ui/Icon'
import { ButtonLink } from '@/ui/Link'
import { whileLoading } from '@/ui/loader'
import { Menu } from '@/ui/Menu'
import { Money, useMoneyText } from '@/ui/Money'
import { Skeleton } from '@/ui/Skeleton'
import { showToast } from '@/ui/toast'
import { VipBadge } from '@/ui/VipBadge'

/** The signed-in side of the header: balance, deposit, notifications, account menu. */
export function PlayerTools({ player }: { player: Player }) {
  return (
    <>
      {/* On phones and tablets it hangs from the header, where there is no room beside the balance. */}
      <SessionTimer className="max-lg:absolute max-lg:top-full max-lg:right-4 max-lg:rounded-b-m max-lg:bg-page/85 max-lg:px-2.5 max-lg:py-1 max-lg:backdrop-blur-lg" />
      <ChosenCoinUnit unchosen="small">
        <BalanceDropdown player={player} />
      </ChosenCoinUnit>
      <GiftsLink />
      <ButtonLink to="/deposit" icon="plus" className="max-md:hidden">
        {t('shell.deposit')}
      </ButtonLink>
      <NotificationBell />
      <AccountMenu player={player} />
      <PaymentNotices />
      <NotificationWatch />
    </>
  )
}

/** Leads to the player's gifts, with the number of those at hand; on phones the menu has it. */
function GiftsLink() {
  const { current } = useGifts()
  return (
    <Link
      to="/profile/gifts"
      aria-label={t('gifts.count', { count: current.length })}
      className="pressable relative grid size-11 shrink-0 place-items-center rounded-m text-soft hover:bg-hover hover:text-text max-md:hidden"
    >
      <Icon name="gift" size={22} />
      <GiftCount className="absolute top-0.5 right-0.5" />
    </Link>
  )
}

function BalanceDropdown({ player }: { player: Player }) {
  const accounts = useShownAccounts()
  const active = useShownAccount()
  const account = active ?? (accounts && emptyAccount(player.currency))
  const { isError: hasFailed, refetch } = useQuery(accountsQuery)
  const money = useMoneyText()
  if (!account)
    return hasFailed ? (
      <Button variant="secondary" icon="refresh" aria-label={t('shell.balance_failed')} onPress={() => void refetch()} className="px-3">
        {t('shell.balance')}
      </Button>
    ) : (
      <Skeleton className="h-11 w-28" />
    )
  return (
    <DialogTrigger>
      <AriaButton
        aria-label={t('shell.balance_of', { amount: money(account.amount_cents, account.currency) })}
        className="pressable flex h-11 items-center gap-2.5 rounded-m border border-line bg-surface px-3.5 hover:border-line-strong"
      >
        {/* Narrow phones have room for the amount or for the drawings beside it. */}
        <Icon name="wallet" size={18} className="text-info max-[400px]:hidden" />
        <Money amountCents={account.amount_cents} currency={account.currency} className="text-sm font-semibold" />
        <Icon name="chevronDown" size={16} className="text-muted max-[370px]:hidden" />
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
        <BalanceDetails account={account} accounts={accounts ?? []} />
      </Popover>
    </DialogTrigger>
  )
}

function BalanceDetails({ account, accounts }: { account: Account; accounts: Account[] }) {
  const popover = use(OverlayTriggerStateContext)
  const close = () => popover?.close()
  return (
    <>
      <p className="text-sm text-muted">{t('shell.balance')}</p>
      <p className="mt-1 text-3xl font-semibold">
        <Money amountCents={account.amount_cents + account.bonus_amount_cents} currency={account.currency} />
      </p>
      <Figures account={account} />
      {account.bonus_amount_cents > 0 && (
        <Link
          to="/bonus-balance"
          onClick={close}
          className="mt-3 inline-flex min-h-6 items-center gap-1 rounded-s text-sm font-medium text-link underline-offset-4 hover:underline"
        >
          {t('bonus_balance.why')}
        </Link>
      )}
      <ShopPointsLink onClick={close} className="mt-3" />
      <WalletSwitch accounts={accounts} className="mt-3 -mx-2 space-y-0.5 border-t border-line px-0 pt-2" />
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

/** What the balance is made of, and how far its bonus is wagered; bonus money only where there is some. */
function Figures({ account }: { account: Account }) {
  const { progress } = useWager(account.currency)
  const isWagering = progress !== undefined && progress.requiredCents > 0
  const lines: [MessageKey, number][] = [['shell.available', account.available_to_cashout_cents]]
  if (account.bonus_amount_cents > 0 || isWagering) {
    lines.unshift(['shell.real_money', account.amount_cents], ['shell.bonus_money', account.bonus_amount_cents])
  }
  return (
    <>
      <DescriptionList className="mt-3 border-t border-line pt-3">
        {lines.map(([label, cents]) => (
          <Description key={label} label={t(label)}>
            <Money amountCents={cents} currency={account.currency} />
          </Description>
        ))}
      </DescriptionList>
      {isWagering && <WagerBar progress={progress} currency={account.currency} className="mt-3" />}
    </>
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
        <button
          type="button"
          aria-label={`${t('shell.account')}: ${name}`}
          className="pressable relative grid size-11 shrink-0 place-items-center rounded-full border border-line bg-hover font-display text-sm font-semibold text-text uppercase hover:border-line-strong"
        >
          {name.slice(0, 1)}
          <VipBadge player={player} compact className="absolute -right-1 -bottom-1" />
        </button>
      }
      actions={[
        { id: 'profile', label: t('shell.profile'), icon: 'user', onAction: () => void navigate({ to: '/profile' }) },
        { id: 'history', label: t('shell.history'), icon: 'history', onAction: () => void navigate({ to: '/profile/games-history' }) },
        { id: 'fairness', label: t('nav.fairness'), icon: 'scales', onAction: () => void navigate({ to: '/profile/fairness' }) },
        { id: 'security', label: t('security.title'), icon: 'shield', onAction: () => void navigate({ to: '/profile/security' }) },
        { id: 'favourites', label: t('nav.favorites'), icon: 'heart', onAction: () => void navigate({ to: '/favorite-games' }) },
        { id: 'payments', label: t('profile.payments'), icon: 'card', onAction: () => void navigate({ to: '/profile/payments' }) },
        { id: 'out', label: t('shell.sign_out'), icon: 'signOut', onAction: leave },
      ]}
    />
  )
}
