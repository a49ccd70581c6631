import { getRouteApi } from '@tanstack/react-router'
import { Badge } from '@/ui/Badge'
import { useMissingTexts } from '../../api/content'
import type { List } from '../../api/lists'
import type { MissingText } from '../../api/types'
import { say } from '../../i18n/texts'
import { FilterTabs } from '../../ui/FilterTabs'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { LANGUAGES, pageOf } from './addresses'

const route = getRouteApi('/member/content/missing')

/** What has to be translated, each with the way to where it is written. */
export function MissingPage() {
  const { language } = route.useSearch()
  const found = useMissingTexts()
  const rows = found.data?.filter((row) => language === 'all' || row.language === language)
  const list: List<MissingText> = { rows, error: found.error, hasMore: false, isAskingForMore: false, askForMore: () => undefined, askAgain: () => void found.refetch() }
  const choices = ['all', ...LANGUAGES.slice(1)].map((value) => ({ value, label: value === 'all' ? say('missing.all') : value }))
  return (
    <>
      <PageHead title={say('missing.title')} lead={say('missing.lead')} actions={<FilterTabs label={say('language')} name="language" chosen={language} choices={choices} />} />
      <ListTable
        label={say('missing.title')}
        list={list}
        columns={columns()}
        rowKey={({ path, place, language: missing }) => `${path} ${place ?? ''} ${missing}`}
        rowPath={({ path }) => pageOf(path)}
        empty={<State icon="check" title={say('missing.none')} />}
      />
    </>
  )
}

const columns = (): ListColumn<MissingText>[] => [
  { label: say('content.document'), cell: ({ path }) => <span className="font-mono text-[13px] break-all">{path}</span> },
  { label: say('missing.place'), cell: ({ place }) => place ?? say('missing.whole') },
  { label: say('language'), cell: ({ language }) => language },
  { label: say('content.state'), cell: ({ is_outdated }) => <Badge tone={is_outdated ? 'info' : 'warning'}>{say(is_outdated ? 'missing.outdated' : 'missing.missing')}</Badge> },
]
