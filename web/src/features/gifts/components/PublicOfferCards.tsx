import { Link } from '@tanstack/react-router'
import type { DepositOffer, PublicOffer, RegistrationOffer } from '@/api/types'
import { t } from '@/i18n/messages'
import { cx } from '@/platform/cx'
import { FailedState } from '@/ui/FailedState'
import { Icon } from '@/ui/Icon'
import { useMoneyText } from '@/ui/Money'
import { Skeleton } from '@/ui/Skeleton'
import { describedBy, shownAmounts } from '../model/publicOffers'
import { GroupPicture } from './GiftFace'
import { useHeadline } from './OfferTerms'
import { useOfferCurrency, usePublicOffers } from './usePublicOffers'

/** The bonuses that have a page, as cards that lead there; nothing where there are none. */
export function PublicOfferCards({ title }: { title: string }) {
  const { data: offers, isError, refetch } = usePublicOffers()
  if (offers?.length === 0) return null
  return (
    <section>
      <h2 className="mb-4 text-xl font-semibold">{title}</h2>
      {!offers && (isError ? <FailedState level={3} title={t('offers.failed')} onRetry={() => void refetch()} /> : <Skeleton className="h-40 w-full" />)}
      {offers && (
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {offers.map((offer) => (
            <li key={offer.slug}>
              <OfferCard offer={offer} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function OfferCard({ offer }: { offer: PublicOffer }) {
  const described = describedBy(offer)
  if (!described) return null
  return (
    <article
      className={cx(
        'group relative flex h-full items-start gap-4 rounded-l border border-line bg-surface bg-(image:--sheen) p-5 hover:border-line-strong',
        !offer.available && 'bg-transparent',
      )}
    >
      <GroupPicture groupKey={described.offer.group_key} icon="gift" muted={!offer.available} />
      <div className="min-w-0 flex-1">
        <h3 className="font-display text-lg font-semibold break-words">
          <Link to="/bonus/$slug" params={{ slug: offer.slug }} className="after:absolute after:inset-0 group-hover:text-accent">
            {described.offer.title}
          </Link>
        </h3>
        <OfferHeadline {...described} className="mt-1 text-sm text-accent" />
        <p className="mt-3 flex items-center gap-1 text-sm text-soft">
          {t(offer.available ? 'public_offers.read' : 'public_offers.not_now')}
          <Icon name="chevronRight" size={16} />
        </p>
      </div>
    </article>
  )
}

type Headline = ({ kind: 'deposit'; offer: DepositOffer } | { kind: 'registration'; offer: RegistrationOffer }) & { className: string }

/** What a bonus gives, in a line. */
export function OfferHeadline(props: Headline) {
  const currency = useOfferCurrency()
  const deposit = useHeadline()
  const money = useMoneyText()
  if (props.kind === 'deposit') {
    const amounts = shownAmounts(props.offer, currency)
    return amounts && <p className={props.className}>{deposit(props.offer, amounts)}</p>
  }
  const { freespins } = props.offer
  const amounts = shownAmounts(props.offer, currency)
  const parts = [amounts && money(amounts.amount_cents, amounts.currency), freespins && t('gifts.spins', { count: freespins.freespins_count })]
  return <p className={props.className}>{parts.filter((part) => typeof part === 'string').join(', ')}</p>
}
