import { randomHex } from '../../src/platform/random'
import type { GameContext } from '../context'
import type { DemoRound, DemoSeeds } from '../play/demoTypes'
import { element } from './dom'
import { codeOf, refusalText } from './refusal'

/** Where the checkers are that need no network. */
const PAGE = '/verify/verify.html'
const PYTHON = '/verify/verify.py'

/** The longest seed that a player may choose. */
const SEED_CHARS_MAX = 64

type ProofContext = Pick<GameContext, 'session' | 'api' | 't' | 'money'>

/** The part of the rules that proves the rounds of a demo; nothing in a game for money, whose rounds the site proves. */
export function demoProof(context: ProofContext): HTMLElement[] {
  const { session, api, t } = context
  if (session.mode !== 'demo') return []
  const body = element('div')
  const status = element('p', { attributes: { role: 'status' } })
  const failed = (error: unknown): void => {
    status.textContent = refusalText(t, codeOf(error))
  }
  const show = (seeds: DemoSeeds): void => body.replaceChildren(...shownSeeds(context, seeds, { change, failed }))
  const change = async (seed: string): Promise<void> => {
    try {
      show(await api.chooseDemoSeed(seed))
      status.textContent = t('game.demo_changed')
    } catch (error) {
      failed(error)
    }
  }
  const details = element('details', { class: 'demo-proof' }, element('summary', { text: t('game.demo_proof') }), body, status)
  details.addEventListener('toggle', () => {
    status.textContent = ''
    if (details.open) api.demoSeeds().then(show, failed)
  })
  return [details]
}

interface Doing {
  change: (seed: string) => Promise<void>
  failed: (error: unknown) => void
}

function shownSeeds(context: ProofContext, seeds: DemoSeeds, doing: Doing): HTMLElement[] {
  const { t } = context
  const facts = [
    [t('game.demo_commitment'), seeds.server_seed_hash],
    [t('game.demo_client_seed'), seeds.client_seed],
    [t('game.demo_next'), seeds.next_server_seed_hash],
  ] as const
  const list = element('dl', {}, ...facts.flatMap(([name, value]) => [element('dt', { text: name }), element('dd', {}, element('code', { text: value }))]))
  const rounds = seeds.played.map((round) => shownRound(context, round, doing.failed))
  const link = (text: string, href: string): HTMLElement => element('a', { text, attributes: { href, download: '' } })
  return [
    list,
    seedForm(context, doing.change),
    rounds.length === 0 ? element('p', { text: t('game.demo_none') }) : element('ul', {}, ...rounds),
    element('p', { text: t('game.demo_how') }),
    element('p', {}, link(t('game.demo_page'), PAGE), ' · ', link(t('game.demo_python'), PYTHON)),
  ]
}

/** The form by which a player chooses the next seed. */
function seedForm({ t }: ProofContext, change: (seed: string) => Promise<void>): HTMLElement {
  const attributes = {
    type: 'text',
    value: randomHex(8),
    maxlength: String(SEED_CHARS_MAX),
    autocomplete: 'off',
    spellcheck: 'false',
    required: '',
    pattern: '[A-Za-z0-9_\\-]+',
  }
  const input = element('input', { attributes })
  const button = element('button', { class: 'plain', text: t('game.demo_change'), attributes: { type: 'submit' } })
  const form = element('form', { class: 'row' }, element('label', { text: t('game.demo_new_seed') }, input), button)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void change(input.value.trim())
  })
  return form
}

/** A round, which can be saved with its proof once its seed is revealed. */
function shownRound({ t, money, api }: ProofContext, round: DemoRound, failed: (error: unknown) => void): HTMLElement {
  const number = round.nonce
  const words = t('game.demo_round', { number, stake: money(round.stake_cents), win: money(round.win_cents) })
  if (!round.is_revealed) return element('li', { text: words }, ` (${t('game.demo_hidden')})`)
  const save = (): void => {
    api.demoProof(number).then((proof) => saveFile(`demo-round-${number}.json`, JSON.stringify(proof, null, 2)), failed)
  }
  const button = element('button', { class: 'plain', text: t('game.demo_save', { number }), attributes: { type: 'button' }, on: { click: save } })
  return element('li', { text: words }, ' ', button)
}

/** Hands a text to the browser as a file. */
function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  element('a', { attributes: { href: address, download: name } }).click()
  URL.revokeObjectURL(address)
}
