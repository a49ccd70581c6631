import { expect, test, vi } from 'vitest'
import { A_PLAYER, answers } from '@/test/server'
import { withServer } from '@/test/site'
import { open } from '@/test/openAddresses'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

/** Where the links of mails lead a player who is signed in: what the server writes, and the page that it is. */
const PAGES: Record<string, string> = {
  '/users/password/edit': '/new-password',
  '/confirmation': '/confirmation',
  '/autologin': '/autologin',
  '/unsubscribe': '/unsubscribe',
  '/subscription': '/subscription',
  '/promotions': '/promotions',
  '/profile/payments': '/profile/payments',
  '/profile/security': '/profile/security',
  '/profile/verification': '/profile/verification',
  '/profile/wealth': '/profile/wealth',
  '/profile/privacy': '/profile/privacy',
  '/profile/limits/confirm': '/profile/limits/confirm',
}

/** For programs of mail, not for people. */
const CALLS = '/webhooks/'

const sources = import.meta.glob<string>('../../../server/src/**/*.rs', { eager: true, query: '?raw', import: 'default' })

/** The addresses that stand in the code of the server that fills in mails to players, or names pages of their site for it. */
function written(): string[] {
  const names = (text: string) => text.includes('MailValues {') || text.includes('"{site}/')
  const mailing = Object.entries(sources).filter(([path, text]) => names(text) && !path.includes('/src/mail/') && !path.includes('/src/cli/'))
  const found = mailing.flatMap(([, text]) => [...text.matchAll(/"(?:\{\w*\})?(\/[a-z][a-z/-]+)(?:\?[^"]*)?"/g)].map(([, path = '']) => path))
  return [...new Set(found)].filter((path) => !path.startsWith(CALLS))
}

test('every link of a mail is written down here', () => {
  expect(written().sort()).toEqual(Object.keys(PAGES).sort())
})

test.each(Object.entries(PAGES))('a link of a mail to %s opens %s', async (link, page) => {
  answers('/api/player', A_PLAYER)
  const { found, shown } = await open(`${link}?token=t`)
  expect(shown.split('?')[0]).toBe(page)
  expect(found).toBe(true)
})
