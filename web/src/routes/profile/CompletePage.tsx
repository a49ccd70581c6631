import { usePlayerFields } from '@/api/info/playerFields'
import { usePlayer } from '@/api/session/player'
import type { Player } from '@/api/types'
import { completeAccount } from '@/features/auth/api/providers'
import { FirstPasswordForm } from '@/features/auth/components/FirstPasswordForm'
import { PlayerForm } from '@/features/profile/components/PlayerForm'
import { t } from '@/i18n/messages'
import { fieldsOf } from '@/domain/player/fields'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { copyText } from '@/ui/copyText'
import { Alert } from '@/ui/Alert'
import { Skeleton } from '@/ui/Skeleton'
import { showToast } from '@/ui/toast'

/** What an account that was made without a form still lacks: a password, fields of sign-up; and the link that signs in until then. */
export function CompletePage() {
  const player = usePlayer()
  if (!player) return null
  const { auth_fields_missed: missed, autologin_link: link } = player
  return (
    <div className="space-y-6">
      <div>
        <h2 className="text-xl font-semibold">{t('complete.title')}</h2>
        <p className="mt-1 text-sm text-soft">{t('complete.lead')}</p>
      </div>
      {missed.length === 0 && <Alert tone="success">{t('complete.done')}</Alert>}
      {missed.includes('password') && (
        <Card title={t('security.password')} text={t('complete.password_text')}>
          <div className="max-w-md">
            <FirstPasswordForm player={player} />
          </div>
        </Card>
      )}
      <MissingFields player={player} />
      {link && (
        <Card title={t('complete.link_title')} text={t('complete.link_text')}>
          <Button variant="secondary" icon="copy" onPress={() => copyText(link)}>
            {t('complete.link_copy')}
          </Button>
        </Card>
      )}
    </div>
  )
}

/** The fields of sign-up that are empty; the terms have a dialog of their own. */
function MissingFields({ player }: { player: Player }) {
  const missing = player.auth_fields_missed.filter((field) => field !== 'password' && field !== 'terms_acceptance')
  const fields = usePlayerFields()
  // Whom a provider has made, and who has not told the country: the one in the profile is that of the visit.
  const tellsCountry = missing.includes('country')
  if (missing.length === 0) return null
  const specs = fields && fieldsOf(fields, 'registration').filter(({ field }) => missing.includes(field))
  return (
    <Card title={t('profile.title')} text={t('complete.fields_text')}>
      {specs ? (
        <PlayerForm
          key={specs.map(({ field }) => field).join()}
          name="complete"
          specs={specs}
          player={tellsCountry ? { ...player, country: '' } : player}
          submitLabel={t('profile.save')}
          {...(tellsCountry && { save: completeAccount })}
          onSaved={() => showToast('successfully', t('profile.saved'), { id: 'profile' })}
        />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </Card>
  )
}
