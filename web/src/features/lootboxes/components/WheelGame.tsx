import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { usePlayer } from '@/api/session/player'
import type { Lootbox, WheelConfig, WheelSegment } from '@/api/types'
import { currentLocale, t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { groupsOf } from '@/domain/player/groups'
import { useNow } from '@/platform/useNow'
import { Button } from '@/ui/Button'
import { FailedState } from '@/ui/FailedState'
import { IconButton } from '@/ui/IconButton'
import { ButtonLink, TextLink } from '@/ui/Link'
import { Skeleton } from '@/ui/Skeleton'
import { usePrizeTexts } from '@/ui/usePrizeTexts'
import { reloadAfterOpening, useLootboxes, wheelQuery, wheelSegmentsQuery } from '../api/lootboxes'
import { openable, segmentsFor, segmentsOfBox } from '../model/boxes'
import { restAngle, segmentOf } from '../model/spin'
import { OddsTable } from './OddsTable'
import { PrizeDialog } from './PrizeDialog'
import { useOpening } from './useOpening'
import { useSiteSound } from './useSiteSound'
import { useWheel } from './useWheel'
import { Wheel } from './Wheel'

/** How often it is looked whether a spin is over. */
const LOOK_MS = 10_000

interface WheelGameProps {
  /** The address of the page, where a guest comes back to. */
  address: string
  newSeed: () => string
  /** Shows what a draw was promised with, and once it is over that it was fair. */
  proof: (box: Lootbox) => ReactNode
}

/** The prize wheel: turned by a spin that the player has, to the prize that the server has drawn. */
export function WheelGame(props: WheelGameProps) {
  const wheel = useQuery(wheelQuery(currentLocale()))
  const ofGroups = useQuery(wheelSegmentsQuery(currentLocale()))
  const player = usePlayer()
  const hasFailed = wheel.isError || ofGroups.isError
  if (!wheel.data || !ofGroups.data) {
    const retry = () => void Promise.all([wheel.refetch(), ofGroups.refetch()])
    return hasFailed ? <FailedState title={t('wheel.failed')} onRetry={retry} /> : <Skeleton className="mx-auto aspect-square w-full max-w-lg rounded-full" />
  }
  const segments = segmentsFor(wheel.data, ofGroups.data, groupsOf(player))
  return <Game config={wheel.data} segments={segments} {...props} />
}

/** A spin under way, or over: its prize is known once the server has answered. */
interface Spin {
  box: Lootbox
  segments: WheelSegment[]
  won?: number
  isShown?: boolean
}

function Game({ config, segments: ofPlayer, address, newSeed, proof }: WheelGameProps & { config: WheelConfig; segments: WheelSegment[] }) {
  const player = usePlayer()
  const client = useQueryClient()
  const { data, isError, refetch } = useLootboxes()
  const boxes = openable(data, 'wheel', useNow(LOOK_MS))
  const [spin, setSpin] = useState<Spin>()
  const next = boxes[0]
  const shown = spin?.box ?? next
  const segments = spin?.segments ?? (next ? segmentsOfBox(ofPlayer, next.items) : ofPlayer)
  const { sound, isOn } = useSiteSound()
  const { disc, pointer, start: turn, land, stop } = useWheel(segments.length, sound)
  const texts = usePrizeTexts(shown?.currency)
  const isTurning = spin !== undefined && spin.won === undefined
  const opening = useOpening({
    newSeed,
    onOpened: (box) => {
      const won = segmentOf(segments, box.prize ?? '', box.draw ?? 0) ?? 0
      land(restAngle(won, segments.length, box.draw ?? 0), () => {
        setSpin({ box, segments, won, isShown: true })
        reloadAfterOpening(client)
      })
    },
    onFailed: () => {
      stop()
      setSpin(undefined)
    },
  })
  const start = () => {
    if (!next || isTurning) return
    setSpin({ box: next, segments: segmentsOfBox(ofPlayer, next.items) })
    // Browsers let something sound that begins with a press.
    sound.press()
    turn()
    void opening.start(next.id)
  }
  const prize = spin?.won === undefined ? undefined : spin.box.bonuses.map(texts.name).join(', ')
  // The answer to a spin that is still turning tells nothing yet.
  const count = boxes.filter(({ id }) => id !== spin?.box.id).length
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:items-start lg:gap-12">
      <section aria-label={config.title} className="relative flex flex-col items-center">
        <div aria-hidden="true" className="absolute inset-x-0 top-0 aspect-square bg-[radial-gradient(closest-side,var(--vip),transparent)] opacity-20" />
        <div className="relative w-full max-w-lg">
          <Wheel segments={segments} disc={disc} pointer={pointer} won={spin?.won} />
          <IconButton
            icon={isOn ? 'soundOn' : 'soundOff'}
            label={t('wheel.sound')}
            aria-pressed={isOn}
            onPress={() => sound.switch(!isOn)}
            className="absolute right-0 bottom-0"
          />
        </div>
        <div className="relative mt-5 flex min-h-28 w-full max-w-sm flex-col items-center gap-3 text-center">
          {player === null ? (
            <>
              <ButtonLink to="/sign-up" search={{ redirect: address } as object} wide>
                {t('shell.sign_up')}
              </ButtonLink>
              <p className="text-sm text-soft">{t('wheel.guest')}</p>
            </>
          ) : (
            <>
              <Button wide isDisabled={!next && !isTurning} pending={isTurning} onPress={start}>
                {t('wheel.spin')}
              </Button>
              {isError && !data ? (
                <p className="text-sm text-soft">
                  {t('wheel.boxes_failed')}{' '}
                  <button type="button" className="font-semibold text-link underline" onClick={() => void refetch()}>
                    {t('oops.action')}
                  </button>
                </p>
              ) : (
                <p data-testid="spin-count" className="text-sm text-soft">
                  {data === undefined ? '' : boxes.length > 0 || isTurning ? t('wheel.count', { count }) : t('wheel.none')}
                  {next && !isTurning && ` · ${t('lootbox.until', { date: dateTimeText(next.valid_until) })}`}
                </p>
              )}
              {data !== undefined && !next && !isTurning && <TextLink to="/promotions">{t('wheel.how')}</TextLink>}
            </>
          )}
          <p role="status" className="font-display text-xl font-semibold text-win">
            {prize && t('wheel.won', { prize })}
          </p>
        </div>
      </section>
      <section aria-label={t('lootbox.odds')} className="min-w-0">
        <h2 className="text-xl font-semibold">{t('lootbox.odds')}</h2>
        <p className="mt-1 mb-4 text-sm text-soft">{t('lootbox.odds_text')}</p>
        <OddsTable items={shown?.items ?? config.items} weight={shown?.weight ?? config.weight} currency={shown?.currency} />
        {shown && (
          <details className="mt-5 rounded-m border border-line px-4 py-3">
            <summary className="cursor-pointer text-sm font-semibold">{t('lootbox.fairness')}</summary>
            <div className="mt-4">{proof(shown)}</div>
          </details>
        )}
      </section>
      {spin?.isShown && <PrizeDialog box={spin.box} proof={proof(spin.box)} onClose={() => setSpin({ ...spin, isShown: false })} />}
    </div>
  )
}
