/**
 * Counts in a page what its graphics draw, and what their textures and render buffers weigh. It runs in the page before
 * the page's own scripts, so that it can name nothing of this file but what is inside of it.
 */
export function meterGraphics() {
  const BYTES_PER_PIXEL = 4
  /** A full chain of smaller copies of a texture adds a third. */
  const MIPMAPS = 4 / 3
  const meter = { calls: 0, bytes: 0, peakBytes: 0 }
  globalThis.graphicsMeter = meter
  const weights = new WeakMap()
  const states = new WeakMap()

  /** What is bound in a context: a texture for each unit and target, and a render buffer. */
  const stateOf = (gl) => {
    if (!states.has(gl)) states.set(gl, { unit: 0, textures: new Map(), buffer: null })
    return states.get(gl)
  }
  const place = (gl, target) => `${stateOf(gl).unit}:${target}`
  const weigh = (thing, bytes) => {
    if (thing === null || thing === undefined) return
    meter.bytes += bytes - (weights.get(thing) ?? 0)
    meter.peakBytes = Math.max(meter.peakBytes, meter.bytes)
    weights.set(thing, bytes)
  }
  const bound = (gl, target) => stateOf(gl).textures.get(place(gl, target))
  const wide = (source) => [source.naturalWidth || source.videoWidth || source.width, source.naturalHeight || source.videoHeight || source.height]

  const watchers = {
    drawElements: () => (meter.calls += 1),
    drawArrays: () => (meter.calls += 1),
    drawElementsInstanced: () => (meter.calls += 1),
    drawArraysInstanced: () => (meter.calls += 1),
    activeTexture: (gl, unit) => (stateOf(gl).unit = unit),
    bindTexture: (gl, target, texture) => stateOf(gl).textures.set(place(gl, target), texture),
    bindRenderbuffer: (gl, _, buffer) => (stateOf(gl).buffer = buffer),
    texImage2D: (gl, target, level, ...rest) => {
      // Either the size is told, or the picture has one.
      const [width, height] = rest.length > 4 ? [rest[1], rest[2]] : wide(rest[3])
      if (level === 0) weigh(bound(gl, target), width * height * BYTES_PER_PIXEL)
    },
    texStorage2D: (gl, target, levels, _, width, height) => weigh(bound(gl, target), width * height * BYTES_PER_PIXEL * (levels > 1 ? MIPMAPS : 1)),
    generateMipmap: (gl, target) => {
      const texture = bound(gl, target)
      if (texture === undefined || texture === null || texture.hasMipmaps) return
      texture.hasMipmaps = true
      weigh(texture, (weights.get(texture) ?? 0) * MIPMAPS)
    },
    renderbufferStorage: (gl, _, __, width, height) => weigh(stateOf(gl).buffer, width * height * BYTES_PER_PIXEL),
    renderbufferStorageMultisample: (gl, _, samples, __, width, height) => weigh(stateOf(gl).buffer, width * height * BYTES_PER_PIXEL * Math.max(1, samples)),
    deleteTexture: (_, texture) => weigh(texture, 0),
    deleteRenderbuffer: (_, buffer) => weigh(buffer, 0),
  }
  for (const type of [globalThis.WebGLRenderingContext, globalThis.WebGL2RenderingContext]) {
    if (type === undefined) continue
    for (const [name, watch] of Object.entries(watchers)) {
      const own = type.prototype[name]
      if (own === undefined) continue
      type.prototype[name] = function (...values) {
        watch(this, ...values)
        return own.apply(this, values)
      }
    }
  }
}
