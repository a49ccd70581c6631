import adventures from '@content/messages/en/adventures.json'
import auth from '@content/messages/en/auth.json'
import cashbox from '@content/messages/en/cashbox.json'
import catalogue from '@content/messages/en/catalogue.json'
import chat from '@content/messages/en/chat.json'
import content from '@content/messages/en/content.json'
import errors from '@content/messages/en/errors.json'
import fairness from '@content/messages/en/fairness.json'
import gifts from '@content/messages/en/gifts.json'
import jackpots from '@content/messages/en/jackpots.json'
import limits from '@content/messages/en/limits.json'
import lobby from '@content/messages/en/lobby.json'
import lootboxes from '@content/messages/en/lootboxes.json'
import lotteries from '@content/messages/en/lotteries.json'
import loyalty from '@content/messages/en/loyalty.json'
import notifications from '@content/messages/en/notifications.json'
import play from '@content/messages/en/play.json'
import privacy from '@content/messages/en/privacy.json'
import profile from '@content/messages/en/profile.json'
import routes from '@content/messages/en/routes.json'
import security from '@content/messages/en/security.json'
import shell from '@content/messages/en/shell.json'
import tournaments from '@content/messages/en/tournaments.json'
import verification from '@content/messages/en/verification.json'
import visit from '@content/messages/en/visit.json'

/** The English texts of the site, all together: the source of the message keys, and what tests speak. No page loads them so. */
export const english = {
  ...adventures,
  ...auth,
  ...cashbox,
  ...catalogue,
  ...chat,
  ...content,
  ...errors,
  ...fairness,
  ...gifts,
  ...jackpots,
  ...limits,
  ...lobby,
  ...lootboxes,
  ...lotteries,
  ...loyalty,
  ...notifications,
  ...play,
  ...privacy,
  ...profile,
  ...routes,
  ...security,
  ...shell,
  ...tournaments,
  ...verification,
  ...visit,
} satisfies Record<string, string>
