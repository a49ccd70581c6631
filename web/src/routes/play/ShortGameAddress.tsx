import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, notFound, useParams } from '@tanstack/react-router'
import { gamesRowQuery } from '@/features/catalogue/api/games'

/** As many games as one look at the catalogue brings: the address names a title, near the top of its search. */
const CANDIDATES = 100

/** `/play/{slug}` without the studio: finds the game and goes on to its full address. */
export function ShortGameAddress() {
  const { slug } = useParams({ from: '/play/$slug' })
  const found = useSuspenseQuery(gamesRowQuery({ title: slug.replaceAll('-', ' ') }, CANDIDATES)).data.data
  const game = found.find((candidate) => candidate.slug === slug || candidate.seo_title === slug)
  if (!game) throw notFound()
  return <Navigate to="/play/$producer/$name" params={{ producer: game.provider, name: game.seo_title }} replace />
}
