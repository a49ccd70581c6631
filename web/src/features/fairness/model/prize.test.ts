import { expect, test } from 'vitest'
import vectors from '../../../../../crates/games/tests/vectors/prizes.json'
import { commitmentOf } from './stream'
import { drawPrize, verifyPrize } from './prize'

test('every recorded draw comes out the same', async () => {
  for (const { weights, draw, prize, server_seed_hash, ...seeds } of vectors) {
    expect(await drawPrize(seeds, weights)).toEqual({ draw, prize })
    expect(await commitmentOf(seeds.server_seed)).toBe(server_seed_hash)
  }
})

const [{ weights, number, draw, prize, ...seeds }] = vectors as [(typeof vectors)[number]]
const BOX = { ...seeds, id: number, draw, prize: `p${prize}`, items: weights.map((weight, place) => ({ id: `p${place}`, weight })) }

test.each([
  ['as it was drawn', {}, [true, true, true]],
  ['under another promise', { server_seed_hash: '0'.repeat(64) }, [false, true, true]],
  ['of another number', { draw: draw + 1 }, [true, false, true]],
  ['with another prize', { prize: 'p3' }, [true, true, false]],
  ['of another box', { id: '2' }, [true, false, undefined]],
])('a box %s', async (_what, changes, [isPromised, isDrawn, isGiven]) => {
  const proof = await verifyPrize({ ...BOX, ...changes })
  expect([proof.isPromised, proof.isDrawn]).toEqual([isPromised, isDrawn])
  if (isGiven !== undefined) expect(proof.isGiven).toBe(isGiven)
})
