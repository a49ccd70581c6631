import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { currentLocale } from '@/i18n/messages'
import { isHandedOver } from '@/domain/handedOver'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { showToast } from '@/ui/toast'
import { cancelGift, handGiftOver } from '../../api/gifts'
import { giftsQuery } from '../../api/playerParts'
import { PLAYERS } from '../../api/players'
import type { PlayerGifts, PlayerPage } from '../../api/types'
import { t, tWord } from '../../i18n/texts'
import { Amount } from '../../ui/Amount'
import { DataGrid } from '../../ui/DataGrid'
import { Loaded } from '../../ui/Loaded'
import { Panel } from '../../ui/Panel'
import { Nothing } from '../../ui/PlayerParts'
import { ReasonDialog } from '../../ui/ReasonDialog'
import { Time } from '../../ui/Time'
import { GiftDialog } from './GiftDialog'
import { isCurrent } from './giftRules'

type Bonus = PlayerGifts['bonuses'][number]
type Freespins = PlayerGifts['freespins'][number]

type Gift = Bonus | Freespins

/** By which version of its offer a gift was made, by its id. */
type Versions = PlayerGifts['versions']

interface GiftsProps {
  player: Pick<PlayerPage, 'id' | 'wallets'>
  mayGive: boolean
  mayEnd: boolean
}

/** Bonuses and free spins of a player, and the ways to give one and to end one. */
export function Gifts({ player, mayGive, mayEnd }: GiftsProps) {
  const [isGiving, setGiving] = useState(false)
  const [ending, setEnding] = useState<Gift | null>(null)
  const [handing, setHanding] = useState<Bonus | null>(null)
  const onEnd = mayEnd ? setEnding : null
  const give = mayGive && (
    <Button size="s" variant="secondary" onPress={() => setGiving(true)}>
      {t('gift.action')}
    </Button>
  )
  return (
    <Loaded query={useQuery(giftsQuery(player.id))}>
      {({ bonuses, freespins, versions }) => (
        <div className="space-y-4">
          <Panel title={t('gifts.bonuses')} actions={give}>
            {bonuses.length === 0 ? (
              <Nothing>{t('gifts.no_bonuses')}</Nothing>
            ) : (
              <Bonuses bonuses={bonuses} versions={versions} onEnd={onEnd} onHandOver={mayGive ? setHanding : null} />
            )}
          </Panel>
          <Panel title={t('gifts.freespins')}>
            {freespins.length === 0 ? <Nothing>{t('gifts.no_freespins')}</Nothing> : <FreespinsTable freespins={freespins} versions={versions} onEnd={onEnd} />}
          </Panel>
          {isGiving && <GiftDialog player={player} onClose={() => setGiving(false)} />}
          {ending && <EndDialog player={player.id} gift={ending} onClose={() => setEnding(null)} />}
          {handing && <HandoverDialog player={player.id} gift={handing} onClose={() => setHanding(null)} />}
        </div>
      )}
    </Loaded>
  )
}

function EndDialog({ player, gift, onClose }: { player: number; gift: Gift; onClose: () => void }) {
  const queryClient = useQueryClient()
  const onChanged = () => {
    onClose()
    void queryClient.invalidateQueries({ queryKey: PLAYERS })
  }
  return (
    <ReasonDialog
      title={t('gift.end_title', { title: gift.title })}
      text={t('gift.end_text')}
      confirm={t('gift.end')}
      tone="danger"
      run={(reason, key) => cancelGift(player, gift.id, reason, key)}
      onDone={() => {
        showToast('successfully', t('gift.ended'))
        onChanged()
      }}
      onChanged={onChanged}
      onClose={onClose}
    />
  )
}

/** Notes that a thing has come to the player. */
function HandoverDialog({ player, gift, onClose }: { player: number; gift: Bonus; onClose: () => void }) {
  const queryClient = useQueryClient()
  const onChanged = () => {
    onClose()
    void queryClient.invalidateQueries({ queryKey: PLAYERS })
  }
  return (
    <ReasonDialog
      title={t('gift.hand_over_title', { title: gift.title })}
      text={t('gift.hand_over_text')}
      help={t('gift.hand_over_help')}
      confirm={t('gift.hand_over')}
      run={(reason, key) => handGiftOver(player, gift.id, reason, key)}
      onDone={() => {
        showToast('successfully', t('gift.handed_over'))
        onChanged()
      }}
      onChanged={onChanged}
      onClose={onClose}
    />
  )
}

type OnGift<Row> = ((gift: Row) => void) | null

