import { getRouteApi } from '@tanstack/react-router'
import { Badge } from '@/ui/Badge'
import { useExclusionMatches } from '../../api/exclusionMatches'
import type { ExclusionMatch } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { FilterTabs } from '../../ui/FilterTabs'
import { ListTable, type ListColumn } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { PlayerName } from '../../ui/PlayerName'
import { Time } from '../../ui/Time'

const route = getRouteApi('/member/exclusion-matches')

/** Who was taken for an excluded player: what support is asked about after a refused sign-up or a stop. */
export function ExclusionMatchesPage() {
  const { of } = route.useSearch()
  return (
    <>
      <PageHead
        title={t('exclusions.title')}
        lead={t('exclusions.lead')}
        actions={
          <FilterTabs
            label={t('exclusions.filter')}
            name="of"
            chosen={of}
            choices={[
              { value: 'sign_ups', label: t('exclusions.sign_ups') },
              { value: 'accounts', label: t('exclusions.accounts') },
            ]}
          />
        }
      />
      <ExclusionMatches of={of} />
    </>
  )
}

/** The list of matches. */
export function ExclusionMatches({ of }: { of: 'sign_ups' | 'accounts' }) {
  const account: ListColumn<ExclusionMatch> = { label: t('exclusions.account'), cell: ({ player }) => player && <PlayerName player={player} /> }
  return (
    <ListTable
      label={t('exclusions.title')}
      list={useExclusionMatches(of)}
      columns={[...(of === 'accounts' ? [account] : []), ...columns()]}
      rowKey={({ id }) => id}
      empty={<State icon="shield" title={t(`exclusions.none_${of}`)} />}
    />
  )
}

function Outcome({ match: { outcome, cleared_at } }: { match: ExclusionMatch }) {
  return (
    <>
      <Badge tone={outcome === 'documents_asked' ? 'warning' : 'danger'}>{t(`exclusions.${outcome}`)}</Badge>
      {cleared_at && (
        <p className="mt-1 text-xs text-muted">
          {t('exclusions.cleared')} <Time at={cleared_at} />
        </p>
      )}
    </>
  )
}

const columns = (): ListColumn<ExclusionMatch>[] => [
  { label: t('exclusions.excluded'), cell: ({ excluded }) => <PlayerName player={excluded} /> },
  { label: t('exclusions.fields'), cell: ({ fields }) => fields.map((field) => tWord('exclusions.field', field)).join(', ') },
  { label: t('exclusions.outcome'), cell: (match) => <Outcome match={match} /> },
  {
    label: t('exclusions.until'),
    wideOnly: true,
    cell: ({ excluded_until }) => (excluded_until ? <Time at={excluded_until} /> : t('stops.open_end')),
  },
  { label: t('exclusions.at'), cell: ({ at }) => <Time at={at} /> },
]
