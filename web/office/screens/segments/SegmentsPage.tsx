import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { Button } from '@/ui/Button'
import { useCurrencies } from '../../api/currencies'
import { useIsBound } from '../../api/me'
import { segmentChoicesQuery, useSegments } from '../../api/segments'
import { t } from '../../i18n/texts'
import { FilterTabs } from '../../ui/FilterTabs'
import { ListTable } from '../../ui/ListTable'
import { State } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Time } from '../../ui/Time'
import { sentenceOf } from './sentence'

const route = getRouteApi('/member/segments')

/** Segments of players, each with its rule as a sentence. */
export function SegmentsPage() {
  const { state } = route.useSearch()
  const router = useRouter()
  const list = useSegments(state)
  // A segment is for all brands: who is bound to some reads it.
  const isBound = useIsBound()
  const names = { choices: useQuery(segmentChoicesQuery).data, currencies: useCurrencies() }
  return (
    <>
      <PageHead
        title={t('segments.title')}
        lead={t('segments.lead')}
        actions={
          <>
            <FilterTabs
              label={t('segments.filter')}
              name="state"
              chosen={state}
              choices={(['used', 'archived'] as const).map((value) => ({ value, label: t(`segments.${value}`) }))}
            />
            {!isBound && (
              <Button size="s" icon="plus" onPress={() => void router.navigate({ to: '/segments/new' })}>
                {t('segments.new')}
              </Button>
            )}
          </>
        }
      />
      <ListTable
        label={t('segments.title')}
        list={list}
        columns={[
          { label: t('segments.name'), cell: ({ version }) => version.name },
          { label: t('segments.rule'), cell: ({ version }) => <span className="block max-w-2xl break-words">{sentenceOf(version.rule, names)}</span> },
          {
            label: t('segments.saved_by'),
            wideOnly: true,
            cell: ({ version: { by, at, revision } }) => (
              <>
                {by}
                <span className="block text-xs text-muted">
                  {t('segments.version', { revision })} · <Time at={at} />
                </span>
              </>
            ),
          },
        ]}
        rowKey={({ id }) => id}
        rowPath={({ id }) => `/segments/${id}`}
        empty={<State icon="grid" title={t(`segments.none_${state}`)} text={t('segments.none_text')} />}
      />
    </>
  )
}
