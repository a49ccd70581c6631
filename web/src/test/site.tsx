import { cleanup, render } from '@testing-library/react'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { App } from '@/app/App'
import { server } from './server'
import { open } from './openAddresses'

/** The mock server answers the tests of this file; a request without a handler is refused as if the network were down, and logged. */
export function withServer(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => {
    cleanup()
    server.resetHandlers()
  })
  afterAll(() => server.close())
}

/** Renders the whole site at `address`. */
export async function show(address: string) {
  const visit = await open(address)
  render(<App queryClient={visit.queryClient} router={visit.router} />)
  return visit
}
