// @vitest-environment node
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

// The program that players save is written apart from the server; the server's unit test holds the same two heads.

const COMMITMENT = '1d7a8727fa5c40412ce3693deac1b7cf375c93dc7866e5b193bf4453efd13cdf'
const ENTRIES = [
  `1,1767225600000,${COMMITMENT},e38ec43def17cb815f5f93075a6ea292f25796ac1e30eaef53e43c0c37ce75c0`,
  `2,1767225601000,${COMMITMENT},7b7a52b3e0e361f97db65dab405f9482a3b6cb42e2a391618af4f8f94c1c86b0`,
]
const folder = mkdtempSync(join(tmpdir(), 'mirror-'))
afterAll(() => rmSync(folder, { recursive: true }))

function run(entries: readonly string[], ...words: string[]): string {
  const file = join(folder, 'list.csv')
  writeFileSync(file, ['number,at_ms,server_seed_hash,head', ...entries, ''].join('\n'))
  return execFileSync('python3', ['-I', join(process.cwd(), 'public/verify/mirror.py'), file, ...words], { encoding: 'utf8', stdio: 'pipe' })
}

it('follows a list to its end, and finds a hash in it', () => {
  expect(run(ENTRIES)).toContain(`ok: 2 entries, head ${ENTRIES[1]?.split(',')[3]}`)
  expect(run(ENTRIES, COMMITMENT)).toContain('entry 1, at 1767225600000 ms')
  expect(() => run(ENTRIES, '0'.repeat(64))).toThrow()
  expect(run([])).toContain('ok: 0 entries')
})

it('sees an entry that was changed, left out or moved', () => {
  const [first = '', second = ''] = ENTRIES
  for (const broken of [[first.replace('1767225600000', '1767225600001'), second], [second], [second, first], [first, first]]) {
    expect(() => run(broken)).toThrow(/BROKEN/)
  }
})

it('reckons heads as the text of the list says', () => {
  const [, at, hash, head] = ENTRIES[0]?.split(',') ?? []
  expect(
    createHash('sha256')
      .update(`croupier.chain.v1:${'0'.repeat(64)}:1:${at}:${hash}`)
      .digest('hex'),
  ).toBe(head)
  const server = readFileSync(join(process.cwd(), '../server/src/seeds/chain.rs'), 'utf8')
  expect(server).toContain(head)
})
