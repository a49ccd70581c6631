import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { usePlayer } from '@/api/session/player'
import { currentLocale, t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { cx } from '@/platform/cx'
import { decimalText } from '@/platform/decimals'
import { Icon } from '@/ui/Icon'
import { Money, useMoneyText } from '@/ui/Money'
import { Alert } from '@/ui/Alert'
import { Skeleton } from '@/ui/Skeleton'
import type { RoundProof } from '../api/round'
import { definitionHash } from '../model/canonical'
import { seenHash } from '@/domain/seenHashes'
import { commitmentOf } from '../model/stream'
import type { Step } from '../model/types'
import { verifyRound, type Verification } from '../model/verify'
import { ListedSince } from './CommitmentList'
import { StepOutcome } from './StepOutcome'

/** The recomputation of a round, told step by step with everything that went into it. */
export function ProofSteps({ proof, serverSeed }: { proof: RoundProof; serverSeed: string }) {
  const player = usePlayer()
  const { data, isError } = useQuery({
    queryKey: ['fairness', 'check', proof.round.id, serverSeed],
    queryFn: () => check(proof, serverSeed),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isError) return <Alert tone="danger">{t('fairness.check_failed')}</Alert>
  if (!data) return <Skeleton className="h-48 w-full" />
  const { verification, commitment, rules } = data
  const { currency, seed_no, server_seed_hash } = proof.seed
  const noted = player ? seenHash(player.id, currency, seed_no) : undefined
  const isAsNoted = noted === undefined || noted === server_seed_hash
  return (
    <div className="space-y-4">
      <Verdict ok={verification.ok && isAsNoted} proof={proof} />
      <ol className="space-y-3">
        <ProofStep
          number={1}
          ok={verification.commitmentMatches && isAsNoted}
          title={t('fairness.proof_commitment')}
          text={t('fairness.proof_commitment_text')}
        >
          <Line name={t('fairness.server_seed')} value={serverSeed} />
          <Line name={t('fairness.proof_input')} value={`SHA-256("croupier.commit.v1:" + ${t('fairness.seed_hex')})`} />
          <Line name={t('fairness.proof_computed')} value={commitment} />
          <Line name={t('fairness.proof_published')} value={server_seed_hash} />
          {noted === server_seed_hash && <p className="mt-2 text-sm text-soft">{t('fairness.proof_noted_before')}</p>}
          {noted === undefined && <p className="mt-2 text-sm text-soft">{t('fairness.proof_not_noted')}</p>}
          <ListedSince hash={server_seed_hash} />
          {!isAsNoted && <Line name={t('fairness.proof_noted')} value={noted} />}
        </ProofStep>
        <ProofStep number={2} ok={verification.rulesMatch} title={t('fairness.proof_rules')} text={t('fairness.proof_rules_text')}>
          <Line name={t('fairness.proof_input')} value="SHA-256(canonical JSON)" />
          <Line name={t('fairness.proof_computed')} value={rules} />
          <Line name={t('fairness.proof_kept')} value={proof.game.definition_hash} />
        </ProofStep>
        <ProofStep number={3} ok title={t('fairness.proof_stream')} text={t('fairness.proof_stream_text')}>
          <Line name={t('fairness.client_seed')} value={proof.seed.client_seed} />
          <Line name={t('fairness.proof_round_no')} value={`${proof.seed.currency} · ${proof.seed.nonce}`} />
          <Line name={t('fairness.proof_key')} value={`HMAC-SHA256(${t('fairness.seed_bytes')}, "croupier.outcome.v1")`} />
          <Line name={t('fairness.proof_message')} value={`${proof.seed.client_seed}:${proof.seed.currency}:${proof.seed.nonce}:0:0`} />
        </ProofStep>
        {proof.round.steps.map((step, index) => (
          <ProofStep
            key={index}
            number={4 + index}
            ok={verification.mismatch?.step !== index}
            title={stepTitle(step, index)}
            text={t('fairness.proof_outcome_text')}
          >
            <StepOutcome step={step} currency={proof.round.currency} />
            {verification.mismatch?.step === index && <Mismatch verification={verification} />}
          </ProofStep>
        ))}
      </ol>
    </div>
  )
}

/** What a round has shown, while its seed is still secret. */
export function ShownSteps({ round }: { round: Pick<RoundProof['round'], 'steps' | 'currency'> }) {
  return (
    <ol className="space-y-3">
      {round.steps.map((step, index) => (
        <li key={index} className="rounded-m border border-line bg-raised p-4">
          <h3 className="mb-3 text-base font-semibold">{stepTitle(step, index)}</h3>
          <StepOutcome step={step} currency={round.currency} />
        </li>
      ))}
    </ol>
  )
}

async function check({ game, stake_cents, bets, round, seed }: RoundProof, serverSeed: string) {
  const verification = await verifyRound({
    server_seed: serverSeed,
    client_seed: seed.client_seed,
    currency: seed.currency,
    nonce: seed.nonce,
    server_seed_hash: seed.server_seed_hash,
    definition: game.definition,
    definition_hash: game.definition_hash,
    stake_cents,
    bets,
    steps: round.steps,
  })
  const [commitment, rules] = await Promise.all([commitmentOf(serverSeed), definitionHash(game.definition)])
  return { verification, commitment, rules }
}

function stepTitle(step: Step, index: number): string {
  if (step.kind === 'roulette') return t('fairness.proof_roulette')
  if (step.kind === 'keno') return t('fairness.proof_draw')
  if (step.kind === 'crash' || step.kind === 'baccarat') return t('fairness.crash_bet')
  return step.kind === 'freespin' ? t('fairness.proof_freespin', { number: index }) : t('fairness.proof_spin')
}

function Verdict({ ok, proof }: { ok: boolean; proof: RoundProof }) {
  return (
    <Alert tone={ok ? 'success' : 'danger'}>
      <p role="status" className="font-semibold">
        {t(ok ? 'fairness.verdict_fair' : 'fairness.verdict_unfair')}
      </p>
      <p className="mt-1 text-soft">{t(ok ? 'fairness.verdict_fair_text' : 'fairness.verdict_unfair_text')}</p>
      <p className="mt-2 text-soft">
        {proof.game.title ?? proof.game.identifier} · {dateTimeText(proof.round.created_at)} · {t('fairness.stake')}{' '}
        <Money amountCents={proof.stake_cents} currency={proof.round.currency} /> · {t('fairness.win')}{' '}
        <Money amountCents={proof.round.win_cents} currency={proof.round.currency} won={proof.round.win_cents > proof.stake_cents} />
      </p>
      {proof.round.bet_cents !== proof.stake_cents && <Bought round={proof.round} />}
      {proof.round.wallet && <Exchange round={proof.round} wallet={proof.round.wallet} />}
    </Alert>
  )
}

/** What the wins of a bought round are multiples of. */
function Bought({ round }: { round: RoundProof['round'] }) {
  const money = useMoneyText()
  return <p className="text-soft">{t('fairness.bought', { price: money(round.stake_cents, round.currency), bet: money(round.bet_cents, round.currency) })}</p>
}

/** What a round in one currency moved in a wallet of another. */
function Exchange({ round, wallet }: { round: RoundProof['round']; wallet: NonNullable<RoundProof['round']['wallet']> }) {
  const money = useMoneyText()
  return (
    <p className="text-soft">
      {t('fairness.exchanged', {
        stake: money(wallet.stake_cents, wallet.currency),
        win: money(wallet.win_cents, wallet.currency),
        coin: wallet.currency,
        rate: decimalText(wallet.rate, currentLocale()),
        currency: round.currency,
      })}
    </p>
  )
}

interface ProofStepProps {
  number: number
  ok: boolean
  title: string
  text: string
  children: ReactNode
}

function ProofStep({ number, ok, title, text, children }: ProofStepProps) {
  return (
    <li className="rounded-m border border-line bg-raised p-4">
      <div className="flex items-start gap-3">
        <span className={cx('grid size-8 shrink-0 place-items-center rounded-full', ok ? 'bg-success/12 text-success' : 'bg-danger/12 text-danger-text')}>
          <Icon name={ok ? 'check' : 'close'} size={18} />
        </span>
        <div className="min-w-0 flex-1">
          <h3 className="text-base font-semibold">
            {number}. {title}
            <span className="sr-only">: {t(ok ? 'fairness.matches' : 'fairness.differs')}</span>
          </h3>
          <p className="mt-0.5 mb-3 text-sm text-soft">{text}</p>
          {children}
        </div>
      </div>
    </li>
  )
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <p className="grid gap-x-3 py-1 text-xs md:grid-cols-[160px_1fr]">
      <span className="text-muted">{name}</span>
      <code className="font-mono break-all text-text">{value}</code>
    </p>
  )
}

function Mismatch({ verification }: { verification: Verification }) {
  const { mismatch } = verification
  if (!mismatch) return null
  return (
    <div className="mt-3">
      <Line name={t('fairness.mismatch_at')} value={mismatch.path === '' ? t('fairness.mismatch_step') : mismatch.path} />
      <Line name={t('fairness.proof_computed')} value={JSON.stringify(mismatch.expected ?? null)} />
      <Line name={t('fairness.shown')} value={JSON.stringify(mismatch.shown ?? null)} />
    </div>
  )
}
