import { useQueryClient } from '@tanstack/react-query'
import type { Lootbox } from '@/api/types'
import { useAction } from '@/api/useAction'
import { toastError } from '@/ui/toastError'
import { openLootbox, reloadAfterOpening } from '../api/lootboxes'

interface Opening {
  /** Makes the browser's half of a draw. */
  newSeed: () => string
  onOpened: (box: Lootbox) => void
  onFailed?: () => void
}

/** Opens boxes: one seed and one key for all tries of one press. */
export function useOpening({ newSeed, onOpened, onFailed }: Opening) {
  const client = useQueryClient()
  return useAction({
    run: (id: string, { idempotencyKey, once }) => once(() => Promise.resolve(newSeed())).then((seed) => openLootbox(id, seed, idempotencyKey)),
    onDone: onOpened,
    onError: (error) => {
      onFailed?.()
      reloadAfterOpening(client)
      toastError(error)
    },
  })
}
