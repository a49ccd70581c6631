import { posix } from 'node:path'

/** The layers of the site, each with the layers that it may import. */
const MAY_IMPORT = {
  app: ['app', 'routes', 'features', 'ui', 'api', 'i18n', 'lib', 'styles'],
  routes: ['routes', 'features', 'ui', 'api', 'i18n', 'lib'],
  features: ['ui', 'api', 'i18n', 'lib'],
  ui: ['ui', 'i18n', 'lib'],
  api: ['api', 'lib'],
  i18n: ['i18n', 'api', 'lib'],
  lib: ['lib'],
}

/** Path below `src/` that an import points to, or null for packages and anything outside. */
function targetBelowSrc(file, specifier) {
  if (specifier.startsWith('@/')) return specifier.slice(2)
  if (!specifier.startsWith('.')) return null
  return posix.normalize(posix.join(posix.dirname(file), specifier))
}

/** Why `file` may not import `specifier`; null when it may. `file` is relative to `src/`. */
export function layerViolation(file, specifier) {
  const [layer, feature] = file.split('/')
  const target = targetBelowSrc(file, specifier)
  if (!target || !(layer in MAY_IMPORT)) return null
  const [targetLayer, targetFeature] = target.split('/')
  if (!(targetLayer in MAY_IMPORT) && targetLayer !== 'styles') return null
  if (layer === 'features' && targetLayer === 'features') {
    return feature === targetFeature ? null : `feature ${feature} must not import feature ${targetFeature}; compose them in a route`
  }
  return MAY_IMPORT[layer].includes(targetLayer) ? null : `${layer} must not import ${targetLayer}`
}

/** ESLint rule: app → routes → features → {ui, api, i18n, lib}; never back, never sideways. */
export const layers = {
  meta: { type: 'problem', schema: [], messages: { forbidden: '{{reason}}' } },
  create(context) {
    const path = context.filename.replaceAll('\\', '/')
    const from = path.lastIndexOf('/src/')
    if (from < 0 || /\.test\.tsx?$/.test(path)) return {}
    const file = path.slice(from + '/src/'.length)
    const check = (node) => {
      const specifier = node.source?.value
      if (typeof specifier !== 'string') return
      const reason = layerViolation(file, specifier)
      if (reason) context.report({ node: node.source, messageId: 'forbidden', data: { reason } })
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    }
  },
}
