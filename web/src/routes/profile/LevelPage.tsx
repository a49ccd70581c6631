import { LevelsPanel } from '@/features/loyalty/components/LevelsPanel'
import { t } from '@/i18n/messages'
import { ShopPointsLink } from '../loyalty/ShopPointsLink'

/** The player's level and the way to the next. */
export function LevelPage() {
  return (
    <>
      <h2 className="text-xl font-semibold">{t('level.title')}</h2>
      <p className="mt-1 mb-5 text-sm text-soft">{t('level.lead')}</p>
      <LevelsPanel shopLink={<ShopPointsLink />} />
    </>
  )
}
