import { useQuery } from '@tanstack/react-query'
import type { Lootbox } from '@/api/types'
import { t, type MessageKey } from '@/i18n/messages'
import { Icon } from '@/ui/Icon'
import { Notice } from '@/ui/Notice'
import { Skeleton } from '@/ui/Skeleton'
import { verifyPrize, type OpenedBox, type PrizeProof as Proof } from '../model/prize'
import { HashValue } from './HashValue'

/** What a lootbox was promised with, and of an opened one the check of its draw in this browser. */
export function PrizeProof({ box }: { box: Lootbox }) {
  const opened = openedBox(box)
  return (
    <div className="space-y-4">
      {!opened && <p className="text-sm text-soft">{t('fairness.box_promise')}</p>}
      {opened && <Check box={opened} />}
      <HashValue label={t('fairness.server_hash')} value={box.server_seed_hash} />
      {opened && (
        <>
          <HashValue label={t('fairness.server_seed')} value={opened.server_seed} />
          <HashValue label={t('fairness.client_seed')} value={opened.client_seed} />
          <HashValue label={t('fairness.proof_message')} value={`${opened.client_seed}:lootbox:${opened.id}:0:0`} />
          <p className="text-sm text-soft">{t('fairness.box_draw', { draw: opened.draw, total: box.weight })}</p>
        </>
      )}
    </div>
  )
}

function openedBox({ server_seed, client_seed, draw, prize, ...box }: Lootbox): OpenedBox | undefined {
  if (server_seed === null || client_seed === null || draw === null || prize === null) return undefined
  return { ...box, server_seed, client_seed, draw, prize }
}

const STEPS: readonly [keyof Proof, MessageKey][] = [
  ['isPromised', 'fairness.box_promised'],
  ['isDrawn', 'fairness.box_drawn'],
  ['isGiven', 'fairness.box_given'],
]

function Check({ box }: { box: OpenedBox }) {
  const { data, isError } = useQuery({
    queryKey: ['fairness', 'prize', box.id, box.server_seed],
    queryFn: () => verifyPrize(box),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isError) return <Notice tone="danger">{t('fairness.check_failed')}</Notice>
  if (!data) return <Skeleton className="h-24 w-full" />
  const isFair = STEPS.every(([step]) => data[step])
  return (
    <Notice tone={isFair ? 'success' : 'danger'}>
      <p className="font-semibold">{t(isFair ? 'fairness.box_fair' : 'fairness.box_unfair')}</p>
      <ul className="mt-2 space-y-1 text-sm text-soft">
        {STEPS.map(([step, text]) => (
          <li key={step} className="flex items-start gap-2">
            <Icon name={data[step] ? 'check' : 'close'} size={18} className={data[step] ? 'text-success' : 'text-danger-text'} />
            <span>
              {t(text)}: {t(data[step] ? 'fairness.matches' : 'fairness.differs')}
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
