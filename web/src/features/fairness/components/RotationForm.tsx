import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '@/api/useAction'
import { fieldTexts, problemText } from '@/i18n/errorText'
import { t } from '@/i18n/messages'
import { Button } from '@/ui/Button'
import { IconButton } from '@/ui/IconButton'
import { TextField } from '@/ui/TextField'
import { showToast } from '@/ui/toast'
import { rotateSeeds } from '../api/fairness'
import { isClientSeed, randomClientSeed } from '@/domain/clientSeed'

/** A new seed of the player's own; taking it reveals the server seed used so far. */
export function RotationForm({ currency }: { currency: string }) {
  const client = useQueryClient()
  const [seed, setSeed] = useState(randomClientSeed)
  const [error, setError] = useState<string>()
  const rotation = useAction({
    run: (chosen: string, { idempotencyKey }) => rotateSeeds(client, currency, chosen, idempotencyKey),
    onDone: () => showToast('successfully', t('fairness.rotated')),
    onError: (refusal) => setError(fieldTexts(refusal).client_seed ?? problemText(refusal)),
  })
  const rotate = () => {
    if (isClientSeed(seed)) void rotation.start(seed)
    else setError(t('fairness.seed_invalid'))
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        rotate()
      }}
      className="grid items-start gap-3 rounded-m border border-line bg-raised p-4 md:grid-cols-[1fr_auto]"
    >
      <TextField
        label={t('fairness.new_client_seed')}
        help={t('fairness.new_client_seed_help')}
        error={error}
        value={seed}
        onChange={(text) => {
          setSeed(text)
          setError(undefined)
        }}
        autoComplete="off"
        maxLength={64}
        after={<IconButton icon="refresh" label={t('fairness.draw_seed')} onPress={() => setSeed(randomClientSeed())} />}
      />
      <Button type="submit" pending={rotation.isPending} className="h-12 md:mt-6.5">
        {t('fairness.rotate')}
      </Button>
    </form>
  )
}
