import { WealthPanel } from '@/features/verification/components/WealthPanel'
import { t } from '@/i18n/messages'

/** Where the player's wealth comes from, when the operator has to ask. */
export function WealthPage() {
  return (
    <>
      <h2 className="text-xl font-semibold">{t('wealth.title')}</h2>
      <p className="mt-1 mb-5 text-sm text-soft">{t('wealth.lead')}</p>
      <WealthPanel />
    </>
  )
}
