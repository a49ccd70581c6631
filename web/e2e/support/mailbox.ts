import { expect } from '@playwright/test'
import { SANDBOX_URL } from './servers.ts'

/** A mail as the sandbox's mailbox keeps it. */
export interface Mail {
  to: string[]
  subject: string
  text: string
  html: string
}

/** The last mail to `to` with this subject, once it has come. */
export async function mailTo(to: string, subject: string): Promise<Mail> {
  let found: Mail | undefined
  await expect
    .poll(
      async () => {
        const mails = (await (await fetch(`${SANDBOX_URL}/mailbox/mails`)).json()) as Mail[]
        found = mails.find((mail) => mail.to.includes(to) && mail.subject === subject)
        return found !== undefined
      },
      { message: `${subject} to ${to}`, timeout: 30_000 },
    )
    .toBe(true)
  if (!found) throw new Error(`no mail ${subject} has come to ${to}`)
  return found
}

/** Path and query of the link in a mail: a server under test may answer under another host than the one of its links. */
export function linkIn({ text }: Mail): string {
  const link = /https?:\/\/\S*[_?]token=\S+/.exec(text)
  if (!link) throw new Error(`no link in ${text}`)
  const { pathname, search } = new URL(link[0])
  return pathname + search
}
