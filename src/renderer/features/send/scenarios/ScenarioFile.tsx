import { Copy, Presentation, Save, Trash2, Undo2 } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { ScenarioItem, ScenarioRunSummary } from '../../../../shared/wireTypes.ts'
import { useCommands } from '../../../commands/useCommands.ts'
import type { ScenarioPlace } from '../../../data/state/route.ts'
import { useApp, useAppState, useClient } from '../../../data/state/useApp.ts'
import { useCall, useLoad } from '../../../data/state/calls.ts'
import { problemSentenceOf } from '../../../data/wire/problem.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { Row } from '../../../ui/basics/Stack.tsx'
import type { EditorHandle } from '../../../ui/code/CodeEditor.tsx'
import { useAfterPause } from '../../../ui/hooks/typing.ts'
import { useEdits } from '../../../ui/hooks/useEdits.ts'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { useAsk } from '../../../ui/popups/Ask.tsx'
import { isRunOf } from './Library.tsx'
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
  /** The file was saved, or a run is over. */
  onChange: () => void
  onCopy: (name: string, text: string) => void
  onDeleted: () => void
}

/** The chosen file, loaded. */
export function ScenarioFile(props: ScenarioFileProps) {
  const client = useClient()
  const { place } = props
  const changes = useAppState(({ feed }) => feed.scenarioChanges)
  const { data, problem, reload } = useLoad(
    `scenario:${place.from}/${place.name}`,
    async (signal) => client.scenarios.get(place, { signal }),
    String(changes),
  )
  if (problem !== null)
    return <ErrorNote next={<Button onClick={reload}>{words.loadAgain}</Button>}>{problem.message}</ErrorNote>
  return data === undefined ? <Loading what={words.theFile} /> : <OpenFile {...props} item={data} reload={reload} />
}

interface OpenFileProps extends ScenarioFileProps {
  item: ScenarioItem & { text: string }
  reload: () => void
}

function OpenFile({ place, item, folder, runs, reload, onChange, onCopy, onDeleted }: OpenFileProps) {
  const client = useClient()
  const { navigation } = useApp()
  const stored = { text: item.text }
  const { form, edits, edited, set, saved, discard } = useEdits(`scenario:${place.from}/${place.name}`, stored, [])
  const editor = useRef<EditorHandle>(null)
  /** The host beyond this machine that the user allowed for this file, until the page is left. */
  const [allowHost, setAllowHost] = useState<string>()
  const checked = useCheckedText(place, form.text, allowHost)
  const noteTyped = useStoredText(editor, item.text, edited, form.text)
  const own = place.from === 'folder'
  const save = useCall(async () => {
    await client.scenarios.put({ name: place.name, text: form.text })
    saved(edits)
    reload()
    onChange()
    return true
  })
  const remove = useRemove(place.name, folder, () => {
    discard()
    onDeleted()
  })
  const name = visibleText(checked.outline?.name ?? item.outline?.name ?? place.name)
  const present = async () => {
    if (own && edited && (await save.run()) === undefined) return
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
          isBusy={save.busy}
          onDiscard={() => {
            editor.current?.replace(item.text)
            discard()
          }}
          onDelete={() => void remove()}
          onSave={() => void save.run()}
          onCopy={() => onCopy(place.name, form.text)}
          onPresent={canPresent ? () => void present() : null}
        />
      </header>
      {save.problem !== null && <ErrorNote>{save.problem.message}</ErrorNote>}
      <RunPart
        place={place}
        text={form.text}
        isEdited={edited}
        allowHost={allowHost}
        outline={checked.outline}
        runs={runs?.filter((run) => isRunOf(run, item))}
        save={own ? async () => (await save.run()) === true : null}
        onLine={(line) => editor.current?.goTo({ line, column: 0 })}
        onEnd={onChange}
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

/** Deletes the file after a question. */
function useRemove(name: string, folder: string, onRemoved: () => void): () => Promise<void> {
  const client = useClient()
  const toasts = useToasts()
  const ask = useAsk()
  return async () => {
    const may = await ask.confirm({
      title: words.deleteTitle(name),
      text: words.deleteText(folder),
      yes: words.delete,
      no: words.cancel,
      isDanger: true,
      run: async () => problemSentenceOf(client.scenarios.remove({ name })),
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
        <>
          <Button look="quiet" icon={<Trash2 aria-hidden="true" />} onClick={onDelete}>
            {words.delete}
          </Button>
          <Button icon={<Save aria-hidden="true" />} busy={isBusy} disabled={!isEdited} onClick={onSave}>
            {words.save}
          </Button>
        </>
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
    </Row>
  )
}

/** The mistakes in a text, or its outline, some time after the last key. */
function useCheckedText(place: ScenarioPlace, text: string, allowHost: string | undefined): Checked {
  const client = useClient()
  const settled = useAfterPause(text, pauseMs)
  const { data, loading } = useLoad(
    `scenario-check:${place.from}/${place.name}`,
    async (signal) =>
      client.scenarios.check({ text: settled, ...(allowHost === undefined ? {} : { allowHost }) }, { signal }),
    `${allowHost ?? ''} ${settled}`,
  )
  return { problems: data?.problems ?? none, outline: data?.outline ?? null, isCurrent: !loading && settled === text }
}

const none: ScenarioItem['problems'] = []
