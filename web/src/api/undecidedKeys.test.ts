import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const PAYMENT = { action: 'cashout', amount_cents: 5_000, fields: { iban: 'EE382200221020145685' } }

/** The page as it is loaded: nothing of an earlier page is in its memory. */
async function page() {
  vi.resetModules()
  const [{ Action }, { ApiError }] = await Promise.all([import('./action'), import('./errors')])
  const press = (player: number, answer: () => Promise<unknown>, payment: object = PAYMENT) => {
    let key = ''
    const tried = new Action().perform(
      payment,
      (attempt) => {
        key = attempt.idempotencyKey
        return answer()
      },
      `payment of player ${player}`,
    )
    return tried.then(
      () => key,
      () => key,
    )
  }
  const refused = () => Promise.reject(new ApiError(422, 'insufficient_funds', 'No.'))
  return { press, refused }
}

const paid = () => Promise.resolve('paid')
const lost = () => Promise.reject(new TypeError('the line is dead'))

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.restoreAllMocks())

test('after a reload the same payment goes on under the key of the one that had no answer', async () => {
  const first = await (await page()).press(7, lost)
  const { press } = await page()
  expect(await press(7, paid)).toBe(first)
  expect(sessionStorage).toHaveLength(0)
  expect(await press(7, paid), 'the next one is another').not.toBe(first)
})

test('a reload while the call is on its way keeps its key', async () => {
  let first = ''
  const { press } = await page()
  void press(7, () => new Promise(() => undefined)).then((key) => (first = key))
  await vi.waitFor(() => expect(sessionStorage).toHaveLength(1))
  const stored = Object.values(JSON.parse(sessionStorage.getItem('croupier.undecided') ?? '{}') as object)
  expect(stored).toEqual([await (await page()).press(7, paid)])
  expect(first, 'the first page never hears of it').toBe('')
})

test('another player and another amount have keys of their own, and a decision on one ends no other', async () => {
  const first = await (await page()).press(7, lost)
  const { press } = await page()
  expect(await press(8, paid)).not.toBe(first)
  expect(await press(7, paid, { ...PAYMENT, amount_cents: 6_000 })).not.toBe(first)
  expect(await press(7, paid)).toBe(first)
})

test('a refusal after the reload does not forget that the first try may yet be carried out', async () => {
  const first = await (await page()).press(7, lost)
  const { press, refused } = await page()
  await press(7, refused)
  expect(await (await page()).press(7, paid)).toBe(first)
})

test('nothing that was sent can be read from what is kept', async () => {
  await (await page()).press(7, lost)
  expect(sessionStorage.getItem('croupier.undecided')).not.toMatch(/EE38|cashout|player/)
})

test('without storage, and with something else in its place, payments are made', async () => {
  sessionStorage.setItem('croupier.undecided', '[nonsense')
  expect(await (await page()).press(7, paid)).toMatch(/\S/)
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  expect(await (await page()).press(7, paid)).toMatch(/\S/)
})
