import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePlayer } from '@/api/session/player'
import { signOut } from '@/api/session/signOut'
import { updatePlayer } from '@/api/session/updatePlayer'
import { errorText } from '@/i18n/errorText'
import { t, Text } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { whileLoading } from '@/ui/loader'
import { showToast } from '@/ui/toast'
import { SignedSheet } from './art'

/** Whether the acceptance of the terms is missing from the player's account. */
export function useMissesTerms(): boolean {
  return usePlayer()?.auth_fields_missed.includes('terms_acceptance') ?? false
}

/** Asks a player whose acceptance of the terms is missing, for example of newer ones, until it is given. */
export function TermsPopup() {
  const client = useQueryClient()
  const [pending, setPending] = useState(false)
  const run = (work: Promise<unknown>) => {
    setPending(true)
    void whileLoading(work)
      .catch((error: unknown) => showToast('reject', errorText(error)))
      .finally(() => setPending(false))
  }
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
          <Button wide pending={pending} onPress={() => run(updatePlayer(client, { terms_acceptance: true }))}>
            {t('terms.accept')}
          </Button>
          <Button wide variant="ghost" isDisabled={pending} onPress={() => run(signOut(client))}>
            {t('shell.sign_out')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
