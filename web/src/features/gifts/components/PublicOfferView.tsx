import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { usePlayer } from '@/api/session/player'
import type { DepositOffer, Player, PublicOffer } from '@/api/types'
import { useAction } from '@/api/useAction'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { ButtonLink } from '@/ui/Link'
import { Alert } from '@/ui/Alert'
import { Skeleton } from '@/ui/Skeleton'
import { toastError } from '@/ui/toastError'
import { setBonusCode, switchBonuses } from '../api/bonusCode'
import { amountsOf } from '../model/offers'
import { describedBy, shownAmounts, type Described } from '../model/publicOffers'
import { GroupPicture } from './GiftFace'
import { OfferTerms, RegistrationTerms } from './OfferTerms'
import { OfferHeadline } from './PublicOfferCards'
import { useOfferCurrency } from './usePublicOffers'

/** One bonus: what it gives, the way to it, and what it asks. */
export function PublicOfferView({ offer }: { offer: PublicOffer }) {
  const described = describedBy(offer)
  if (!described) return null
  return (
    <>
      <header className="relative overflow-hidden rounded-l border border-line bg-surface bg-(image:--sheen) p-6 md:p-10">
        <div className="flex flex-wrap items-center gap-6">
          <GroupPicture groupKey={described.offer.group_key} icon="gift" muted={!offer.available} />
          <div className="min-w-0 flex-1 basis-72">
            <h1 className="text-2xl font-semibold break-words md:text-3xl">{described.offer.title}</h1>
            <OfferHeadline {...described} className="mt-2 text-lg text-accent" />
          </div>
          <Claim offer={offer} described={described} />
        </div>
      </header>
      <Card title={t('public_offers.conditions')}>
        <Conditions {...described} />
      </Card>
    </>
  )
}

function Conditions(described: Described) {
  const currency = useOfferCurrency()
  if (described.kind === 'registration') return <RegistrationTerms offer={described.offer} amounts={shownAmounts(described.offer, currency)} />
  const amounts = shownAmounts(described.offer, currency)
  return amounts && <OfferTerms offer={described.offer} amounts={amounts} />
}

/** The way to a bonus, for whoever looks at it. */
function Claim({ offer, described }: { offer: PublicOffer; described: Described }) {
  const player = usePlayer()
  if (player === undefined) return <Skeleton className="h-12 w-44" />
  if (player === null) {
    return (
      <ButtonLink to="/sign-up" search={{ redirect: `/bonus/${offer.slug}` } as object} size="l">
        {t('shell.sign_up')}
      </ButtonLink>
    )
  }
  if (!player.can_issue_bonuses) return <SwitchOn />
  if (described.kind === 'deposit') return <DepositClaim player={player} offer={described.offer} isAvailable={offer.available} />
  return offer.available ? (
    <ButtonLink to="/email-verify" size="l">
      {t('public_offers.confirm')}
    </ButtonLink>
  ) : (
    <ButtonLink to="/profile/gifts" variant="secondary" size="l">
      {t('gifts.to_gifts')}
    </ButtonLink>
  )
}

/** The player wants no bonuses: one press changes that. */
function SwitchOn() {
  const client = useQueryClient()
  const switching = useAction({ run: (_: void, { idempotencyKey }) => switchBonuses(client, true, idempotencyKey), onError: toastError })
  return (
    <div className="max-w-72 space-y-3">
      <p className="text-sm text-soft">{t('offers.off_text')}</p>
      <Button size="l" pending={switching.isPending} onPress={() => void switching.start()}>
        {t('offers.on')}
      </Button>
    </div>
  )
}

/** Chooses the bonus for the next deposit and goes there. */
function DepositClaim({ player, offer, isAvailable }: { player: Player; offer: DepositOffer; isAvailable: boolean }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const claiming = useAction({
    run: (_: void, { idempotencyKey }) => setBonusCode(client, offer.code, idempotencyKey),
    onDone: () => void navigate({ to: '/deposit' }),
    onError: toastError,
  })
  if (!isAvailable)
    return <Alert tone="info">{amountsOf(offer, player.currency) ? t('public_offers.not_available') : t('offers.not_in', { currency: player.currency })}</Alert>
  return (
    <Button size="l" pending={claiming.isPending} onPress={() => void claiming.start()}>
      {t('public_offers.claim')}
    </Button>
  )
}
