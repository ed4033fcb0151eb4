import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { indentService, StreamLanguage, syntaxHighlighting } from '@codemirror/language'
import { EditorView, keymap, tooltips } from '@codemirror/view'
import { type Extension, Prec } from '@codemirror/state'
import { colours } from './CodeEditorColours.ts'

/** Completions for a place in a text. */
export interface TextCompletions {
  /** The beginning of the word that they replace. */
  from: number
  options: readonly TextOption[]
}

export interface TextOption {
  label: string
  /** Inserted; by default the label. */
  apply?: string
  /** Shown behind the label. */
  info?: string | undefined
}

/** Asked at each key, and with Ctrl+Space. */
export type Complete = (text: string, at: number) => Promise<TextCompletions | null>

/** Makes an editor one for YAML, with colours, indentation and completion. */
export function yamlEditing(complete: Complete): Extension {
  return [
    yaml,
    syntaxHighlighting(colours),
    indent,
    tooltips({ position: 'absolute' }),
    autocompletion({
      override: [async (context) => completionsAt(context, complete)],
      icons: false,
      activateOnTypingDelay: 50,
    }),
    // The list is open: Tab takes what is chosen. Else it leads out of the editor.
    Prec.highest(keymap.of([{ key: 'Tab', run: acceptCompletion }])),
    popupLook,
  ]
}

async function completionsAt(
  { state, pos, explicit }: CompletionContext,
  complete: Complete,
): Promise<CompletionResult | null> {
  const found = await complete(state.sliceDoc(), pos)
  if (found === null || (!explicit && found.from === pos)) return null
  const options = found.options.map(({ label, apply, info }) => ({
    label,
    ...(apply === undefined ? {} : { apply }),
    ...(info === undefined ? {} : { detail: info }),
  }))
  return { from: found.from, options, validFor: /^[\w.${-]*$/ }
}

/** A new line begins below the text of the one before it; below a key without a value one step further. */
const indent = indentService.of((context, at) => {
  const { text } = context.lineAt(at, -1)
  const before = /^[ ]*(?:- )*/.exec(text)?.[0].length ?? 0
  return /:\s*$/.test(text) ? before + 2 : before
})

/** Colours of YAML, line by line. */
const yaml = StreamLanguage.define<null>({
  name: 'yaml',
  startState: () => null,
  token: (stream) => {
    if (stream.eatSpace()) return null
    if (stream.match(/^#.*/)) return 'comment'
    if (stream.match(/^(?:"(?:[^"\\]|\\.)*"|'[^']*')(?=\s*:(?:\s|$))/)) return 'propertyName'
    if (stream.match(/^(?:"(?:[^"\\]|\\.)*"?|'[^']*'?)/)) return 'string'
    if (stream.match(/^[^\s#:,{}[\]"'-][^\s:,{}[\]]*(?=\s*:(?:\s|$))/)) return 'propertyName'
    if (stream.match(/^-?\d[\d.]*(?=[\s,\]}]|$)/)) return 'number'
    if (stream.match(/^(?:true|false|null|~)(?=[\s,\]}]|$)/)) return 'bool'
    if (stream.match(/^\$\{[^}]*\}/)) return 'bool'
    if (stream.match(/^(?:- |[{}[\],:])/)) return 'punctuation'
    if (stream.match(/^[^\s{}[\],:$]+/)) return 'string'
    stream.next()
    return 'string'
  },
})

const popupLook = EditorView.theme({
  '.cm-tooltip': {
    borderWidth: '1px',
    borderStyle: 'solid',
    borderColor: 'var(--line-strong)',
    borderRadius: 'var(--radius)',
    background: 'var(--surface)',
    color: 'var(--ink)',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { maxHeight: '220px', maxWidth: '480px', fontFamily: 'var(--mono)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: 'var(--space-half) var(--space-2)', lineHeight: '20px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--selected)',
    color: 'var(--ink)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '620' },
  '.cm-completionDetail': { color: 'var(--ink-2)', fontFamily: 'var(--font)', fontStyle: 'normal' },
})
