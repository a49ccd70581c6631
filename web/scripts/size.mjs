/**
 * Holds the builds of the site and of the back office to their budgets: what is loaded first, and every chunk that is loaded
 * later; and to chunks that do not import each other in a circle, where one would run before what it calls is there.
 * Reads the manifests of `vite build` and the compressed copies beside the files.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

/**
 * What each build may come to, in bytes as gzip makes them. `first` ends the names of the modules that its first screen needs;
 * `ownMax` holds what single chunks may come to that cannot keep to `chunkMax`.
 */
const BUILDS = [
  // Its texts come from the server; the bundled ones, for where they do not come, are chunks like any other.
  { name: 'site', dist: '../dist/', first: ['app/main.tsx', 'routes/lobby/LobbyPage.tsx'], firstMax: 160_000, chunkMax: 35_000, firstTextsMax: 11_000 },
  // Staff keeps it open all day: what counts is that it does not grow unseen. Its texts are loaded whole, once for each
  // release, and German needs the most letters. The editor of contents is a library of its own, which only who writes a
  // text loads.
  {
    name: 'office',
    dist: '../office-dist/',
    first: [],
    firstMax: 210_000,
    // The greatest is what lists to choose from need of the kit's library.
    chunkMax: 22_000,
    messagesMax: 60_000,
    ownMax: { 'screens/content/CodeEditor.tsx': 120_000 },
  },
]

const MESSAGES = new URL('../../content/messages/', import.meta.url)

const failures = []

function report(label, bytes, max) {
  const over = bytes > max
  if (over) failures.push(label)
  console.log(`${over ? '✗' : '✓'} ${label.padEnd(58)} ${(bytes / 1000).toFixed(1).padStart(7)} kB of ${max / 1000} kB`)
}

/** A chunk with everything that it imports at once. */
function closure(manifest, name, seen = new Set()) {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const imported of manifest[name].imports ?? []) closure(manifest, imported, seen)
  return seen
}

/** The files along the first circle of imports that is met from `name` on; undefined when there is none. */
function circle(manifest, name, path = [], done = new Set()) {
  if (path.includes(name)) return [...path.slice(path.indexOf(name)), name].map((chunk) => manifest[chunk].file)
  if (done.has(name)) return undefined
  for (const imported of manifest[name].imports ?? []) {
    const found = circle(manifest, imported, [...path, name], done)
    if (found) return found
  }
  done.add(name)
  return undefined
}

/** The texts that the first screen waits for, in the language that needs most; `list` names the namespaces of each part. */
function reportTexts(build, list, ends, max) {
  const parts = JSON.parse(readFileSync(list, 'utf8'))
  const needed = Object.keys(parts).filter((name) => ends.some((end) => name.endsWith(end)))
  const namespaces = ['shell', ...needed.flatMap((name) => parts[name])]
  const bytes = (language) =>
    namespaces
      .map((name) => new URL(`${language}/${name}.json`, MESSAGES))
      .filter(existsSync)
      .reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0)
  report(`${build}, first load (texts, gzip)`, Math.max(...readdirSync(MESSAGES).map(bytes)), max)
}

function measure({ name: build, dist, first: ends, firstMax, chunkMax, messagesMax = chunkMax, ownMax = {}, firstTextsMax }) {
  const folder = new URL(dist, import.meta.url)
  const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', folder), 'utf8'))
  const gzipBytes = (file) => gzipSync(readFileSync(new URL(file, folder)), { level: 9 }).length
  const names = Object.keys(manifest)
  const starts = [names.find((name) => manifest[name].isEntry), ...ends.map((end) => names.find((name) => name.endsWith(end)))]
  if (starts.includes(undefined)) throw new Error(`the build of the ${build} has no entry, or no chunk that ends in ${ends.join(' or ')}`)

  const first = new Set(starts.flatMap((start) => [...closure(manifest, start)]))
  report(
    `${build}, first load (JavaScript, gzip)`,
    [...first].reduce((sum, name) => sum + gzipBytes(manifest[name].file), 0),
    firstMax,
  )
  if (firstTextsMax) reportTexts(build, new URL('.vite/texts.json', folder), ends, firstTextsMax)
  for (const [name, chunk] of Object.entries(manifest)) {
    if (first.has(name) || !chunk.file.endsWith('.js')) continue
    const isMessages = name.includes('english') || name.includes('german')
    report(`${build}: ${name.replace(/^src\//, '')}`, gzipBytes(chunk.file), ownMax[name] ?? (isMessages ? messagesMax : chunkMax))
  }
  for (const file of new Set(Object.values(manifest).flatMap((chunk) => chunk.css ?? []))) {
    // What is too small to gain by it is sent as it is.
    const onWire = ['.br', ''].map((end) => new URL(file + end, folder)).find(existsSync)
    console.log(
      `  ${file.padEnd(58)} ${(gzipBytes(file) / 1000).toFixed(1).padStart(7)} kB (brotli on the wire ${(statSync(onWire).size / 1000).toFixed(1)} kB)`,
    )
  }
  for (const name of names) {
    const found = circle(manifest, name)
    if (!found) continue
    console.error(`chunks of the ${build} import each other in a circle: ${found.join(' > ')}`)
    process.exit(1)
  }
}

BUILDS.forEach(measure)
if (failures.length > 0) {
  console.error(`over budget: ${failures.join(', ')}`)
  process.exit(1)
}
