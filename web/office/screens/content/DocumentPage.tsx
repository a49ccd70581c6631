import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Badge } from '@/ui/Badge'
import { contentQuery } from '../../api/content'
import { useMay } from '../../api/me'
import type { ContentDocument } from '../../api/types'
import { t } from '../../i18n/texts'
import { FilterTabs } from '../../ui/FilterTabs'
import { Loaded, State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Time } from '../../ui/Time'
import { inLanguage, languageOf, LANGUAGES, pageOf, pathAt } from '../../ui/documentAddresses'
import { CostPage } from './cost/CostPage'
import { isEstimated, isTried } from './cost/costModel'
import { DryRunPanel } from './cost/DryRunPanel'
import { Editor } from './Editor'
import { Preview } from './Preview'
import { Versions } from './Versions'
import { Writing } from './Writing'

const route = getRouteApi('/member/content/document/$')
const VIEWS = ['text', 'changes', 'cost', 'dry_run', 'preview', 'history'] as const

/** A document: its text, what a draft changes, how it looks on the site, and its versions. */
export function DocumentPage() {
  const { _splat } = route.useParams()
  const path = pathAt(_splat ?? '')
  const query = useQuery(contentQuery(path))
  return (
    <Loaded query={query} isPage>
      {(document) => <Shown key={path} document={document} />}
    </Loaded>
  )
}

function Shown({ document }: { document: ContentDocument }) {
  const { view } = route.useSearch()
  const mayTry = useMay()('risk.edit') && isTried(document.path)
  const isOffered = (value: (typeof VIEWS)[number]) => {
    if (value === 'cost') return isEstimated(document.path)
    return value !== 'dry_run' || mayTry
  }
  return (
    <>
      <PageHead
        title={document.path}
        lead={<Standing document={document} />}
        actions={
          <FilterTabs
            label={t('content.views')}
            name="view"
            chosen={view}
            choices={VIEWS.filter(isOffered).map((value) => ({ value, label: t(`content.view_${value}`) }))}
          />
        }
      />
      <Languages path={document.path} />
      {view === 'text' && <Writing document={document} />}
      {view === 'changes' && <Changes document={document} />}
      {view === 'cost' && isEstimated(document.path) && <CostPage document={document} />}
      {view === 'dry_run' && mayTry && <DryRunPanel revision={document.draft?.revision ?? null} />}
      {view === 'preview' && <Preview document={document} />}
      {view === 'history' && <Versions document={document} />}
    </>
  )
}

/** Which version is in force, and what is on its way. */
function Standing({ document: { in_force, draft } }: { document: ContentDocument }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Link to="/content" search={{ query: '', state: 'all' }} className="text-link underline-offset-4 hover:underline">
        {t('content.title')}
      </Link>
      <Badge tone={in_force.version === 0 ? 'neutral' : 'success'}>
        {in_force.version === 0 ? t('content.state_folder') : t('content.version_in_force', { version: in_force.version })}
      </Badge>
      {draft && <Badge tone={draft.due_at ? 'info' : 'warning'}>{t(draft.due_at ? 'content.state_scheduled' : 'content.state_draft')}</Badge>}
      {draft && (
        <span>
          {draft.saved_by} · <Time at={draft.saved_at} />
        </span>
      )}
    </span>
  )
}

/** The same text in the other languages. */
function Languages({ path }: { path: string }) {
  const own = languageOf(path)
  if (own === null) return null
  return (
    <nav aria-label={t('content.languages')} className="mb-4 flex flex-wrap gap-1">
      {LANGUAGES.map((language) => (
        <Link
          key={language}
          to={pageOf(inLanguage(path, language) ?? path)}
          aria-current={language === own ? 'page' : undefined}
          className="rounded-s border border-line px-2.5 py-1 text-sm text-soft hover:bg-hover aria-[current]:border-line-strong aria-[current]:bg-hover aria-[current]:text-text"
        >
          {language}
        </Link>
      ))}
    </nav>
  )
}

/** What the draft changes of the text in force. */
function Changes({ document: { in_force, draft, format } }: { document: ContentDocument }) {
  if (!draft) return <State icon="check" title={t('content.no_draft')} />
  if (draft.body === null) return <State icon="warning" title={t('content.takes_away')} />
  if (draft.body === in_force.body) return <State icon="check" title={t('content.no_changes')} />
  return (
    <Editor key={`${draft.revision} ${in_force.version}`} label={t('content.view_changes')} text={draft.body} original={in_force.body ?? ''} format={format} />
  )
}
