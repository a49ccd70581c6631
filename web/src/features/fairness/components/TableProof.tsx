import { useQuery } from '@tanstack/react-query'
import { errorText } from '@/i18n/errorText'
import { t, type MessageKey } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { Notice } from '@/ui/Notice'
import { Skeleton } from '@/ui/Skeleton'
import { tableRoundQuery } from '../api/table'
import { timesText, verifyCrash, type CrashProof } from '../model/crash'
import { HashValue } from './HashValue'
import { Verdict } from './Verdict'

const STEPS: readonly (readonly [keyof CrashProof, MessageKey])[] = [
  ['isByTheRules', 'fairness.proof_rules'],
  ['isPromised', 'fairness.proof_commitment'],
  ['isOfChain', 'fairness.crash_chain'],
  ['isMixed', 'fairness.crash_mixed'],
  ['isDrawn', 'fairness.crash_drawn'],
]

/** The check, in this browser, of a round that all who sat at a table have shared. */
export function TableProof({ id }: { id: string }) {
  const { data, error, isPending } = useQuery(tableRoundQuery(id))
  if (isPending) return <Skeleton className="h-48 w-full" />
  if (!data) return <Notice tone="danger">{errorText(error)}</Notice>
  const { server_seed: seed, point } = data
  if (data.returned && point !== null && !seed) return <Notice>{t('fairness.crash_void')}</Notice>
  if (seed === null || seed === undefined || point === null || point === undefined) return <Notice>{t('fairness.crash_running')}</Notice>
  return (
    <div className="space-y-4">
      <p className="text-soft">
        {data.title} · {dateTimeText(data.opened_at)} · {t('fairness.crash_point', { multiplier: timesText(point) })}
      </p>
      <Verdict subject={['table', id, seed]} check={() => verifyCrash({ ...data, server_seed: seed, point, mixed: data.mixed ?? null }).then((proof) => ({ ...proof }))} steps={STEPS} unfair="fairness.verdict_unfair" />
      <p className="text-sm text-soft">{t('fairness.crash_place', { place: data.chain_place, length: data.chain_length })}</p>
      <HashValue label={t('fairness.crash_published')} value={data.chain_published} />
      <HashValue label={t('fairness.server_hash')} value={data.server_seed_hash} />
      <HashValue label={t('fairness.server_seed')} value={seed} />
      {data.client_seeds.map((clientSeed, index) => (
        <HashValue key={`${index}:${clientSeed}`} label={t('fairness.crash_player', { number: index + 1 })} value={clientSeed} />
      ))}
      <HashValue label={t('fairness.proof_message')} value={`${data.mixed ?? ''}:crash:${id}:0:0`} />
    </div>
  )
}
