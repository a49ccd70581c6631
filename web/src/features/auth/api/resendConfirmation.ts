import { request } from '@/api/client'
import { problemText, fieldTexts } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { showToast } from '@/ui/toast'

/** Asks for another mail with a link to confirm `email`. */
export async function resendConfirmation(email: string, idempotencyKey: string): Promise<void> {
  await request('POST', '/api/users/confirmation', { body: { user: { email } }, idempotencyKey })
}

/** Tells that the mail is on its way. */
export function showResent(): void {
  showToast('successfully', t('verify.resent'), { id: 'confirmation' })
}

/** Tells why no mail was sent: the first complaint about the address, where there is one. */
export function showNotResent(error: unknown): void {
  showToast('reject', fieldTexts(error).email ?? problemText(error), { id: 'confirmation' })
}
