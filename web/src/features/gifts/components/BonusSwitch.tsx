import { useQueryClient } from '@tanstack/react-query'
import { usePlayer } from '@/api/session/player'
import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { Switch } from '@/ui/Switch'
import { toastError } from '@/ui/toastError'
import { switchBonuses } from '../api/bonusCode'

/** Whether the player wants bonuses at all. */
export function BonusSwitch() {
  const client = useQueryClient()
  const player = usePlayer()
  const switching = useAction({
    run: (canIssue: boolean, { idempotencyKey }) => switchBonuses(client, canIssue, idempotencyKey),
    onError: toastError,
  })
  if (!player) return null
  return (
    <div className="mt-8 rounded-l border border-line bg-surface p-5">
      <Switch
        isSelected={player.can_issue_bonuses}
        isDisabled={switching.isPending}
        onChange={(isOn) => void switching.start(isOn)}
        help={t('gifts.switch_text')}
      >
        {t('gifts.switch')}
      </Switch>
    </div>
  )
}
