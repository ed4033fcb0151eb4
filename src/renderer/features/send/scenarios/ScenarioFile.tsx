import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Copy, Presentation, Save, Trash2, Undo2 } from 'lucide-react'
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { ScenarioItem, ScenarioRunSummary } from '../../../../shared/wireTypes.ts'
import { useCommands } from '../../../commands/useCommands.ts'
import type { ScenarioPlace } from '../../../data/state/route.ts'
import { useApp, useCalls } from '../../../data/state/useApp.ts'
import { problemSentenceOf } from '../../../data/wire/problem.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { Button, Row } from '../../../ui/basics/Button.tsx'
import type { EditorHandle } from '../../../ui/code/CodeEditor.tsx'
import { useAfterPause } from '../../../ui/hooks/typing.ts'
import { type Edits, useEdits } from '../../../ui/hooks/useEdits.ts'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { useAsk } from '../../../ui/popups/Dialog.tsx'
import { RunPart } from './RunPart.tsx'
import { type Checked, ScenarioEditor } from './ScenarioEditor.tsx'
import { scenarioWords as words } from './words.ts'
import styles from './Scenarios.module.css'

/** Pause in typing before the text is checked, ms. */
const pauseMs = 250

interface ScenarioFileProps {
  place: ScenarioPlace
  folder: string
  /** Of all scenarios; undefined while they are loaded. */
  runs: readonly ScenarioRunSummary[] | undefined
  onCopy: (name: string, text: string) => void
  onDeleted: () => void
}

/** The chosen file, loaded. */
export function ScenarioFile(props: ScenarioFileProps) {
  const { data, error, refetch } = useQuery(useCalls().scenarios.get.queryOptions({ input: props.place }))
  const problem = error !== null && (
    <ErrorNote next={<Button onClick={() => void refetch()}>{words.loadAgain}</Button>}>{error.message}</ErrorNote>
  )
  if (data === undefined) return problem || <Loading what={words.theFile} />
  return <OpenFile {...props} item={data} problem={problem} />
}

interface OpenFileProps extends ScenarioFileProps {
  item: ScenarioItem & { text: string }
  /** Why it could not be loaded again: what is typed stays, also when the file is gone. */
  problem: ReactNode
}

function OpenFile({ place, item, problem, folder, runs, onCopy, onDeleted }: OpenFileProps) {
  const { navigation } = useApp()
  const stored = { text: item.text }
  const { form, edits, edited, set, saved, discard } = useEdits(`scenario:${place.from}/${place.name}`, stored, [])
  const editor = useRef<EditorHandle>(null)
  /** The host beyond this machine that the user allowed for this file, until the page is left. */
  const [allowHost, setAllowHost] = useState<string>()
  const checked = useCheckedText(form.text, allowHost)
  const noteTyped = useStoredText(editor, item.text, edited, form.text)
  const own = place.from === 'folder'
  const put = useSave(place.name, saved)
  const save = async () => !put.isPending && put.mutateAsync({ text: form.text, edits }).then(isDone, isNotDone)
  const remove = useRemove(place.name, folder, () => {
    discard()
    onDeleted()
  })
  const name = visibleText(checked.outline?.name ?? item.outline?.name ?? place.name)
  const present = async () => {
    if (own && edited && !(await save())) return
    navigation.go({ present: true, screen: 'presentation', scenario: place })
  }
  // Edits of a bundled file are nowhere stored, and a presentation reads the file.
  const canPresent = checked.outline !== null && (own || !edited)
  useCommands(() =>
    canPresent
      ? [{ id: 'scenario.present', title: words.presentCommand(name), group: 'scenario', run: () => void present() }]
      : [],
  )
  return (
    <section className={styles.file} aria-labelledby="scenario-name">
      <header className={styles.head}>
        <div>
          <h2 id="scenario-name">{name}</h2>
          {item.outline?.description != null && <p className="muted">{visibleText(item.outline.description)}</p>}
        </div>
        <FileActions
          isOwn={own}
          isEdited={edited}
          isBusy={put.isPending}
          onDiscard={() => {
            editor.current?.replace(item.text)
            discard()
          }}
          onDelete={() => void remove()}
          onSave={() => void save()}
          onCopy={() => onCopy(place.name, form.text)}
          onPresent={canPresent ? () => void present() : null}
        />
      </header>
      {problem}
      {put.error !== null && <ErrorNote>{put.error.message}</ErrorNote>}
      <RunPart
        place={place}
        text={form.text}
        isEdited={edited}
        allowHost={allowHost}
        outline={checked.outline}
        runs={runs?.filter((run) => isRunOf(run, item))}
        save={own ? save : null}
        onLine={(line) => editor.current?.goTo({ line, column: 0 })}
      >
        <ScenarioEditor
          first={form.text}
          text={form.text}
          handle={editor}
          checked={checked}
          onText={(text) => {
            noteTyped(text)
            set('text', text)
          }}
          onAllow={setAllowHost}
        />
      </RunPart>
    </section>
  )
}

