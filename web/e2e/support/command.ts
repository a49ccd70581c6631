import { execFileSync } from 'node:child_process'

/** The command of the server under test, with its settings in the environment; undefined where nobody names one. */
export const CROUPIER = process.env.CROUPIER_E2E_COMMAND

/** Runs the command as staff does, and answers what it prints. */
export function croupier(...words: string[]): string {
  // What only this run knows is no setting of the server.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CROUPIER_E2E_')))
  return execFileSync(CROUPIER ?? 'croupier', words, { env, encoding: 'utf8' })
}
