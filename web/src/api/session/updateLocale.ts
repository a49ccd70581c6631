import { request } from '../client'

/** Keeps the language that the player chose with the account, so that it is spoken on every device. */
export async function updateLocale(locale: string): Promise<void> {
  await request('PATCH', '/api/player/update_locale', { body: { locale } })
}
