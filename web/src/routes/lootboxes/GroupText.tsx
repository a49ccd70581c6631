import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { textPageQuery, textPagesQuery } from '@/api/info/textPages'
import { usePlayer } from '@/api/session/player'
import { RichText } from '@/features/content/components/RichText'
import { currentLocale } from '@/i18n/messages'
import { groupsOf } from '@/domain/player/groups'
import { pathForGroups } from './groupTextPath'

/** The operator's own text about a page: the one for the first of the player's groups that has one, else everybody's. */
export function GroupText({ path }: { path: string }) {
  const titleId = useId()
  const player = usePlayer()
  const pages = useQuery(textPagesQuery(currentLocale())).data
  const own = pathForGroups(pages?.map((page) => page.path) ?? [], path, groupsOf(player))
  const { data } = useQuery({ ...textPageQuery(own ?? path, currentLocale()), enabled: own !== undefined })
  // A query that is not enabled still answers from the cache: with the text for everybody, before the group's is known.
  if (own === undefined || !data?.content) return null
  return (
    <section aria-labelledby={titleId} className="max-w-3xl border-t border-line pt-8">
      <h2 id={titleId} className="text-xl font-semibold">
        {data.title}
      </h2>
      <RichText html={data.content} className="mt-3" />
    </section>
  )
}
