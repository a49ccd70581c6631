import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAction } from '@/api/useAction'
import { Dialog } from '@/ui/Dialog'
import { FormLinesField } from '@/ui/form'
import { FormSelect } from '@/ui/FormSelect'
import { showToast } from '@/ui/toast'
import { useSiteForm } from '@/ui/useSiteForm'
import { issueLootbox, lootboxKindsQuery } from '../../api/playerChanges'
import { PLAYERS } from '../../api/players'
import type { LootboxKind, PlayerPage } from '../../api/types'
import { t } from '../../i18n/texts'
import { FormEnd } from '../../ui/FormEnd'
import { required, ruled } from '../../ui/formRules'
import { Loaded } from '../../ui/Loaded'
import { Nothing } from '../../ui/PlayerParts'
import { walletsOf } from './changeRules'

interface LootboxValues {
  code: string
  currency: string
  reason: string
}

type Player = Pick<PlayerPage, 'id' | 'wallets'>

/** Issues a box to the player. */
export function LootboxDialog({ player, onClose }: { player: Player; onClose: () => void }) {
  const known = useQuery(lootboxKindsQuery)
  return (
    <Dialog title={t('lootbox.title', { id: String(player.id) })} onClose={onClose}>
      <Loaded query={known}>
        {(found) => {
          const kinds = found.kinds.filter((kind) => walletsOf(kind, player.wallets).length > 0)
          return kinds.length === 0 ? <Nothing>{t('lootbox.no_kinds')}</Nothing> : <LootboxForm player={player} kinds={kinds} onClose={onClose} />
        }}
      </Loaded>
    </Dialog>
  )
}

function LootboxForm({ player, kinds, onClose }: { player: Player; kinds: readonly LootboxKind[]; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [first] = kinds
  const kindOf = (code: string) => kinds.find((kind) => kind.code === code)
  /** The chosen wallet, or the first of those that the chosen box is made in. */
  const walletOf = ({ code, currency }: Pick<LootboxValues, 'code' | 'currency'>) => {
    const possible = walletsOf(kindOf(code), player.wallets)
    return possible.includes(currency) ? currency : (possible[0] ?? '')
  }
  const { control, formState, onSubmit, refuse, watch } = useSiteForm<LootboxValues>({
    name: 'office_lootbox',
    defaultValues: { code: first?.code ?? '', currency: walletsOf(first, player.wallets)[0] ?? '', reason: '' },
    resolver: ruled<LootboxValues>({ reason: required }),
  })
  const { start, isPending } = useAction({
    run: (values: LootboxValues, { idempotencyKey }) =>
      issueLootbox(player.id, { code: values.code, currency: walletOf(values), reason: values.reason.trim() }, idempotencyKey),
    onDone: () => {
      showToast('successfully', t('lootbox.issued'))
      void queryClient.invalidateQueries({ queryKey: PLAYERS })
      onClose()
    },
    onError: (error) => refuse(error, ['code', 'currency', 'reason']),
    // The same box that had no answer yet is asked for under its key again, also once the dialog was closed.
    lastingName: `lootbox to player ${player.id}`,
  })
  const submit = onSubmit(start)
  const kind = kindOf(watch('code'))
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
      <FormSelect
        control={control}
        name="code"
        label={t('lootbox.box')}
        autoComplete="off"
        options={kinds.map(({ code, title }) => ({ id: code, label: `${title} (${code})` }))}
        isRequired
      />
      <FormSelect
        control={control}
        name="currency"
        label={t('currency')}
        autoComplete="off"
        options={walletsOf(kind, player.wallets).map((id) => ({ id, label: id }))}
        isRequired
      />
      {kind && <p className="text-sm text-soft">{t('lootbox.valid', { hours: String(kind.valid_hours) })}</p>}
      <FormLinesField control={control} name="reason" label={t('reason.label')} help={t('reason.help')} autoComplete="off" maxLength={500} isRequired />
      <FormEnd problem={formState.errors.root?.message} confirm={t('lootbox.issue')} isPending={isPending} onClose={onClose} />
    </form>
  )
}
