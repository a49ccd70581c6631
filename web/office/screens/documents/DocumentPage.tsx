import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '@/api/errors'
import { useAction } from '@/api/useAction'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Description, DescriptionList } from '@/ui/DescriptionList'
import { showToast } from '@/ui/toast'
import { toastError } from '@/ui/toastError'
import { approveDocument, documentQuery, DOCUMENTS, useDocuments } from '../../api/documents'
import { useMay } from '../../api/me'
import type { DocumentRow } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { Loaded } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Panel } from '../../ui/Panel'
import { PlayerFlags } from '../../ui/PlayerFlags'
import { PlayerName } from '../../ui/PlayerName'
import { Nothing } from '../../ui/PlayerParts'
import { Time } from '../../ui/Time'
import { Standing } from './DocumentsPage'
import { RejectDialog } from './RejectDialog'
import { Viewer } from './Viewer'
import { FIT, nextWaiting, viewerKey, zoomed, type ViewerKey } from './zoom'

const route = getRouteApi('/member/documents/$id')

/** One document: its file, whose it is, and the decision about it. */
export function DocumentPage() {
  const { id } = route.useParams()
  const document = useQuery(documentQuery(id))
  return (
    <>
      <Link to="/documents" search={{ state: 'pending' }} className="mb-3 inline-block rounded-s text-sm text-link underline-offset-4 hover:underline">
        {t('documents.back')}
      </Link>
      <Loaded query={document} isPage>
        {(found) => <Found key={found.id} document={found} />}
      </Loaded>
    </>
  )
}

function Found({ document }: { document: DocumentRow }) {
  const navigate = useNavigate()
  const may = useMay()
  const [zoom, setZoom] = useState(FIT)
  const [open, setOpen] = useState<'approve' | 'reject' | null>(null)
  const next = nextWaiting(useDocuments('pending').rows ?? [], document.id)
  const mayDecide = may('documents.decide') && document.state === 'pending'
  const goOn = () => {
    if (next) void navigate({ to: '/documents/$id', params: { id: next } })
    else void navigate({ to: '/documents', search: { state: 'pending' } })
  }
  const acts: Record<ViewerKey, () => void> = {
    approve: () => mayDecide && setOpen('approve'),
    reject: () => mayDecide && setOpen('reject'),
    next: goOn,
    in: () => setZoom(zoomed(zoom, 'in')),
    out: () => setZoom(zoomed(zoom, 'out')),
    fit: () => setZoom(FIT),
  }
  useViewerKeys((key) => open === null && acts[key]())
  return (
    <>
      <PageHead title={tWord('document_kind', document.kind)} lead={<PlayerName player={document.player} />} actions={<Standing state={document.state} />} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <Viewer document={document} zoom={zoom} onZoom={setZoom} />
        <div className="space-y-4">
          <Panel title={t('decision.title')}>
            {mayDecide ? <Choices onOpen={setOpen} /> : <Decided document={document} />}
            {next && (
              <div className="mt-3 border-t border-line pt-3">
                <Button size="s" variant="ghost" onPress={goOn}>
                  {t('documents.next')} <Key>N</Key>
                </Button>
              </div>
            )}
          </Panel>
          <Panel title={t('documents.facts')}>
            <Facts document={document} />
          </Panel>
        </div>
      </div>
      <Dialogs document={document} open={open} onClose={() => setOpen(null)} goOn={goOn} />
    </>
  )
}

interface DialogsProps {
  document: DocumentRow
  open: 'approve' | 'reject' | null
  onClose: () => void
  /** Leads to the next document that waits. */
  goOn: () => void
}

/** The two decisions; after either the next document comes. */
function Dialogs({ document, open, onClose, goOn }: DialogsProps) {
  const queryClient = useQueryClient()
  const onChanged = () => {
    onClose()
    void queryClient.invalidateQueries({ queryKey: DOCUMENTS })
  }
  const onDone = (text: string) => {
    showToast('successfully', text)
    onChanged()
    goOn()
  }
  const approve = useAction({
    run: (_: void, { idempotencyKey }) => approveDocument(document.id, idempotencyKey),
    onDone: () => onDone(t('documents.approved')),
    onError: (error) => {
      toastError(error)
      if (error instanceof ApiError) onChanged()
    },
  })
  if (open === 'reject') return <RejectDialog document={document} onDone={() => onDone(t('documents.rejected'))} onChanged={onChanged} onClose={onClose} />
  if (open === null) return null
  return (
    <ConfirmDialog
      title={t('documents.approve_title')}
      text={t('documents.approve_text', { kind: tWord('document_kind', document.kind), id: String(document.player.id) })}
      confirm={t('documents.approve')}
      keep={t('cancel')}
      pending={approve.isPending}
      onConfirm={() => void approve.start()}
      onClose={onClose}
    />
  )
}

/** The page's own keys, wherever the focus is but where something is typed. */
function useViewerKeys(act: (key: ViewerKey) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = viewerKey(event)
    if (!key || (event.target as Element).closest('input, textarea, select, [role=dialog]')) return
    act(key)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

function Key({ children }: { children: string }) {
  return <kbd className="ml-1 rounded-s border border-current px-1 font-sans text-xs opacity-70">{children}</kbd>
}

function Choices({ onOpen }: { onOpen: (open: 'approve' | 'reject') => void }) {
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button size="s" onPress={() => onOpen('approve')}>
        {t('documents.approve')} <Key>A</Key>
      </Button>
      <Button size="s" variant="danger" onPress={() => onOpen('reject')}>
        {t('documents.reject')} <Key>R</Key>
      </Button>
    </div>
  )
}

function Decided({ document }: { document: DocumentRow }) {
  if (document.state === 'pending') return <Nothing>{t('decision.read_only')}</Nothing>
  return (
    <div className="space-y-1 text-sm">
      <p>{t('decision.by', { name: document.reviewed_by ?? '–' })}</p>
      {document.reason && <p className="text-soft">{tWord('reject_reason', document.reason)}</p>}
      {document.note && <p className="break-words text-soft">{document.note}</p>}
      {document.reviewed_at && (
        <p className="text-xs text-muted">
          <Time at={document.reviewed_at} />
        </p>
      )}
    </div>
  )
}

function Facts({ document }: { document: DocumentRow }) {
  return (
    <DescriptionList>
      <Description label={t('documents.about_player')}>
        <PlayerFlags player={document.player} />
      </Description>
      <Description label={t('documents.sent')}>
        <Time at={document.created_at} />
      </Description>
      <Description label={t('documents.file')}>
        {document.file_type.toUpperCase()} · {t('documents.kilobytes', { size: Math.ceil(document.size_bytes / 1000) })}
      </Description>
    </DescriptionList>
  )
}
