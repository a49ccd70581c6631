// @vitest-environment node
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterAll, describe, expect, it } from 'vitest'
import { verifierPage } from './standaloneVerifier.ts'

// The two verifiers that players can save are written apart from this site's; the server's vectors hold all of them.

type Recorded = {
  game: string
  definition?: unknown
  definition_hash: string
  server_seed_hash: string
  stake_cents: number
  bets: unknown
  steps: { win_cents: number }[]
}

const PYTHON = join(process.cwd(), 'public/verify/verify.py')
const read = (path: string): unknown => JSON.parse(readFileSync(join(process.cwd(), '..', path), 'utf8'))
const recorded = ['rounds', 'corners']
  .flatMap((file) => read(`crates/games/tests/vectors/${file}.json`) as Recorded[])
  .map((round) => ({ ...round, definition: round.definition ?? read(`content/games/${round.game}.json`) }))

/** The same round as the site answers it. */
const answered = ({ definition, ...round }: (typeof recorded)[number]) => {
  const { definition_hash, steps, stake_cents, bets } = round
  return { seed: round, game: { definition, definition_hash }, round: { steps }, stake_cents, bets }
}

const tampered = recorded.slice(0, 1).map((round) => ({ ...round, steps: round.steps.map((step) => ({ ...step, win_cents: step.win_cents + 1 })) }))

describe('the verifier of one HTML file', () => {
  const page = verifierPage()
  const script = /<script>([\s\S]*)<\/script>/.exec(page)?.[1] ?? ''
  // A context of its own, as in a browser, with nothing but what the file brings; arrays come back as text.
  const check = (answer: unknown, noted = ''): string[] =>
    JSON.parse(
      String(runInNewContext(`${script}; JSON.stringify(check(JSON.parse(answer), noted))`, { answer: JSON.stringify(answer), noted, TextEncoder })),
    ) as string[]

  it.each(recorded)('agrees on a round of $game', (round) => {
    expect(check(round)).toEqual([])
    expect(check(answered(round), round.server_seed_hash)).toEqual([])
  })

  it('sees what was changed, and a hash that was another before', () => {
    expect(check(tampered[0])).toHaveLength(1)
    expect(check(recorded[0], '00'.repeat(32))[0]).toContain('does not fit the hash')
  })

  it('loads nothing from elsewhere', () => {
    expect(page).not.toMatch(/\b(?:src|href)=|fetch\(|import[ (]/)
  })
})

describe('the verifier of one Python file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verify-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const run = (content: unknown): string => {
    const file = join(folder, 'rounds.json')
    writeFileSync(file, JSON.stringify(content))
    return execFileSync('python3', ['-I', PYTHON, file], { encoding: 'utf8' })
  }

  it('agrees on every round', () => {
    expect(run(recorded)).toContain(`${recorded.length} of ${recorded.length} rounds hold.`)
    expect(run(recorded.map(answered))).toContain(`${recorded.length} of ${recorded.length} rounds hold.`)
  })

  it('sees what was changed', () => {
    expect(() => run(tampered)).toThrow('Command failed')
  })
})
