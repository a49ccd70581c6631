/** This browser as a device that notices can be sent to. */
export interface PushDevice {
  registration: ServiceWorkerRegistration
  /** Where it gets notices now, and by which key; null while it gets none. */
  subscription: PushSubscription | null
}

/** This browser, or null when it has no push or the site's worker does not run. */
export async function pushDevice(): Promise<PushDevice | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return null
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration) return null
  return { registration, subscription: await registration.pushManager.getSubscription() }
}

/**
 * Subscribes with the server's key (base64url). Browsers show their question only for a press of the visitor. Null when
 * the visitor, or the browser for them, says no.
 */
export async function subscribe({ registration, subscription }: PushDevice, publicKey: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  if (subscription && !isFor(subscription, publicKey)) await subscription.unsubscribe()
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** Whether the server with this key can use the subscription: a server that was set up anew has another. */
export function isFor(subscription: PushSubscription, publicKey: string): boolean {
  const key = subscription.options.applicationServerKey
  if (!key) return false
  const base64 = btoa(String.fromCharCode(...new Uint8Array(key)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey
}

/**
 * Ends what this browser gets, whoever turned it on; the server learns it from the push service with its next notice.
 * Where there is nothing to end, nothing happens.
 */
export async function unsubscribe(): Promise<void> {
  const device = await pushDevice()
  await device?.subscription?.unsubscribe()
}
