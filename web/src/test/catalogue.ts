import { parseMessage, type Node } from '@/i18n/icu'

/** The texts of one file: key and text. */
export type Texts = Readonly<Record<string, string>>

/** What can be wrong with a translation. */
export type Fault = string

/** What a message asks of its translations: names of values, of marks, and of the choices it makes. */
interface Demands {
  values: Set<string>
  /** `name plural` or `name select`, each with the branches that are there. */
  choices: Map<string, Set<string>>
}

function demandsOf(nodes: readonly Node[], demands: Demands): Demands {
  for (const node of nodes) {
    if (node.kind === 'value') demands.values.add(node.name)
    if (node.kind !== 'choice') continue
    const branches = demands.choices.get(`${node.name} ${node.by}`) ?? new Set<string>()
    demands.choices.set(`${node.name} ${node.by}`, branches)
    for (const [selector, inner] of node.branches) {
      branches.add(selector)
      demandsOf(inner, demands)
    }
  }
  return demands
}

function read(text: string): Demands {
  return demandsOf(parseMessage(text), { values: new Set(), choices: new Map() })
}

const marksOf = (text: string) => [...text.matchAll(/<\/?\w+>/g)].map(([mark]) => mark).sort()

const list = (names: Iterable<string>) => [...names].sort().join(', ') || 'none'

/** The forms of a plural that `locale` tells apart. */
function pluralForms(locale: string): readonly string[] {
  return new Intl.PluralRules(locale).resolvedOptions().pluralCategories
}

function choiceFaults(choice: string, branches: Set<string>, base: Set<string>, locale: string): Fault[] {
  const exact = (selector: string) => selector.startsWith('=')
  const needed = choice.endsWith(' plural') ? pluralForms(locale) : base
  const lacking = [...needed].filter((form) => !branches.has(form)).map((form) => `{${choice}} lacks the form “${form}”`)
  const odd = [...branches]
    .filter((form) => !exact(form) && ![...needed].includes(form))
    .map((form) => `{${choice}} has the form “${form}”, which ${locale} does not know`)
  return [...lacking, ...odd]
}

/** What is wrong with `text` as the translation of `english` into `locale`. */
export function textFaults(text: string, english: string, locale: string): Fault[] {
  const [own, base] = [read(text), read(english)]
  const faults: Fault[] = []
  if (text.trim() === '') faults.push('is empty')
  if (list(own.values) !== list(base.values)) faults.push(`names ${list(own.values)} where English names ${list(base.values)}`)
  if (list(own.choices.keys()) !== list(base.choices.keys()))
    faults.push(`chooses by ${list(own.choices.keys())} where English chooses by ${list(base.choices.keys())}`)
  if (String(marksOf(text)) !== String(marksOf(english))) faults.push(`has the marks ${list(marksOf(text))} where English has ${list(marksOf(english))}`)
  for (const [choice, branches] of own.choices) faults.push(...choiceFaults(choice, branches, base.choices.get(choice) ?? new Set(), locale))
  return faults
}

/**
 * What is wrong with the file that `texts` stands in, beside the English file of the same name. An
 * overlay holds only what differs from English; a whole language holds every key.
 */
export function fileFaults(texts: Texts, english: Texts, locale: string, isOverlay: boolean): { key: string; fault: Fault }[] {
  const missing = isOverlay ? [] : Object.keys(english).filter((key) => !(key in texts))
  return [
    ...missing.map((key) => ({ key, fault: `is missing; English: ${english[key]}` })),
    ...Object.entries(texts).flatMap(([key, text]) => {
      const base = english[key]
      if (base === undefined) return [{ key, fault: 'is no key of English' }]
      const faults = textFaults(text, base, locale)
      if (isOverlay && text === base) faults.push('says the same as English')
      return faults.map((fault) => ({ key, fault }))
    }),
  ]
}