const isDone = () => true
const isNotDone = () => false

interface Sent {
  text: string
  /** The edits that were sent; more may be typed before the answer. */
  edits: Edits<{ text: string }>
}

function useSave(name: string, saved: (edits: Sent['edits']) => void) {
  const put = useCalls().scenarios.put
  return useMutation({
    mutationFn: async ({ text }: Sent) => put.call({ name, text }),
    onSuccess: (_item, { edits }) => saved(edits),
  })
}

/** Deletes the file after a question. */
function useRemove(name: string, folder: string, onRemoved: () => void): () => Promise<void> {
  const removal = useMutation(useCalls().scenarios.remove.mutationOptions())
  const toasts = useToasts()
  const ask = useAsk()
  return async () => {
    const may = await ask.confirm({
      title: words.deleteTitle(name),
      text: words.deleteText(folder),
      yes: words.delete,
      no: words.cancel,
      isDanger: true,
      run: async () => problemSentenceOf(removal.mutateAsync({ name })),
    })
    if (!may) return
    toasts.done(words.deleted(name))
    onRemoved()
  }
}

/**
 * Shows a file that was changed outside, unless there are unsaved edits.
 * @param first the text that the editor begins with
 * @returns to be called with each text that is typed
 */
function useStoredText(
  editor: RefObject<EditorHandle | null>,
  stored: string,
  isEdited: boolean,
  first: string,
): (text: string) => void {
  const shown = useRef(first)
  const mayReplace = useRef(!isEdited)
  useEffect(() => {
    mayReplace.current = !isEdited
  })
  useEffect(() => {
    if (!mayReplace.current || shown.current === stored) return
    shown.current = stored
    editor.current?.replace(stored)
  }, [editor, stored])
  return useCallback((text: string) => {
    shown.current = text
  }, [])
}

interface FileActionsProps {
  isOwn: boolean
  isEdited: boolean
  isBusy: boolean
  onDiscard: () => void
  onDelete: () => void
  onSave: () => void
  onCopy: () => void
  /** Null while it cannot be presented as it is. */
  onPresent: (() => void) | null
}

function FileActions(props: FileActionsProps) {
  const { isOwn, isEdited, isBusy, onDiscard, onDelete, onSave, onCopy, onPresent } = props
  return (
    <Row gap={2}>
      {isEdited && (
        <Button look="quiet" icon={<Undo2 aria-hidden="true" />} onClick={onDiscard}>
          {words.discard}
        </Button>
      )}
      {isOwn ? (
        <Button icon={<Save aria-hidden="true" />} busy={isBusy} disabled={!isEdited} onClick={onSave}>
          {words.save}
        </Button>
      ) : (
        <Button icon={<Copy aria-hidden="true" />} onClick={onCopy}>
          {words.copy}
        </Button>
      )}
      <Button
        icon={<Presentation aria-hidden="true" />}
        hint={words.presentHint}
        disabled={onPresent === null}
        onClick={onPresent ?? undefined}
      >
        {words.present}
      </Button>
      {isOwn && (
        <Button look="quiet" icon={<Trash2 aria-hidden="true" />} onClick={onDelete}>
          {words.delete}
        </Button>
      )}
    </Row>
  )
}

/** The mistakes in a text, or its outline, some time after the last key. */
function useCheckedText(text: string, allowHost: string | undefined): Checked {
  const settled = useAfterPause(text, pauseMs)
  const { data, isPlaceholderData } = useQuery(
    useCalls().scenarios.check.queryOptions({
      input: { text: settled, ...(allowHost === undefined ? {} : { allowHost }) },
      placeholderData: keepPreviousData,
    }),
  )
  return {
    problems: data?.problems ?? none,
    outline: data?.outline ?? null,
    isCurrent: !isPlaceholderData && settled === text,
  }
}

const none: ScenarioItem['problems'] = []

/** Whether a run belongs to this file; a run of edited text is known by its name. */
export function isRunOf(
  { source, name }: ScenarioRunSummary,
  item: Pick<ScenarioItem, 'from' | 'name' | 'outline'>,
): boolean {
  if (source.from === 'text') return name === item.outline?.name
  return source.from === item.from && source.name === item.name
}
