/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import { Script } from 'node:vm'
import { beforeEach, expect, it } from 'vitest'
import { markScriptsRun, showNotLoaded } from '../src/lib/notLoaded.ts'

const fileAt = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const check = new Script(fileAt('../public/startup/check.js'))
const isHidden = (): boolean | undefined => document.getElementById('not-loaded')?.hidden

beforeEach(() => {
  delete document.documentElement.dataset.scripts
  document.body.innerHTML = '<div id="not-loaded" role="alert" hidden><p>Not loaded</p></div>'
})

it('says that the page has not loaded where its own script did not run', () => {
  check.runInThisContext()
  expect(isHidden()).toBe(false)
})

it('says nothing where it did, until a later part does not come', () => {
  markScriptsRun()
  check.runInThisContext()
  expect(isHidden()).toBe(true)
  showNotLoaded()
  expect(isHidden()).toBe(false)
})

it('has nothing to say on a page that no server has filled in', () => {
  document.body.replaceChildren()
  expect(() => check.runInThisContext()).not.toThrow()
})

it('is asked after the script that it looks for, and waits for the whole page as that does', () => {
  const page = fileAt('../index.html')
  const [own, after] = [page.indexOf('src="/src/app/start.ts"'), page.indexOf('<script defer src="/startup/check.js">')]
  expect(own).toBeGreaterThan(0)
  expect(after).toBeGreaterThan(own)
  expect(page).not.toContain('async')
})
