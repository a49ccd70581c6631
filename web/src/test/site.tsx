import { cleanup, render } from '@testing-library/react'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { App } from '@/app/App'
import { server } from './server'
import { open } from './openAddresses'

/** The made-up server answers during each test of the file, and a call that no test expects fails it. */
export function withServer(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => {
    cleanup()
    server.resetHandlers()
  })
  afterAll(() => server.close())
}

/** The whole site at an address. */
export async function show(address: string) {
  const visit = await open(address)
  render(<App queryClient={visit.queryClient} router={visit.router} />)
  return visit
}
