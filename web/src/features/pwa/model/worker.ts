/** How often a page that stays open asks for a new build. */
const ASK_EVERY_MS = 60 * 60_000

/** What the page needs of the browser; `reload` gets the newest build. */
export interface WorkerSource {
  container: Pick<ServiceWorkerContainer, 'register' | 'controller' | 'addEventListener'>
  /** The mark of the build that this page runs; the worker knows its own. */
  build: string
  reload: () => void
}

/** The build of a page: the name of its first script, which holds a hash of all there is. */
export function buildOf(page: Document): string {
  const script = page.querySelector<HTMLScriptElement>('script[type="module"][src]')
  return script ? (new URL(script.src).pathname.split('/').at(-1) ?? '') : ''
}

function buildOfWorker(worker: ServiceWorker): Promise<string> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(String(data))
    worker.postMessage('which build', [port2])
  })
}

/**
 * Registers the worker and calls `onUpdate` when a build other than this page's is ready, with how to change to it.
 * Answers how to stop asking.
 */
export async function watchWorker(source: WorkerSource, onUpdate: (change: () => void) => void): Promise<() => void> {
  const { container, build, reload } = source
  const registration = await container.register('/sw.js', { updateViaCache: 'none' })
  let isChanging = false

  const consider = async (worker: ServiceWorker) => {
    if ((await buildOfWorker(worker)) === build) {
      // This page came from the new build already.
      worker.postMessage('take over')
      return
    }
    onUpdate(() => {
      isChanging = true
      worker.postMessage('take over')
    })
  }

  container.addEventListener('controllerchange', () => {
    if (isChanging) reload()
    // Another tab has changed to a new build.
    else if (container.controller) void buildOfWorker(container.controller).then((current) => current !== build && onUpdate(reload))
  })
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && container.controller) void consider(worker)
    })
  })
  if (registration.waiting && container.controller) void consider(registration.waiting)

  // Without a network there is nothing new; the next time will tell.
  const ask = () => void registration.update().catch(() => undefined)
  const turnTo = () => {
    if (document.visibilityState === 'visible') ask()
  }
  const timer = setInterval(ask, ASK_EVERY_MS)
  document.addEventListener('visibilitychange', turnTo)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', turnTo)
  }
}
