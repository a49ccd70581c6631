import { useQuery } from '@tanstack/react-query'
import { projectQuery } from '@/api/info/reference'
import { usePlayer } from '@/api/session/player'
import { currentLocale } from '@/i18n/messages'
import { groupsOf } from '@/domain/player/groups'
import { snippetsQuery } from './snippets'

/** The copyright line for the visitor's groups and licence, as clean HTML; undefined until it is known. */
export function useCopyright(): string | undefined {
  const snippets = useQuery(snippetsQuery(currentLocale())).data
  const copyright = useQuery(projectQuery).data?.copyright
  const groups = groupsOf(usePlayer())
  if (!copyright) return undefined
  const own = groups.map((group) => copyright.by_group[String(group)]).find((id) => id !== undefined)
  return snippets?.find((snippet) => snippet.id === (own ?? copyright.default))?.content
}
