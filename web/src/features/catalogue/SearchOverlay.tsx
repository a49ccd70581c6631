import { useInfiniteQuery } from '@tanstack/react-query'
import { memo, useDeferredValue, useMemo, useRef, useState, type FocusEvent, type RefObject } from 'react'
import { t } from '@/i18n/messages'
import { useDebounced } from '@/platform/useDebounced'
import { Dialog } from '@/ui/Dialog'
import { NothingFound } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { FailedState } from '@/ui/FailedState'
import { Icon } from '@/ui/Icon'
import { gamesListQuery, joinPages } from './api/games'
import { EndOfList } from './components/EndOfList'
import { RecommendedGames } from './components/GameList'
import { LongTileGrid } from './components/LongTileGrid'
import { MoreFailed } from './components/MoreFailed'
import { ItemGrid } from './components/TileGrid'
import { featurePhrase } from './model/features'
import { searchTerm, shortened } from './model/search'

const DEBOUNCE_MS = 300
/** No title is nearly as long: what is pasted beyond that is left out. */
const TEXT_LENGTH_MAX = 200

/** Search over all games, as a sheet over the page. */
export function SearchOverlay({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('search.title')} titleHidden onClose={onClose} size="l">
      <Search />
    </Dialog>
  )
}

/** The field and what it finds. Letters are drawn as they are typed; games come in small steps behind them. */
function Search() {
  const [text, setText] = useState('')
  const [hasFocus, setHasFocus] = useState(true)
  const input = useRef<HTMLInputElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const term = searchTerm(text)
  const settled = useDeferredValue(useDebounced(term, DEBOUNCE_MS))
  // From the field to the button beside it the focus does not leave.
  const leave = (event: FocusEvent) => !event.currentTarget.contains(event.relatedTarget) && setHasFocus(false)
  const clear = () => {
    setText('')
    input.current?.focus()
  }
  return (
    <div className="flex h-[86dvh] flex-col md:h-[72vh]">
      <div onFocus={() => setHasFocus(true)} onBlur={leave} className="relative mr-14 flex items-center border-b border-line/0 py-2 pl-5 md:py-3">
        <Icon name="search" size={22} className="shrink-0 text-muted" />
        <input
          ref={input}
          type="search"
          // eslint-disable-next-line jsx-a11y-x/no-autofocus -- The dialog is opened to type into it.
          autoFocus
          enterKeyHint="search"
          autoComplete="off"
          inputMode="search"
          aria-label={t('search.title')}
          placeholder={t('search.placeholder')}
          value={text}
          maxLength={TEXT_LENGTH_MAX}
          onChange={(event) => setText(event.currentTarget.value)}
          className="h-12 min-w-0 flex-1 bg-transparent px-3 text-lg text-text outline-none [&::-webkit-search-cancel-button]:hidden"
        />
        {hasFocus && term !== null && (
          <button type="button" onClick={clear} className="pressable h-9 rounded-s px-3 text-sm font-medium text-link hover:bg-hover pointer-coarse:h-11">
            {t('search.clear')}
          </button>
        )}
      </div>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto border-t border-line px-5 py-6">
        <Found term={settled} within={scroller} />
      </div>
    </div>
  )
}

interface FoundProps {
  /** What was typed, once it rests; null while it is too short to search for. */
  term: string | null
  /** What the games scroll in. */
  within: RefObject<HTMLElement | null>
}

/** Apart from the field, so that a letter draws no games anew. */
const Found = memo(function Found({ term, within }: FoundProps) {
  return term === null ? (
    <RecommendedGames title={t('search.recommended')} />
  ) : (
    <Results key={term} said={term} term={featurePhrase(term) ?? term} within={within} />
  )
})

interface ResultsProps {
  /** What was typed. */
  said: string
  /** What is searched for: that, or the catalogue's phrase for the feature that it names. */
  term: string
  /** What they scroll in. */
  within: RefObject<HTMLElement | null>
}

function Results({ said, term, within }: ResultsProps) {
  const filter = { title: term }
  const list = useInfiniteQuery(gamesListQuery(filter))
  const { isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list
  const data = useDeferredValue(list.data, undefined)
  const items = useMemo(() => joinPages(data?.pages ?? []).map((game) => ({ game })), [data])
  if (!data && !isError) return <ItemGrid items={[]} skeletons={6} />
  if (!data) return <FailedState title={t('search.failed_title')} text={t('search.failed_text')} onRetry={() => void refetch()} />
  const feature = featurePhrase(said, true)
  if (items.length === 0 && feature !== undefined && feature !== term) return <Results key={feature} said={said} term={feature} within={within} />
  if (items.length === 0) {
    return (
      <>
        <EmptyState drawing={<NothingFound />} title={t('search.empty_title', { term: shortened(said) })} text={t('search.empty_text')} />
        <RecommendedGames title={t('search.recommended')} />
      </>
    )
  }
  return (
    <>
      <p role="status" className="mb-4 text-sm text-muted">
        {t('search.found', { count: data?.pages[0]?.pagination.total_count ?? items.length })}
      </p>
      <LongTileGrid items={items} filter={filter} within={within} />
      <EndOfList within={within} onReach={() => void fetchNextPage()} active={hasNextPage && !isFetchingNextPage && !isError} />
      {isError && <MoreFailed onRetry={() => void fetchNextPage()} />}
    </>
  )
}
