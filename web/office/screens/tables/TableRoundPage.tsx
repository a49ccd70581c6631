import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Description, DescriptionList } from '@/ui/DescriptionList'
import { tablePath, tableRoundQuery } from '../../api/tables'
import type { TableProof } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { Code } from '../../ui/Code'
import { Loaded } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Panel } from '../../ui/Panel'
import { Time } from '../../ui/Time'
import { times } from './figures'

const route = getRouteApi('/member/tables/rounds/$id')

/** A round of a table with what players are shown to work out again what it came to. */
export function TableRoundPage() {
  const { id } = route.useParams()
  const proof = useQuery(tableRoundQuery(id))
  return (
    <Loaded query={proof} isPage>
      {(found) => <Found proof={found} />}
    </Loaded>
  )
}

function Found({ proof }: { proof: TableProof }) {
  return (
    <>
      <Link
        to="/tables/$provider/$slug"
        params={tablePath(proof.game)}
        className="mb-3 inline-block rounded-s text-sm text-link underline-offset-4 hover:underline"
      >
        {t('tables.rounds_of', { game: proof.game })}
      </Link>
      <PageHead title={t('rounds.one', { id: proof.id })} lead={`${proof.title} · ${tWord('table_state', proof.state)}`} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <Panel title={t('tables.outcome')}>
          <DescriptionList>
            <Description label={t('tables.opened')}>
              <Time at={proof.opened_at} />
            </Description>
            {proof.cards.length === 0 ? <Description label={t('tables.point')}>{times(proof.point)}</Description> : <Hands proof={proof} />}
            {proof.returned && <Description label={t('staff.state')}>{t('tables.returned')}</Description>}
            <Description label={t('rounds.definition')}>
              <Code>{proof.definition_hash}</Code>
            </Description>
          </DescriptionList>
        </Panel>
        <Panel title={t('rounds.seeds')}>
          <Seeds proof={proof} />
        </Panel>
      </div>
    </>
  )
}

/** The cards of each hand, in the order in which they were dealt. */
function Hands({ proof }: { proof: TableProof }) {
  return (['player', 'banker'] as const).map((hand) => (
    <Description key={hand} label={t(hand === 'player' ? 'tables.hand_player' : 'tables.hand_banker')}>
      <Code>
        {proof.cards
          .filter(({ to }) => to === hand)
          .map(({ card }) => card)
          .join(' ')}
      </Code>
    </Description>
  ))
}

function Seeds({ proof }: { proof: TableProof }) {
  const { chain_published, chain_place, chain_length, server_seed_hash, server_seed, mixed, client_seeds } = proof
  return (
    <DescriptionList>
      <Description label={t('tables.chain')}>
        <Code>{chain_published}</Code>
      </Description>
      <Description label={t('tables.chain_place')}>{t('tables.place_of', { place: chain_place, length: chain_length })}</Description>
      <Description label={t('rounds.seed_hash')}>
        <Code>{server_seed_hash}</Code>
      </Description>
      <Description label={t('rounds.seed')}>{server_seed === null ? t('rounds.seed_secret') : <Code>{server_seed}</Code>}</Description>
      <Description label={t('tables.client_seeds')}>
        {client_seeds.length === 0
          ? '–'
          : client_seeds.map((seed, place) => (
              <span key={`${place} ${seed}`} className="block">
                <Code>{seed}</Code>
              </span>
            ))}
      </Description>
      <Description label={t('tables.mixed')}>{mixed === null ? '–' : <Code>{mixed}</Code>}</Description>
    </DescriptionList>
  )
}
