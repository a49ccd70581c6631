import { expect, test } from 'vitest'
import { curtainAt } from './aurora'

test('a curtain stays on the canvas and fades out at both edges', () => {
  const curtain = { baseline: 0.7, waves: 1.9, phase: 2 }
  for (let step = 0; step <= 100; step += 1) {
    const { y, light } = curtainAt(curtain, step / 100)
    expect(y).toBeGreaterThan(0.5)
    expect(y).toBeLessThan(0.9)
    expect(light).toBeGreaterThanOrEqual(0)
    expect(light).toBeLessThanOrEqual(1)
  }
  expect(curtainAt(curtain, 0).light).toBeCloseTo(0)
  expect(curtainAt(curtain, 1).light).toBeCloseTo(0)
})
