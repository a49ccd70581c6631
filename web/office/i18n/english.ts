import auth from '@content/messages/en/auth.json'
import errors from '@content/messages/en/errors.json'
import security from '@content/messages/en/security.json'
import shell from '@content/messages/en/shell.json'
import calendar from './en/calendar.json'
import catalogue from './en/catalogue.json'
import chats from './en/chats.json'
import content from './en/content.json'
import costs from './en/costs.json'
import coupons from './en/coupons.json'
import documents from './en/documents.json'
import flags from './en/flags.json'
import frame from './en/frame.json'
import games from './en/games.json'
import gifts from './en/gifts.json'
import media from './en/media.json'
import notifications from './en/notifications.json'
import offers from './en/offers.json'
import operations from './en/operations.json'
import paymentDesk from './en/paymentDesk.json'
import payouts from './en/payouts.json'
import players from './en/players.json'
import reports from './en/reports.json'
import roles from './en/roles.json'
import segments from './en/segments.json'
import staff from './en/staff.json'
import tables from './en/tables.json'

/** The office's own texts: the source of their keys. */
export const own = {
  ...frame,
  ...flags,
  ...payouts,
  ...documents,
  ...gifts,
  ...coupons,
  ...segments,
  ...players,
  ...chats,
  ...staff,
  ...roles,
  ...games,
  ...reports,
  ...offers,
  ...calendar,
  ...catalogue,
  ...operations,
  ...notifications,
  ...content,
  ...media,
  ...costs,
  ...tables,
  ...paymentDesk,
} satisfies Record<string, string>

/** With them the texts of the kit, and of errors that any server of the operator answers. */
export const english: Record<string, string> = { ...auth, ...security, ...shell, ...errors, ...own }
