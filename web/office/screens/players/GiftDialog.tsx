import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAction } from '@/api/useAction'
import { currentLocale } from '@/i18n/messages'
import { inputUnits } from '@/domain/money'
import { exampleText, readAmount } from '@/domain/typedAmount'
import { Dialog } from '@/ui/Dialog'
import { FormLinesField, FormTextField } from '@/ui/form'
import { FormSelect } from '@/ui/FormSelect'
import { showToast } from '@/ui/toast'
import { useSiteForm } from '@/ui/useSiteForm'
import { useCurrencies } from '../../api/currencies'
import { giftOffersQuery, giveGift } from '../../api/gifts'
import { PLAYERS } from '../../api/players'
import type { GiftOffer, PlayerPage } from '../../api/types'
import { t } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { FormEnd } from '../../ui/FormEnd'
import { required, ruled } from '../../ui/formRules'
import { Loaded } from '../../ui/Loaded'
import { Nothing } from '../../ui/PlayerParts'
import { amountGiven, mostOf, walletsFor } from './giftRules'

interface GiftValues {
  offer: string
  currency: string
  amount_cents: string
  reason: string
}

type Player = Pick<PlayerPage, 'id' | 'wallets'>

/** Gives the player one of the offers that staff gives. */
export function GiftDialog({ player, onClose }: { player: Player; onClose: () => void }) {
  const offers = useQuery(giftOffersQuery)
  return (
    <Dialog title={t('gift.title', { id: String(player.id) })} onClose={onClose}>
      <Loaded query={offers}>
        {(found) => {
          const made = found.offers.filter((offer) => walletsFor(offer, player.wallets).length > 0)
          return made.length === 0 ? <Nothing>{t('gift.no_offers')}</Nothing> : <GiftForm player={player} offers={made} onClose={onClose} />
        }}
      </Loaded>
    </Dialog>
  )
}

function GiftForm({ player, offers, onClose }: { player: Player; offers: readonly GiftOffer[]; onClose: () => void }) {
  const form = useGiftForm(player, offers, onClose)
  const { control, offer, currency, currencies, most } = form
  const example = exampleText(form.unit.decimals, currentLocale())
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="space-y-4">
      <FormSelect
        control={control}
        name="offer"
        label={t('gift.offer')}
        autoComplete="off"
        options={offers.map(({ code, title }) => ({ id: code, label: `${title} (${code})` }))}
        isRequired
      />
      <FormSelect control={control} name="currency" label={t('currency')} autoComplete="off" options={currencies.map((id) => ({ id, label: id }))} isRequired />
      {offer && <Terms offer={offer} currency={currency} />}
      {most !== null && (
        <FormTextField
          control={control}
          name="amount_cents"
          label={t('amount')}
          help={t('gift.amount_help', { example })}
          inputMode="decimal"
          autoComplete="off"
        />
      )}
      <FormLinesField control={control} name="reason" label={t('reason.label')} help={t('reason.help')} autoComplete="off" maxLength={500} isRequired />
      <FormEnd problem={form.problem} confirm={t('gift.give')} isPending={form.isPending} onClose={onClose} />
    </form>
  )
}

function useGiftForm(player: Player, offers: readonly GiftOffer[], onClose: () => void) {
  const queryClient = useQueryClient()
  const known = useCurrencies()
  const [first] = offers
  const offerOf = ({ offer }: Pick<GiftValues, 'offer'>) => offers.find(({ code }) => code === offer)
  /** The chosen wallet, or the first of those that the chosen offer is made in. */
  const walletOf = (values: Pick<GiftValues, 'offer' | 'currency'>) => {
    const possible = walletsFor(offerOf(values), player.wallets)
    return possible.includes(values.currency) ? values.currency : (possible[0] ?? '')
  }
  const unitOf = (currency: string) => inputUnits(currency, known)[0]
  const amountOf = (values: GiftValues) => {
    const currency = walletOf(values)
    const typed = readAmount(values.amount_cents, unitOf(currency), currentLocale())
    return amountGiven(values.amount_cents, 'cents' in typed ? typed.cents : null, mostOf(offerOf(values), currency))
  }
  const { control, formState, onSubmit, refuse, watch } = useSiteForm<GiftValues>({
    name: 'office_gift',
    defaultValues: { offer: first?.code ?? '', currency: walletsFor(first, player.wallets)[0] ?? '', amount_cents: '', reason: '' },
    resolver: (values, context, options) =>
      ruled<GiftValues>({
        amount_cents: () => {
          const given = amountOf(values)
          return 'broken' in given ? given.broken : null
        },
        reason: required,
      })(values, context, options),
  })
  const { start, isPending } = useAction({
    run: (values: GiftValues, { idempotencyKey }) => {
      const given = amountOf(values)
      const amount_cents = 'cents' in given ? given.cents : null
      return giveGift(player.id, { offer: values.offer, currency: walletOf(values), amount_cents, reason: values.reason.trim() }, idempotencyKey)
    },
    onDone: () => {
      showToast('successfully', t('gift.given'))
      void queryClient.invalidateQueries({ queryKey: PLAYERS })
      onClose()
    },
    onError: (error) => refuse(error, ['offer', 'currency', 'amount_cents', 'reason']),
    // The same gift that had no answer yet is asked for under its key again, also once the dialog was closed.
    lastingName: `gift to player ${player.id}`,
  })
  const chosen = { offer: watch('offer'), currency: watch('currency') }
  const currency = walletOf(chosen)
  const offer = offerOf(chosen)
  return {
    control,
    problem: formState.errors.root?.message,
    submit: onSubmit(start),
    isPending,
    offer,
    currency,
    currencies: walletsFor(offer, player.wallets),
    most: mostOf(offer, currency),
    unit: unitOf(currency),
  }
}

/** What the player gets by the offer itself. */
function Terms({ offer, currency }: { offer: GiftOffer; currency: string }) {
  const amounts = offer.amounts.find((amount) => amount.currency === currency)
  if (amounts === undefined) return null
  const { amount_cents, points, stake_cents } = amounts
  return (
    <ul aria-label={t('gift.terms')} className="list-disc space-y-1 pl-5 text-sm text-soft">
      {amount_cents !== null && (
        <li>
          {t('gift.up_to')} <Amount cents={amount_cents} currency={currency} />
        </li>
      )}
      {points !== null && <li>{t('gift.points', { count: points.toLocaleString(currentLocale()) })}</li>}
      {stake_cents !== null && (
        <li>
          {t('gift.spins', { count: String(offer.freespins_total) })} <Amount cents={stake_cents} currency={currency} />
        </li>
      )}
      {offer.wager_multiple > 0 && <li>{t('gift.wager', { times: String(offer.wager_multiple) })}</li>}
      <li>{t('gift.activatable', { hours: String(offer.activatable_hours) })}</li>
    </ul>
  )
}
