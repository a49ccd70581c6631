// @vitest-environment node
import { describe, expect, it } from 'vitest'
import corners from '../../../../../crates/games/tests/vectors/corners.json?raw'
import rounds from '../../../../../crates/games/tests/vectors/rounds.json?raw'
import streams from '../../../../../crates/games/tests/vectors/streams.json?raw'
import { canonical, definitionHash } from './canonical'
import { commitmentOf, Stream, type RoundSeeds } from './stream'
import type { Definition, SlotsStep } from './types'
import { recomputeRound, verifyRound, type VerificationInput } from './verify'

// The vectors are written by the server's games crate; this is the second reading of the same rules.

type RecordedRound = VerificationInput & { game: string; win_cents: number }

const files = import.meta.glob<Definition>('@content/games/*.json', { eager: true, import: 'default' })
const definitions = Object.fromEntries(Object.entries(files).map(([path, definition]) => [path.replace(/^.*\/|\.json$/g, ''), definition]))

/** Rounds of tables are shared; `crash.test.ts` and `baccarat.test.ts` have them. */
const playedAlone = Object.keys(definitions).filter((slug) => !['crash', 'baccarat'].includes(definitions[slug]?.kind ?? ''))

const recorded = [rounds, corners]
  .flatMap((file) => JSON.parse(file) as RecordedRound[])
  .map((round) => ({ ...round, definition: round.definition ?? (definitions[round.game] as Definition) }))

describe('stream', () => {
  type RecordedStream = RoundSeeds & {
    server_seed_hash: string
    step: number
    draws: { n: number; value: number }[]
  }

  it.each(JSON.parse(streams) as RecordedStream[])('draws as the server does for $client_seed', async (record) => {
    expect(await commitmentOf(record.server_seed)).toBe(record.server_seed_hash)
    const stream = await Stream.open(record, record.step)
    for (const { n, value } of record.draws) expect(await stream.uniform(n)).toBe(value)
  })

  it('refuses what is no server seed', async () => {
    const seeds = { client_seed: 'player', currency: 'EUR', nonce: 0 }
    for (const server_seed of ['', 'AB'.repeat(32), 'zz'.repeat(32)]) {
      await expect(Stream.open({ ...seeds, server_seed }, 0)).rejects.toThrow('hexadecimal')
    }
  })
})

describe('the name of a definition', () => {
  it('does not depend on the order of fields or on white space', async () => {
    const told = { b: [1, { z: 'ü\n', a: null }], a: -2 }
    expect(canonical(told)).toBe('{"a":-2,"b":[1,{"a":null,"z":"ü\\n"}]}')
    expect(await definitionHash({ a: -2, b: [1, { a: null, z: 'ü\n' }] })).toBe(await definitionHash(told))
    expect(await definitionHash({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a')
  })
})

describe('rounds', () => {
  it('cover every game, free spins, tumbles and the cap', () => {
    expect(new Set(recorded.map((round) => round.game))).toEqual(new Set([...playedAlone, 'corners']))
    expect(recorded.filter((round) => round.steps.length > 1).length).toBeGreaterThanOrEqual(5)
  })

  it.each(recorded)('agrees on $game, nonce $nonce', async (round) => {
    expect(await verifyRound(round)).toEqual({ ok: true, commitmentMatches: true, rulesMatch: true })
    const steps = await recomputeRound(round, 1_000)
    expect(steps).toEqual(round.steps)
    expect(steps.reduce((sum, step) => sum + step.win_cents, 0)).toBe(round.win_cents)
  })
})

describe('a round that was tampered with', () => {
  const honest = recorded.find((round) => round.game === 'honey-heist' && round.steps.length > 1)
  if (!honest) throw new Error('no recorded round has free spins')
  const first = honest.steps[0] as SlotsStep

  it('shows another amount', async () => {
    const steps = [{ ...first, win_cents: first.win_cents + 1 }, ...honest.steps.slice(1)]
    expect(await verifyRound({ ...honest, steps })).toEqual({
      ok: false,
      commitmentMatches: true,
      rulesMatch: true,
      mismatch: { step: 0, path: 'win_cents', expected: first.win_cents, shown: first.win_cents + 1 },
    })
  })

  it('shows another symbol', async () => {
    const window = first.window.map((reel, index) => (index === 2 ? ['wolf', ...reel.slice(1)] : reel))
    const { mismatch } = await verifyRound({ ...honest, steps: [{ ...first, window }] })
    expect(mismatch).toMatchObject({ step: 0, path: 'window.2.0', shown: 'wolf' })
  })

  it('has a step too many', async () => {
    const steps = [...honest.steps, first]
    const { ok, mismatch } = await verifyRound({ ...honest, steps })
    expect(ok).toBe(false)
    expect(mismatch).toMatchObject({ step: honest.steps.length, path: '', expected: undefined })
  })

  it('was played with another seed', async () => {
    const other = await verifyRound({ ...honest, server_seed: '00'.repeat(32) })
    expect(other).toMatchObject({ ok: false, commitmentMatches: false })
    const wrongHash = await verifyRound({ ...honest, server_seed_hash: '00'.repeat(32) })
    expect(wrongHash).toEqual({ ok: false, commitmentMatches: false, rulesMatch: true })
  })

  it('was played by other rules', async () => {
    const definition: Definition = Object.assign({ ...honest.definition }, { title: 'Another game' })
    expect(await verifyRound({ ...honest, definition })).toEqual({ ok: false, commitmentMatches: true, rulesMatch: false })
  })

  it('is accepted step by step while it is open', async () => {
    const { ok } = await verifyRound({ ...honest, steps: honest.steps.slice(0, 2) })
    expect(ok).toBe(true)
  })
})
