import { useQueryClient } from '@tanstack/react-query'
import type { Notice } from '@/api/types'
import { useAction } from '@/api/useAction'
import { currentLocale, t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { whileLoading } from '@/ui/loader'
import { toastError } from '@/ui/toastError'
import { acceptNotice } from '../api/notices'
import { RichText } from './RichText'

/** Something that a player has to take note of before going on. */
export function NoticeDialog({ notice }: { notice: Notice }) {
  const client = useQueryClient()
  const accept = useAction({
    run: (_: void, { idempotencyKey }) => whileLoading(acceptNotice(client, currentLocale(), notice.id, idempotencyKey)),
    onError: toastError,
  })
  return (
    <Dialog title={notice.title} onClose={() => undefined} size="s" dismissable={false}>
      <RichText html={notice.content} />
      <Button wide pending={accept.isPending} onPress={() => void accept.start()} className="mt-6">
        {t('notice.accept')}
      </Button>
    </Dialog>
  )
}
