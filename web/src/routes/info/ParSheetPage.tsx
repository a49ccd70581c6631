import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { gamesByIdQuery } from '@/features/catalogue/api/games'
import { RichText } from '@/features/content/components/RichText'
import { parSheetQuery } from '@/features/fairness/api/parSheet'
import { t } from '@/i18n/messages'
import { gameHref } from '@/domain/game'
import { TextLink } from '@/ui/Link'
import { StaticLink } from '@/ui/StaticLink'

/** The PAR sheet of a game: what it was counted from, and what comes back. */
export function ParSheetPage() {
  const { slug = '' } = useParams({ strict: false })
  const sheet = useSuspenseQuery(parSheetQuery(slug)).data
  const game = useQuery(gamesByIdQuery([sheet.identifier])).data?.[0]
  return (
    <div className="content py-6 md:py-10">
      <h1 className="text-2xl font-semibold md:text-3xl">{game ? t('par.of', { game: game.title }) : t('par.title')}</h1>
      <p className="mt-2 max-w-2xl text-soft">{t('par.lead')}</p>
      <p className="mt-3 mb-8 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        {game && (
          <StaticLink to={gameHref(game)} className="rounded-s text-link underline-offset-4 hover:underline">
            {t('par.to_game')}
          </StaticLink>
        )}
        <TextLink to="/$text" params={{ text: 'provably-fair' }}>
          {t('par.fair')}
        </TextLink>
      </p>
      <div lang="en" className="min-w-0 overflow-x-auto">
        <RichText html={sheet.content} />
      </div>
    </div>
  )
}
