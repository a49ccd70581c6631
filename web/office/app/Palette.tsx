import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useId, useState, type KeyboardEvent } from 'react'
import { cx } from '@/platform/cx'
import { useDebounced } from '@/platform/useDebounced'
import { Dialog } from '@/ui/Dialog'
import { Icon, type IconName } from '@/ui/Icon'
import { foundPlayersQuery } from '../api/players'
import type { Me } from '../api/types'
import { t } from '../i18n/texts'
import { isPlayerSearch, pagesFor, pagesNamed } from './pages'

const SETTLED_MS = 200

interface Choice {
  path: string
  label: string
  hint?: string
  icon: IconName
}

/** Leads to any page, and to any player, from the keyboard. */
export function Palette({ me, onClose }: { me: Me; onClose: () => void }) {
  const router = useRouter()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState(0)
  const choices = useChoices(me, typed)
  const chosen = Math.min(place, choices.length - 1)

  const go = (choice: Choice | undefined) => {
    if (!choice) return
    onClose()
    router.history.push(choice.path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go(choices[chosen])
    else if (event.key === 'ArrowDown') setPlace(Math.min(chosen + 1, choices.length - 1))
    else if (event.key === 'ArrowUp') setPlace(Math.max(chosen - 1, 0))
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={t('palette.title')} titleHidden onClose={onClose}>
      <div className="flex items-center gap-3 border-b border-line px-4 pr-14">
        <Icon name="search" className="text-muted" />
        <input
          // eslint-disable-next-line jsx-a11y-x/no-autofocus -- The dialog's first control has the focus as soon as it is there.
          autoFocus
          role="combobox"
          aria-label={t('palette.label')}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={choices[chosen] && `${listId}-${chosen}`}
          autoComplete="off"
          value={typed}
          placeholder={t(me.permissions.includes('players.read') ? 'palette.hint_players' : 'palette.hint')}
          onChange={({ target }) => {
            setTyped(target.value)
            setPlace(0)
          }}
          onKeyDown={onKeyDown}
          className="h-14 w-full bg-transparent text-[16px] outline-none"
        />
      </div>
      <ul id={listId} role="listbox" aria-label={t('palette.title')} className="max-h-80 min-h-24 overflow-y-auto p-2">
        {choices.map((choice, index) => (
          // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events -- The combobox above has the keys of its options.
          <li
            key={choice.path}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => go(choice)}
            onPointerMove={() => setPlace(index)}
            className={cx('flex h-11 cursor-pointer items-center gap-3 rounded-m px-3 text-sm', index === chosen ? 'bg-hover text-text' : 'text-soft')}
          >
            <Icon name={choice.icon} size={18} />
            <span className="min-w-0 flex-1 truncate">{choice.label}</span>
            {choice.hint && <span className="truncate text-xs text-muted">{choice.hint}</span>}
          </li>
        ))}
      </ul>
      <p role="status" className="px-5 pb-4 text-xs text-muted">
        {choices.length === 0 ? t('palette.none') : t('palette.keys')}
      </p>
    </Dialog>
  )
}

/** Pages by their names, then players where the member may look for them. */
function useChoices(me: Me, typed: string): Choice[] {
  const wanted = useDebounced(typed.trim(), SETTLED_MS)
  const isSearching = me.permissions.includes('players.read') && isPlayerSearch(wanted)
  const { data } = useQuery({ ...foundPlayersQuery(wanted), enabled: isSearching, placeholderData: keepPreviousData })
  const players = isSearching ? (data?.players ?? []) : []
  return [
    ...pagesNamed(pagesFor(me), typed).map(({ path, title, icon }) => ({ path, icon, label: t(title) })),
    ...players.map(({ id, email, name }): Choice => ({ path: `/players/${id}`, icon: 'user', label: [`#${id}`, name].filter(Boolean).join(' '), hint: email })),
  ]
}
