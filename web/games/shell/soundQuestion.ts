import type { Translate } from '../play/messages'
import { element } from './dom'
import type { Sound } from './sound'

const PLAYS = new Set(['Enter', ' '])

/**
 * Asks over the stage whether to play with sound, unless that was answered once. Nobody has to answer: whoever begins to
 * play without has it quiet, and is asked again the next time.
 */
export function askForSound(stage: HTMLElement, sound: Sound, t: Translate): void {
  if (sound.isChosen) return
  const answer = (on: boolean) => (): void => {
    sound.switch(on)
    go()
  }
  const button = (name: string, text: string, on: boolean): HTMLButtonElement =>
    element('button', { class: name, text, attributes: { type: 'button' }, on: { click: answer(on) } })
  const plate = element(
    'section',
    { class: 'sound-question', attributes: { 'aria-label': t('game.sound_question') } },
    element('p', { text: t('game.sound_question') }),
    button('primary', t('game.sound_yes'), true),
    button('plain', t('game.sound_no'), false),
  )
  // Where reels are drawn, they are not covered.
  if (stage.dataset.reels !== undefined) plate.dataset.place = 'title'
  const elsewhere = (event: Event): void => {
    if (event.target instanceof Node && plate.contains(event.target)) return
    if (event instanceof KeyboardEvent && !PLAYS.has(event.key)) return
    go()
  }
  const go = (): void => {
    plate.remove()
    document.removeEventListener('click', elsewhere)
    document.removeEventListener('keydown', elsewhere)
  }
  document.addEventListener('click', elsewhere)
  document.addEventListener('keydown', elsewhere)
  stage.append(plate)
}
