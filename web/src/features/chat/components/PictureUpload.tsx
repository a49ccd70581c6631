import { useQueryClient } from '@tanstack/react-query'
import { isDefinitive } from '@/api/action'
import { fieldTexts, problemText } from '@/i18n/errorText'
import { currentLocale, t } from '@/i18n/messages'
import { FileUpload, type UploadFailure } from '@/ui/FileUpload'
import { addChatMessage, CHAT, PICTURE_MAX, PICTURE_TYPES, sendChatPicture } from '../api/chat'

/** What is wrong with a file as far as it can be told before it is sent. */
function judge({ type, size }: File): string | undefined {
  if (type !== '' && !(PICTURE_TYPES as readonly string[]).includes(type)) return t('error.VALIDATION.PICTURE.TYPE')
  return size > PICTURE_MAX ? t('chat.picture_too_large') : undefined
}

/** A place to choose a picture, or to take one: it is sent to support at once. */
export function PictureUpload({ onSent }: { onSent: () => void }) {
  const client = useQueryClient()
  const send = async (file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<UploadFailure | undefined> => {
    try {
      addChatMessage(client, await sendChatPicture(file, currentLocale(), onProgress, signal))
    } catch (error) {
      return { text: fieldTexts(error).file ?? problemText(error), canRetry: !isDefinitive(error) }
    }
    void client.invalidateQueries({ queryKey: CHAT })
    onSent()
    return undefined
  }
  return (
    <FileUpload
      types={PICTURE_TYPES}
      judge={judge}
      send={send}
      texts={{
        label: t('chat.picture'),
        accepted: t('chat.picture_accepted'),
        choose: t('chat.picture_choose'),
        photo: t('chat.picture_photo'),
        retry: t('chat.picture_retry'),
        cancel: t('chat.picture_cancel'),
        sending: (name) => t('chat.picture_sending', { name }),
      }}
    />
  )
}
