import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ApiError } from '@/api/errors'
import { gamesByIdQuery } from '@/features/catalogue/api/games'
import { sharedProof, sharedReplayQuery, type SharedReplay } from '@/features/fairness/api/sharedReplays'
import { HashValue } from '@/features/fairness/components/HashValue'
import { ProofSteps, ShownSteps } from '@/features/fairness/components/ProofSteps'
import { ReplayFrame, useReplayAddress } from '@/features/fairness/components/ReplayFrame'
import { gameHref } from '@/domain/game'
import { t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { Alert } from '@/ui/Alert'
import { LanternOut } from '@/ui/drawings'
import { EmptyState } from '@/ui/EmptyState'
import { FailedState } from '@/ui/FailedState'
import { ButtonLink } from '@/ui/Link'
import { Money } from '@/ui/Money'
import { Skeleton } from '@/ui/Skeleton'
import { StaticLink } from '@/ui/StaticLink'
import { TitledSection } from '@/ui/TitledSection'

/** A round that its player shares, shown to whoever has the link. */
export function SharedReplayPage() {
  const { token = '' } = useParams({ strict: false })
  const { data, error, isPending, refetch } = useQuery(sharedReplayQuery(token))
  return (
    <div className="content py-6 md:py-10">
      {data ? (
        <Replay token={token} replay={data} />
      ) : isPending ? (
        <Skeleton className="h-[70dvh] w-full" />
      ) : error instanceof ApiError && error.status === 404 ? (
        <Ended />
      ) : (
        <FailedState level={1} title={t('fairness.shared_page_failed')} onRetry={() => void refetch()} />
      )}
    </div>
  )
}

/** A link that does not count, or no longer. */
function Ended() {
  return (
    <EmptyState
      level={1}
      drawing={<LanternOut />}
      title={t('fairness.shared_ended')}
      text={t('fairness.shared_ended_text')}
      action={
        <ButtonLink to="/" search={{}}>
          {t('fairness.shared_games')}
        </ButtonLink>
      }
    />
  )
}

function Replay({ token, replay }: { token: string; replay: SharedReplay }) {
  const { game, round } = replay
  const name = game.title ?? game.identifier
  const title = t('fairness.shared_title', { game: name })
  const address = useReplayAddress({ source: { shared: token }, kind: game.definition.kind, currency: round.currency })
  const offered = useQuery(gamesByIdQuery([game.identifier])).data?.[0]
  return (
    <div className="space-y-8">
      <div>
        <h1 className="text-2xl font-semibold md:text-3xl">{title}</h1>
        <p className="mt-2 flex flex-wrap gap-x-4 text-soft">
          <span>{dateTimeText(round.created_at)}</span>
          <span>
            {t('fairness.stake')} <Money amountCents={round.stake_cents} currency={round.currency} />
          </span>
          <span>
            {t('fairness.win')} <Money amountCents={round.win_cents} currency={round.currency} won={round.win_cents > round.stake_cents} />
          </span>
        </p>
        {offered && (
          <StaticLink to={gameHref(offered)} className="mt-2 inline-flex min-h-11 items-center rounded-s text-link underline-offset-4 hover:underline">
            {t('par.to_game')}
          </StaticLink>
        )}
      </div>
      {address !== undefined && <ReplayFrame address={address} title={title} />}
      <TitledSection title={t('fairness.shared_proof')}>
        <Proof token={token} replay={replay} />
      </TitledSection>
    </div>
  )
}

/** The check of the round in this browser; while its seeds are in use, what it has shown. */
function Proof({ token, replay }: { token: string; replay: SharedReplay }) {
  const revealed = sharedProof(token, replay)
  if (revealed) return <ProofSteps {...revealed} />
  return (
    <div className="space-y-4">
      <Alert tone="info">
        <p className="font-semibold">{t('fairness.secret_title')}</p>
        <p className="mt-1 text-soft">{t('fairness.shared_secret_text')}</p>
      </Alert>
      <HashValue label={t('fairness.server_hash')} value={replay.server_seed_hash} />
      <ShownSteps round={replay.round} />
    </div>
  )
}
