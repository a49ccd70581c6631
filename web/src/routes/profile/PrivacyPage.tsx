import { CloseAccount } from '@/features/privacy/components/CloseAccount'
import { DataCopies } from '@/features/privacy/components/DataCopies'
import { t } from '@/i18n/messages'

/** The player's own data: a copy of all of it, and the end of the account. */
export function PrivacyPage() {
  return (
    <>
      <h2 className="text-xl font-semibold">{t('privacy.title')}</h2>
      <p className="mt-1 mb-5 text-sm text-soft">{t('privacy.lead')}</p>
      <div className="grid gap-4">
        <DataCopies />
        <CloseAccount />
      </div>
    </>
  )
}
