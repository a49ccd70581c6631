import { useQueryClient } from '@tanstack/react-query'
import type { DocumentKindState, UploadedDocument } from '@/api/types'
import { t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { Badge, type BadgeTone } from '@/ui/Badge'
import { FileUpload } from '@/ui/FileUpload'
import { Icon } from '@/ui/Icon'
import { showToast } from '@/ui/toast'
import { documentsQuery } from '../api/documents'
import { fileSizeText, TAKEN_TYPES } from '../model/files'
import { useDocumentUpload } from './useDocumentUpload'

const TONES: Record<DocumentKindState['state'], BadgeTone> = { not_started: 'neutral', pending: 'info', approved: 'success', rejected: 'danger' }

interface KindCardProps {
  kind: DocumentKindState
  fileMaxBytes: number
  isVerified: boolean
}

/** One kind of documents: what is asked, how it stands, what was sent, and a place to send one. */
export function KindCard({ kind, fileMaxBytes, isVerified }: KindCardProps) {
  const client = useQueryClient()
  const heading = `document-${kind.kind}`
  const name = t(`verification.kind_${kind.kind}`)
  const upload = useDocumentUpload(kind.kind, fileMaxBytes, () => {
    showToast('successfully', t('verification.uploaded'), { id: 'verification' })
    void client.invalidateQueries({ queryKey: documentsQuery.queryKey })
  })
  const size = fileSizeText(fileMaxBytes)
  return (
    <section aria-labelledby={heading} className="rounded-l border border-line bg-surface p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <h3 id={heading} className="font-semibold">
          {name}
        </h3>
        <Badge tone={TONES[kind.state]}>{t(`verification.state_${kind.state}`)}</Badge>
      </div>
      <p className="mt-1 text-sm text-soft">{t(`verification.about_${kind.kind}`)}</p>
      {!kind.required && kind.kind !== 'wealth' && kind.state === 'not_started' && <p className="mt-1 text-sm text-muted">{t('verification.optional')}</p>}
      {kind.documents.length > 0 && (
        <ul aria-label={t('verification.list')} className="mt-4 grid gap-2">
          {kind.documents.map((document) => (
            <DocumentRow key={document.id} document={document} />
          ))}
        </ul>
      )}
      {/* While a file is on its way its place stays, whatever is told of the list meanwhile. */}
      {(upload.isOpen || (kind.can_upload && !(isVerified && kind.required))) && (
        <div className="mt-4">
          <FileUpload
            types={TAKEN_TYPES}
            judge={upload.judge}
            send={upload.send}
            texts={{
              label: name,
              accepted: t('verification.accepted', { size }),
              choose: t('verification.choose'),
              photo: t('verification.photo'),
              retry: t('verification.retry'),
              cancel: t('verification.cancel'),
              sending: (file) => t('verification.sending', { name: file }),
            }}
          />
        </div>
      )}
      {!kind.can_upload && kind.state !== 'approved' && <p className="mt-4 text-sm text-muted">{t('verification.full')}</p>}
    </section>
  )
}

function DocumentRow({ document }: { document: UploadedDocument }) {
  return (
    <li className="rounded-m border border-line/70 p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Icon name="file" size={18} className="shrink-0 text-muted" />
        <span className="font-medium">
          {document.file_type.toUpperCase()}, {fileSizeText(document.size_bytes)}
        </span>
        <span data-varies className="text-muted">
          {t('verification.sent', { date: dateTimeText(document.uploaded_at) })}
        </span>
        <span className="ml-auto">
          <Badge tone={TONES[document.state]}>{t(`verification.state_${document.state}`)}</Badge>
        </span>
      </div>
      {document.reason && (
        <div className="mt-2 text-sm text-danger-text">
          <p>{t(`verification.reason_${document.reason}`)}</p>
          {document.note && <p className="mt-1 wrap-anywhere text-soft">{document.note}</p>}
        </div>
      )}
    </li>
  )
}
