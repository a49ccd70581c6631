import { beforeEach, expect, test, vi } from 'vitest'
import { buildOf, watchWorker } from './worker'

/** A worker of some build, as a page sees it. */
class FakeWorker extends EventTarget {
  state = 'installed'
  readonly told: unknown[] = []

  constructor(private readonly build: string) {
    super()
  }

  postMessage(message: unknown, ports: MessagePort[] = []) {
    if (message === 'which build') ports[0]?.postMessage(this.build)
    else this.told.push(message)
  }
}

class FakeRegistration extends EventTarget {
  waiting: FakeWorker | null = null
  installing: FakeWorker | null = null
  update = vi.fn(() => Promise.resolve())
}

class FakeContainer extends EventTarget {
  controller: FakeWorker | null = null
  readonly registration = new FakeRegistration()
  register = vi.fn(() => Promise.resolve(this.registration))
}

let container: FakeContainer
let reload: () => void
let offers: (() => void)[]

beforeEach(() => {
  container = new FakeContainer()
  reload = vi.fn()
  offers = []
})

const watch = () => watchWorker({ container: container as never, build: 'start-1.js', reload }, (change) => offers.push(change))

/** A worker of `build` comes and is ready. */
function arrive(build: string): FakeWorker {
  const worker = new FakeWorker(build)
  container.registration.installing = worker
  container.registration.dispatchEvent(new Event('updatefound'))
  worker.dispatchEvent(new Event('statechange'))
  return worker
}

test('a page tells its build by its first script', () => {
  document.head.innerHTML = '<script src="/a.js"></script><script type="module" src="/assets/start-1.js"></script>'
  expect(buildOf(document)).toBe('start-1.js')
})

test('the first worker of all comes quietly', async () => {
  await watch()
  arrive('start-1.js')
  container.dispatchEvent(new Event('controllerchange'))
  expect(offers).toEqual([])
  expect(reload).not.toHaveBeenCalled()
})

test('a new build is offered, and changed to when the visitor says so', async () => {
  container.controller = new FakeWorker('start-1.js')
  await watch()
  const worker = arrive('start-2.js')
  await vi.waitFor(() => expect(offers).toHaveLength(1))
  expect(worker.told).toEqual([])
  offers[0]?.()
  expect(worker.told).toEqual(['take over'])
  expect(reload).not.toHaveBeenCalled()
  container.dispatchEvent(new Event('controllerchange'))
  expect(reload).toHaveBeenCalledOnce()
})

test('a page that came from the new build already lets its worker take over', async () => {
  container.controller = new FakeWorker('start-0.js')
  const waiting = new FakeWorker('start-1.js')
  container.registration.waiting = waiting
  await watch()
  await vi.waitFor(() => expect(waiting.told).toEqual(['take over']))
  expect(offers).toEqual([])
})

test('a change in another tab is offered here', async () => {
  container.controller = new FakeWorker('start-1.js')
  await watch()
  container.controller = new FakeWorker('start-2.js')
  container.dispatchEvent(new Event('controllerchange'))
  await vi.waitFor(() => expect(offers).toHaveLength(1))
  expect(reload).not.toHaveBeenCalled()
  offers[0]?.()
  expect(reload).toHaveBeenCalledOnce()
})

test('a page that is turned to again asks for what is new, until it is told to stop', async () => {
  const stop = await watch()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(container.registration.update).toHaveBeenCalledOnce()
  stop()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(container.registration.update).toHaveBeenCalledOnce()
})
