import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { useBrand } from '@/api/info/brand'
import { providersQuery } from '@/api/info/catalogue'
import { usePlayer } from '@/api/session/player'
import { gameQuery } from '@/features/catalogue/api/games'
import { FavouriteButton } from '@/features/catalogue/components/FavouriteButton'
import { GameRow } from '@/features/catalogue/components/GameRow'
import { Snippet } from '@/features/content/components/Snippet'
import { GameFacts } from '@/features/play/components/GameFacts'
import { GameStage } from '@/features/play/components/GameStage'
import { RealityCheck } from '@/features/limits/components/RealityCheck'
import { SessionTimer } from '@/features/session/components/SessionTimer'
import { sessionStart } from '@/features/session/model/sessionClock'
import { t } from '@/i18n/messages'
import { useIsChatOpen } from '@/domain/chat'
import { cx } from '@/platform/cx'
import { hasDemo } from '@/domain/game'
import { usePageHead } from '@/platform/pageHead'
import { GameIdentifiers } from './GameIdentifiers'
import { MissingFieldsDialog } from './MissingFieldsDialog'

/** One game: where it runs, what its maths are, and what else is like it. */
export function GamePage() {
  const { producer, name } = useParams({ from: '/play/$producer/$name' })
  const { mode, modal } = useSearch({ from: '/play/$producer/$name' })
  const brand = useBrand()
  const game = useSuspenseQuery(gameQuery(producer, name)).data
  const provider = useQuery(providersQuery).data?.find((known) => known.id === game.provider)
  usePageHead({
    title: t('title.page', { page: game.title, brand }),
    canonicalPath: `/play/${game.provider}/${game.seo_title}`,
  })
  const [isChecked, setChecked] = useState(false)
  const isChatOpen = useIsChatOpen()
  const player = usePlayer()
  // The stage is drawn first and alone; the space below is kept.
  const isWhole = useDeferredValue(true, false)
  return (
    <div className={cx('content space-y-10 pb-10 max-md:px-0 md:pt-6', !isWhole && 'min-h-[200vh]')}>
      <GameStage
        key={game.identifier}
        game={game}
        provider={provider?.title ?? game.provider}
        mode={mode}
        hasDemo={hasDemo(game)}
        favourite={<FavouriteButton game={game} />}
        timer={<SessionTimer className="stage-rail:flex-col" />}
        isCovered={modal !== undefined || isChecked || isChatOpen}
        personalInfo={(missing) => <MissingFieldsDialog {...missing} />}
        snippet={(id) => <Snippet id={id} />}
      />
      {mode === 'real' && player && <SessionCheck key={player.id} playerId={player.id} onShown={setChecked} />}
      {isWhole && (
        <div className={cx('space-y-10 max-md:px-(--gutter)', mode && 'stage-full:hidden')}>
          <GameFacts game={game} />
          <GameIdentifiers game={game} />
          <GameRow
            title={t('play.similar')}
            filter={game.categories.length > 0 ? { categories: game.categories } : {}}
            except={(other) => other.identifier === game.identifier}
          />
        </div>
      )}
    </div>
  )
}

/** The reality check by the clock of the session timer. */
function SessionCheck({ playerId, onShown }: { playerId: number; onShown: (isShown: boolean) => void }) {
  const [start] = useState(() => sessionStart(playerId, Date.now()))
  return <RealityCheck start={start} onShown={onShown} />
}
