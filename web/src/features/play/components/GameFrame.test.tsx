import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aGame } from '@/test/games'
import { GameFrame } from './GameFrame'

const LATE_MS = 20_000
const GAME = aGame()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function open(onAgain: () => void) {
  render(<GameFrame game={GAME} launchUrl="/house-games/?client=slots" onMessage={() => undefined} onAgain={onAgain} />)
  const { contentWindow } = screen.getByTitle<HTMLIFrameElement>(GAME.title)
  const { origin } = window.location
  return () => act(() => void window.dispatchEvent(new MessageEvent('message', { source: contentWindow, origin, data: { source: 'croupier-game', type: 'ready' } })))
}

const waits = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('a game that does not get ready says so and can be opened anew', () => {
  const again = vi.fn()
  open(again)
  waits(LATE_MS - 1)
  expect(screen.queryByRole('button')).toBeNull()
  waits(1)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(again).toHaveBeenCalledOnce()
})

test('a game that is ready in time says nothing, and one that is ready late is shown', () => {
  const ready = open(() => undefined)
  waits(LATE_MS)
  expect(screen.getByText('This takes longer than usual.')).toBeDefined()
  ready()
  expect(screen.queryByText('This takes longer than usual.')).toBeNull()
})
