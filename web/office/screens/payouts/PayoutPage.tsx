import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { countryName } from '@/i18n/names'
import { Description, DescriptionList } from '@/ui/DescriptionList'
import { useMay } from '../../api/me'
import { payoutQuery } from '../../api/payouts'
import type { Payout } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { Loaded } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Panel } from '../../ui/Panel'
import { PlayerFlags } from '../../ui/PlayerFlags'
import { PlayerName } from '../../ui/PlayerName'
import { LinksList, Nothing, PaymentState, PaymentsTable, StopsTable, SumsTable } from '../../ui/PlayerParts'
import { Time } from '../../ui/Time'
import { Decision } from './Decision'
import { Standing } from './Standing'

const route = getRouteApi('/member/payouts/$id')

/** One cashout with what there is to know before deciding about it. */
export function PayoutPage() {
  const { id } = route.useParams()
  const payout = useQuery(payoutQuery(id))
  return (
    <>
      <Link to="/payouts" search={{ state: 'waiting' }} className="mb-3 inline-block rounded-s text-sm text-link underline-offset-4 hover:underline">
        {t('payouts.back')}
      </Link>
      <Loaded query={payout} isPage>
        {(found) => <Found payout={found} />}
      </Loaded>
    </>
  )
}

function Found({ payout }: { payout: Payout }) {
  const may = useMay()
  return (
    <>
      <PageHead
        title={t('payouts.one')}
        lead={<PlayerName player={payout.player} />}
        actions={<Amount cents={payout.amount_cents} currency={payout.currency} className="text-2xl font-semibold" />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="order-2 space-y-4 lg:order-1">
          <Panel title={t('payouts.why_held')}>
            <WhyHeld payout={payout} />
          </Panel>
          {payout.parts.length > 0 && (
            <Panel title={t('split.parts')}>
              <PaymentsTable payments={payout.parts} path="/payouts/$id" />
            </Panel>
          )}
          <Panel title={t('sums.title')}>
            <SumsTable sums={payout.sums} />
          </Panel>
          <Panel title={t('payments.title')}>
            <PaymentsTable payments={payout.payments} />
          </Panel>
          <Panel title={t('stops.title')}>
            <StopsTable stops={payout.stops} />
          </Panel>
          <Panel title={t('links.title')}>
            <LinksList links={payout.links} />
          </Panel>
        </div>
        <div className="order-1 space-y-4 lg:sticky lg:top-6 lg:order-2">
          <Decision payout={payout} mayDecide={may('payouts.decide')} />
          <Panel title={t('payouts.payment')}>
            <Facts payout={payout} />
          </Panel>
        </div>
      </div>
    </>
  )
}

function Facts({ payout }: { payout: Payout }) {
  return (
    <DescriptionList>
      <Description label={t('payouts.standing')}>
        <Standing payout={payout} />
      </Description>
      <Description label={t('payments.state')}>
        <PaymentState state={payout.state} />
      </Description>
      {payout.whole_cents !== payout.amount_cents && (
        <Description label={t('split.whole')}>
          <Amount cents={payout.whole_cents} currency={payout.currency} />
        </Description>
      )}
      <Description label={t('payments.method')}>{tWord('brand', payout.brand)}</Description>
      <Description label={t('payouts.destination')}>
        <span className="break-all">{payout.destination ?? t('payouts.destination_unknown')}</span>
      </Description>
      <Description label={t('payouts.asked')}>
        <Time at={payout.created_at} />
      </Description>
      <Description label={t('player.registered')}>
        <Time at={payout.registered_at} />
      </Description>
      <Description label={t('player.verified_at')}>{payout.verified_at ? <Time at={payout.verified_at} /> : t('no')}</Description>
      <Description label={t('player.country')}>{countryName(payout.player.country)}</Description>
      <Description label={t('payouts.about_player')}>
        <PlayerFlags player={payout.player} />
      </Description>
    </DescriptionList>
  )
}

function WhyHeld({ payout: { held, made_by, made_why } }: { payout: Payout }) {
  if (made_by) {
    return (
      <DescriptionList>
        <Description label={t('payouts.made_by')}>{made_by}</Description>
        <Description label={t('reason.label')}>{made_why}</Description>
      </DescriptionList>
    )
  }
  if (!held) return <Nothing>{t('payouts.held_unknown')}</Nothing>
  const isElsewhere = held.caller_country !== null && held.caller_country !== held.country
  return (
    <DescriptionList>
      <Description label={t('payouts.rule')}>{tWord('rule', held.rule)}</Description>
      <Description label={t('payouts.status_then')}>{held.player_status.replaceAll('_', ' ')}</Description>
      <Description label={t('payouts.called_from')}>
        <span className={isElsewhere ? 'font-medium text-warning' : ''}>
          {held.caller_country === null ? t('unknown') : countryName(held.caller_country)}
          {isElsewhere && ` · ${t('payouts.lives_in', { country: countryName(held.country) })}`}
        </span>
      </Description>
      <Description label={t('payouts.held_at')}>
        <Time at={held.at} />
      </Description>
    </DescriptionList>
  )
}
