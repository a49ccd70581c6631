import { type Drawing, group, path } from '../../kit/drawing'
import { roundedBox } from '../../kit/shapes'

/** The suits on a 24 by 24 grid, as the game shows them. */
const SPADE = 'M12 2c6 5.500 9 8.500 9 12 0 3-2.200 4.500-4.300 4.500-1.600 0-2.900-.8-3.700-2 .2 2.300.9 4 2 5.500H9c1.100-1.500 1.800-3.200 2-5.500-.8 1.200-2.100 2-3.700 2C5.200 18.500 3 17 3 14 3 10.500 6 7.500 12 2z'
const HEART = 'M12 21.500C5 15.500 2 11.800 2 7.800 2 4.600 4.300 3 6.600 3 9 3 11 4.500 12 7c1-2.500 3-4 5.400-4C19.700 3 22 4.600 22 7.800c0 4-3 7.700-10 13.700z'
const DIAMOND = 'M12 2l8 10-8 10-8-10z'

/** A card of ice, standing on the origin. */
function card(drawing: Drawing, suit: string, color: string): string {
  const face = drawing.linear([[0, '#ffffff'], [0.55, '#e4f4ff'], [1, '#9ad0f2']])
  const ice = drawing.linear([[0, '#d4f0ff', 0.9], [1, '#5aa8e0', 0.8]])
  return group(
    '',
    path(roundedBox(0, 0, 92, 130, 12), '#0a2a52', 'transform="translate(4 6)" opacity="0.5"'),
    path(roundedBox(0, 0, 92, 130, 12), face, 'stroke="#f6fcff" stroke-width="3"'),
    path('M-44 20L-22 0L-6 18L16 -10L44 24V52A11 11 0 0 1 33 63H-33A11 11 0 0 1 -44 52z', ice, 'opacity="0.7"'),
    path(suit, color, 'transform="translate(-38 -58) scale(1)"'),
    path(suit, color, 'transform="translate(-30 -30) scale(2.500)"'),
  )
}

/** Three cards like a fan, before the fall. */
export function fan(drawing: Drawing): string {
  return group(
    '',
    drawing.place({ x: -50, y: 14, scale: 1, turn: -18 }, (on) => card(on, DIAMOND, '#d0244a')),
    drawing.place({ x: 50, y: 14, scale: 1, turn: 18 }, (on) => card(on, HEART, '#d0244a')),
    drawing.place({ x: 0, y: -6, scale: 1.08, turn: 0 }, (on) => card(on, SPADE, '#10203c')),
  )
}
