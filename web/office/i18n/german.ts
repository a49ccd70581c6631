import auth from '@content/messages/de/auth.json'
import errors from '@content/messages/de/errors.json'
import security from '@content/messages/de/security.json'
import shell from '@content/messages/de/shell.json'
import calendar from './de/calendar.json'
import catalogue from './de/catalogue.json'
import chats from './de/chats.json'
import content from './de/content.json'
import costs from './de/costs.json'
import coupons from './de/coupons.json'
import documents from './de/documents.json'
import flags from './de/flags.json'
import frame from './de/frame.json'
import games from './de/games.json'
import gifts from './de/gifts.json'
import media from './de/media.json'
import notifications from './de/notifications.json'
import offers from './de/offers.json'
import operations from './de/operations.json'
import paymentDesk from './de/paymentDesk.json'
import payouts from './de/payouts.json'
import players from './de/players.json'
import reports from './de/reports.json'
import roles from './de/roles.json'
import segments from './de/segments.json'
import staff from './de/staff.json'
import tables from './de/tables.json'

/** All texts of the office in German, with those of the kit and of errors. */
export const german: Record<string, string> = {
  ...auth,
  ...security,
  ...shell,
  ...errors,
  ...frame,
  ...flags,
  ...payouts,
  ...tables,
  ...paymentDesk,
  ...documents,
  ...gifts,
  ...coupons,
  ...segments,
  ...players,
  ...chats,
  ...content,
  ...media,
  ...costs,
  ...staff,
  ...roles,
  ...calendar,
  ...catalogue,
  ...games,
  ...reports,
  ...offers,
  ...operations,
  ...notifications,
}
