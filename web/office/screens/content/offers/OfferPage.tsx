import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Badge } from '@/ui/Badge'
import { offerQuery } from '../../../api/offers'
import type { OfferView } from '../../../api/types'
import { t } from '../../../i18n/texts'
import { Loaded } from '../../../ui/Loaded'
import { PageHead } from '../../../ui/PageHead'
import { Time } from '../../../ui/Time'
import { OfferEditor } from './OfferEditor'

const route = getRouteApi('/member/offers/$code')

/** An offer: its form, what is hard about it, what it comes to, and the steps that it can take. */
export function OfferPage() {
  const { code } = route.useParams()
  return (
    <Loaded query={useQuery(offerQuery(code))} isPage>
      {(view) => (
        <>
          <PageHead title={view.draft?.offer?.title.en ?? view.in_force.offer?.title.en ?? code} lead={<Standing view={view} />} />
          <OfferEditor key={code} view={view} />
        </>
      )}
    </Loaded>
  )
}

/** A new offer. */
export function NewOfferPage() {
  return (
    <>
      <PageHead
        title={t('offers.new')}
        lead={
          <Link to="/offers" search={{ query: '', state: 'all' }} className="text-link underline-offset-4 hover:underline">
            {t('offers.title')}
          </Link>
        }
      />
      <OfferEditor view={null} />
    </>
  )
}

/** Which version is in force, what is on its way, and where older ones stand. */
function Standing({ view: { path, code, in_force, draft } }: { view: OfferView }) {
  const { version } = in_force
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Link to="/offers" search={{ query: '', state: 'all' }} className="text-link underline-offset-4 hover:underline">
        {t('offers.title')}
      </Link>
      <span className="font-mono">{code}</span>
      {in_force.offer && (
        <Badge tone={version === 0 ? 'neutral' : 'success'}>{version === 0 ? t('content.state_folder') : t('content.version_in_force', { version })}</Badge>
      )}
      {draft && <Badge tone={draft.due_at ? 'info' : 'warning'}>{t(draft.due_at ? 'content.state_scheduled' : 'content.state_draft')}</Badge>}
      {draft && (
        <span>
          {draft.saved_by} · <Time at={draft.saved_at} />
        </span>
      )}
      <Link
        to="/content/document/$"
        params={{ _splat: path.replace(/\.toml$/, '') }}
        search={{ view: 'history' }}
        className="text-link underline-offset-4 hover:underline"
      >
        {t('content.view_history')}
      </Link>
    </span>
  )
}
