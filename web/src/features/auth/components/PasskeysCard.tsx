import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { playerQuery } from '@/api/session/player'
import { newIdempotencyKey } from '@/api/transport'
import type { PasskeyEntry } from '@/api/types'
import { useAction } from '@/api/useAction'
import { problemText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { dateTimeText } from '@/i18n/names'
import { knowsPasskeys } from '@/platform/passkeys'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { FailedState } from '@/ui/FailedState'
import { FormTextField } from '@/ui/form'
import { Alert } from '@/ui/Alert'
import { Skeleton } from '@/ui/Skeleton'
import { Switch } from '@/ui/Switch'
import { showToast } from '@/ui/toast'
import { addPasskey, passkeysQuery, removePasskey, requirePasskey, stopRequiringPasskey, takePasskey } from '../api/passkeys'
import { renewRecoveryCodes, twoFactorQuery } from '../api/twoFactor'
import { brokenPasskeyName, PASSKEY_NAME_MAX } from '../model/passkeyName'
import { GuardedDialog } from './GuardedDialog'
import { RecoveryCodes } from './RecoveryCodes'
import { RenamePasskeyDialog } from './RenamePasskeyDialog'

type Open = { is: 'adding' | 'requiring' | 'not-requiring' } | { is: 'renaming' | 'removing'; passkey: PasskeyEntry }

/** The player's passkeys: adding, naming and removing them, and whether sign-in asks for one after the password. */
export function PasskeysCard() {
  const client = useQueryClient()
  const { data: list, isError, refetch } = useQuery(passkeysQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const [codes, setCodes] = useState<string[]>([])
  const close = () => setOpen(null)
  const changed = (text: string) => {
    close()
    showToast('successfully', text, { id: 'passkeys' })
    for (const { queryKey } of [passkeysQuery, twoFactorQuery, playerQuery]) void client.invalidateQueries({ queryKey })
  }
  if (!list) {
    return (
      <Card title={t('security.passkeys')} text={t('security.passkeys_text')}>
        {isError ? <FailedState level={3} title={t('security.failed')} onRetry={() => void refetch()} /> : <Skeleton className="h-16 w-full" />}
      </Card>
    )
  }
  const canAdd = list.available && knowsPasskeys()
  return (
    <Card title={t('security.passkeys')} text={t('security.passkeys_text')}>
      {codes.length > 0 && <RecoveryCodes codes={codes} onDone={() => setCodes([])} />}
      {codes.length === 0 && (
        <div className="space-y-5">
          {list.passkeys.length === 0 && <p className="text-sm text-muted">{t('security.passkeys_none')}</p>}
          {list.passkeys.length > 0 && (
            <ul aria-label={t('security.passkeys')} className="divide-y divide-line/60 overflow-hidden rounded-m border border-line bg-raised">
              {list.passkeys.map((passkey) => (
                <PasskeyRow
                  key={passkey.id}
                  passkey={passkey}
                  onRename={() => setOpen({ is: 'renaming', passkey })}
                  onRemove={() => setOpen({ is: 'removing', passkey })}
                />
              ))}
            </ul>
          )}
          {canAdd ? (
            <Button variant="secondary" icon="plus" onPress={() => setOpen({ is: 'adding' })}>
              {t('security.passkey_add')}
            </Button>
          ) : (
            <Alert tone="info">{t('security.passkeys_unknown')}</Alert>
          )}
          {(list.passkeys.length > 0 || list.required) && (
            <Switch isSelected={list.required} onChange={(on) => setOpen({ is: on ? 'requiring' : 'not-requiring' })}>
              {t('security.passkey_switch')}
            </Switch>
          )}
          {list.required && <RecoveryCodesLeft onRenewed={setCodes} />}
        </div>
      )}
      {open?.is === 'adding' && <AddDialog onDone={() => changed(t('security.passkey_added'))} onClose={close} />}
      {open?.is === 'renaming' && <RenamePasskeyDialog passkey={open.passkey} onDone={() => changed(t('security.passkey_renamed'))} onClose={close} />}
      {open?.is === 'removing' && (
        <GuardedDialog
          form="passkey_remove"
          title={t('security.passkey_remove_title')}
          text={t('security.passkey_remove_text', { name: open.passkey.name })}
          confirm={t('security.passkey_remove')}
          tone="danger"
          run={(guard, _, idempotencyKey) => removePasskey(open.passkey.id, guard, idempotencyKey)}
          onDone={() => changed(t('security.passkey_removed'))}
          onClose={close}
        />
      )}
      {open?.is === 'requiring' && (
        <GuardedDialog
          form="passkey_require"
          title={t('security.passkey_switch')}
          text={t('security.passkey_on_text')}
          confirm={t('security.switch_on')}
          run={(guard, _, idempotencyKey) => requirePasskey(guard, idempotencyKey)}
          onDone={(drawn) => {
            setCodes(drawn)
            changed(t('security.passkey_is_on'))
          }}
          onClose={close}
        />
      )}
      {open?.is === 'not-requiring' && (
        <GuardedDialog
          form="passkey_not_require"
          title={t('security.passkey_off_title')}
          text={t('security.passkey_off_text')}
          confirm={t('security.switch_off')}
          tone="danger"
          run={(guard, _, idempotencyKey) => stopRequiringPasskey(guard, idempotencyKey)}
          onDone={() => changed(t('security.passkey_is_off'))}
          onClose={close}
        />
      )}
    </Card>
  )
}

/** How many recovery codes are left to a player whom sign-in asks for a passkey, and new ones by a passkey. An app has its own way to them. */
function RecoveryCodesLeft({ onRenewed }: { onRenewed: (codes: string[]) => void }) {
  const client = useQueryClient()
  const { data: state } = useQuery(twoFactorQuery)
  const { start, isPending } = useAction({
    run: async () => renewRecoveryCodes({ passkey: (await takePasskey()) as Record<string, never> }, newIdempotencyKey()),
    onDone: (codes) => {
      onRenewed(codes)
      void client.invalidateQueries({ queryKey: twoFactorQuery.queryKey })
    },
    onError: (error) => showToast('reject', problemText(error), { id: 'passkeys' }),
  })
  if (!state || state.enabled) return null
  return (
    <div className="space-y-4">
      <p className="text-sm text-soft">{t('security.codes_left', { count: state.recovery_codes_left })}</p>
      <Button variant="secondary" icon="refresh" pending={isPending} onPress={() => void start()}>
        {t('security.renew')}
      </Button>
    </div>
  )
}

function AddDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  return (
    <GuardedDialog
      form="passkey_add"
      title={t('security.passkey_add')}
      text={t('security.passkey_add_text')}
      confirm={t('auth.reauth_confirm')}
      brokenName={brokenPasskeyName}
      run={(guard, name) => addPasskey(name, guard)}
      onDone={onDone}
      onClose={onClose}
    >
      {(control) => (
        <FormTextField
          control={control}
          name="name"
          label={t('security.passkey_name')}
          help={t('security.passkey_name_help')}
          autoComplete="off"
          maxLength={PASSKEY_NAME_MAX}
          isRequired
          autoFocus
        />
      )}
    </GuardedDialog>
  )
}

function PasskeyRow({ passkey, onRename, onRemove }: { passkey: PasskeyEntry; onRename: () => void; onRemove: () => void }) {
  const { name, host, created_at, used_at } = passkey
  return (
    <li className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div data-varies className="min-w-0 flex-1">
        <p className="text-sm font-semibold break-words">{name}</p>
        <p className="text-xs text-muted">{t('security.passkey_since', { host, time: dateTimeText(created_at) })}</p>
        <p className="text-xs text-muted">{used_at ? t('security.passkey_used', { time: dateTimeText(used_at) }) : t('security.passkey_unused')}</p>
      </div>
      <Button variant="ghost" aria-label={t('security.passkey_rename_of', { name })} onPress={onRename}>
        {t('security.passkey_rename')}
      </Button>
      <Button variant="ghost" aria-label={t('security.passkey_remove_of', { name })} onPress={onRemove}>
        {t('security.passkey_remove')}
      </Button>
    </li>
  )
}
