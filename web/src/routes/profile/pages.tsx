import { usePlayer } from '@/api/session/player'
import { WalletList } from '@/features/cashbox/components/WalletList'
import { GamesHistory } from '@/features/profile/components/GamesHistory'
import { PersonalData } from '@/features/profile/components/PersonalData'
import { NoticesSwitch } from '@/features/pwa/components/NoticesSwitch'
import { t } from '@/i18n/messages'

export function ProfilePage() {
  const player = usePlayer()
  if (!player) return null
  return (
    <>
      <PersonalData player={player} />
      <NoticesSwitch />
    </>
  )
}

export function WalletsPage() {
  return (
    <section aria-labelledby="wallets-title" className="max-w-xl">
      <h2 id="wallets-title" className="text-xl font-semibold">{t('profile.wallets')}</h2>
      <p className="mt-1 mb-6 text-sm text-soft">{t('profile.wallets_text')}</p>
      <WalletList />
    </section>
  )
}

export function GamesHistoryPage() {
  return <GamesHistory />
}
