import { Badge } from '@/ui/Badge'
import type { PlayerBrief } from '../api/types'
import { t, tWord } from '../i18n/texts'

/** Whether a player is verified, and what stops the player now. */
export function PlayerFlags({ player }: { player: Pick<PlayerBrief, 'verified' | 'stops'> }) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      {player.verified && <Badge tone="success">{t('player.verified')}</Badge>}
      {player.stops.map((stop) => (
        <Badge key={stop} tone="danger">
          {tWord('stop', stop)}
        </Badge>
      ))}
    </span>
  )
}
