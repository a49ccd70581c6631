import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const SITE = at('../src')
const ENGLISH = at('../../content/messages/en')

/** The namespace that comes with every page. */
export const START_NAMESPACE = 'shell'
/** What every page runs. */
export const START_MODULES = ['app/start.ts', 'app/main.tsx']

/** An `import(…)`, with the namespaces that the `withTexts(…)` around it names; undefined where there is none around it. */
export interface PartImport {
  target: string
  line: number
  named: readonly string[] | undefined
}

/** A module of the site, as far as texts go. */
interface Module {
  /** Keys that it names, by their namespaces; a pattern stands for all the keys that fit it. */
  keys: Map<string, Set<string>>
  /** What is loaded along with it. */
  imports: string[]
  /** What it loads later. */
  parts: PartImport[]
  /** Places where it makes keys that cannot be told from the source. */
  unclear: string[]
}

/** By the path below the folder of sources, with `/` between its parts. */
export type Modules = ReadonlyMap<string, Module>

/** The namespace of every key: the name of its file in `folder`. */
export function namespacesOfKeys(folder = ENGLISH): Map<string, string> {
  const keys = (name: string) => Object.keys(JSON.parse(readFileSync(join(folder, name), 'utf8')) as object)
  return new Map(readdirSync(folder).flatMap((name) => keys(name).map((key) => [key, basename(name, '.json')] as const)))
}

/** Reads the site's own modules. Tests, and what only renders pages at build time, speak to no visitor. */
export function readModules(folder = SITE, namespaces = namespacesOfKeys()): Modules {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.split(sep).join('/'))
  const own = paths.filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.d\.ts$|^test\/|^app\/prerender\//.test(path))
  return new Map(own.map((path) => [path, new Reader(folder, path, namespaces).module]))
}

/** `start` with everything that is loaded along with it. */
function closure(modules: Modules, start: string, seen = new Set<string>()): Set<string> {
  if (seen.has(start)) return seen
  seen.add(start)
  for (const imported of modules.get(start)?.imports ?? []) closure(modules, imported, seen)
  return seen
}

/** The namespaces that `start` needs with everything that is loaded along with it, each with the first key in it. */
function needs(modules: Modules, start: string): Map<string, string> {
  const needed = new Map<string, string>()
  for (const path of closure(modules, start)) {
    for (const [namespace, [key = '']] of modules.get(path)?.keys ?? []) if (!needed.has(namespace)) needed.set(namespace, `${key} in ${path}`)
  }
  return needed
}

/** The namespaces that a part of the site needs besides the one of every page, in the order of the alphabet. */
export function namespacesOf(modules: Modules, part: string): string[] {
  return [...needs(modules, part).keys()].filter((namespace) => namespace !== START_NAMESPACE).sort()
}

/** What is wrong with how the site loads its texts: a sentence each. */
export function faultsOf(modules: Modules): string[] {
  const unclear = [...modules].flatMap(([path, module]) => module.unclear.map((place) => `${path}:${place}`))
  const early = START_MODULES.flatMap((start) => [...needs(modules, start)])
    .filter(([namespace]) => namespace !== START_NAMESPACE)
    .map(([namespace, use]) => `every page uses ${use}, which is in ${namespace}.json: only ${START_NAMESPACE}.json comes with every page`)
  const parts = [...modules].flatMap(([path, { parts }]) => parts.flatMap((part) => faultOfPart(modules, path, part)))
  return [...unclear, ...new Set(early), ...parts]
}

function faultOfPart(modules: Modules, importer: string, { target, line, named }: PartImport): string[] {
  const needed = needs(modules, target)
  const wanted = namespacesOf(modules, target)
  const list = `[${wanted.map((name) => `'${name}'`).join(', ')}]`
  const place = `${importer}:${line}: import('${target}')`
  if (named === undefined) return wanted.length === 0 ? [] : [`${place} needs withTexts(${list}, …): it uses ${needed.get(wanted[0] ?? '') ?? ''}`]
  const missing = wanted.filter((name) => !named.includes(name))
  const idle = named.filter((name) => !wanted.includes(name))
  return [
    ...missing.map((name) => `${place} lacks '${name}': it uses ${needed.get(name) ?? ''}`),
    ...idle.map((name) => `${place} brings '${name}' and uses no key of it`),
  ]
}

/** Where a template begins so that its keys can be told: `error.${code}`. */
const PLAIN_HEAD = /^[A-Za-z_]+\./

class Reader {
  readonly module: Module = { keys: new Map(), imports: [], parts: [], unclear: [] }
  private readonly source: ts.SourceFile

