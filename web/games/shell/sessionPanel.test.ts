import { expect, it, vi } from 'vitest'
import type { GameContext } from '../context'
import { Sitting } from '../play/sitting'
import { sessionButton } from './sessionPanel'

it('tells time, money and the last rounds of the sitting as they are when it is opened', () => {
  vi.useFakeTimers({ now: 125_000 })
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  const root = document.createElement('div')
  const sitting = new Sitting(0)
  const sound = { on: true, volume: 60, setVolume: vi.fn(), listen: () => undefined }
  const context = { t: (key: string) => key, money: (cents: number) => `€${cents / 100}`, frame: { root }, sitting, sound, session: { locale: 'en' } }
  const button = sessionButton(context as unknown as GameContext)
  sitting.add({ at: 0, paid_cents: 100, win_cents: 450 })
  button.click()
  const figures = () => [...root.querySelectorAll('dd')].map(({ textContent }) => textContent)
  expect(figures().slice(1)).toEqual(['2 minutes', '1', '€1', '€4.5', '€3.5'])
  expect([...root.querySelectorAll('tbody td')].slice(1).map(({ textContent }) => textContent)).toEqual(['€1', '€4.5'])
  vi.advanceTimersByTime(60_000)
  expect(figures()[1]).toBe('3 minutes')
  const slider = root.querySelector('input')!
  expect(slider.value).toBe('60')
  slider.value = '20'
  slider.dispatchEvent(new Event('change'))
  expect(sound.setVolume).toHaveBeenCalledWith(20)
  root.querySelector('dialog')?.dispatchEvent(new Event('close'))
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
