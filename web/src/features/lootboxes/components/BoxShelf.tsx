import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { usePlayer } from '@/api/session/player'
import type { Lootbox } from '@/api/types'
import { t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { useNow } from '@/platform/useNow'
import { Button } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { FailedState } from '@/ui/FailedState'
import { ButtonLink } from '@/ui/Link'
import { Skeleton } from '@/ui/Skeleton'
import { usePrizeTexts } from '@/ui/usePrizeTexts'
import { reloadAfterOpening, useLootboxes } from '../api/lootboxes'
import { isCounted, openable, opened, type BoxPlace } from '../model/boxes'
import { BoxDrawing } from './BoxDrawing'
import { OddsTable } from './OddsTable'
import { PrizeDialog } from './PrizeDialog'
import { useOpening } from './useOpening'

const LOOK_MS = 10_000

/** How long a box is seen opening before its prize is told. */
const LID_MS = 700

interface BoxShelfProps {
  place: BoxPlace
  /** The address of the page, where a guest comes back to. */
  address: string
  newSeed: () => string
  /** Shows what a draw was promised with, and once it is over that it was fair. */
  proof: (box: Lootbox) => ReactNode
}

/** The boxes that a player can open here, and those that were opened. */
export function BoxShelf({ place, address, newSeed, proof }: BoxShelfProps) {
  const player = usePlayer()
  const now = useNow(LOOK_MS)
  const { data, isError, refetch } = useLootboxes()
  const [shown, setShown] = useState<Lootbox>()
  if (player === null) {
    const action = (
      <ButtonLink to="/sign-up" search={{ redirect: address } as object}>
        {t('shell.sign_up')}
      </ButtonLink>
    )
    return <EmptyState drawing={<BoxDrawing className="w-44" />} title={t('lootbox.guest_title')} text={t('lootbox.guest')} action={action} />
  }
  if (!data) return isError ? <FailedState title={t('lootbox.failed')} onRetry={() => void refetch()} /> : <Skeleton className="h-80 w-full" />
  const boxes = openable(data, place, now)
  const past = opened(data, place)
  const none = (
    <EmptyState
      drawing={<BoxDrawing className="w-44 opacity-60" />}
      title={t('lootbox.none')}
      text={t('lootbox.none_text')}
      action={<ButtonLink to="/promotions">{t('wheel.how')}</ButtonLink>}
    />
  )
  return (
    <>
      <p role="status" className="sr-only">
        {t('lootbox.count', { count: boxes.length })}
      </p>
      {boxes.length === 0 ? (
        none
      ) : (
        <ul className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
          {boxes.map((box) => (
            <li key={box.id}>
              <BoxCard box={box} newSeed={newSeed} proof={proof} onOpened={setShown} />
            </li>
          ))}
        </ul>
      )}
      {past.length > 0 && <Opened boxes={past} now={now} onShow={setShown} />}
      {shown && <PrizeDialog box={shown} proof={proof(shown)} onClose={() => setShown(undefined)} />}
    </>
  )
}

interface BoxCardProps extends Pick<BoxShelfProps, 'newSeed' | 'proof'> {
  box: Lootbox
  onOpened: (box: Lootbox) => void
}

function BoxCard({ box, newSeed, proof, onOpened }: BoxCardProps) {
  const client = useQueryClient()
  const [isLidUp, setLidUp] = useState(false)
  const opening = useOpening({
    newSeed,
    onOpened: (won) => {
      setLidUp(true)
      setTimeout(() => {
        onOpened(won)
        reloadAfterOpening(client)
      }, LID_MS)
    },
  })
  return (
    <article aria-label={box.title} className="flex h-full flex-col rounded-l border border-line bg-surface p-6">
      <BoxDrawing isOpen={isLidUp} isOpening={opening.isPending} className="mx-auto w-40" />
      <h2 className="mt-4 text-center text-xl font-semibold">{box.title}</h2>
      <p className="mt-1 text-center text-sm text-soft">{t('lootbox.until', { date: dateTimeText(box.valid_until) })}</p>
      <Button wide className="mt-5" pending={opening.isPending || isLidUp} onPress={() => void opening.start(box.id)}>
        {t('lootbox.open')}
      </Button>
      <details className="mt-4 rounded-m border border-line px-4 py-3">
        <summary className="cursor-pointer text-sm font-semibold">{t('lootbox.inside')}</summary>
        <div className="mt-4 space-y-5">
          <OddsTable items={box.items} weight={box.weight} currency={box.currency} />
          {proof(box)}
        </div>
      </details>
    </article>
  )
}

function Opened({ boxes, now, onShow }: { boxes: readonly Lootbox[]; now: number; onShow: (box: Lootbox) => void }) {
  const today = boxes.filter((box) => isCounted(box, now)).length
  return (
    <section className="mt-10">
      <h2 className="text-xl font-semibold">{t('lootbox.opened')}</h2>
      <p className="mt-1 text-sm text-soft">{t('lootbox.opened_today', { count: today })}</p>
      <ul className="mt-4 divide-y divide-line rounded-l border border-line bg-surface">
        {boxes.map((box) => (
          <OpenedBox key={box.id} box={box} onShow={onShow} />
        ))}
      </ul>
    </section>
  )
}

function OpenedBox({ box, onShow }: { box: Lootbox; onShow: (box: Lootbox) => void }) {
  const texts = usePrizeTexts(box.currency)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
      <BoxDrawing isOpen className="w-12" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-win">{box.bonuses.map(texts.name).join(', ')}</p>
        <p className="text-sm text-soft">
          {box.title}
          {box.finished_at && ` · ${dateTimeText(box.finished_at)}`}
        </p>
      </div>
      <Button variant="ghost" size="s" icon="shield" onPress={() => onShow(box)}>
        {t('lootbox.verify')}
      </Button>
    </li>
  )
}
