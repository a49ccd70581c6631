import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isFor, subscribe, unsubscribe } from '@/platform/pushDevice'
import { addDevice, deviceQuery, pushQuery, removeDevice } from '../api/push'

/** Notices on this device. */
export interface Notices {
  isOn: boolean
  /** The browser asks no more: the visitor has said no before. */
  isBlocked: boolean
  isChanging: boolean
  /** Turns them on or off. `refused` when the visitor says no; fails when the operator or the browser cannot. */
  change: (on: boolean) => Promise<'done' | 'refused'>
}

/** How notices stand on this device for the signed-in player; null when the operator sends none or the browser takes none. */
export function useNotices(): Notices | null {
  const client = useQueryClient()
  const house = useQuery(pushQuery).data
  const device = useQuery({ ...deviceQuery, enabled: Boolean(house?.public_key) }).data
  const publicKey = house?.public_key
  const change = useMutation({
    mutationFn: async (on: boolean) => {
      if (!publicKey || !device) return 'refused'
      if (on) {
        const subscription = await subscribe(device, publicKey)
        if (!subscription) return 'refused'
        await addDevice(subscription)
      } else {
        if (device.subscription) await removeDevice(device.subscription.endpoint)
        await unsubscribe()
      }
      return 'done'
    },
    onSettled: () => Promise.all([pushQuery, deviceQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey }))),
  })
  if (!house || !publicKey || !device) return null
  const { subscription } = device
  return {
    isOn: subscription !== null && isFor(subscription, publicKey) && house.endpoints.includes(subscription.endpoint),
    isBlocked: Notification.permission === 'denied',
    isChanging: change.isPending,
    change: change.mutateAsync,
  }
}
