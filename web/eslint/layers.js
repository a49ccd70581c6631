import { posix } from 'node:path'

/** The layers of the site, each with the layers that it may import. */
const MAY_IMPORT = {
  app: ['app', 'routes', 'features', 'ui', 'api', 'i18n', 'domain', 'platform', 'styles'],
  routes: ['routes', 'features', 'ui', 'api', 'i18n', 'domain', 'platform'],
  features: ['ui', 'api', 'i18n', 'domain', 'platform'],
  ui: ['ui', 'i18n', 'domain', 'platform'],
  api: ['api', 'domain', 'platform'],
  i18n: ['i18n', 'api', 'domain', 'platform'],
  domain: ['domain', 'platform'],
  platform: ['platform'],
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

/** The layers of the back office, each with the layers of its own that it may import. */
const OFFICE_MAY_IMPORT = {
  app: ['app', 'screens', 'ui', 'api', 'i18n', 'styles'],
  screens: ['screens', 'ui', 'api', 'i18n'],
  ui: ['ui', 'api', 'i18n'],
  api: ['api'],
  i18n: ['i18n'],
}

/** What the back office may take from the site: the kit, and what carries calls. Nothing that knows a player's session. */
const OFFICE_BORROWS = /^(ui|domain|platform|i18n)\/|^api\/(action|described|errors|transport|upload|useAction)$/

/** Why `file` of the back office may not import `specifier`; null when it may. `file` is relative to `office/`. */
export function officeViolation(file, specifier) {
  if (specifier.startsWith('@/')) {
    return OFFICE_BORROWS.test(specifier.slice(2)) ? null : `the back office must not import ${specifier}`
  }
  if (!specifier.startsWith('.')) return null
  const [layer, screen] = file.split('/')
  const [targetLayer, targetScreen] = posix.normalize(posix.join(posix.dirname(file), specifier)).split('/')
  if (targetLayer === '..') return `the back office imports the site as @/…`
  if (!(layer in OFFICE_MAY_IMPORT)) return null
  if (layer === 'screens' && targetLayer === 'screens') {
    return screen === targetScreen ? null : `screen ${screen} must not import screen ${targetScreen}`
  }
  return OFFICE_MAY_IMPORT[layer].includes(targetLayer) ? null : `${layer} must not import ${targetLayer}`
}

/** The rule for a file and where it lies below the folder that the rule knows; null where none holds. */
function ruleFor(path) {
  for (const [folder, violation] of [
    ['/src/', layerViolation],
    ['/web/office/', officeViolation],
  ]) {
    const from = path.lastIndexOf(folder)
    if (from >= 0) return (specifier) => violation(path.slice(from + folder.length), specifier)
  }
  return null
}

/** ESLint rule: app → routes → features → {ui, api, i18n} → domain → platform, in the back office app → screens → {ui, api, i18n}; never back, never sideways. */
export const layers = {
  meta: { type: 'problem', schema: [], messages: { forbidden: '{{reason}}' } },
  create(context) {
    const path = context.filename.replaceAll('\\', '/')
    const violation = ruleFor(path)
    if (!violation || /\.test\.tsx?$/.test(path)) return {}
    const check = (node) => {
      const specifier = node.source?.value
      if (typeof specifier !== 'string') return
      const reason = violation(specifier)
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
