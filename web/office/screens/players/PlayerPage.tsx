import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '@/ui/Button'
import { Description, DescriptionList } from '@/ui/DescriptionList'
import { useMay } from '../../api/me'
import { playerQuery, PLAYERS } from '../../api/players'
import type { PlayerPage as Player } from '../../api/types'
import { t } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { DataGrid } from '../../ui/DataGrid'
import { FilterTabs } from '../../ui/FilterTabs'
import { Loaded } from '../../ui/Loaded'
import { PageHead } from '../../ui/PageHead'
import { Panel } from '../../ui/Panel'
import { PlayerFlags } from '../../ui/PlayerFlags'
import { Nothing, PaymentsTable, SumsTable } from '../../ui/PlayerParts'
import { Time } from '../../ui/Time'
import { AdjustDialog } from './AdjustDialog'
import { Contact, Documents, Linked } from './Contact'
import { Gifts } from './Gifts'
import { Groups } from './Groups'
import { IdentityCheck } from './IdentityCheck'
import { Limits } from './Limits'
import { Lootboxes } from './Lootboxes'
import { Notes } from './Notes'
import { canPayOutFor } from './payOutChoice'
import { PayOutDialog } from './PayOutDialog'
import { Personal } from './Personal'
import { Points } from './Points'
import { Privacy } from './Privacy'
import { RegisterAnswers } from './RegisterAnswers'
import { RenewLink } from './RenewLink'
import { SecondFactorOff } from './SecondFactorOff'
import { Payments, Rounds } from './Rounds'
import { Sessions } from './Sessions'
import { Stops } from './Stops'
import { TABS, type PlayerTab } from './tabs'
import { Wealth } from './Wealth'

const route = getRouteApi('/member/players/$id')

/** One player, a part at a time: what staff looks at first, then everything that was done and written down. */
export function PlayerPage() {
  const { id } = route.useParams()
  const player = useQuery(playerQuery(Number(id)))
  return (
    <>
      <Link to="/players" search={{ query: '' }} className="mb-3 inline-block rounded-s text-sm text-link underline-offset-4 hover:underline">
        {t('players.back')}
      </Link>
      <Loaded query={player} isPage>
        {(found) => <Found key={found.id} player={found} />}
      </Loaded>
    </>
  )
}

function Found({ player }: { player: Player }) {
  const { tab } = route.useSearch()
  const may = useMay()
  const tabs = TABS.filter((known) => known !== 'documents' || may('documents.read'))
  const chosen = tabs.find((known) => known === tab) ?? 'overview'
  return (
    <>
      <PageHead title={`#${player.id} ${player.name ?? player.email}`} lead={<PlayerFlags player={player} />} />
      <div className="mb-4">
        <FilterTabs label={t('player.tabs')} name="tab" chosen={chosen} choices={tabs.map((value) => ({ value, label: t(`player.tab_${value}`) }))} />
      </div>
      <Part player={player} tab={chosen} />
    </>
  )
}

function Part({ player, tab }: { player: Player; tab: PlayerTab }) {
  const may = useMay()
  const { id } = player
  switch (tab) {
    case 'payments':
      return <Payments id={id} />
    case 'rounds':
      return <Rounds id={id} />
    case 'gifts':
      return (
        <div className="space-y-4">
          <Gifts player={player} mayGive={may('bonuses.issue')} mayEnd={may('bonuses.cancel')} />
          <Lootboxes player={player} mayIssue={may('bonuses.issue')} />
        </div>
      )
    case 'sessions':
      return <Sessions id={id} mayEnd={may('players.help')} />
    case 'documents':
      return (
        <div className="space-y-4">
          <Documents id={id} />
          <IdentityCheck id={id} mayDecide={may('documents.decide')} />
          <Wealth id={id} mayDecide={may('documents.decide')} />
        </div>
      )
    case 'contact':
      return <Contact id={id} mayReadChat={may('chat.read')} mayResend={may('players.help')} />
    case 'notes':
      return <Notes id={id} mayWrite={may('players.help')} />
    case 'links':
      return <Linked id={id} />
    case 'overview':
      return <Overview player={player} />
  }
}

