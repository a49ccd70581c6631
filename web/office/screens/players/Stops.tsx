import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/ui/Button'
import { showToast } from '@/ui/toast'
import { liftStop, PLAYERS } from '../../api/players'
import type { PlayerPage, StopName } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { Panel } from '../../ui/Panel'
import { StopsTable } from '../../ui/PlayerParts'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { StopDialog } from './StopDialog'
import { liftable } from './stopRules'

/** What stops the player, and the ways to stop and to let go. */
export function Stops({ player, mayStop }: { player: PlayerPage; mayStop: boolean }) {
  const [open, setOpen] = useState<'stop' | StopName | null>(null)
  const queryClient = useQueryClient()
  const onChanged = () => {
    setOpen(null)
    void queryClient.invalidateQueries({ queryKey: PLAYERS })
  }
  const actions = mayStop && (
    <>
      {liftable(player.stops).map((reason) => (
        <Button key={reason} size="s" variant="secondary" onPress={() => setOpen(reason)}>
          {t('stops.lift', { reason: tWord('stop', reason) })}
        </Button>
      ))}
      <Button size="s" variant="danger" icon="lock" onPress={() => setOpen('stop')}>
        {t('stops.stop')}
      </Button>
    </>
  )
  return (
    <Panel title={t('stops.title')} actions={actions && <span className="flex flex-wrap gap-2">{actions}</span>}>
      <StopsTable stops={player.stop_rows} />
      {open === 'stop' && <StopDialog player={player} onDone={onChanged} onClose={() => setOpen(null)} />}
      {open !== null && open !== 'stop' && (
        <ReasonDialog
          title={t('stops.lift_title', { reason: tWord('stop', open) })}
          text={t('stops.lift_text')}
          confirm={t('stops.lift_action')}
          run={(why, key) => liftStop(player.id, open, why, key)}
          onDone={() => {
            showToast('successfully', t('stops.lifted'))
            onChanged()
          }}
          onChanged={onChanged}
          onClose={() => setOpen(null)}
        />
      )}
    </Panel>
  )
}
