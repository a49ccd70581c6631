import { useRef, useState } from 'react'
import { isDefinitive } from '@/api/action'
import type { DocumentKind } from '@/api/types'
import { useAction } from '@/api/useAction'
import { fieldTexts, problemText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import type { UploadFailure } from '@/ui/FileUpload'
import { uploadDocument, type UploadWatch } from '../api/documents'
import { fileProblem, fileSizeText } from '../model/files'

/** What an action is known by: the same file again goes under the same key. */
interface ChosenFile {
  name: string
  size: number
  lastModified: number
}

/** Judges and sends files of one kind; `onDone` hears of each that has arrived. */
export function useDocumentUpload(kind: DocumentKind, fileMaxBytes: number, onDone: () => void) {
  const current = useRef<{ file: File; watch: UploadWatch }>(null)
  const failure = useRef<UploadFailure>(undefined)
  const [isOpen, setOpen] = useState(false)
  const action = useAction({
    run: (_: ChosenFile, { idempotencyKey }) => {
      if (!current.current) throw new Error('no file was chosen')
      return uploadDocument(kind, current.current.file, idempotencyKey, current.current.watch)
    },
    onDone,
    onError: (error) => {
      failure.current = { text: fieldTexts(error).file ?? problemText(error), canRetry: !isDefinitive(error) }
    },
  })
  return {
    /** Whether a file is on its way, or could not be sent and may be tried again or given up. */
    isOpen,
    judge: (file: File): string | undefined => {
      const problem = fileProblem(file, fileMaxBytes)
      if (problem === 'type') return t('error.VALIDATION.DOCUMENT.TYPE')
      return problem && t('verification.too_large', { size: fileSizeText(fileMaxBytes) })
    },
    send: async (file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<UploadFailure | undefined> => {
      current.current = { file, watch: { onProgress, signal } }
      failure.current = undefined
      setOpen(true)
      const { name, size, lastModified } = file
      await action.start({ name, size, lastModified })
      setOpen(failure.current !== undefined && !signal.aborted)
      return failure.current
    },
  }
}
