import auth from '@content/messages/en/auth.json'
import cashbox from '@content/messages/en/cashbox.json'
import catalogue from '@content/messages/en/catalogue.json'
import content from '@content/messages/en/content.json'
import errors from '@content/messages/en/errors.json'
import fairness from '@content/messages/en/fairness.json'
import lobby from '@content/messages/en/lobby.json'
import play from '@content/messages/en/play.json'
import profile from '@content/messages/en/profile.json'
import routes from '@content/messages/en/routes.json'
import shell from '@content/messages/en/shell.json'
import visit from '@content/messages/en/visit.json'

/**
 * The bundled English texts: the fallback when the server's messages cannot be had, and the source
 * of the message keys.
 */
export const english = {
  ...auth,
  ...cashbox,
  ...catalogue,
  ...content,
  ...errors,
  ...fairness,
  ...lobby,
  ...play,
  ...profile,
  ...routes,
  ...shell,
  ...visit,
} satisfies Record<string, string>
