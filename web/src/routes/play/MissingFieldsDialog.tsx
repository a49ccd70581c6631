import { useNavigate } from '@tanstack/react-router'
import { usePlayerFields } from '@/api/info/playerFields'
import { usePlayer } from '@/api/session/player'
import { PlayerForm } from '@/features/profile/components/PlayerForm'
import { t } from '@/i18n/messages'
import { fieldsOf } from '@/domain/player/fields'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'

/** What a game's provider has to know of the player before the first bet; closes only by an answer. */
export function MissingFieldsDialog({ fields, onSaved }: { fields: string[]; onSaved: () => void }) {
  const navigate = useNavigate()
  const player = usePlayer()
  const info = usePlayerFields()
  if (!player || !info) return null
  const specs = fieldsOf({ ...info, contexts: { missing: fields } }, 'missing').map((spec) => ({ ...spec, required: true }))
  const leave = () => void navigate({ to: '.', search: (search) => ({ ...search, mode: undefined }), replace: true })
  return (
    <Dialog title={t('cashbox.gate_title')} onClose={leave} dismissable={false} size="s">
      <p className="mb-5 text-sm text-soft">{t('profile.game_asks')}</p>
      <PlayerForm name="play" specs={specs} player={player} onSaved={onSaved} submitLabel={t('profile.save_and_play')} />
      <Button variant="ghost" wide className="mt-2" onPress={leave}>
        {t('profile.not_now')}
      </Button>
    </Dialog>
  )
}
