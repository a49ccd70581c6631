import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { Dialog } from '@/ui/Dialog'
import { FormLinesField } from '@/ui/form'
import { showToast } from '@/ui/toast'
import { useSiteForm } from '@/ui/useSiteForm'
import { changeGroups, groupChoicesQuery } from '../../api/playerChanges'
import { PLAYERS } from '../../api/players'
import type { GroupChoice, PlayerPage } from '../../api/types'
import { t } from '../../i18n/texts'
import { FormEnd } from '../../ui/FormEnd'
import { required, ruled } from '../../ui/formRules'
import { Loaded } from '../../ui/Loaded'
import { Panel } from '../../ui/Panel'
import { Nothing } from '../../ui/PlayerParts'
import { changesBetween, groupsIn } from './changeRules'

type Player = Pick<PlayerPage, 'id' | 'groups'>

/** The groups and the level of a player, and the way to change the groups. */
export function Groups({ player, mayChange }: { player: Player; mayChange: boolean }) {
  const [isChanging, setChanging] = useState(false)
  const change = mayChange && (
    <Button size="s" variant="secondary" onPress={() => setChanging(true)}>
      {t('groups.action')}
    </Button>
  )
  return (
    <Panel title={t('player.groups')} actions={change}>
      {player.groups.length === 0 ? (
        <Nothing>{t('groups.none')}</Nothing>
      ) : (
        <ul className="flex flex-wrap gap-1">
          {player.groups.map(({ id, name }) => (
            <li key={id}>
              <Badge>{name ?? id.replaceAll('_', ' ')}</Badge>
            </li>
          ))}
        </ul>
      )}
      {isChanging && <GroupsDialog player={player} onClose={() => setChanging(false)} />}
    </Panel>
  )
}

function GroupsDialog({ player, onClose }: { player: Player; onClose: () => void }) {
  const choices = useQuery(groupChoicesQuery)
  return (
    <Dialog title={t('groups.title', { id: String(player.id) })} onClose={onClose}>
      <Loaded query={choices}>
        {({ groups }) => (groups.length === 0 ? <Nothing>{t('groups.no_choice')}</Nothing> : <GroupsForm player={player} choices={groups} onClose={onClose} />)}
      </Loaded>
    </Dialog>
  )
}

function GroupsForm({ player, choices, onClose }: { player: Player; choices: readonly GroupChoice[]; onClose: () => void }) {
  const queryClient = useQueryClient()
  // What the player was in when the dialog was opened: only what this member ticks is changed.
  const [before] = useState(() => groupsIn(choices, player.groups))
  const [after, setAfter] = useState<readonly number[]>(before)
  const [isUntouched, setUntouched] = useState(false)
  const { control, formState, onSubmit, refuse } = useSiteForm<{ reason: string }>({
    name: 'office_groups',
    defaultValues: { reason: '' },
    resolver: ruled<{ reason: string }>({ reason: required }),
  })
  const { start, isPending } = useAction({
    run: (body: { add: number[]; remove: number[]; reason: string }, { idempotencyKey }) => changeGroups(player.id, body, idempotencyKey),
    onDone: () => {
      showToast('successfully', t('groups.changed'))
      void queryClient.invalidateQueries({ queryKey: PLAYERS })
      onClose()
    },
    onError: (error) => refuse(error, ['reason']),
  })
  const submit = onSubmit(async ({ reason }) => {
    const changes = changesBetween(before, after)
    const isIdle = changes.add.length + changes.remove.length === 0
    setUntouched(isIdle)
    if (!isIdle) await start({ ...changes, reason: reason.trim() })
  })
  const tick = (id: number, isIn: boolean) => {
    setUntouched(false)
    setAfter((chosen) => (isIn ? [...chosen, id] : chosen.filter((other) => other !== id)))
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
      <fieldset>
        <legend className="mb-1 text-sm text-soft">{t('groups.text')}</legend>
        <div className="max-h-72 overflow-y-auto">
          {choices.map(({ id, name }) => (
            <Checkbox key={id} isSelected={after.includes(id)} onChange={(isIn) => tick(id, isIn)}>
              {t('groups.one', { name, id: String(id) })}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <FormLinesField control={control} name="reason" label={t('reason.label')} help={t('reason.help')} autoComplete="off" maxLength={500} isRequired />
      <FormEnd
        problem={formState.errors.root?.message ?? (isUntouched ? t('groups.unchanged') : undefined)}
        confirm={t('groups.save')}
        isPending={isPending}
        onClose={onClose}
      />
    </form>
  )
}
