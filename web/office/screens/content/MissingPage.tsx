import { getRouteApi } from '@tanstack/react-router'
import { Badge } from '@/ui/Badge'
import { useMissingTexts } from '../../api/content'
import type { List } from '../../api/lists'
import type { MissingText } from '../../api/types'
import { t } from '../../i18n/texts'
import { FilterTabs } from '../../ui/FilterTabs'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { LANGUAGES, pageOf } from '../../ui/documentAddresses'

const route = getRouteApi('/member/content/missing')

/** What has to be translated, each with the way to where it is written. */
export function MissingPage() {
  const { language } = route.useSearch()
  const found = useMissingTexts()
  const rows = found.data?.filter((row) => language === 'all' || row.language === language)
  const list: List<MissingText> = {
    rows,
    error: found.error,
    hasMore: false,
    isAskingForMore: false,
    askForMore: () => undefined,
    askAgain: () => void found.refetch(),
  }
  const choices = ['all', ...LANGUAGES.slice(1)].map((value) => ({ value, label: value === 'all' ? t('missing.all') : value }))
  return (
    <>
      <PageHead
        title={t('missing.title')}
        lead={t('missing.lead')}
        actions={<FilterTabs label={t('language')} name="language" chosen={language} choices={choices} />}
      />
      <ListTable
        label={t('missing.title')}
        list={list}
        columns={columns()}
        rowKey={({ path, place, language: missing }) => `${path} ${place ?? ''} ${missing}`}
        rowPath={({ path }) => pageOf(path)}
        empty={<State icon="check" title={t('missing.none')} />}
      />
    </>
  )
}

const columns = (): ListColumn<MissingText>[] => [
  { label: t('content.document'), cell: ({ path }) => <span className="font-mono text-[13px] break-all">{path}</span> },
  { label: t('missing.place'), cell: ({ place }) => place ?? t('missing.whole') },
  { label: t('language'), cell: ({ language }) => language },
  {
    label: t('content.state'),
    cell: ({ is_outdated }) => <Badge tone={is_outdated ? 'info' : 'warning'}>{t(is_outdated ? 'missing.outdated' : 'missing.missing')}</Badge>,
  },
]
