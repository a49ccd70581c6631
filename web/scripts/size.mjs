/**
 * Holds the build to its budgets: what the lobby loads first, and every chunk that is loaded later; and to chunks
 * that do not import each other in a circle, where one would run before what it calls is there.
 * Reads the manifest of `vite build` and the gzip copies beside the files.
 */
import { readFileSync, statSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const FIRST_LOAD_MAX = 160_000
const CHUNK_MAX = 35_000
const MESSAGES_MAX = 25_000

const DIST = new URL('../dist/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', DIST), 'utf8'))

const gzipBytes = (file) => gzipSync(readFileSync(new URL(file, DIST)), { level: 9 }).length

/** A chunk with everything that it imports at once. */
function closure(name, seen = new Set()) {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const imported of manifest[name].imports ?? []) closure(imported, seen)
  return seen
}

/** The files along the first circle of imports that is met from `name` on; undefined when there is none. */
function circle(name, path = [], done = new Set()) {
  if (path.includes(name)) return [...path.slice(path.indexOf(name)), name].map((chunk) => manifest[chunk].file)
  if (done.has(name)) return undefined
  for (const imported of manifest[name].imports ?? []) {
    const found = circle(imported, [...path, name], done)
    if (found) return found
  }
  done.add(name)
  return undefined
}

const entry = Object.keys(manifest).find((name) => manifest[name].isEntry)
const lobby = Object.keys(manifest).find((name) => name.endsWith('routes/lobby/LobbyPage.tsx'))
const main = Object.keys(manifest).find((name) => name.endsWith('app/main.tsx'))
if (!entry || !main || !lobby) throw new Error('the build has no entry, no main or no lobby chunk')

const first = new Set([...closure(entry), ...closure(main), ...closure(lobby)])
const failures = []
const report = (label, bytes, max) => {
  const over = bytes > max
  if (over) failures.push(label)
  console.log(`${over ? '✗' : '✓'} ${label.padEnd(58)} ${(bytes / 1000).toFixed(1).padStart(7)} kB of ${max / 1000} kB`)
}

report('lobby, first load (JavaScript, gzip)', [...first].reduce((sum, name) => sum + gzipBytes(manifest[name].file), 0), FIRST_LOAD_MAX)
for (const [name, chunk] of Object.entries(manifest)) {
  if (first.has(name) || !chunk.file.endsWith('.js')) continue
  report(name.replace(/^src\//, ''), gzipBytes(chunk.file), name.includes('english') ? MESSAGES_MAX : CHUNK_MAX)
}
const css = Object.values(manifest).flatMap((chunk) => chunk.css ?? [])
for (const file of new Set(css)) console.log(`  ${file.padEnd(58)} ${(gzipBytes(file) / 1000).toFixed(1).padStart(7)} kB (brotli on the wire ${(statSync(new URL(`${file}.br`, DIST)).size / 1000).toFixed(1)} kB)`)

for (const name of Object.keys(manifest)) {
  const found = circle(name)
  if (!found) continue
  console.error(`chunks import each other in a circle: ${found.join(' > ')}`)
  process.exit(1)
}

if (failures.length > 0) {
  console.error(`over budget: ${failures.join(', ')}`)
  process.exit(1)
}