function Overview({ player }: { player: Player }) {
  const may = useMay()
  const queryClient = useQueryClient()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px]">
      <div className="space-y-4">
        <Wallets player={player} mayAdjust={may('adjustments.request')} mayPayOut={may('payouts.decide')} />
        <Stops player={player} mayStop={may('players.stop')} />
        <Privacy id={player.id} mayStop={may('players.stop')} />
        <Limits player={player} mayLimit={may('players.limit')} />
        <RegisterAnswers id={player.id} />
        <Panel title={t('sums.title')}>
          <SumsTable sums={player.sums} />
        </Panel>
        <Panel title={t('payments.title')}>
          <PaymentsTable payments={player.payments} />
        </Panel>
      </div>
      <div className="space-y-4">
        <Personal player={player} mayReveal={may('players.personal')} mayCorrect={may('players.correct')} />
        <Panel
          title={t('account.title')}
          actions={
            <>
              {player.awaits_password && may('bonuses.issue') && (
                <RenewLink player={player.id} onChanged={() => void queryClient.invalidateQueries({ queryKey: PLAYERS })} />
              )}
              {player.two_factor_enabled && may('players.correct') && <SecondFactorOff player={player.id} />}
              {may('notifications.send') && (
                <Link to="/notifications" search={{ player: player.id }} className="rounded-s text-sm text-link underline-offset-4 hover:underline">
                  {t('campaigns.to_this_player')}
                </Link>
              )}
            </>
          }
        >
          <Account player={player} />
        </Panel>
        <Groups player={player} mayChange={may('groups.change')} />
        <Points player={player} mayCorrect={may('points.correct')} />
      </div>
    </div>
  )
}

function Wallets({ player, mayAdjust, mayPayOut }: { player: Player; mayAdjust: boolean; mayPayOut: boolean }) {
  const [open, setOpen] = useState<'adjust' | 'payout' | null>(null)
  const close = () => setOpen(null)
  const actions = (
    <>
      {mayPayOut && canPayOutFor(player.stops) && player.wallets.some(({ cash_cents }) => cash_cents > 0) && (
        <Button size="s" variant="secondary" onPress={() => setOpen('payout')}>
          {t('payout.action')}
        </Button>
      )}
      {mayAdjust && player.wallets.length > 0 && (
        <Button size="s" variant="secondary" onPress={() => setOpen('adjust')}>
          {t('adjust.action')}
        </Button>
      )}
    </>
  )
  return (
    <Panel title={t('wallets.title')} actions={actions}>
      <WalletsTable wallets={player.wallets} />
      {open === 'adjust' && <AdjustDialog player={player} onClose={close} />}
      {open === 'payout' && <PayOutDialog player={player} onClose={close} />}
    </Panel>
  )
}

function WalletsTable({ wallets }: Pick<Player, 'wallets'>) {
  if (wallets.length === 0) return <Nothing>{t('wallets.none')}</Nothing>
  return (
    <DataGrid
      label={t('wallets.title')}
      rows={wallets}
      rowKey={({ currency }) => currency}
      columns={[
        { label: t('currency'), cell: ({ currency }) => currency },
        { label: t('wallets.cash'), align: 'end', cell: (row) => <Amount cents={row.cash_cents} currency={row.currency} className="font-medium text-text" /> },
        { label: t('wallets.held'), align: 'end', cell: (row) => <Amount cents={row.held_cents} currency={row.currency} /> },
        { label: t('wallets.bonus'), align: 'end', cell: (row) => <Amount cents={row.bonus_cents} currency={row.currency} /> },
      ]}
    />
  )
}

/** The accounts elsewhere with which the player signs in. */
function LinkedProviders({ player }: { player: Player }) {
  const links = player.sign_in_providers
  return (
    <Description label={t('player.providers')}>
      {links.length === 0 && t('player.providers_none')}
      {links.length > 0 && (
        <ul>
          {links.map((link) => (
            <li key={link.id}>
              {link.title}, {t('player.provider_linked')} <Time at={link.linked_at} />
              {link.used_at && (
                <>
                  , {t('player.provider_used')} <Time at={link.used_at} />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </Description>
  )
}

function Account({ player }: { player: Player }) {
  return (
    <DescriptionList>
      <Description label={t('player.registered')}>
        <Time at={player.registered_at} />
      </Description>
      <Description label={t('player.last_sign_in')}>{player.last_sign_in_at ? <Time at={player.last_sign_in_at} /> : t('never')}</Description>
      <Description label={t('player.sessions')}>{player.sessions_count}</Description>
      <Description label={t('player.two_factor')}>{t(player.two_factor_enabled ? 'yes' : 'no')}</Description>
      <LinkedProviders player={player} />
      {player.awaits_password && <Description label={t('autologin.awaits_password')}>{t('yes')}</Description>}
      <Description label={t('player.confirmed')}>{t(player.confirmed ? 'yes' : 'no')}</Description>
      <Description label={t('player.verified_at')}>{player.verified_at ? <Time at={player.verified_at} /> : t('no')}</Description>
      <Description label={t('player.licence')}>{player.licence}</Description>
      <Description label={t('player.locale')}>{player.locale}</Description>
    </DescriptionList>
  )
}
