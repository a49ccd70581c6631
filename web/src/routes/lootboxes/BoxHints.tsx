import { useLootboxes } from '@/features/lootboxes/api/lootboxes'
import { openable, type BoxPlace } from '@/features/lootboxes/model/boxes'
import { t, type MessageKey } from '@/i18n/messages'
import { useNow } from '@/platform/useNow'
import { useIsOpen } from '@/routes/openPages'
import { ButtonLink } from '@/ui/Link'

const LOOK_MS = 60_000

const PLACES: readonly { place: BoxPlace; to: string; label: MessageKey }[] = [
  { place: 'wheel', to: '/rocketplay-wheel', label: 'wheel.title' },
  { place: 'chance', to: '/rocket-chance', label: 'chance.title' },
  { place: 'shelf', to: '/lootbox', label: 'lootbox.title' },
]

/** Ways to the pages where the player has something to open, except to the one that this stands on. */
export function BoxHints({ except }: { except?: BoxPlace }) {
  const { data } = useLootboxes()
  const now = useNow(LOOK_MS)
  return (
    <nav aria-label={t('lootbox.hints')} className="flex flex-wrap gap-3 empty:hidden">
      {PLACES.filter(({ place }) => place !== except && openable(data, place, now).length > 0).map((hint) => (
        <Hint key={hint.place} to={hint.to} label={t(hint.label)} count={openable(data, hint.place, now).length} />
      ))}
    </nav>
  )
}

function Hint({ to, label, count }: { to: string; label: string; count: number }) {
  if (!useIsOpen(to)) return null
  return (
    <ButtonLink to={to as '/'} variant="secondary" size="s" icon="gift">
      {t('lootbox.hint', { place: label, count })}
    </ButtonLink>
  )
}
