import { execFileSync } from 'node:child_process'

/** The command of the server under test, with its settings in the environment; undefined where nobody names one. */
export const CROUPIER = process.env.CROUPIER_E2E_COMMAND

/** The settings of the server under test. What only this run knows is none of them. */
export const SETTINGS = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CROUPIER_E2E_')))

/** Runs the command as staff does, and answers what it prints. */
export function croupier(...words: string[]): string {
  return execFileSync(CROUPIER ?? 'croupier', words, { env: SETTINGS, encoding: 'utf8' })
}
