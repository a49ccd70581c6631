import { usePlayer } from '@/api/session/player'
import { t } from '@/i18n/messages'
import { ChangePasswordForm } from './ChangePasswordForm'
import { FirstPasswordForm } from './FirstPasswordForm'

/** The part of the security page that changes the password. */
export function PasswordCard() {
  const player = usePlayer()
  if (!player) return null
  return (
    <section aria-labelledby="password-title" className="rounded-l border border-line bg-surface p-5 md:p-7">
      <h2 id="password-title" className="text-xl font-semibold">
        {t('security.password')}
      </h2>
      <p className="mt-1 mb-6 text-sm text-soft">{t('security.password_text')}</p>
      <div className="max-w-md">
        {player.auth_fields_missed.includes('password') ? <FirstPasswordForm player={player} /> : <ChangePasswordForm player={player} />}
      </div>
    </section>
  )
}
