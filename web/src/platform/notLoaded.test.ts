import { beforeEach, expect, it } from 'vitest'
import page from '../../index.html?raw'
import check from '../../public/startup/check.js?raw'
import { markScriptsRun, showNotLoaded } from './notLoaded'

const isHidden = (): boolean | undefined => document.getElementById('not-loaded')?.hidden

/** Runs the script that comes after the site's own, as the page does. */
function runCheck(): void {
  globalThis.eval(check)
}

beforeEach(() => {
  delete document.documentElement.dataset.scripts
  document.body.innerHTML = '<div id="not-loaded" role="alert" hidden><p>Not loaded</p></div>'
})

it('says that the page has not loaded where its own script did not run', () => {
  runCheck()
  expect(isHidden()).toBe(false)
})

it('says nothing where it did, until a later part does not come', () => {
  markScriptsRun()
  runCheck()
  expect(isHidden()).toBe(true)
  showNotLoaded()
  expect(isHidden()).toBe(false)
})

it('has nothing to say on a page that no server has filled in', () => {
  document.body.replaceChildren()
  expect(runCheck).not.toThrow()
})

it('is asked after the script that it looks for, and waits for the whole page as that does', () => {
  const [own, after] = [page.indexOf('src="/src/app/start.ts"'), page.indexOf('<script defer src="/startup/check.js">')]
  expect(own).toBeGreaterThan(0)
  expect(after).toBeGreaterThan(own)
  expect(page).not.toContain('async')
})
