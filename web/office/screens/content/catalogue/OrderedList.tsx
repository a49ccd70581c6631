import { useRef, useState, type ReactNode } from 'react'
import { cx } from '@/platform/cx'
import { IconButton } from '@/ui/IconButton'
import { t } from '../../../i18n/texts'
import { moved } from './order'

interface Entry {
  id: string
  name: string
}

interface OrderedListProps {
  label: string
  entries: readonly Entry[]
  /** Ids in their new order. */
  onChange: (ids: string[]) => void
  isReadOnly: boolean
  /** Takes an entry out; without it entries stay. */
  onRemove?: (id: string) => void
  /** What stands beside the name. */
  actions?: (entry: Entry) => ReactNode
}

/** Entries in an order of their own: moved by arrows, by Alt and an arrow key, or by dragging. */
export function OrderedList({ label, entries, onChange, isReadOnly, onRemove, actions }: OrderedListProps) {
  const rows = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const move = (from: number, to: number) => {
    const entry = entries[from]
    if (isReadOnly || !entry || to < 0 || to >= entries.length || to === from) return
    onChange(moved(entries, from, to).map(({ id }) => id))
    setAnnouncement(t('collections.moved', { name: entry.name, place: to + 1 }))
  }
  const focus = (place: number) => rows.current?.querySelectorAll<HTMLElement>(':scope > li')[place]?.focus()
  return (
    <>
      <ol ref={rows} aria-label={label} className="divide-y divide-line rounded-m border border-line">
        {entries.map((entry, place) => (
          // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- A row is dragged, and moved by keys.
          <li
            key={entry.id}
            // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- A row takes the focus, so that keys move it.
            tabIndex={0}
            draggable={!isReadOnly}
            onDragStart={() => setDragged(place)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (dragged !== null) event.preventDefault()
            }}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged !== null) move(dragged, place)
              setDragged(null)
            }}
            onKeyDown={(event) => {
              const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
              if (step === undefined || event.target !== event.currentTarget) return
              event.preventDefault()
              if (event.altKey) move(place, place + step)
              else focus(place + step)
            }}
            className={cx('flex min-h-11 items-center gap-2 px-3 text-sm', dragged === place && 'opacity-45', !isReadOnly && 'cursor-grab')}
          >
            <span className="tabular w-6 shrink-0 text-right text-muted">{place + 1}</span>
            <span className="min-w-0 flex-1 truncate text-text">{entry.name}</span>
            {actions?.(entry)}
            {!isReadOnly && (
              <>
                <IconButton
                  size="s"
                  icon="arrowUp"
                  label={t('collections.up', { name: entry.name })}
                  isDisabled={place === 0}
                  onPress={() => move(place, place - 1)}
                />
                <IconButton
                  size="s"
                  icon="arrowDown"
                  label={t('collections.down', { name: entry.name })}
                  isDisabled={place === entries.length - 1}
                  onPress={() => move(place, place + 1)}
                />
                {onRemove && <IconButton size="s" icon="close" label={t('collections.remove', { name: entry.name })} onPress={() => onRemove(entry.id)} />}
              </>
            )}
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}
