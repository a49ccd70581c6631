/** Values for the placeholders of a message. */
export type Values = Record<string, string | number>

/** A piece of a message. */
export type Node =
  | { kind: 'text'; text: string }
  | { kind: 'value'; name: string }
  | { kind: 'count' }
  | { kind: 'choice'; name: string; by: 'plural' | 'select'; branches: Map<string, Node[]> }

/**
 * Formats a message in the part of ICU MessageFormat that the catalogue uses: `{name}`,
 * `{n, plural, =0 {…} one {# game} other {# games}}` and `{x, select, a {…} other {…}}`.
 * An unknown value leaves its name in braces, so that a mistake is seen and nothing breaks.
 */
export function formatMessage(message: string, values: Values, locale: string): string {
  return message.includes('{') ? write(parseMessage(message), values, locale, null) : message
}

const cache = new Map<string, Node[]>()

/** The pieces of a message; the same message is taken apart once. */
export function parseMessage(message: string): Node[] {
  const known = cache.get(message)
  if (known) return known
  const nodes = new Parser(message).nodes(false)
  cache.set(message, nodes)
  return nodes
}

function write(nodes: Node[], values: Values, locale: string, count: number | null): string {
  return nodes.map((node) => writeNode(node, values, locale, count)).join('')
}

function writeNode(node: Node, values: Values, locale: string, count: number | null): string {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'count':
      return count === null ? '#' : numberText(count, locale)
    case 'value': {
      const value = values[node.name]
      if (value === undefined) return `{${node.name}}`
      return typeof value === 'number' ? numberText(value, locale) : value
    }
    case 'choice': {
      const value = values[node.name]
      const number = typeof value === 'number' ? value : null
      const branch = node.branches.get(branchName(node.by, value, locale, node.branches)) ?? node.branches.get('other') ?? []
      return write(branch, values, locale, node.by === 'plural' ? number : count)
    }
  }
}

function branchName(by: 'plural' | 'select', value: string | number | undefined, locale: string, branches: Map<string, Node[]>): string {
  if (by === 'select' || typeof value !== 'number') return String(value)
  return branches.has(`=${value}`) ? `=${value}` : rulesOf(locale).select(value)
}

const formats = new Map<string, Intl.NumberFormat>()
const rules = new Map<string, Intl.PluralRules>()

/** The first format of a page takes a phone some hundredths of a second: most numbers are small, and read as they are. */
function numberText(value: number, locale: string): string {
  if (Number.isInteger(value) && value >= 0 && value < 1_000) return String(value)
  const format = formats.get(locale) ?? new Intl.NumberFormat(locale)
  formats.set(locale, format)
  return format.format(value)
}

function rulesOf(locale: string): Intl.PluralRules {
  const known = rules.get(locale) ?? new Intl.PluralRules(locale)
  rules.set(locale, known)
  return known
}

class Parser {
  private at = 0

  constructor(private readonly message: string) {}

  nodes(insideBranch: boolean): Node[] {
    const nodes: Node[] = []
    let text = ''
    const flush = () => {
      if (text) nodes.push({ kind: 'text', text })
      text = ''
    }
    while (this.at < this.message.length) {
      const char = this.message.charAt(this.at)
      if (char === '}' && insideBranch) break
      this.at += 1
      if (char === '{') {
        flush()
        nodes.push(this.placeholder())
      } else if (char === '#' && insideBranch) {
        flush()
        nodes.push({ kind: 'count' })
      } else text += char
    }
    flush()
    return nodes
  }

  private placeholder(): Node {
    const name = this.until(/[,}]/).trim()
    if (this.take() === '}') return { kind: 'value', name }
    const by = this.until(/,/).trim()
    this.take()
    const branches = new Map<string, Node[]>()
    for (;;) {
      const selector = this.until(/[{}]/).trim()
      if (this.take() !== '{') break
      branches.set(selector, this.nodes(true))
      this.take()
    }
    return { kind: 'choice', name, by: by === 'plural' ? 'plural' : 'select', branches }
  }

  private until(stop: RegExp): string {
    const from = this.at
    while (this.at < this.message.length && !stop.test(this.message.charAt(this.at))) this.at += 1
    return this.message.slice(from, this.at)
  }

  private take(): string {
    const char = this.message.charAt(this.at)
    this.at += 1
    return char
  }
}
