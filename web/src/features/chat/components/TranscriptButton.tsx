import { useAction } from '@/api/useAction'
import { problemText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { IconButton } from '@/ui/IconButton'
import { showToast } from '@/ui/toast'
import { mailTranscript } from '../api/chat'

/** Has the conversation mailed to its player. */
export function TranscriptButton() {
  const { start } = useAction({
    run: (_: void, { idempotencyKey }) => mailTranscript(idempotencyKey),
    onDone: () => showToast('successfully', t('chat.transcript_sent')),
    onError: (error) => showToast('reject', problemText(error)),
  })
  return <IconButton icon="mail" label={t('chat.transcript')} onPress={() => void start()} />
}
