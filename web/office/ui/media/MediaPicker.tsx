import { useState } from 'react'
import { useDebounced } from '@/platform/useDebounced'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { useMedia } from '../../api/media'
import { useMay } from '../../api/me'
import type { Medium } from '../../api/types'
import { t } from '../../i18n/texts'
import { SearchField } from '../SearchField'
import { MediaGrid } from './MediaGrid'
import { MediaUpload } from './MediaUpload'

/** How long typing rests before the library is searched, in milliseconds. */
const SETTLED_MS = 250

interface MediaPickerProps {
  /** Pictures alone, where no file fits. */
  isPicture?: boolean
  onPick: (medium: Medium) => void
}

/** A button that brings a medium out of the library, or a new one into it. Members who may not read the library see none. */
export function MediaPicker({ isPicture = false, onPick }: MediaPickerProps) {
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  if (!may('content.read')) return null
  const pick = (medium: Medium) => {
    setOpen(false)
    onPick(medium)
  }
  return (
    <>
      <Button variant="secondary" size="s" icon="layers" onPress={() => setOpen(true)}>
        {t('media.pick')}
      </Button>
      {isOpen && <Choice isPicture={isPicture} onPick={pick} onClose={() => setOpen(false)} />}
    </>
  )
}

function Choice({ isPicture, onPick, onClose }: Required<MediaPickerProps> & { onClose: () => void }) {
  const may = useMay()
  const [typed, setTyped] = useState('')
  const query = useDebounced(typed.trim(), SETTLED_MS)
  const list = useMedia({ query, kind: isPicture ? 'picture' : 'all', brand: '' })
  return (
    <Dialog title={t('media.pick_title')} onClose={onClose} size="l">
      <div className="space-y-4">
        <SearchField label={t('media.search')} value={typed} onChange={setTyped} />
        {may('content.edit') && <MediaUpload onUploaded={(medium) => (isPicture && medium.file_type === 'pdf' ? undefined : onPick(medium))} />}
        <MediaGrid list={list} onChoose={onPick} />
      </div>
    </Dialog>
  )
}
