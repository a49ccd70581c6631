import { useQueryClient } from '@tanstack/react-query'
import { isDefinitive } from '@/api/action'
import { fieldTexts, problemText } from '@/i18n/errorText'
import { FileUpload, type UploadFailure } from '@/ui/FileUpload'
import { showToast } from '@/ui/toast'
import { MEDIA, MEDIUM_MAX, MEDIUM_TYPES, uploadMedium } from '../../api/media'
import type { Medium } from '../../api/types'
import { t } from '../../i18n/texts'

/** What is wrong with a file as far as it can be told before it is sent. */
function judge({ type, size }: File): string | undefined {
  if (type !== '' && !(MEDIUM_TYPES as readonly string[]).includes(type)) return t('error.VALIDATION.MEDIUM.TYPE')
  return size > MEDIUM_MAX ? t('media.too_large') : undefined
}

/** A place to drop a file on, or to choose one: it is in the library at once. */
export function MediaUpload({ onUploaded }: { onUploaded?: (medium: Medium) => void }) {
  const queryClient = useQueryClient()
  const send = async (file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<UploadFailure | undefined> => {
    try {
      const medium = await uploadMedium(file, onProgress, signal)
      showToast('successfully', t('media.uploaded', { name: medium.name }))
      void queryClient.invalidateQueries({ queryKey: MEDIA })
      onUploaded?.(medium)
      return undefined
    } catch (error) {
      const texts = fieldTexts(error)
      return { text: texts.file ?? texts.name ?? problemText(error), canRetry: !isDefinitive(error) }
    }
  }
  return (
    <FileUpload
      types={MEDIUM_TYPES}
      judge={judge}
      send={send}
      texts={{
        label: t('media.upload'),
        accepted: t('media.accepted'),
        choose: t('media.choose'),
        photo: t('media.photo'),
        retry: t('state.retry'),
        cancel: t('cancel'),
        sending: (name) => t('media.sending', { name }),
      }}
    />
  )
}
