import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/ui/Button'
import { showToast } from '@/ui/toast'
import { takeSecondFactorOff } from '../../api/playerParts'
import { PLAYERS } from '../../api/players'
import { t } from '../../i18n/texts'
import { ReasonDialog } from '../../ui/ReasonDialog'

/** Takes the second factor off a player who has lost it. */
export function SecondFactorOff({ player }: { player: number }) {
  const [isAsking, setAsking] = useState(false)
  const queryClient = useQueryClient()
  const onChanged = () => {
    setAsking(false)
    void queryClient.invalidateQueries({ queryKey: PLAYERS })
  }
  return (
    <>
      <Button size="s" variant="danger" onPress={() => setAsking(true)}>
        {t('second_factor.off')}
      </Button>
      {isAsking && (
        <ReasonDialog
          title={t('second_factor.title', { id: String(player) })}
          text={t('second_factor.text')}
          confirm={t('second_factor.off')}
          tone="danger"
          help={t('second_factor.reason_help')}
          run={(reason, key) => takeSecondFactorOff(player, reason, key)}
          onDone={() => {
            showToast('successfully', t('second_factor.done'))
            onChanged()
          }}
          onChanged={onChanged}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
