import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAction } from '@/api/useAction'
import { isFor, subscribe, unsubscribe } from '@/platform/pushDevice'
import { addDevice, deviceQuery, pushQuery, removeDevice } from '../api/push'

/** Notices on this device. */
export interface Notices {
  isOn: boolean
  /** The browser asks no more: the visitor has said no before. */
  isBlocked: boolean
  isChanging: boolean
  /** Turns them on or off. */
  change: (on: boolean) => void
}

interface NoticesOptions {
  /** They were turned on or off; not called when the visitor says no to the browser. */
  onChanged: (on: boolean) => void
  /** The operator or the browser cannot. */
  onFailed: (error: unknown) => void
}

/** How notices stand on this device for the signed-in player; null when the operator sends none or the browser takes none. */
export function useNotices({ onChanged, onFailed }: NoticesOptions): Notices | null {
  const client = useQueryClient()
  const house = useQuery(pushQuery).data
  const device = useQuery({ ...deviceQuery, enabled: Boolean(house?.public_key) }).data
  const publicKey = house?.public_key
  /** Answers whether they were turned. */
  const turn = async (on: boolean, idempotencyKey: string): Promise<boolean> => {
    if (!publicKey || !device) return false
    if (on) {
      const subscription = await subscribe(device, publicKey)
      if (!subscription) return false
      await addDevice(subscription, idempotencyKey)
    } else {
      if (device.subscription) await removeDevice(device.subscription.endpoint, idempotencyKey)
      await unsubscribe()
    }
    return true
  }
  const change = useAction({
    // Whatever became of it, the next press begins with what is so now.
    run: (on: boolean, { idempotencyKey }) =>
      turn(on, idempotencyKey).finally(() => Promise.all([pushQuery, deviceQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })))),
    onDone: (isTurned, on) => isTurned && onChanged(on),
    onError: onFailed,
  })
  if (!house || !publicKey || !device) return null
  const { subscription } = device
  return {
    isOn: subscription !== null && isFor(subscription, publicKey) && house.endpoints.includes(subscription.endpoint),
    isBlocked: Notification.permission === 'denied',
    isChanging: change.isPending,
    change: (on) => void change.start(on),
  }
}
