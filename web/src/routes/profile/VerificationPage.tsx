import { VerificationPanel } from '@/features/verification/components/VerificationPanel'
import { t } from '@/i18n/messages'

/** How a player proves who they are. */
export function VerificationPage() {
  return (
    <>
      <h2 className="text-xl font-semibold">{t('verification.title')}</h2>
      <p className="mt-1 mb-5 text-sm text-soft">{t('verification.lead')}</p>
      <VerificationPanel />
    </>
  )
}