  constructor(
    private readonly folder: string,
    private readonly path: string,
    private readonly namespaces: ReadonlyMap<string, string>,
  ) {
    this.source = ts.createSourceFile(path, readFileSync(join(folder, path), 'utf8'), ts.ScriptTarget.Latest, true)
    this.read(this.source)
  }

  private read(node: ts.Node): void {
    if (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      if (node.moduleSpecifier && !isOfTypes(node)) this.module.imports.push(...this.resolved(node.moduleSpecifier))
      return
    }
    if (ts.isCallExpression(node)) this.readCall(node)
    if (ts.isStringLiteralLike(node)) this.note(node.text)
    if (ts.isTemplateExpression(node) && PLAIN_HEAD.test(node.head.text)) this.notePattern(node)
    ts.forEachChild(node, (child) => this.read(child))
  }

  private readCall(call: ts.CallExpression): void {
    const [first] = call.arguments
    if (!first) return
    if (call.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const line = this.source.getLineAndCharacterOfPosition(call.getStart()).line + 1
      this.module.parts.push(...this.resolved(first).map((target) => ({ target, line, named: namedAround(call) })))
    }
    if (!ts.isIdentifier(call.expression)) return
    const { text: name } = call.expression
    const isPlain = ts.isStringLiteralLike(first) || (ts.isTemplateExpression(first) && PLAIN_HEAD.test(first.head.text))
    // A key in a variable of the type of keys was a text once. A key of any text may have come from anywhere.
    const isUnclear = name === 'tOptional' || name === 'keysAfter' ? !isPlain : name === 't' && ts.isTemplateExpression(first) && !isPlain
    if (isUnclear && !FROM_DATA.includes(`${this.path} ${call.getText()}`))
      this.module.unclear.push(`${this.lineOf(call)}: ${call.getText()} names no namespace`)
    if (name === 'keysAfter' && ts.isStringLiteralLike(first)) this.noteAll(`${first.text}*`, (key) => key.startsWith(first.text))
  }

  private note(key: string): void {
    const namespace = this.namespaces.get(key)
    if (namespace !== undefined) this.add(namespace, key)
  }

  private notePattern({ head, templateSpans }: ts.TemplateExpression): void {
    const texts = [head.text, ...templateSpans.map(({ literal }) => literal.text)]
    const fits = new RegExp(`^${texts.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`, 's')
    this.noteAll(texts.join('*'), (key) => fits.test(key))
  }

  private noteAll(pattern: string, fits: (key: string) => boolean): void {
    for (const [key, namespace] of this.namespaces) if (fits(key)) this.add(namespace, pattern)
  }

  private add(namespace: string, key: string): void {
    const keys = this.module.keys.get(namespace) ?? new Set()
    this.module.keys.set(namespace, keys.add(key))
  }

  /** The module of the site that is imported as `specifier`, if it is one. */
  private resolved(specifier: ts.Expression): string[] {
    if (!ts.isStringLiteralLike(specifier) || !/^(@\/|\.)/.test(specifier.text)) return []
    const { text } = specifier
    const whole = text.startsWith('@/') ? join(this.folder, text.slice(2)) : resolve(this.folder, dirname(this.path), text)
    const found = ['', '.ts', '.tsx'].map((end) => whole + end).find((path) => /\.tsx?$/.test(path) && existsSync(path))
    return found ? [relative(this.folder, found).split(sep).join('/')] : []
  }

  private lineOf(node: ts.Node): number {
    return this.source.getLineAndCharacterOfPosition(node.getStart()).line + 1
  }
}

/** Keys that the server's data names, all of them of the start: what a menu calls its items. */
const FROM_DATA = ['app/shell/navigation.ts tOptional(title, id)']

/** Whether nothing of it is there when the code runs. */
function isOfTypes(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly
  const clause = node.importClause
  if (!clause || clause.name) return clause?.isTypeOnly ?? false
  const names = clause.namedBindings
  return clause.isTypeOnly || (names !== undefined && ts.isNamedImports(names) && names.elements.every(({ isTypeOnly }) => isTypeOnly))
}

/** The namespaces that the nearest `withTexts([…], …)` around `node` names. */
function namedAround(node: ts.Node): string[] | undefined {
  for (let around = node.parent; !ts.isSourceFile(around); around = around.parent) {
    if (!ts.isCallExpression(around) || !ts.isIdentifier(around.expression) || around.expression.text !== 'withTexts') continue
    const [list] = around.arguments
    return list && ts.isArrayLiteralExpression(list) ? list.elements.filter(ts.isStringLiteral).map(({ text }) => text) : []
  }
  return undefined
}
