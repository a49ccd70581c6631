import { useRef, type KeyboardEvent } from 'react'
import { Badge } from '@/ui/Badge'
import { Icon } from '@/ui/Icon'
import { Skeleton } from '@/ui/Skeleton'
import type { List } from '../../api/lists'
import { mediumFile } from '../../api/media'
import type { Medium } from '../../api/types'
import { t } from '../../i18n/texts'
import { ListEnd } from '../ListTable'
import { Failed, State } from '../Loaded'
import { stepIn } from './steps'

interface MediaGridProps {
  list: List<Medium>
  /** A press on a medium, or Enter. */
  onChoose: (medium: Medium) => void
}

/** Media as thumbnails. The arrows, Home and End move between them. */
export function MediaGrid({ list, onChoose }: MediaGridProps) {
  const grid = useRef<HTMLUListElement>(null)
  const { rows, error } = list
  if (error && !rows) return <Failed error={error} onRetry={list.askAgain} />
  if (!rows) {
    return (
      <div role="status" aria-label={t('state.loading')}>
        <Skeleton className="h-80 w-full" />
      </div>
    )
  }
  if (rows.length === 0) return <State icon="layers" title={t('media.none')} text={t('media.none_text')} />
  const move = (event: KeyboardEvent) => {
    // With these the browser has uses of its own for the arrows, such as Back.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const buttons = [...(grid.current?.querySelectorAll<HTMLElement>('[data-medium]') ?? [])]
    const place = buttons.findIndex((button) => button === document.activeElement)
    const top = buttons[0]?.offsetTop
    const columns = buttons.filter((button) => button.offsetTop === top).length
    const next = stepIn(event.key, place, buttons.length, columns)
    if (next === null) return
    event.preventDefault()
    buttons[next]?.focus()
  }
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- The arrows move between its buttons. */}
      <ul ref={grid} aria-label={t('media.title')} onKeyDown={move} className="grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-3">
        {rows.map((medium) => (
          <li key={medium.id} className="min-w-0">
            <button
              type="button"
              data-medium
              onClick={() => onChoose(medium)}
              className="block w-full overflow-hidden rounded-m border border-line bg-surface text-left hover:border-line-strong focus-visible:outline-2 focus-visible:outline-focus"
            >
              <Thumbnail medium={medium} />
              <span className="block px-3 py-2">
                <span className="block truncate text-sm font-medium">{medium.name}</span>
                <span className="block truncate text-xs text-muted">{factsOf(medium)}</span>
                {medium.file_type !== 'pdf' && !medium.alts.en && <Badge tone="warning">{t('media.no_alt')}</Badge>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <ListEnd list={list} />
    </>
  )
}

/** Type, pixels and size of a medium. */
export function factsOf({ file_type, width, height, size_bytes }: Medium): string {
  const pixels = width === null || height === null ? [] : [`${width} × ${height}`]
  return [file_type.toUpperCase(), ...pixels, t('documents.kilobytes', { size: Math.ceil(size_bytes / 1000) })].join(' · ')
}

/** A picture as it is, or the sign of a file. */
function Thumbnail({ medium }: { medium: Medium }) {
  return (
    <span className="grid aspect-[4/3] place-items-center bg-raised">
      {medium.file_type === 'pdf' ? (
        <Icon name="file" size={36} className="text-muted" />
      ) : (
        <img src={mediumFile(medium.id)} alt="" loading="lazy" decoding="async" className="size-full object-contain" />
      )}
    </span>
  )
}