/** The column of what can be done with a gift; none for a role that may do nothing. */
function actionColumn<Row extends Gift>(onEnd: OnGift<Gift>, onHandOver: OnGift<Row> = null) {
  if (onEnd === null && onHandOver === null) return []
  const cell = (row: Row) =>
    isCurrent(row) && (
      <span className="inline-flex flex-wrap justify-end gap-2">
        {onHandOver && isHandedOver(row.type) && (
          <Button size="s" aria-label={t('gift.hand_over_one', { title: row.title })} onPress={() => onHandOver(row)}>
            {t('gift.hand_over')}
          </Button>
        )}
        {onEnd && (
          <Button size="s" variant="secondary" aria-label={t('gift.end_one', { title: row.title })} onPress={() => onEnd(row)}>
            {t('gift.end')}
          </Button>
        )}
      </span>
    )
  return [{ label: t('staff.actions'), align: 'end' as const, cell }]
}

/** What a bonus gives: money, points, or what its title names. */
function Given({ bonus: { type, amount_cents, currency } }: { bonus: Bonus }) {
  if (type === 'XP') return t('gift.points', { count: amount_cents.toLocaleString(currentLocale()) })
  return amount_cents === 0 ? '–' : <Amount cents={amount_cents} currency={currency} />
}

/** How a bonus is called, and whether it is one that is never paid out itself. */
function Title({ bonus: { title, sticky }, version }: { bonus: Bonus; version: number | undefined }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <span>
        <Titled title={title} version={version} />
      </span>
      {sticky && <Badge>{t('gifts.sticky')}</Badge>}
    </span>
  )
}

function Bonuses({ bonuses, versions, onEnd, onHandOver }: { bonuses: readonly Bonus[]; versions: Versions; onEnd: OnGift<Gift>; onHandOver: OnGift<Bonus> }) {
  return (
    <DataGrid
      label={t('gifts.bonuses')}
      rows={bonuses}
      rowKey={({ id }) => id}
      columns={[
        { label: t('gifts.title'), cell: (row) => <Title bonus={row} version={versions[row.id]} /> },
        { label: t('gifts.stage'), cell: (row) => <Stage stage={row.stage} endedBy={row.ended_by} /> },
        { label: t('gifts.issued'), cell: (row) => <Time at={row.created_at} /> },
        { label: t('gifts.until'), cell: (row) => <Until at={row.valid_until ?? row.activatable_until} /> },
        { label: t('amount'), align: 'end', cell: (row) => <Given bonus={row} /> },
        { label: t('gifts.wagered'), align: 'end', cell: (row) => <Amount cents={row.amount_wager_cents} currency={row.currency} /> },
        { label: t('gifts.to_wager'), align: 'end', cell: (row) => <Amount cents={row.amount_wager_requirement_cents} currency={row.currency} /> },
        { label: t('gifts.converted'), align: 'end', cell: (row) => <Amount cents={row.converted_cents} currency={row.currency} /> },
        {
          label: t('gifts.taken_back'),
          align: 'end',
          cell: (row) => <Amount cents={row.withheld_cents + row.deducted_cents + row.forfeited_cents} currency={row.currency} />,
        },
        ...actionColumn<Bonus>(onEnd, onHandOver),
      ]}
    />
  )
}

function FreespinsTable({ freespins, versions, onEnd }: { freespins: readonly Freespins[]; versions: Versions; onEnd: ((gift: Gift) => void) | null }) {
  return (
    <DataGrid
      label={t('gifts.freespins')}
      rows={freespins}
      rowKey={({ id }) => id}
      columns={[
        { label: t('gifts.title'), cell: (row) => <Titled title={row.title} version={versions[row.id]} /> },
        { label: t('gifts.stage'), cell: (row) => <Stage stage={row.stage} endedBy={row.ended_by} /> },
        { label: t('gifts.issued'), cell: (row) => <Time at={row.created_at} /> },
        { label: t('gifts.until'), cell: (row) => <Until at={row.valid_until ?? row.activatable_until} /> },
        { label: t('gifts.spins'), align: 'end', cell: (row) => t('gifts.spins_of', { done: row.freespins_performed, all: row.freespins_total }) },
        { label: t('gifts.stake'), align: 'end', cell: (row) => <Amount cents={row.stake_cents} currency={row.currency} /> },
        { label: t('rounds.win'), align: 'end', cell: (row) => <Amount cents={row.win_cents} currency={row.currency} /> },
        ...actionColumn<Freespins>(onEnd),
      ]}
    />
  )
}

/** A gift's title, and the version of its offer once staff has published one. */
function Titled({ title, version }: { title: string; version: number | undefined }) {
  return (
    <>
      {title}
      {version !== undefined && <span className="block text-xs text-muted">{t('gifts.version', { version })}</span>}
    </>
  )
}

function Until({ at }: { at: string | null }) {
  return at === null ? '–' : <Time at={at} />
}

function Stage({ stage, endedBy }: { stage: string; endedBy: string | null }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Badge tone={stage === 'handle_bets' || stage === 'activated' ? 'info' : 'neutral'}>{tWord('gift_stage', stage)}</Badge>
      {endedBy && <span className="text-xs text-muted">{tWord('gift_end', endedBy)}</span>}
    </span>
  )
}
