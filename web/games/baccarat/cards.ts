const SVG = 'http://www.w3.org/2000/svg'

/** The suits on a 24 by 24 grid. */
const SUITS: Readonly<Record<string, { path: string; sign: string; red: boolean }>> = {
  C: {
    path: 'M12 2a4.6 4.6 0 0 1 4 6.900a4.600 4.600 0 1 1-3 7.600c.2 2.200.9 3.900 2 5.500H9c1.100-1.600 1.800-3.300 2-5.500a4.600 4.600 0 1 1-3-7.600A4.600 4.600 0 0 1 12 2z',
    sign: '♣',
    red: false,
  },
  D: { path: 'M12 2l8 10-8 10-8-10z', sign: '♦', red: true },
  H: {
    path: 'M12 21.500C5 15.500 2 11.800 2 7.800 2 4.600 4.300 3 6.600 3 9 3 11 4.500 12 7c1-2.500 3-4 5.400-4C19.700 3 22 4.600 22 7.800c0 4-3 7.700-10 13.700z',
    sign: '♥',
    red: true,
  },
  S: {
    path: 'M12 2c6 5.500 9 8.500 9 12 0 3-2.200 4.500-4.300 4.500-1.600 0-2.900-.8-3.700-2 .2 2.300.9 4 2 5.500H9c1.100-1.500 1.800-3.200 2-5.500-.8 1.200-2.100 2-3.700 2C5.200 18.500 3 17 3 14 3 10.500 6 7.500 12 2z',
    sign: '♠',
    red: false,
  },
}

/** A crown of ice, behind the letter of a picture. */
const CROWN = 'M18 92L26 50 38 70 50 40 62 70 74 50 82 92zM18 98H82V106H18z'

const shape = (name: string, attributes: Readonly<Record<string, string>>): SVGElement => {
  const node = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
  return node
}

/** The rank as it stands on a card. */
const rankOf = (card: string): string => (card.startsWith('T') ? '10' : card.charAt(0))

/** A card as text, such as `10♠`. */
export function cardText(card: string): string {
  return `${rankOf(card)}${SUITS[card.charAt(1)]?.sign ?? ''}`
}

/** Draws a card face up. */
export function cardView(card: string): SVGSVGElement {
  const suit = SUITS[card.charAt(1)]
  const rank = rankOf(card)
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 100 140')
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', cardText(card))
  svg.classList.add('card')
  svg.dataset.red = String(suit?.red ?? false)
  const letter = shape('text', { x: '10', y: '32', class: 'card-rank' })
  letter.textContent = rank
  const path = suit?.path ?? ''
  const small = shape('path', { d: path, transform: 'translate(9 38) scale(0.9)', class: 'card-suit' })
  svg.append(shape('rect', { x: '1.500', y: '1.500', width: '97', height: '137', rx: '11', class: 'card-face' }))
  svg.append(shape('path', { d: 'M2 96L26 74 44 92 66 62 98 98V127A11 11 0 0 1 87 138H13A11 11 0 0 1 2 127z', class: 'card-ice' }))
  if ('JQK'.includes(rank)) {
    svg.append(shape('path', { d: CROWN, class: 'card-crown' }))
    const middle = shape('text', { x: '50', y: '90', class: 'card-picture', 'text-anchor': 'middle' })
    middle.textContent = rank
    svg.append(middle)
  } else svg.append(shape('path', { d: path, transform: 'translate(26 58) scale(2.300)', class: 'card-suit' }))
  svg.append(letter, small)
  return svg
}
