import { history, historyKeymap, standardKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, syntaxHighlighting } from '@codemirror/language'
import { EditorState, type Extension, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  WidgetType,
} from '@codemirror/view'
import { type Ref, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { colours } from './CodeEditorColours.ts'

/** A place in a text: lines from 1, columns from 0 in UTF-16 units. */
export interface TextPosition {
  line: number
  column: number
}

/** A mistake in the text. */
export interface TextMark extends TextPosition {
  /** Where it ends; by default one character further. */
  end?: TextPosition
  /** Shown at the end of its line. Screen readers need it somewhere else, too. */
  message?: string
}

/** Actions of the buttons next to the editor. */
export interface EditorHandle {
  /** Puts another text in place of all of it. One undo brings the old one back. */
  replace(this: void, text: string): void
  /** Moves the cursor there and gives it the focus. */
  goTo(this: void, position: TextPosition): void
}

/** The text with its undo steps, cursor and selection, for an editor that is taken away and comes back. */
export type EditorMemory = { readonly state: EditorState }

interface CodeEditorProps {
  label: string
  /** The text at first. Line ends stay as they are: LF, CRLF, or a mixture. */
  initial: string
  language: 'json' | 'text'
  /** Mistakes to underline. The same list keeps its identity. */
  marks: readonly TextMark[]
  /** Further features, read once. */
  extend?: Extension
  /** Given, the editor goes on with what is in it, and leaves there what it had. */
  memory?: RefObject<EditorMemory | null>
  handle?: Ref<EditorHandle>
  /** Called after each change. The text is put together only when it is asked for, which takes a while for a large one. */
  onChange: (read: () => string) => void
}

/**
 * A text editor with colours, line numbers and undo. It is drawn in a shadow root, because there CodeMirror adopts a style
 * sheet; in the document it would insert a style element, which the page's policy refuses.
 */
export function CodeEditor({
  label,
  initial,
  language,
  marks,
  extend = nothing,
  memory,
  handle,
  onChange,
}: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const first = useRef({ label, initial, language, memory, extend })
  const changed = useRef(onChange)
  useEffect(() => {
    changed.current = onChange
  })
  useLayoutEffect(() => {
    const element = host.current
    if (element === null) return
    const { memory: kept, ...start } = first.current
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    const tell = (state: EditorState) => {
      if (kept !== undefined) kept.current = { state }
      changed.current(() => state.sliceDoc())
    }
    const state = kept?.current?.state ?? firstState({ ...start, tell })
    const editor = new EditorView({ state, parent: root, root })
    view.current = editor
    return () => {
      if (kept !== undefined) kept.current = { state: editor.state }
      editor.destroy()
      view.current = null
    }
  }, [])
  useEffect(() => {
    view.current?.dispatch({ effects: setMarks.of(marks) })
  }, [marks])
  useImperativeHandle(handle, () => ({
    replace: (text) => {
      const editor = view.current
      if (editor === null) return
      const { state } = editor
      editor.dispatch({
        changes: { from: 0, to: state.doc.length, insert: state.toText(withLineEnds(text, state.lineBreak)) },
        selection: { anchor: 0 },
        scrollIntoView: true,
      })
    },
    goTo: (position) => {
      const editor = view.current
      if (editor === null) return
      editor.dispatch({ selection: { anchor: offsetOf(editor.state, position) }, scrollIntoView: true })
      editor.focus()
    },
  }))
  return <div ref={host} data-part="editor" style={{ minHeight: 0, overflow: 'hidden' }} />
}

const nothing: Extension = []

interface FirstState extends Pick<CodeEditorProps, 'label' | 'initial' | 'language'> {
  extend: Extension
  tell: (state: EditorState) => void
}

function firstState({ label, initial, language, extend, tell }: FirstState): EditorState {
  const lineEnd = lineEndOf(initial)
  const extensions: Extension[] = [
    // Named, it splits at this one only, so that every other line end stays a character of its line.
    EditorState.lineSeparator.of(lineEnd),
    EditorView.clipboardInputFilter.of((text) => withLineEnds(text, lineEnd)),
    lineNumbers(),
    highlightSpecialChars(),
    history(),
    extend,
    keymap.of([...standardKeymap, ...historyKeymap]),
    ...(longestLine(initial) > maxWrapped ? [] : [EditorView.lineWrapping]),
    EditorView.domEventHandlers({ beforeinput: typeOverSelection }),
    // Named as a stop of Tab, which it is anyway: tools that check the page look for that.
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) tell(update.state)
    }),
    markField,
    look,
    ...(language === 'json' ? [json(), bracketMatching(), syntaxHighlighting(colours)] : []),
  ]
  return EditorState.create({ doc: initial, extensions })
}

