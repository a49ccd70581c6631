import auth from '@content/messages/de/auth.json'
import errors from '@content/messages/de/errors.json'
import security from '@content/messages/de/security.json'
import shell from '@content/messages/de/shell.json'
import chats from './de/chats.json'
import documents from './de/documents.json'
import frame from './de/frame.json'
import gifts from './de/gifts.json'
import payouts from './de/payouts.json'
import players from './de/players.json'
import staff from './de/staff.json'

/** All texts of the office in German, with those of the kit and of errors. */
export const german: Record<string, string> = {
  ...auth,
  ...security,
  ...shell,
  ...errors,
  ...frame,
  ...payouts,
  ...documents,
  ...gifts,
  ...players,
  ...chats,
  ...staff,
}
