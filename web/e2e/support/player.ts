import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { translator, type Translate } from './texts.ts'

/** A person who is not known to the server yet. */
export interface Visitor {
  email: string
  password: string
}

export function newVisitor(): Visitor {
  const id = randomBytes(6).toString('hex')
  return { email: `e2e-${id}@example.com`, password: `Zu9!kelmotra-${id}` }
}

/** What a player of a fiat currency tells before paying. */
export const PERSON = {
  first_name: 'Ada',
  last_name: 'Koit',
  date_of_birth: '1990-04-05',
  mobile_phone: '+1 604 555 0100',
  postal_code: 'K1A 0B1',
  city: 'Ottawa',
  address: '1 Wellington Street',
}

const guarded = () => ({ 'X-Requested-With': 'XMLHttpRequest', 'Idempotency-Key': randomUUID() })

interface Challenge {
  algorithm: string
  challenge: string
  salt: string
  signature: string
  maxnumber: number
}

function solved({ algorithm, challenge, salt, signature, maxnumber }: Challenge): string {
  for (let number = 0; number <= maxnumber; number += 1) {
    const hash = createHash('sha256')
      .update(salt + String(number))
      .digest('hex')
    if (hash === challenge) return Buffer.from(JSON.stringify({ algorithm, challenge, number, salt, signature })).toString('base64')
  }
  throw new Error('the challenge has no solution')
}

/** A proof for the next call that asks for one; undefined where the server asks for none. */
async function captcha(page: Page): Promise<string | undefined> {
  const settings = (await call(page, 'GET', '/api/player/settings')) as { captcha: string }
  if (settings.captcha === 'none') return undefined
  return solved((await call(page, 'GET', '/api/captcha')) as Challenge)
}

/** Asks the server as a page of it does: only the browser knows the hosts of every brand. */
export async function call(page: Page, method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<unknown> {
  const { status, text } = await page.evaluate(
    async ([to, init]) => {
      const answer = await fetch(to, init)
      return { status: answer.status, text: await answer.text() }
    },
    [path, { method, headers: { ...guarded(), 'Content-Type': 'application/json', ...headers }, body: body && JSON.stringify(body) }] as const,
  )
  expect(status, text).toBeLessThan(300)
  return text === '' ? undefined : JSON.parse(text)
}

/** Opens an account without the form and signs the page's browser in, for journeys about something else. */
export async function signUpQuietly(page: Page, currency = 'EUR'): Promise<Visitor> {
  const visitor = newVisitor()
  await page.goto('/robots.txt')
  const user = { ...visitor, currency, country: 'CA', terms_acceptance: true, dfpc: '', locale: 'en', captcha: await captcha(page) }
  await call(page, 'POST', '/api/users', { user })
  return visitor
}

/** Letters that spell `count` random bytes. */
const letters = (count: number) => [...randomBytes(count)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')

/**
 * Somebody whom no other journey is, in no other run. Whoever excludes themselves has to be: the same name or phone is known again
 * under every other account.
 */
export function somebodyElse(): typeof PERSON {
  return { ...PERSON, last_name: `Koit${letters(10)}`, mobile_phone: `+1 604 ${randomInt(1_000_000, 10_000_000)}` }
}

/** Fills in the player's data, so that the cashbox asks for nothing. */
export async function tellPerson(page: Page, person: typeof PERSON = PERSON): Promise<void> {
  await call(page, 'PATCH', '/api/player', { player: person })
}

/** Types the player's data into the cashbox's form and goes on. */
export async function fillPersonalInfo(page: Page, t: Translate = translator('en')): Promise<void> {
  const dialog = page.getByRole('dialog', { name: t('cashbox.title') })
  await expect(dialog.getByText(t('cashbox.gate_title'))).toBeVisible()
  const [year = '', month = '', day = ''] = PERSON.date_of_birth.split('-')
  const answers: [string, string][] = [
    [t('player.first_name'), PERSON.first_name],
    [t('player.last_name'), PERSON.last_name],
    [t('field.day'), day],
    [t('field.month'), month],
    [t('field.year'), year],
    [t('player.mobile_phone'), PERSON.mobile_phone],
    [t('player.postal_code'), PERSON.postal_code],
    [t('player.city'), PERSON.city],
    [t('player.address'), PERSON.address],
  ]
  for (const [label, text] of answers) {
    const field = dialog.getByRole('textbox', { name: label })
    if (await field.count()) await field.fill(text)
  }
  await dialog.getByRole('button', { name: t('profile.save_and_go_on') }).click()
}

/** The amount that the header shows, in cents. */
export async function balanceCents(page: Page): Promise<number> {
  const name = await page
    .getByRole('banner')
    .getByRole('button', { name: /^Balance/ })
    .getAttribute('aria-label')
  return Math.round(Number((name ?? '').replaceAll(/[^\d.]/g, '')) * 100)
}
