import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { projectQuery } from '@/api/info/reference'
import type { Project } from '@/api/types'

/** Calls and pictures that left the page, in order. */
let left: string[]
let bodies: Record<string, unknown>

beforeEach(() => {
  vi.resetModules()
  left = []
  bodies = {}
  document.cookie = 'cookies_accepted=1; Path=/'
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    left.push(`${String(init.method)} ${path}`)
    bodies[path] = JSON.parse(init.body as string)
    return Promise.resolve(new Response(null, { status: 204 }))
  })
  vi.stubGlobal(
    'Image',
    class {
      set src(address: string) {
        left.push(`PIXEL ${address}`)
      }
    },
  )
  Reflect.deleteProperty(navigator, 'connection')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  document.cookie = 'cookies_accepted=; Max-Age=0; Path=/'
  document.head.replaceChildren()
})

/** A visit in a browser of its own. */
async function openAddresses({ production, scripts = [] }: { production: boolean; scripts?: string[] }) {
  vi.stubEnv('PROD', production)
  const { startTelemetry } = await import('./startTelemetry')
  const client = new QueryClient()
  client.setQueryData(projectQuery.queryKey, { outside_scripts: scripts } as unknown as Project)
  startTelemetry(client)
  await client.ensureQueryData(projectQuery)
}

const pixels = () => left.filter((call) => call.startsWith('PIXEL'))

test('the operator’s pixel is asked for in production', async () => {
  await openAddresses({ production: true })
  expect(pixels()).toHaveLength(1)
  expect(pixels()[0]).toMatch(/^PIXEL \/pixel\.gif\?event=page_view&visitor=[0-9a-f]{32}$/)
})

test('while the site is being built nothing asks for the pixel', async () => {
  await openAddresses({ production: false })
  expect(pixels()).toEqual([])
})

test('before cookies are accepted nothing asks for the pixel', async () => {
  document.cookie = 'cookies_accepted=; Max-Age=0; Path=/'
  await openAddresses({ production: true })
  expect(left).toEqual([])
})

test('nothing leaves for another host', async () => {
  await openAddresses({ production: true })
  expect(left.filter((call) => !/^[A-Z]+ \/[^/]/.test(call))).toEqual([])
})

test('scripts of others come once cookies are accepted, in production', async () => {
  const scripts = ['https://tags.example/gtm.js?id=1']
  const loaded = () => Array.from(document.scripts, ({ src }) => src)
  await openAddresses({ production: false, scripts })
  expect(loaded()).toEqual([])
  vi.resetModules()
  document.cookie = 'cookies_accepted=; Max-Age=0; Path=/'
  await openAddresses({ production: true, scripts })
  expect(loaded()).toEqual([])
  const { acceptCookies } = await import('@/platform/consent')
  acceptCookies()
  await vi.waitFor(() => expect(loaded()).toEqual(scripts))
})

test('a network is told in three figures where the browser knows them, and not at all elsewhere', async () => {
  await openAddresses({ production: false })
  expect(left).toEqual([])
  vi.resetModules()
  Object.defineProperty(navigator, 'connection', { value: { rtt: 50, downlink: 1.5, effectiveType: '4g', saveData: false }, configurable: true })
  await openAddresses({ production: false })
  expect(bodies['/network-performance']).toEqual({ rtt: 50, downlink: 1.5, effectiveType: '4g' })
  expect(left.filter((call) => call.includes('network'))).toHaveLength(1)
})
