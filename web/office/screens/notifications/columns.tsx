import { Badge } from '@/ui/Badge'
import type { Campaign } from '../../api/types'
import { t } from '../../i18n/texts'
import type { ListColumn } from '../../ui/ListTable'
import { Time } from '../../ui/Time'

/** What the list tells of a notification, with numbers as readers of `locale` write them. */
export const columns = (locale: string): ListColumn<Campaign>[] => [
  {
    label: t('campaigns.what'),
    cell: ({ title, text, promotional }) => (
      <>
        {title}
        <span className="block max-w-md text-xs font-normal text-muted">{text}</span>
        <Badge>{t(promotional ? 'campaigns.promotional' : 'campaigns.about_account')}</Badge>
      </>
    ),
  },
  { label: t('campaigns.to'), cell: (campaign) => <Readers campaign={campaign} /> },
  { label: t('staff.state'), cell: (campaign) => <Standing campaign={campaign} /> },
  {
    label: t('campaigns.sent'),
    align: 'end',
    cell: ({ sent, left_out }) => (
      <span className="tabular">
        {sent.toLocaleString(locale)}
        {left_out > 0 && <span className="block text-xs text-muted">{t('campaigns.left_out', { count: left_out })}</span>}
      </span>
    ),
  },
  {
    label: t('campaigns.read'),
    align: 'end',
    cell: ({ read, sent }) => (
      <span className="tabular">
        {read.toLocaleString(locale)}
        {sent > 0 && (
          <span className="block text-xs text-muted">{t('campaigns.read_share', { share: (read / sent).toLocaleString(locale, { style: 'percent' }) })}</span>
        )}
      </span>
    ),
  },
  {
    label: t('campaigns.by'),
    wideOnly: true,
    cell: ({ by, reason, created_at }) => (
      <>
        {by}: {reason}
        <span className="block text-xs text-muted">
          <Time at={created_at} />
        </span>
      </>
    ),
  },
  { label: t('campaigns.expires'), wideOnly: true, cell: ({ expires_at }) => <Time at={expires_at} /> },
]

function Readers({ campaign: { player_id, groups, segment, brand } }: { campaign: Campaign }) {
  if (player_id !== null) return `#${player_id}`
  return (
    <>
      {segment ? segment.name : groups.map(({ name }) => name).join(', ')}
      {brand && <span className="block text-xs text-muted">{brand}</span>}
    </>
  )
}

const TONES = { sending: 'warning', sent: 'success', withdrawn: 'danger', expired: 'neutral' } as const

function Standing({ campaign: { state, withdrawn } }: { campaign: Campaign }) {
  return (
    <>
      <Badge tone={TONES[state]}>{t(`campaign_state.${state}`)}</Badge>
      {withdrawn && (
        <span className="block text-xs text-muted">
          {withdrawn.by}: {withdrawn.reason}
        </span>
      )}
    </>
  )
}
