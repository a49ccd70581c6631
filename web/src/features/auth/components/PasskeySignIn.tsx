import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAction } from '@/api/useAction'
import { problemText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { deviceFingerprint } from '@/platform/fingerprint'
import { knowsPasskeys, offersPasskeysInForms } from '@/platform/passkeys'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'
import { signInByPasskey, takePasskey } from '../api/passkeys'

/** A challenge lasts for five minutes; the one behind the field is renewed before. */
const RENEW_MS = 4 * 60_000

/**
 * Signing in without a password: by a button, and where the browser offers it, by what it lists in the field of the
 * address. Nothing in a browser that knows no passkeys.
 */
export function PasskeySignIn({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const inField = useRef<AbortController>(undefined)
  const { start, isPending } = useAction({
    run: async () => {
      // A browser asks for one passkey at a time.
      inField.current?.abort()
      await signInByPasskey(client, await takePasskey(), deviceFingerprint())
    },
    onDone,
    onError: (error) => setProblem(problemText(error)),
  })
  const picked = useEffectEvent(async (passkey: object) => {
    try {
      await signInByPasskey(client, passkey, deviceFingerprint())
      onDone()
    } catch (error) {
      setProblem(problemText(error))
    }
  })
  useEffect(() => {
    const wait = async () => {
      if (!(await offersPasskeysInForms())) return
      inField.current?.abort()
      const controller = new AbortController()
      inField.current = controller
      // Given up for another one, or under an address that has none: the form stays as it is.
      const passkey = await takePasskey({ inForm: true, signal: controller.signal }).catch(() => null)
      if (passkey) await picked(passkey)
    }
    void wait()
    const renewal = window.setInterval(() => void wait(), RENEW_MS)
    return () => {
      window.clearInterval(renewal)
      inField.current?.abort()
    }
  }, [])
  if (!knowsPasskeys()) return null
  return (
    <div className="space-y-3">
      <Button
        variant="secondary"
        wide
        pending={isPending}
        onPress={() => {
          setProblem(undefined)
          void start()
        }}
      >
        {t('security.use_passkey')}
      </Button>
      <FormProblem text={problem} />
    </div>
  )
}
