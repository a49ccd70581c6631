import { useState } from 'react'
import { IconButton } from '@/ui/IconButton'
import { buttonClass } from '@/ui/buttonStyle'
import { Button } from '@/ui/Button'
import { documentFile } from '../../api/documents'
import type { DocumentRow } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { State } from '../../ui/Loaded'
import { FIT, zoomed } from './zoom'

interface ViewerProps {
  document: DocumentRow
  zoom: number
  onZoom: (zoom: number) => void
}

/** The file of a document: a picture to look into, or a PDF to be saved. */
export function Viewer({ document, zoom, onZoom }: ViewerProps) {
  const [tries, setTries] = useState(0)
  const [isBroken, setBroken] = useState(false)
  const file = documentFile(document.id)
  if (document.file_type === 'pdf') {
    return (
      <State
        icon="file"
        title={t('documents.pdf')}
        text={t('documents.pdf_text')}
        action={
          <a href={file} download className={buttonClass({ variant: 'secondary', size: 's' })}>
            {t('documents.save')}
          </a>
        }
      />
    )
  }
  if (isBroken) {
    const retry = () => {
      setBroken(false)
      setTries(tries + 1)
    }
    return (
      <State
        icon="warning"
        title={t('documents.file_failed')}
        action={
          <Button size="s" variant="secondary" icon="refresh" onPress={retry}>
            {t('state.retry')}
          </Button>
        }
      />
    )
  }
  return (
    <div className="overflow-hidden rounded-l border border-line bg-surface">
      <div className="flex items-center gap-1 border-b border-line px-2 py-1">
        <IconButton icon="minus" label={t('documents.zoom_out')} size="s" onPress={() => onZoom(zoomed(zoom, 'out'))} />
        <output className="tabular min-w-12 text-center text-sm text-soft">{Math.round(zoom * 100)} %</output>
        <IconButton icon="plus" label={t('documents.zoom_in')} size="s" onPress={() => onZoom(zoomed(zoom, 'in'))} />
        <IconButton icon="fullscreen" label={t('documents.zoom_fit')} size="s" onPress={() => onZoom(FIT)} />
      </div>
      <div role="region" aria-label={t('documents.picture')} tabIndex={0} className="h-[64dvh] overflow-auto bg-hover">
        <img
          key={tries}
          src={file}
          alt={t('documents.picture_of', { kind: tWord('document_kind', document.kind), id: String(document.player.id) })}
          onError={() => setBroken(true)}
          style={{ width: `${zoom * 100}%` }}
          className="mx-auto block h-auto max-w-none"
        />
      </div>
    </div>
  )
}
