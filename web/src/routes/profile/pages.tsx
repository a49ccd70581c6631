import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { usePlayer } from '@/api/session/player'
import { PaymentHistory } from '@/features/cashbox/components/PaymentHistory'
import { PaymentResult } from '@/features/cashbox/components/PaymentResult'
import { WalletList } from '@/features/cashbox/components/WalletList'
import { gamesByIdQuery } from '@/features/catalogue/api/games'
import { ManagerCard } from '@/features/content/components/ManagerCard'
import { SharedRoundList } from '@/features/fairness/components/SharedRoundList'
import { GamesHistory } from '@/features/profile/components/GamesHistory'
import { PersonalData } from '@/features/profile/components/PersonalData'
import { NoticesSwitch } from '@/features/pwa/components/NoticesSwitch'
import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { historyPeriod } from '@/domain/historyPeriod'
import { ChosenCoinUnit } from '@/ui/ChosenCoinUnit'
import { Icon } from '@/ui/Icon'
import { pageNumber } from '../addresses'
import { ProfileSummary } from './ProfileSummary'

export function ProfilePage() {
  const player = usePlayer()
  if (!player) return null
  return (
    <>
      <ProfileSummary />
      <div className="mb-6 empty:hidden">
        <ManagerCard />
      </div>
      <PersonalData player={player} />
      <NoticesSwitch />
    </>
  )
}

export function WalletsPage() {
  return (
    <section aria-labelledby="wallets-title">
      <h2 id="wallets-title" className="text-xl font-semibold">
        {t('profile.wallets')}
      </h2>
      <p className="mt-1 mb-6 text-sm text-soft">{t('profile.wallets_text')}</p>
      <ChosenCoinUnit unchosen="small">
        <WalletList />
      </ChosenCoinUnit>
    </section>
  )
}

export function PaymentsHistoryPage() {
  const { payment } = useSearch({ from: '/profile/profile/payments' })
  const navigate = useNavigate()
  const toList = () => void navigate({ to: '/profile/payments' })
  return (
    <section aria-labelledby="payments-title" className={cx(payment !== undefined && 'max-w-xl')}>
      {payment !== undefined && (
        <Link to="/profile/payments" className="pressable mb-2 -ml-1 inline-flex min-h-11 items-center gap-1 text-sm font-semibold text-link">
          <Icon name="chevronLeft" size={18} />
          {t('profile.payments')}
        </Link>
      )}
      <h2 id="payments-title" className="text-xl font-semibold">
        {t(payment === undefined ? 'profile.payments' : 'cashbox.detail')}
      </h2>
      <ChosenCoinUnit unchosen="small">
        {payment === undefined ? (
          <>
            <p className="mt-1 mb-6 text-sm text-soft">{t('profile.payments_text')}</p>
            <PaymentHistory place="/profile/payments" />
          </>
        ) : (
          <PaymentResult
            id={payment}
            isPage
            onClose={toList}
            onRetry={() => void navigate({ to: '/deposit' })}
            onContinue={({ redirect_url }) => redirect_url && window.location.assign(redirect_url)}
          />
        )}
      </ChosenCoinUnit>
    </section>
  )
}

export function GamesHistoryPage() {
  const { period, game, page = '1' } = useSearch({ from: '/profile/profile/games-history' })
  const named = useQuery({ ...gamesByIdQuery(game === undefined ? [] : [game]), enabled: game !== undefined }).data
  const navigate = useNavigate()
  return (
    <div className="space-y-8">
      <GamesHistory
        period={historyPeriod(period)}
        game={game}
        gameTitle={named?.[0]?.title}
        page={pageNumber(page) ?? 1}
        onPeriod={(chosen) =>
          void navigate({ to: '/profile/games-history', search: { period: chosen, ...(game !== undefined && { game }) }, replace: true, resetScroll: false })
        }
        onPage={(number) =>
          void navigate({ to: '/profile/games-history', search: { period, ...(game !== undefined && { game }), page: String(number) }, resetScroll: false })
        }
      />
      <SharedRoundList />
    </div>
  )
}
