import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { usePlayer } from '@/api/session/player'
import { signOut } from '@/api/session/signOut'
import { updatePlayer } from '@/api/session/updatePlayer'
import { useAction } from '@/api/useAction'
import { t, Text } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { whileLoading } from '@/ui/loader'
import { toastError } from '@/ui/toastError'
import { SignedSheet } from './art'

/** Whether the acceptance of the terms is missing from the player's account. */
export function useMissesTerms(): boolean {
  return usePlayer()?.auth_fields_missed.includes('terms_acceptance') ?? false
}

/** Asks a player whose acceptance of the terms is missing, for example of newer ones, until it is given. */
export function TermsPopup() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const accept = useAction({
    run: (_: void, { idempotencyKey }) => whileLoading(updatePlayer(client, { terms_acceptance: true }, idempotencyKey)),
    onError: toastError,
  })
  const leave = useAction({
    run: () => whileLoading(signOut(client)),
    // The page beneath may be the player's own.
    onDone: () => void navigate({ to: '/', search: {}, replace: true }),
    onError: toastError,
  })
  return (
    <Dialog title={t('terms.title')} onClose={() => undefined} size="s" dismissable={false}>
      <div className="flex flex-col items-center gap-5 text-center">
        <SignedSheet />
        <p className="text-soft">
          <Text
            k="terms.text"
            parts={{
              terms: (words) => (
                <a href="/terms-and-conditions" target="_blank" rel="noreferrer" className="text-link underline underline-offset-4">
                  {words}
                </a>
              ),
            }}
          />
        </p>
        <div className="grid w-full gap-2">
          <Button wide pending={accept.isPending} onPress={() => void accept.start()}>
            {t('terms.accept')}
          </Button>
          <Button wide variant="ghost" isDisabled={accept.isPending} pending={leave.isPending} onPress={() => void leave.start()}>
            {t('shell.sign_out')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
