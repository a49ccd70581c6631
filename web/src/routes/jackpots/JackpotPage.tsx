import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { jackpotQuery } from '@/api/info/jackpots'
import type { Jackpot, JackpotDetails, JackpotReveal } from '@/api/types'
import { gamesByIdQuery } from '@/features/catalogue/api/games'
import { ItemGrid } from '@/features/catalogue/components/TileGrid'
import { HashValue } from '@/features/fairness/components/HashValue'
import { PointProof } from '@/features/fairness/components/PointProof'
import { JackpotWinners } from '@/features/jackpots/components/JackpotWinners'
import { LevelCard } from '@/features/jackpots/components/LevelCard'
import { LevelGem } from '@/features/jackpots/components/LevelGem'
import { NightSky } from '@/features/jackpots/components/NightSky'
import { currentLocale, t } from '@/i18n/messages'
import { dateTimeText, shareText } from '@/i18n/names'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Dialog } from '@/ui/Dialog'
import { FailedState } from '@/ui/FailedState'
import { Money, useMoneyText } from '@/ui/Money'
import { Skeleton } from '@/ui/Skeleton'

/** Games in view at first. */
const GAMES_SHOWN = 12

/** One jackpot: what lies in it, its rules, who has won, and the proof of each win. */
export function JackpotPage({ identifier }: { identifier: string }) {
  const query = useQuery(jackpotQuery(identifier, currentLocale()))
  const details = query.data
  if (!details) {
    return (
      <div className="content py-10">
        {query.isError ? <FailedState title={t('jackpots.failed')} onRetry={() => void query.refetch()} level={1} /> : <Skeleton className="h-96 w-full" />}
      </div>
    )
  }
  return (
    <div className="content space-y-6 py-6 md:space-y-8 md:py-10">
      <Head jackpot={details.jackpot} />
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_24rem]">
        <Card title={t('jackpots.winners')}>
          <JackpotWinners jackpot={identifier} />
        </Card>
        <div className="space-y-6">
          <Rules jackpot={details.jackpot} />
          <Fairness details={details} />
        </div>
      </div>
      <Games ids={details.game_ids} />
    </div>
  )
}

function Head({ jackpot: { title, description, levels, currency } }: { jackpot: Jackpot }) {
  return (
    <header className="on-art relative overflow-hidden rounded-l border border-line bg-scrim px-4 py-8 md:px-9 md:py-12">
      <NightSky />
      <div className="relative">
        <h1 className="text-center text-3xl font-semibold md:text-4xl">{title}</h1>
        <p className="mx-auto mt-3 max-w-xl text-center text-soft">{description}</p>
        <div className="mt-8 grid gap-4 md:grid-cols-3">
          {levels.map((level) => (
            <LevelCard key={level.id} level={level} currency={currency} isLarge />
          ))}
        </div>
      </div>
    </header>
  )
}

function Rules({ jackpot: { levels, currency } }: { jackpot: Jackpot }) {
  const money = useMoneyText()
  const share = levels.reduce((sum, { contribution_ppm }) => sum + contribution_ppm, 0)
  return (
    <Card title={t('jackpots.rules')}>
      <ul className="list-disc space-y-2 pl-5 text-sm text-soft">
        <li>{t('jackpots.rule_share', { share: shareText(String(share / 10_000)) })}</li>
        <li>{t('jackpots.rule_point')}</li>
        <li>{t('jackpots.rule_win')}</li>
        <li>{t('jackpots.rule_real')}</li>
        {levels.map((level) => (
          <li key={level.id}>
            {t('jackpots.rule_seed', {
              level: t(`jackpots.${level.name}`),
              seed: money(level.seed_cents, currency),
              most: money(level.must_hit_by_cents, currency),
            })}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Fairness({ details: { jackpot, reveals } }: { details: JackpotDetails }) {
  const [checked, setChecked] = useState<JackpotReveal | null>(null)
  return (
    <Card title={t('jackpots.fairness')}>
      <p className="text-sm text-soft">{t('jackpots.fairness_text')}</p>
      <div className="mt-4 space-y-3">
        {jackpot.levels.map((level) => (
          <HashValue key={level.id} label={t('jackpots.promise', { level: t(`jackpots.${level.name}`), cycle: level.cycle })} value={level.server_seed_hash} />
        ))}
      </div>
      {reveals.length > 0 && (
        <>
          <h3 className="mt-6 mb-1 font-sans text-sm font-semibold text-soft">{t('jackpots.revealed')}</h3>
          <ul className="divide-y divide-line/60">
            {reveals.map((reveal) => (
              <Revealed key={`${reveal.level} ${reveal.cycle}`} reveal={reveal} currency={jackpot.currency} onCheck={() => setChecked(reveal)} />
            ))}
          </ul>
        </>
      )}
      {checked && (
        <Dialog title={t('jackpots.check_title', { level: t(`jackpots.${checked.name}`), cycle: checked.cycle })} onClose={() => setChecked(null)}>
          <PointProof jackpot={jackpot.identifier} reveal={checked} />
        </Dialog>
      )}
    </Card>
  )
}

function Revealed({ reveal, currency, onCheck }: { reveal: JackpotReveal; currency: string; onCheck: () => void }) {
  const level = t(`jackpots.${reveal.name}`)
  return (
    <li className="flex items-center gap-3 py-2.5">
      <LevelGem name={reveal.name} size={32} className="shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-semibold">
          <Money amountCents={reveal.amount_cents} currency={currency} won /> · {reveal.user_name}
        </p>
        <p className="truncate text-xs text-muted">{dateTimeText(reveal.ended_at)}</p>
      </div>
      <Button variant="secondary" size="s" onPress={onCheck} aria-label={t('jackpots.check_title', { level, cycle: reveal.cycle })}>
        {t('jackpots.check')}
      </Button>
    </li>
  )
}

function Games({ ids }: { ids: string[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? ids : ids.slice(0, GAMES_SHOWN)
  const games = useQuery({ ...gamesByIdQuery(shown), placeholderData: (before) => before }).data
  if (shown.length === 0) return null
  return (
    <section>
      <h2 className="mb-4 text-xl font-semibold">{t('jackpots.games')}</h2>
      <ItemGrid items={(games ?? []).map((game) => ({ game }))} skeletons={games ? 0 : shown.length} />
      {shown.length < ids.length && (
        <div className="mt-6 flex justify-center">
          <Button variant="secondary" onPress={() => setWhole(true)}>
            {t('jackpots.more_games')}
          </Button>
        </div>
      )}
    </section>
  )
}
