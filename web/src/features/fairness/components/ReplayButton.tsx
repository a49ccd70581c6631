import { useState } from 'react'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import type { RoundProof } from '../api/round'
import { ReplayFrame, useReplayAddress } from './ReplayFrame'
import { ShareReplayDialog } from './ShareReplayDialog'

/** Shows a finished round once more in its game, as it was seen, and lets its player share it; nothing where its game cannot. */
export function ReplayButton({ proof }: { proof: RoundProof }) {
  const [shown, setShown] = useState<'replay' | 'share' | null>(null)
  const { game, round } = proof
  const address = useReplayAddress({ source: { replay: round.id }, kind: game.definition.kind, currency: round.currency })
  if (round.status === 'open' || address === undefined) return null
  const title = t('fairness.replay_title', { game: game.title ?? game.identifier })
  const close = () => setShown(null)
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" size="s" onPress={() => setShown('replay')}>
        {t('fairness.replay')}
      </Button>
      <Button variant="secondary" size="s" onPress={() => setShown('share')}>
        {t('fairness.share')}
      </Button>
      {shown === 'replay' && (
        <Dialog title={title} size="l" onClose={close}>
          <ReplayFrame address={address} title={title} />
        </Dialog>
      )}
      {shown === 'share' && <ShareReplayDialog roundId={round.id} onClose={close} />}
    </div>
  )
}