/**
 * Typing over a selection is done here: where the browser does it, it copies the colours of what goes away into a style
 * attribute, which the page's policy refuses with a line in the console.
 */
function typeOverSelection(event: InputEvent, view: EditorView): boolean {
  const { data, inputType } = event
  if (inputType !== 'insertText' || data === null || view.composing || view.state.selection.main.empty) return false
  event.preventDefault()
  view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
  return true
}

/** A longer line is not wrapped: laying it out again at each key would take longer than a key may. */
const maxWrapped = 20_000

function longestLine(text: string): number {
  let longest = 0
  for (let from = 0; from <= text.length;) {
    const end = text.indexOf('\n', from)
    const to = end === -1 ? text.length : end
    longest = Math.max(longest, to - from)
    from = to + 1
  }
  return longest
}

/** The line end of a text: CRLF where all of them are, else LF. */
function lineEndOf(text: string): string {
  return text.includes('\r\n') && !/(?<!\r)\n/.test(text) ? '\r\n' : '\n'
}

function withLineEnds(text: string, lineEnd: string): string {
  return text.replace(/\r\n?|\n/g, lineEnd)
}

function offsetOf({ doc }: EditorState, { line, column }: TextPosition): number {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines))
  return Math.min(from + column, to)
}

const setMarks = StateEffect.define<readonly TextMark[]>()

/** The marks move with the text around them until they are set again. */
const markField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, transaction) => {
    let next = marks.map(transaction.changes)
    for (const effect of transaction.effects)
      if (effect.is(setMarks))
        next = Decoration.set(
          effect.value.flatMap((mark) => markAt(transaction.state, mark)),
          true,
        )
    return next
  },
  provide: (field) => EditorView.decorations.from(field),
})

function markAt(state: EditorState, mark: TextMark) {
  const at = offsetOf(state, mark)
  const line = state.doc.lineAt(at)
  const { message } = mark
  const decorations = [Decoration.line({ class: 'cm-marked' }).range(line.from)]
  if (message !== undefined)
    decorations.push(Decoration.widget({ widget: new MessageWidget(message), side: 1 }).range(line.to))
  if (line.length === 0) return decorations
  const from = Math.min(at, line.to - 1)
  const to = mark.end === undefined ? 0 : Math.min(offsetOf(state, mark.end), line.to)
  return [...decorations, Decoration.mark({ class: 'cm-mark' }).range(from, Math.max(from + 1, to))]
}

class MessageWidget extends WidgetType {
  private readonly message: string

  constructor(message: string) {
    super()
    this.message = message
  }

  override eq(other: MessageWidget): boolean {
    return other.message === this.message
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span')
    element.className = 'cm-message'
    element.setAttribute('aria-hidden', 'true')
    element.textContent = this.message
    return element
  }
}

const look = EditorView.theme({
  '&': { height: '100%', background: 'var(--field)', color: 'var(--ink)' },
  // The frame around it shows the focus.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { overflow: 'auto', fontFamily: 'var(--mono)', fontSize: 'var(--text-s)', lineHeight: '20px' },
  '.cm-content': { padding: 'var(--space-2) 0', caretColor: 'var(--ink)' },
  '.cm-gutters': { background: 'var(--field)', color: 'var(--ink-3)', border: 'none', userSelect: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 var(--space-2)' },
  '.cm-marked': { background: 'var(--bad-ground)' },
  '.cm-mark': {
    textDecorationLine: 'underline',
    textDecorationStyle: 'wavy',
    textDecorationColor: 'var(--bad)',
    textUnderlineOffset: '3px',
  },
  '.cm-message': { paddingLeft: 'var(--space-4)', color: 'var(--bad)', fontFamily: 'var(--font)', userSelect: 'none' },
  '.cm-specialChar': { color: 'var(--bad)' },
  '&.cm-focused .cm-matchingBracket': {
    background: 'var(--selected)',
    outlineWidth: '1px',
    outlineStyle: 'solid',
    outlineColor: 'var(--line-strong)',
  },
  '&.cm-focused .cm-nonmatchingBracket': { background: 'var(--bad-ground)' },
})
