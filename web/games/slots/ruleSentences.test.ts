import { describe, expect, it } from 'vitest'
import caldera from '../../../content/games/caldera.json'
import clockwork from '../../../content/games/clockwork-orchard.json'
import canyon from '../../../content/games/copper-canyon.json'
import freeze from '../../../content/games/deep-freeze.json'
import glasshouse from '../../../content/games/glasshouse.json'
import honey from '../../../content/games/honey-heist.json'
import koi from '../../../content/games/koi-lanterns.json'
import market from '../../../content/games/moon-market.json'
import paper from '../../../content/games/paper-dragons.json'
import thunder from '../../../content/games/salt-and-thunder.json'
import noir from '../../../content/games/velvet-noir.json'
import prism from '../../../content/games/prism-climb.json'
import ridge from '../../../content/games/rune-ridge.json'
import type { GameContext } from '../context'
import { translator } from '../play/messages'
import type { Session, SlotsDefinition } from '../play/types'
import { ruleSentences } from './ruleSentences'

function rulesOf(definition: unknown, mode: Session['mode'] = 'real', rtp: string | null = null, total: string | null = null): string {
  const session = {
    mode,
    locale: 'en',
    rtp,
    rtp_with_jackpot: total,
    wallet: null,
    bonus_buy: false,
    controls: { autoplay: false, quick_spin: true, cycle_ms: 0 },
    game: { definition_hash: 'abc' },
  }
  const context = { session, t: translator({}, 'en'), money: (cents: number) => String(cents) } as unknown as GameContext
  return ruleSentences(context, definition as SlotsDefinition, 100).join('\n')
}

describe('what the wild substitutes for', () => {
  it.each([
    ['the scatter of its game', glasshouse, 'Dewdrop substitutes for all symbols except Butterfly.'],
    ['the coin of its game', freeze, 'Aurora substitutes for all symbols except Ember.'],
    ['nothing, where the game has neither', canyon, "Sheriff's star substitutes for all other symbols."],
    ['nothing, where it doubles wins', clockwork, 'Clock key substitutes for all other symbols.'],
  ])('leaves out %s', (_, definition, sentence) => {
    expect(rulesOf(definition).split('\n')).toContain(sentence)
  })

  it('limits its multiplier to wins in which it substitutes', () => {
    expect(rulesOf(clockwork)).toContain('A line win in which it substitutes for another symbol pays 2 times as much.')
  })
})

describe('reels of changing height', () => {
  it('tell how few and how many symbols they show, and the most ways', () => {
    expect(rulesOf(ridge)).toContain('Each reel shows 2 to 7 symbols, drawn anew every time, for up to 117,649 ways.')
    expect(rulesOf(ridge)).toContain(
      'After a win all symbols fall away and a whole new window is drawn, up to 4 times. The multiplier of the wins of each window: ×1 ×2 ×3 ×4 ×5.',
    )
  })
})

describe('a ladder of levels', () => {
  it('names the symbols that leave, the rung that awards, and the one free spins start on', () => {
    const said = rulesOf(prism)
    expect(said).toContain('Matching symbols that touch, side by side or one above the other, form a cluster.')
    expect(said).toContain('one on each rung, in this order: Amethyst, Topaz.')
    expect(said).toContain(
      'A spin that ends on rung 6 or higher awards 6 free spins.\nEach free spin starts on rung 1 of the ladder.\nA round awards up to 6 free spins.',
    )
  })
})

describe('the scatter', () => {
  it('pays in any position where the game pays for it', () => {
    expect(rulesOf(koi).split('\n')).toContain('Lantern pays in any position.')
  })

  it.each([
    ['Honey Heist', honey, 'Hive'],
    ['Paper Dragons', paper, 'Scroll'],
  ])('of %s only counts', (_, definition, symbol) => {
    expect(rulesOf(definition).split('\n')).toContain(`${symbol} counts in any position.`)
    expect(rulesOf(definition)).not.toContain(`${symbol} pays`)
  })
})

describe('free spins', () => {
  it.each([
    ['Koi Lanterns', koi, 24],
    ['Velvet Noir', noir, 20],
  ])('of %s can be won again, up to a number', (_, definition, total) => {
    expect(rulesOf(definition)).toContain(`Free spins can be won again during free spins. A round awards up to ${total} free spins`)
  })

  it.each([
    ['Honey Heist', honey, 10],
    ['Salt & Thunder', thunder, 8],
  ])('of %s cannot be won again', (_, definition, total) => {
    expect(rulesOf(definition)).toContain(`\nA round awards up to ${total} free spins.`)
    expect(rulesOf(definition)).not.toContain('won again')
  })

  it('limit the ladder of wilds that stay to themselves', () => {
    expect(rulesOf(thunder)).toContain('All wins in free spins are multiplied according to the number of wilds')
  })
})

describe('draws by weight', () => {
  it('state the chance of each symbol of a mystery, the rarest first', () => {
    expect(rulesOf(market)).toContain('The chance of each symbol: Teapot (4.4%), Owl clock (6.7%), ')
  })

  it('state the chance of each expanding symbol', () => {
    expect(rulesOf(noir)).toContain('The chance of each symbol: Detective (7.1%), ')
  })
})

describe('a jackpot of its own', () => {
  it('is told with its share, the return that it brings, and how it is won', () => {
    const said = rulesOf(caldera, 'real', '92.24', '95.24').split('\n')
    expect(said).toContain('Theoretical return to player (RTP): 92.24%')
    expect(said.find((sentence) => sentence.startsWith('3% of every real-money bet'))).toBeDefined()
    expect(said.find((sentence) => sentence.startsWith('With this contribution'))).toContain('return to player is 95.24%.')
    expect(said.find((sentence) => sentence.includes('hidden point'))).toContain('any bet of any size')
    expect(rulesOf(koi)).not.toContain('hidden point')
  })
})

describe('the sentence on fairness', () => {
  it('promises a check of rounds for money on the site, and of a demo below', () => {
    expect(rulesOf(koi)).toContain('You can check any real-money round')
    expect(rulesOf(koi, 'demo')).toContain('You can check its last rounds below')
    expect(rulesOf(koi, 'demo')).not.toContain('fairness page')
  })
})
