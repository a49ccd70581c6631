import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Notice } from '@/api/types'
import { errorText } from '@/i18n/errorText'
import { currentLocale, t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { whileLoading } from '@/ui/loader'
import { showToast } from '@/ui/toast'
import { acceptNotice } from '../api/notices'
import { RichText } from './RichText'

/** Something that a player has to take note of before going on. */
export function NoticeDialog({ notice }: { notice: Notice }) {
  const client = useQueryClient()
  const [pending, setPending] = useState(false)
  const accept = () => {
    setPending(true)
    void whileLoading(acceptNotice(client, currentLocale(), notice.id))
      .catch((error: unknown) => showToast('reject', errorText(error)))
      .finally(() => setPending(false))
  }
  return (
    <Dialog title={notice.title} onClose={() => undefined} size="s" dismissable={false}>
      <RichText html={notice.content} />
      <Button wide pending={pending} onPress={accept} className="mt-6">
        {t('notice.accept')}
      </Button>
    </Dialog>
  )
}
