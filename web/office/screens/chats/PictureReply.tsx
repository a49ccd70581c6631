import { useQueryClient } from '@tanstack/react-query'
import { isDefinitive } from '@/api/action'
import { fieldTexts, problemText } from '@/i18n/errorText'
import { FileUpload, type UploadFailure } from '@/ui/FileUpload'
import { chatQuery, CHATS, PICTURE_MAX, PICTURE_TYPES, sendPictureInChat } from '../../api/chats'
import type { Chat } from '../../api/types'
import { t } from '../../i18n/texts'

/** What is wrong with a file as far as it can be told before it is sent. */
function judge({ type, size }: File): string | undefined {
  if (type !== '' && !(PICTURE_TYPES as readonly string[]).includes(type)) return t('chats.picture_type')
  return size > PICTURE_MAX ? t('chats.picture_too_large') : undefined
}

/** A place to choose a picture that goes to the player at once. */
export function PictureReply({ chat }: { chat: Pick<Chat, 'id'> }) {
  const queryClient = useQueryClient()
  const send = async (file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<UploadFailure | undefined> => {
    try {
      queryClient.setQueryData(chatQuery(chat.id).queryKey, await sendPictureInChat(chat.id, file, onProgress, signal))
      return undefined
    } catch (error) {
      void queryClient.invalidateQueries({ queryKey: CHATS })
      return { text: fieldTexts(error).file ?? problemText(error), canRetry: !isDefinitive(error) }
    }
  }
  return (
    <FileUpload
      types={PICTURE_TYPES}
      judge={judge}
      send={send}
      texts={{
        label: t('chats.picture'),
        accepted: t('chats.picture_accepted'),
        choose: t('chats.picture_choose'),
        photo: t('chats.picture_photo'),
        retry: t('state.retry'),
        cancel: t('cancel'),
        sending: (name) => t('chats.picture_sending', { name }),
      }}
    />
  )
}
