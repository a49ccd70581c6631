import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { meterGraphics } from './graphics.mjs'

/** A context that draws nothing and knows the calls that are counted. */
function context() {
  const names = [
    'drawElements',
    'drawArrays',
    'drawElementsInstanced',
    'activeTexture',
    'bindTexture',
    'bindRenderbuffer',
    'texImage2D',
    'texStorage2D',
    'generateMipmap',
    'renderbufferStorageMultisample',
    'deleteTexture',
    'deleteRenderbuffer',
  ]
  class Context {}
  for (const name of names)
    Context.prototype[name] = function () {
      return `${name} was called`
    }
  return Context
}

const TARGET = 3553
let gl

beforeEach(() => {
  vi.stubGlobal('WebGL2RenderingContext', context())
  meterGraphics()
  gl = new globalThis.WebGL2RenderingContext()
})
afterEach(() => vi.unstubAllGlobals())

const { bytes, calls } = { bytes: () => globalThis.graphicsMeter.bytes, calls: () => globalThis.graphicsMeter.calls }

it('counts what is drawn and lets it be drawn', () => {
  expect(gl.drawElements(4, 6, 5123, 0)).toBe('drawElements was called')
  gl.drawArrays(4, 0, 3)
  gl.drawElementsInstanced(4, 6, 5123, 0, 2)
  expect(calls()).toBe(3)
})

it('weighs textures by the size told or the picture given, and not twice what is uploaded anew', () => {
  const [told, given] = [{}, {}]
  gl.bindTexture(TARGET, told)
  gl.texImage2D(TARGET, 0, 6408, 10, 20, 0, 6408, 5121, null)
  expect(bytes()).toBe(800)
  gl.activeTexture(1)
  gl.bindTexture(TARGET, given)
  for (let i = 0; i < 2; i += 1) gl.texImage2D(TARGET, 0, 6408, 6408, 5121, { width: 30, height: 10 })
  expect(bytes()).toBe(2_000)
  gl.texImage2D(TARGET, 1, 6408, 15, 5, 0, 6408, 5121, null)
  for (let i = 0; i < 2; i += 1) gl.generateMipmap(TARGET)
  expect(bytes()).toBe(2_400)
  gl.deleteTexture(given)
  gl.activeTexture(0)
  gl.texStorage2D(TARGET, 3, 6408, 30, 10)
  expect(bytes()).toBe(1_600)
  expect(globalThis.graphicsMeter.peakBytes).toBe(2_400)
})

it('weighs each sample of a render buffer', () => {
  const buffer = {}
  gl.bindRenderbuffer(36161, buffer)
  gl.renderbufferStorageMultisample(36161, 4, 35056, 10, 10)
  expect(bytes()).toBe(1_600)
  gl.deleteRenderbuffer(buffer)
  expect(bytes()).toBe(0)
})
