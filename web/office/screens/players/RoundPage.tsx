import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Description, DescriptionList } from '@/ui/DescriptionList'
import { roundQuery } from '../../api/playerParts'
import type { Proof } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { Code } from '../../ui/Code'
import { Loaded } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Panel } from '../../ui/Panel'

const route = getRouteApi('/member/players/$id/rounds/$round')

/** A round with what its player is shown to work it out again. */
export function RoundPage() {
  const { id, round } = route.useParams()
  const proof = useQuery(roundQuery(Number(id), round))
  return (
    <>
      <Link
        to="/players/$id"
        params={{ id }}
        search={{ tab: 'rounds' }}
        className="mb-3 inline-block rounded-s text-sm text-link underline-offset-4 hover:underline"
      >
        {t('rounds.back', { id })}
      </Link>
      <Loaded query={proof} isPage>
        {(found) => <Found proof={found} />}
      </Loaded>
    </>
  )
}

function Found({ proof: { round, game, seed, bets, stake_cents } }: { proof: Proof }) {
  return (
    <>
      <PageHead title={t('rounds.one', { id: round.id })} lead={`${game.title} · ${tWord('round_state', round.status)}`} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <Panel title={t('rounds.money')}>
          <DescriptionList>
            <Description label={t('rounds.bet')}>
              <Amount cents={stake_cents} currency={round.currency} />
            </Description>
            <Description label={t('rounds.win')}>
              <Amount cents={round.win_cents} currency={round.currency} />
            </Description>
          </DescriptionList>
        </Panel>
        <Panel title={t('rounds.seeds')}>
          <DescriptionList>
            <Description label={t('rounds.seed_no')}>{seed.seed_no}</Description>
            <Description label={t('rounds.nonce')}>{seed.nonce}</Description>
            <Description label={t('rounds.client_seed')}>
              <Code>{seed.client_seed}</Code>
            </Description>
            <Description label={t('rounds.seed_hash')}>
              <Code>{seed.server_seed_hash}</Code>
            </Description>
            <Description label={t('rounds.seed')}>{seed.server_seed === null ? t('rounds.seed_secret') : <Code>{seed.server_seed}</Code>}</Description>
            <Description label={t('rounds.definition')}>
              <Code>{game.definition_hash}</Code>
            </Description>
          </DescriptionList>
        </Panel>
        {bets.length > 0 && <Written title={t('rounds.bets')} value={bets} />}
        <Written title={t('rounds.steps')} value={round.steps} />
      </div>
    </>
  )
}

/** What the games alone know the shape of, as it is kept. */
function Written({ title, value }: { title: string; value: unknown }) {
  return (
    <Panel title={title} className="lg:col-span-2">
      <pre tabIndex={0} aria-label={title} className="max-h-96 overflow-auto rounded-m bg-raised p-3 text-xs">
        {JSON.stringify(value, null, 2)}
      </pre>
    </Panel>
  )
}
