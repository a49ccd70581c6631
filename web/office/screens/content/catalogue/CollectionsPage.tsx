import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '@/api/errors'
import { useAction } from '@/api/useAction'
import { useDebounced } from '@/platform/useDebounced'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { showToast } from '@/ui/toast'
import { toastError } from '@/ui/toastError'
import { collectionsQuery, saveCollections, useArrangement } from '../../../api/catalogue'
import { CONTENT } from '../../../api/content'
import { useMay } from '../../../api/me'
import type { CollectionForm, CollectionsView } from '../../../api/types'
import { t } from '../../../i18n/texts'
import { Loaded } from '../../../ui/Loaded'
import { PageHead } from '../../../ui/PageHead'
import { Panel } from '../../../ui/Panel'
import { NewerAlert } from '../NewerAlert'
import { DraftSteps } from './DraftSteps'
import { OrderedList } from './OrderedList'

const FOLLOW = ['popular', 'newest', 'title', 'nothing'] as const
const SELECT = 'h-10 w-full rounded-m border border-line bg-surface px-3 text-sm text-text disabled:opacity-60'
/** How long the lists stand still before it is asked what they come to. */
const SETTLES_MS = 300

/** The lists of games: their order, and what each begins and goes on with. */
export function CollectionsPage() {
  return (
    <Loaded query={useQuery(collectionsQuery)} isPage>
      {(view) => (
        <>
          <PageHead title={t('collections.title')} lead={t('collections.lead')} />
          <CollectionsEditor view={view} />
        </>
      )}
    </Loaded>
  )
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The lists as they are written. */
export function CollectionsEditor({ view }: { view: CollectionsView }) {
  const queryClient = useQueryClient()
  const may = useMay()
  const [seen, setSeen] = useState(view)
  const [lists, setLists] = useState(view.collections)
  const [faults, setFaults] = useState<readonly string[]>([])
  const [openId, setOpen] = useState(view.collections[0]?.id ?? '')
  const isChanged = !isSame(lists, seen.collections)
  const isNewer = view.draft.revision !== seen.draft.revision || view.draft.base !== seen.draft.base
  const adopt = (found: CollectionsView, kept?: CollectionForm[]) => {
    setSeen(found)
    setLists(kept ?? found.collections)
  }
  if (isNewer && !isChanged) adopt(view)
  const save = useAction({
    run: (sent: CollectionForm[], { idempotencyKey }) => saveCollections(seen.draft, sent, idempotencyKey),
    onDone: (found) => {
      setFaults([])
      queryClient.setQueryData(collectionsQuery.queryKey, found)
      void queryClient.invalidateQueries({ queryKey: CONTENT })
      adopt(found)
      showToast('successfully', t('content.saved'))
    },
    onError: (error) => {
      setFaults(error instanceof ApiError ? Object.values(error.fields).flatMap((found) => found.map(({ message }) => message)) : [])
      toastError(error)
      void queryClient.invalidateQueries({ queryKey: CONTENT })
    },
  })
  const isReadOnly = !may('content.edit') || view.draft.due_at !== null
  const opened = lists.find(({ id }) => id === openId)
  const change = (part: Partial<CollectionForm>) => setLists(lists.map((list) => (list.id === openId ? { ...list, ...part } : list)))
  const reorder = (ids: string[]) => setLists(ids.flatMap((id) => lists.find((list) => list.id === id) ?? []))
  return (
    <div className="space-y-4">
      {isNewer && isChanged && (
        <NewerAlert onTake={() => adopt(view)} onKeep={() => adopt(view, lists)}>
          {t('content.newer', { name: view.draft.saved_by ?? '' })}
        </NewerAlert>
      )}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t('collections.order')}>
          <OrderedList
            label={t('collections.order')}
            entries={lists.map(({ id, title }) => ({ id, name: title }))}
            onChange={reorder}
            isReadOnly={isReadOnly}
            actions={({ id, name }) => (
              <Button size="s" variant={id === openId ? 'secondary' : 'ghost'} aria-label={t('collections.open', { name })} onPress={() => setOpen(id)}>
                {t('collections.edit')}
              </Button>
            )}
          />
        </Panel>
        {opened && (
          <div key={opened.id} className="space-y-4">
            <Collection list={opened} titles={view.titles} isReadOnly={isReadOnly} onChange={change} />
            <Outcome lists={lists} id={opened.id} />
          </div>
        )}
      </div>
      {faults.map((message) => (
        <p key={message} role="alert" className="text-sm text-danger-text">
          {message}
        </p>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        {!isReadOnly && (
          <Button
            variant={isChanged ? 'primary' : 'secondary'}
            isDisabled={!isChanged || isNewer}
            pending={save.isPending}
            onPress={() => void save.start(lists)}
          >
            {t('content.save')}
          </Button>
        )}
        <DraftSteps draft={view.draft} isChanged={isChanged} />
        {!may('content.edit') && <p className="text-sm text-muted">{t('content.read_only')}</p>}
      </div>
    </div>
  )
}

interface CollectionProps {
  list: CollectionForm
  titles: CollectionsView['titles']
  isReadOnly: boolean
  onChange: (part: Partial<CollectionForm>) => void
}

/** What a list begins and goes on with. */
function Collection({ list, titles, isReadOnly, onChange }: CollectionProps) {
  const nameOf = (identifier: string) => titles.find((title) => title.identifier === identifier)?.title ?? identifier
  const left = titles.filter(({ identifier }) => !list.games.includes(identifier))
  return (
    <Panel title={list.title}>
      <div className="space-y-4">
        <Checkbox isSelected={list.in_menus} isDisabled={isReadOnly} onChange={(in_menus) => onChange({ in_menus })}>
          {t('collections.in_menus')}
        </Checkbox>
        <OrderedList
          label={t('collections.first')}
          entries={list.games.map((id) => ({ id, name: nameOf(id) }))}
          onChange={(games) => onChange({ games })}
          onRemove={(id) => onChange({ games: list.games.filter((other) => other !== id) })}
          isReadOnly={isReadOnly}
        />
        {!isReadOnly && (
          <select
            aria-label={t('collections.add_game')}
            value=""
            className={SELECT}
            onChange={({ target }) => onChange({ games: [...list.games, target.value] })}
          >
            <option value="">{t('collections.choose')}</option>
            {left.map(({ identifier, title }) => (
              <option key={identifier} value={identifier}>
                {title}
              </option>
            ))}
          </select>
        )}
        <label className="block text-sm text-soft">
          {t('collections.follow')}
          <select
            value={list.follow}
            disabled={isReadOnly}
            className={SELECT}
            onChange={({ target }) => onChange({ follow: FOLLOW.find((one) => one === target.value) ?? list.follow })}
          >
            {FOLLOW.map((follow) => (
              <option key={follow} value={follow}>
                {t(`collections.follow_${follow}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
    </Panel>
  )
}

/** What players would get of a list. */
function Outcome({ lists, id }: { lists: CollectionForm[]; id: string }) {
  const { data } = useArrangement(useDebounced(lists, SETTLES_MS))
  const found = data?.lists.find((list) => list.id === id)
  return (
    <Panel title={t('collections.outcome')} actions={found && <span className="text-sm text-muted">{t('collections.total', { count: found.total })}</span>}>
      {data?.fault && (
        <p role="alert" className="text-sm break-words text-danger-text">
          {data.fault}
        </p>
      )}
      {found?.total === 0 && <p className="text-sm text-muted">{t('collections.no_games')}</p>}
      <ol className="list-decimal space-y-1 pl-6 text-sm text-soft">
        {found?.games.map(({ identifier, title }) => (
          <li key={identifier}>{title}</li>
        ))}
      </ol>
    </Panel>
  )
}
