import { useQuery } from '@tanstack/react-query'
import { errorText } from '@/i18n/errorText'
import { t, type MessageKey } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { Alert } from '@/ui/Alert'
import { Skeleton } from '@/ui/Skeleton'
import { tableRoundQuery, type TableRoundProof } from '../api/table'
import { verifyBaccarat, type BaccaratProof } from '../model/baccarat'
import { timesText, verifyCrash, type CrashProof } from '../model/crash'
import { Hands } from './FeltOutcome'
import { HashValue } from './HashValue'
import { Verdict } from './Verdict'

const CRASH_STEPS: readonly (readonly [keyof CrashProof, MessageKey])[] = [
  ['isByTheRules', 'fairness.proof_rules'],
  ['isPromised', 'fairness.proof_commitment'],
  ['isOfChain', 'fairness.crash_chain'],
  ['isMixed', 'fairness.crash_mixed'],
  ['isDrawn', 'fairness.crash_drawn'],
]

const FELT_STEPS: readonly (readonly [keyof BaccaratProof, MessageKey])[] = [
  ['isByTheRules', 'fairness.proof_rules'],
  ['isPromised', 'fairness.proof_commitment'],
  ['isOfChain', 'fairness.crash_chain'],
  ['isMixed', 'fairness.crash_mixed'],
  ['isDealt', 'fairness.felt_dealt'],
]

/** The check, in this browser, of a round that all who sat at a table have shared. */
export function TableProof({ id }: { id: string }) {
  const { data, error, isPending } = useQuery(tableRoundQuery(id))
  if (isPending) return <Skeleton className="h-48 w-full" />
  if (!data) return <Alert tone="danger">{errorText(error)}</Alert>
  const { server_seed: seed, definition } = data
  if (data.returned && !seed) return <Alert>{t('fairness.crash_void')}</Alert>
  if (seed === null || seed === undefined) return <Alert>{t('fairness.crash_running')}</Alert>
  return (
    <div className="space-y-4">
      <TableVerdict data={data} seed={seed} />
      <p className="text-sm text-soft">{t('fairness.crash_place', { place: data.chain_place, length: data.chain_length })}</p>
      <HashValue label={t('fairness.crash_published')} value={data.chain_published} />
      <HashValue label={t('fairness.server_hash')} value={data.server_seed_hash} />
      <HashValue label={t('fairness.server_seed')} value={seed} />
      {data.client_seeds.map((clientSeed, index) => (
        <HashValue key={`${index}:${clientSeed}`} label={t('fairness.crash_player', { number: index + 1 })} value={clientSeed} />
      ))}
      <HashValue label={t('fairness.proof_message')} value={`${data.mixed ?? ''}:${definition.kind}:${id}:0:0`} />
    </div>
  )
}

/** What the round came to, and whether that is what its seeds draw. */
function TableVerdict({ data, seed }: { data: TableRoundProof; seed: string }) {
  const { definition } = data
  const mixed = data.mixed ?? null
  const point = data.point ?? null
  const head = `${data.title} · ${dateTimeText(data.opened_at)}`
  const subject = ['table', data.id, seed]
  if (definition.kind === 'baccarat') {
    return (
      <>
        <p className="text-soft">{head}</p>
        <Hands cards={data.cards} />
        <Verdict
          subject={subject}
          check={() => verifyBaccarat({ ...data, definition, server_seed: seed, mixed }).then((proof) => ({ ...proof }))}
          steps={FELT_STEPS}
          unfair="fairness.verdict_unfair"
        />
      </>
    )
  }
  return (
    <>
      <p className="text-soft">
        {head} · {t('fairness.crash_point', { multiplier: timesText(point ?? 0) })}
      </p>
      <Verdict
        subject={subject}
        check={() => verifyCrash({ ...data, definition, server_seed: seed, point, mixed }).then((proof) => ({ ...proof }))}
        steps={CRASH_STEPS}
        unfair="fairness.verdict_unfair"
      />
    </>
  )
}
