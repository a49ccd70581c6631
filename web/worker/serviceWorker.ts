/**
 * The worker between the site and the network. It keeps the build's files, whose names never mean something else,
 * and shows a page of its own when the operator cannot be reached, and notices that the operator sends. Calls pass it by: nothing that is about money or a
 * player is ever kept.
 */
import { addressOf, noticeIn, windowFor } from './notices'
import { handlingOf, offlineLanguage } from './routing'

declare const self: ServiceWorkerGlobalScope
/** The build's mark, put in by the build itself (`build/serviceWorker.ts`). */
declare const BUILD: string
/** Languages of the offline page, put in by the build too. */
declare const OFFLINE_LANGUAGES: readonly string[]

/** One build, one cache: an older one goes with its worker. */
const CACHE = `croupier ${BUILD}`

const offlinePage = (language: string) => `/offline/${language}.html`
const OFFLINE_FILES = [...OFFLINE_LANGUAGES.map(offlinePage), '/offline/retry.js', '/brand/icon.svg']

self.addEventListener('install', (event) => event.waitUntil(keepOfflineFiles()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

self.addEventListener('fetch', (event) => {
  const handling = handlingOf(event.request, self.location.origin)
  if (handling === 'page') event.respondWith(page(event))
  else if (handling === 'asset') event.respondWith(asset(event.request))
  else if (OFFLINE_FILES.includes(new URL(event.request.url).pathname)) event.respondWith(offlineFile(event.request))
})

self.addEventListener('message', ({ data, ports }) => {
  if (data === 'take over') void self.skipWaiting()
  if (data === 'which build') ports[0]?.postMessage(BUILD)
})

self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(follow(event.notification)))

/** A browser expects something to be seen for every message; the operator sends none that say nothing. */
async function show(data: PushMessageData | null): Promise<void> {
  const notice = noticeIn(data?.json())
  if (!notice) return
  const { title, body, lang, tag, path } = notice
  await self.registration.showNotification(title, { body, lang, tag, icon: '/brand/icon-192.png', data: path })
}

/** Leads to what a notice is about, in a window that is open already and has no game, or in a new one. */
async function follow(notification: Notification): Promise<void> {
  notification.close()
  const address = addressOf(notification.data, self.location.origin)
  const open = windowFor(await self.clients.matchAll({ type: 'window' }))
  if (!open) await self.clients.openWindow(address)
  else await (await open.focus()).navigate(address)
}

async function keepOfflineFiles(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.addAll(OFFLINE_FILES.map((path) => new Request(path, { cache: 'reload' })))
}

async function takeOver(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))
  // The page is asked for while the worker starts, so that it costs no time.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

async function page(event: FetchEvent): Promise<Response> {
  try {
    const early = (await event.preloadResponse) as Response | undefined
    return early ?? (await fetch(event.request))
  } catch (error) {
    const { pathname } = new URL(event.request.url)
    const language = offlineLanguage(pathname, self.navigator.languages, OFFLINE_LANGUAGES)
    const kept = await caches.match(offlinePage(language))
    if (!kept) throw error
    const headers = new Headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    const policy = kept.headers.get('content-security-policy')
    if (policy) headers.set('content-security-policy', policy)
    return new Response(await kept.text(), { status: 503, headers })
  }
}

async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.status === 200) {
    const cache = await caches.open(CACHE)
    // A full disk is no reason to withhold the file.
    await cache.put(request, answer.clone()).catch(() => undefined)
  }
  return answer
}

/** What the offline page needs besides itself: fresh while the operator answers, kept otherwise. */
async function offlineFile(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await caches.match(request, { ignoreSearch: true })
    if (!kept) throw error
    return kept
  }
}
