import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, defineLanguageFacet, HighlightStyle, Language, StreamLanguage, syntaxHighlighting } from '@codemirror/language'
import { toml } from '@codemirror/legacy-modes/mode/toml'
import { unifiedMergeView } from '@codemirror/merge'
import { EditorState, StateEffect, StateField, type Extension } from '@codemirror/state'
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  type DecorationSet,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { parser } from '@lezer/markdown'
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'

interface CodeEditorProps {
  label: string
  /** What it begins with. A text from elsewhere takes another `key`. */
  text: string
  format: 'markdown' | 'toml'
  /** Without it the text can only be read. */
  onChange?: (text: string) => void
  /** Lines that are marked, counted from 1. */
  marked?: readonly number[]
  /** What the text is compared with. */
  original?: string
  /** Gets the way to put something in at the cursor. */
  handle?: Ref<EditorHandle>
}

export interface EditorHandle {
  /** Puts `text` in at the cursor, or in place of what is marked. */
  insert: (text: string) => void
}

const markLines = StateEffect.define<readonly number[]>()
const MARK = Decoration.line({ class: 'cm-faulty' })

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (now, transaction) => {
    const wanted = transaction.effects.find((effect) => effect.is(markLines))
    if (!wanted) return now.map(transaction.changes)
    const { doc } = transaction.state
    const lines = [...new Set(wanted.value)].filter((line) => line >= 1 && line <= doc.lines).sort((a, b) => a - b)
    return Decoration.set(lines.map((line) => MARK.range(doc.line(line).from)))
  },
  provide: (field) => EditorView.decorations.from(field),
})

/** The colours of the office, in light and dark. */
const theme = EditorView.theme({
  '&': { backgroundColor: 'var(--surface)', color: 'var(--text)', fontSize: '13px', borderRadius: '8px', border: '1px solid var(--line)', maxHeight: '70dvh' },
  '&.cm-focused': { outline: '2px solid var(--focus)' },
  '.cm-scroller': { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, monospace', lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)', minHeight: '12rem' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--raised)', color: 'var(--text-muted)', border: 'none', borderRadius: '8px 0 0 8px' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--hover) 60%, transparent)' },
  // One class more than the comparison's own colours have.
  '&.cm-editor .cm-collapsedLines': { background: 'var(--hover)', color: 'var(--text-muted)' },
  // The drawn sign is in few fonts.
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"…"' },
  '.cm-faulty': { backgroundColor: 'color-mix(in srgb, var(--danger) 16%, transparent)' },
})

const colours = HighlightStyle.define([
  { tag: [tags.heading, tags.strong], fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.propertyName, tags.labelName, tags.link, tags.url], color: 'var(--link)' },
  { tag: [tags.string, tags.quote], color: 'var(--success)' },
  { tag: [tags.number, tags.bool, tags.atom], color: 'var(--warning)' },
  { tag: [tags.comment, tags.processingInstruction, tags.meta], color: 'var(--text-muted)' },
])

/** Markdown alone: the texts of the operator hold no code whose languages would have to come along. */
const markdown = new Language(defineLanguageFacet(), parser, [], 'markdown')

const language = (format: CodeEditorProps['format']): Extension => (format === 'markdown' ? markdown : StreamLanguage.define(toml))

/** A text with line numbers. Tab moves on, as everywhere: nobody is caught in it. */
export function CodeEditor({ label, text, format, onChange, marked, original, handle }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const first = useRef({ text, original })
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  })
  const isReadOnly = onChange === undefined
  useEffect(() => {
    if (!place.current) return
    const { text: doc, original: before } = first.current
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc,
        extensions: [
          lineNumbers(),
          highlightActiveLineGutter(),
          drawSelection(),
          history(),
          bracketMatching(),
          highlightActiveLine(),
          syntaxHighlighting(colours),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true' }),
          language(format),
          theme,
          marks,
          isReadOnly ? [EditorState.readOnly.of(true)] : [],
          before === undefined ? [] : unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: { margin: 3, minSize: 6 } }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) change.current?.(state.doc.toString())
          }),
        ],
      }),
    })
    view.current = made
    return () => made.destroy()
  }, [format, isReadOnly, label])
  useImperativeHandle(
    handle,
    () => ({
      insert: (inserted) => {
        const now = view.current
        if (!now) return
        now.dispatch(now.state.replaceSelection(inserted), { scrollIntoView: true })
        now.focus()
      },
    }),
    [],
  )
  const lines = marked?.join(' ') ?? ''
  useEffect(() => {
    view.current?.dispatch({ effects: markLines.of(lines === '' ? [] : lines.split(' ').map(Number)) })
  }, [lines])
  return <div ref={place} data-editor />
}
