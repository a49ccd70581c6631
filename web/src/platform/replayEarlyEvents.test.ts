import { afterEach, expect, test } from 'vitest'
import { replayEarlyEvents } from './replayEarlyEvents'

const PAGE = '<div><a href="/a">One</a><a href="/b">Two</a></div><footer><a href="/b">Two</a></footer>'

afterEach(() => {
  document.body.innerHTML = ''
})

function drawn(html: string): HTMLElement {
  document.body.innerHTML = `<div id="root">${html}</div>`
  return document.getElementById('root') as HTMLElement
}

const links = (root: HTMLElement) => [...root.querySelectorAll('a')]
/** Observers of changes are told in a turn of their own. */
const aTurn = () => Promise.resolve()

test.each([0, 1, 2])('link %i keeps the focus when the page is drawn anew', async (place) => {
  const root = drawn(PAGE)
  replayEarlyEvents(root)
  links(root)[place]?.focus()
  root.innerHTML = PAGE.replace('One', '<b>One</b>')
  await aTurn()
  expect(document.activeElement).toBe(links(root)[place])
})

test('what is no longer there, or focused elsewhere since, is left alone', async () => {
  const root = drawn(PAGE)
  replayEarlyEvents(root)
  links(root)[0]?.focus()
  root.innerHTML = '<div><a href="/b">Two</a></div>'
  await aTurn()
  expect(document.activeElement).toBe(document.body)
})

test('is over once the page has been drawn anew', async () => {
  const root = drawn(PAGE)
  replayEarlyEvents(root)
  root.innerHTML = PAGE
  await aTurn()
  links(root)[1]?.focus()
  root.innerHTML = PAGE
  await aTurn()
  expect(document.activeElement).toBe(document.body)
})

const BUTTONS = '<button aria-label="Search"><i></i></button><button aria-label="Search"></button><a href="/a">One</a>'

/** The page drawn by its scripts; answers which of its elements were pressed since. */
async function drawnAnew(root: HTMLElement): Promise<number[]> {
  root.innerHTML = BUTTONS
  const elements = [...root.children]
  const pressed: number[] = []
  elements.forEach((element, place) => element.addEventListener('click', () => pressed.push(place)))
  await aTurn()
  return pressed
}

test.each([
  ['a button that was pressed is pressed once, however often it was', 'button:nth-of-type(2)', [1]],
  ['so is one whose picture was', 'i', [0]],
  ['a link leads on by itself', 'a', []],
])('%s', async (_, pressed, expected) => {
  const root = drawn(BUTTONS)
  replayEarlyEvents(root)
  const element = root.querySelector<HTMLElement>(pressed)!
  element.addEventListener('click', (event) => event.preventDefault())
  element.click()
  element.click()
  expect(await drawnAnew(root)).toEqual(expected)
})

test('a press on the page that its scripts have drawn is its own', async () => {
  const root = drawn(BUTTONS)
  replayEarlyEvents(root)
  await drawnAnew(root)
  root.querySelector('button')?.click()
  expect(await drawnAnew(root)).toEqual([])
})

const QUESTIONS = '<div><details><summary>When?</summary>Soon.</details><details><summary>How?</summary>So.</details></div>'

test('an answer that was opened stays open when the page is drawn anew', async () => {
  const root = drawn(QUESTIONS)
  replayEarlyEvents(root)
  root.querySelectorAll('details')[1]!.open = true
  root.innerHTML = QUESTIONS
  await aTurn()
  expect([...root.querySelectorAll('details')].map((answer) => answer.open)).toEqual([false, true])
})
