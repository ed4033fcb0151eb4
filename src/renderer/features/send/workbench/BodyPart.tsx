import { Braces, Undo2 } from 'lucide-react'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { indexJson } from '../../../bytes/indexJson.ts'
import type { JsonProblem } from '../../../bytes/jsonIndex.ts'
import { textOf } from '../../../bytes/utf8.ts'
import type { EditorHandle, EditorMemory, TextPosition } from '../../../ui/code/CodeEditor.tsx'
import { Button } from '../../../ui/basics/Button.tsx'
import { ErrorNote, Loading, lazily } from '../../../ui/notes/Notes.tsx'
import { useAfterPause } from '../../../ui/hooks/typing.ts'
import { HexView } from '../../inbox/body/HexView.tsx'
import { prettyJson } from '../../inbox/body/layouts.ts'
import { wholeText } from '../../inbox/body/rowText.ts'
import { bodyNoteWords } from '../../inbox/body/words.ts'
import { editableBody, type RequestDraft, type RequestSource, type TypedBody } from './requestDraft.ts'
import { workbenchWords as words } from './words.ts'
import styles from './Workbench.module.css'
import { lazy } from '../../../../shared/basics/lazy.ts'

const CodeEditor = lazily(words.theEditor, async () => (await import('../../../ui/code/CodeEditor.tsx')).CodeEditor)

/** State of the editor when it was last shown; null: it begins with the unchanged body. */
export type BodyMemory = RefObject<EditorMemory | null>

interface BodyPartProps {
  draft: Pick<RequestDraft, 'headers' | 'body'>
  set: (field: 'body', value: TypedBody | null) => void
  source: Pick<RequestSource, 'bytes' | 'problem'>
  memory: BodyMemory
}

/** Pause in typing before the text is checked, ms. */
const pauseMs = 250

/** The body in an editor; what is no text is shown as bytes and cannot be edited. */
export function BodyPart({ draft, set, source, memory }: BodyPartProps) {
  const { bytes, problem } = source
  const came = useMemo(() => (bytes === null ? null : editableBody(bytes)), [bytes])
  if (problem !== null) return <ErrorNote>{problem}</ErrorNote>
  if (bytes === null || came === null) return <Loading what={words.theBody} />
  if ('text' in came || draft.body !== null) {
    const contentType = draft.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value
    return (
      <TextBody
        stored={'text' in came ? came.text : ''}
        typed={draft.body}
        contentType={contentType}
        memory={memory}
        onChange={(body) => set('body', body)}
      />
    )
  }
  return (
    <>
      <p className={styles.note}>{words[came.why]}</p>
      {came.why === 'notText' && (
        <div className={styles.bytes}>
          <HexView bytes={bytes} />
        </div>
      )}
    </>
  )
}

interface TextBodyProps {
  stored: string
  typed: TypedBody | null
  contentType: string | undefined
  memory: BodyMemory
  onChange: (body: TypedBody | null) => void
}

function TextBody({ stored, typed, contentType, memory, onChange }: TextBodyProps) {
  const editor = useRef<EditorHandle>(null)
  const [first] = useState(() => typed?.text() ?? stored)
  const settled = useAfterPause(typed, pauseMs)
  const { isJson, mistake } = useMemo(() => {
    const text = settled?.text() ?? stored
    const isJson = meansJson(contentType, text)
    return { isJson, mistake: isJson ? jsonMistake(text) : null }
  }, [settled, stored, contentType])
  const marks = useMemo(() => (mistake === null ? [] : [mistake]), [mistake])
  const format = () => {
    const laidOut = laidOutJson(typed?.text() ?? stored)
    if (laidOut !== null) editor.current?.replace(laidOut)
  }
  return (
    <>
      <CodeEditor
        label={words.body}
        initial={first}
        language={isJson ? 'json' : 'text'}
        marks={marks}
        memory={memory}
        handle={editor}
        onChange={(read) => {
          const text = lazy(read)
          onChange(text() === stored ? null : { text })
        }}
      />
      <div className={styles.editorFoot}>
        <p className={styles.check} data-look={mistake === null ? 'good' : 'bad'} role="status">
          {!isJson ? '' : mistake === null ? words.validJson : sentenceOf(mistake)}
        </p>
        {mistake !== null && (
          <Button look="quiet" onClick={() => editor.current?.goTo(mistake)}>
            {words.goThere}
          </Button>
        )}
        <span className={styles.push} />
        {typed !== null && (
          <Button
            look="quiet"
            icon={<Undo2 aria-hidden="true" />}
            hint={words.bodyAsStoredHint}
            onClick={() => editor.current?.replace(stored)}
          >
            {words.bodyAsStored}
          </Button>
        )}
        {isJson && (
          <Button
            look="quiet"
            icon={<Braces aria-hidden="true" />}
            hint={words.formatHint}
            disabled={mistake !== null}
            onClick={format}
          >
            {words.format}
          </Button>
        )}
      </div>
    </>
  )
}

function sentenceOf({ what, line, column }: NonNullable<ReturnType<typeof jsonMistake>>): string {
  return words.notJson(bodyNoteWords.problems[what], line, column)
}

/** Why a text is not JSON, and where. */
export interface JsonMistake extends TextPosition {
  what: JsonProblem['what']
}

/** Checks a text that should be JSON; null when it is, or has nothing in it. Pure. */
export function jsonMistake(text: string): JsonMistake | null {
  const bytes = new TextEncoder().encode(text)
  const { problem } = indexJson(bytes)
  if (problem === null || problem.what === 'blank' || problem.what === 'many') return null
  const before = textOf(bytes, 0, problem.at)
  const lineBegins = before.lastIndexOf('\n') + 1
  let line = 1
  for (let at = before.indexOf('\n'); at !== -1; at = before.indexOf('\n', at + 1)) line += 1
  return { what: problem.what, line, column: before.length - lineBegins }
}

/** JSON in lines, every token as it was written: numbers keep their digits, double keys stay. Null for what is no JSON. Pure. */
export function laidOutJson(text: string): string | null {
  const bytes = new TextEncoder().encode(text)
  const index = indexJson(bytes)
  return index.problem === null ? wholeText(prettyJson(index, bytes)) : null
}

/** Whether a body is meant as JSON: by its content type, or because it begins like an object or a list. Pure. */
export function meansJson(contentType: string | undefined, text: string): boolean {
  if (contentType !== undefined && /[/+]json\b/i.test(contentType)) return true
  return /^[\ufeff\s]*[[{]/.test(text.slice(0, 1000))
}
