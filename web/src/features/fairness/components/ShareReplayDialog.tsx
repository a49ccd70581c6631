import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { errorText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { Alert } from '@/ui/Alert'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { shareReplay } from '../api/sharedReplays'
import { HashValue } from './HashValue'

/** Makes the link under which everybody sees a round. Opening the dialog makes none. */
export function ShareReplayDialog({ roundId, onClose }: { roundId: string; onClose: () => void }) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [link, setLink] = useState<string | null>(null)
  const { start, isPending } = useAction({
    run: () => {
      setProblem(null)
      return shareReplay(client, roundId)
    },
    onDone: setLink,
    onError: (error) => setProblem(errorText(error)),
  })
  return (
    <Dialog title={t('fairness.share_title')} size="s" onClose={onClose}>
      <div className="space-y-4">
        <p className="text-sm text-soft">{t('fairness.share_text')}</p>
        {problem !== null && <Alert tone="danger">{problem}</Alert>}
        {link === null ? (
          <Button wide size="l" pending={isPending} onPress={() => void start()}>
            {t('fairness.share_action')}
          </Button>
        ) : (
          <div role="status" className="space-y-2">
            <HashValue label={t('fairness.share_link')} value={link} />
            <p className="text-sm text-soft">{t('fairness.share_once')}</p>
          </div>
        )}
      </div>
    </Dialog>
  )
}
