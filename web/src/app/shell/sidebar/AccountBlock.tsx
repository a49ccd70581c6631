import { usePlayer } from '@/api/session/player'
import { useShownAccount, useShownAccounts } from '@/api/session/shownAccounts'
import { WalletSwitch } from '@/features/cashbox/components/WalletSwitch'
import { t } from '@/i18n/messages'
import { ShopPointsLink } from '@/routes/loyalty/ShopPointsLink'
import { ChosenCoinUnit } from '@/ui/ChosenCoinUnit'
import { ButtonLink } from '@/ui/Link'
import { Money } from '@/ui/Money'
import { VipBadge } from '@/ui/VipBadge'

/** Who is here and what they have; a guest is asked in. */
export function AccountBlock({ onClose }: { onClose: () => void }) {
  const player = usePlayer()
  const account = useShownAccount()
  const accounts = useShownAccounts()
  if (!player) {
    return (
      <div className="grid grid-cols-2 gap-2">
        <ButtonLink to="/sign-in" variant="secondary" onClick={onClose} className="px-3">
          {t('shell.sign_in')}
        </ButtonLink>
        <ButtonLink to="/sign-up" onClick={onClose} className="px-3">
          {t('shell.sign_up')}
        </ButtonLink>
      </div>
    )
  }
  return (
    <section aria-label={t('shell.balance')} className="rounded-l border border-line bg-raised bg-(image:--sheen) p-4">
      <p className="flex items-center gap-2.5 text-sm text-muted">
        <span className="truncate">{player.nickname ?? player.email}</span>
        <VipBadge player={player} />
      </p>
      <ChosenCoinUnit unchosen="small">
        {account && <Money amountCents={account.amount_cents} currency={account.currency} className="mt-1 block text-2xl font-semibold" />}
        <WalletSwitch accounts={accounts ?? []} className="-mx-2 mt-3 space-y-0.5" />
      </ChosenCoinUnit>
      <ShopPointsLink onClick={onClose} className="mt-3" />
      <div className="mt-4 grid grid-cols-2 gap-2">
        <ButtonLink to="/deposit" onClick={onClose} className="px-3">
          {t('shell.deposit')}
        </ButtonLink>
        <ButtonLink to="/withdraw" variant="secondary" onClick={onClose} className="px-3">
          {t('shell.withdraw')}
        </ButtonLink>
      </div>
    </section>
  )
}
