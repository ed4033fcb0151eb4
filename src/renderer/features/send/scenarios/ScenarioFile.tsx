import { Copy, Presentation, Save, Trash2, Undo2 } from 'lucide-react'
import { type ComponentProps, type RefObject, useMemo, useRef, useState } from 'react'
import type { ScenarioItem, ScenarioOutline, ScenarioRunSummary } from '../../../../shared/wireTypes.ts'
import { useCommands } from '../../../commands/useCommands.ts'
import type { ScenarioPlace } from '../../../data/state/route.ts'
import { useApp, useClient } from '../../../data/state/useApp.ts'
import { useCall, useLoad } from '../../../data/state/calls.ts'
import { problemSentenceOf } from '../../../data/wire/problem.ts'
import type { Client } from '../../../data/wire/wire.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { Row } from '../../../ui/basics/Stack.tsx'
import type { CodeEditor, EditorHandle } from '../../../ui/code/CodeEditor.tsx'
import type { Complete } from '../../../ui/code/CodeEditorYaml.ts'
import { useAfterPause } from '../../../ui/hooks/typing.ts'
import { useEdits } from '../../../ui/hooks/useEdits.ts'
import { lazily } from '../../../ui/notes/lazily.tsx'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { useAsk } from '../../../ui/popups/Dialog.tsx'
import { completeScenario, type Schema } from './completeScenario.ts'
import { isRunOf } from './Library.tsx'
import { RunPart } from './RunPart.tsx'
import { scenarioWords as words } from './words.ts'
import styles from './Scenarios.module.css'

interface YamlEditorProps extends Omit<ComponentProps<typeof CodeEditor>, 'language' | 'extend'> {
  /** Read once. */
  complete: Complete
}

const YamlEditor = lazily(words.theEditor, async () => {
  const [editor, { yamlEditing }] = await Promise.all([
    import('../../../ui/code/CodeEditor.tsx'),
    import('../../../ui/code/CodeEditorYaml.ts'),
  ])
  return function LoadedYamlEditor({ complete, ...rest }: YamlEditorProps) {
    const [extend] = useState(() => yamlEditing(complete))
    return <editor.CodeEditor {...rest} language="text" extend={extend} />
  }
})

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
  const { data, problem, reload } = useLoad(`scenario:${place.from}/${place.name}`, async (signal) =>
    client.scenarios.get(place, { signal }),
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
  const toasts = useToasts()
  const ask = useAsk()
  const { navigation } = useApp()
  const stored = { text: item.text }
  const { form, edits, edited, set, saved, discard } = useEdits(`scenario:${place.from}/${place.name}`, stored, [])
  const editor = useRef<EditorHandle>(null)
  const checked = useCheckedText(place, form.text)
  const own = place.from === 'folder'
  const save = useCall(async () => {
    await client.scenarios.put({ name: place.name, text: form.text })
    saved(edits)
    reload()
    onChange()
    return true
  })
  const remove = async () => {
    const may = await ask.confirm({
      title: words.deleteTitle(place.name),
      text: words.deleteText(folder),
      yes: words.delete,
      no: words.cancel,
      isDanger: true,
      run: async () => problemSentenceOf(client.scenarios.remove({ name: place.name })),
    })
    if (!may) return
    toasts.done(words.deleted(place.name))
    discard()
    onDeleted()
  }
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
        outline={checked.outline}
        runs={runs?.filter((run) => isRunOf(run, item))}
        save={own ? async () => (await save.run()) === true : null}
        onLine={(line) => editor.current?.goTo({ line, column: 0 })}
        onEnd={onChange}
      >
        <EditorPart first={form.text} handle={editor} checked={checked} onText={(text) => set('text', text)} />
      </RunPart>
    </section>
  )
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

interface Checked {
  problems: ScenarioItem['problems']
  outline: ScenarioOutline | null
  isCurrent: boolean
}

/** The mistakes in a text, or its outline, some time after the last key. */
function useCheckedText(place: ScenarioPlace, text: string): Checked {
  const client = useClient()
  const settled = useAfterPause(text, pauseMs)
  const { data, loading } = useLoad(
    `scenario-check:${place.from}/${place.name}`,
    async (signal) => client.scenarios.check({ text: settled }, { signal }),
    settled,
  )
  return { problems: data?.problems ?? none, outline: data?.outline ?? null, isCurrent: !loading && settled === text }
}

const none: ScenarioItem['problems'] = []

interface EditorPartProps {
  first: string
  handle: RefObject<EditorHandle | null>
  checked: Checked
  onText: (text: string) => void
}

/** The text with its mistakes in place, and once more below it, in words that lead there. */
function EditorPart({ first, handle, checked: { problems, outline, isCurrent }, onText }: EditorPartProps) {
  const client = useClient()
  const [initial] = useState(first)
  const [complete] = useState(() => completeWith(client))
  const marks = useMemo(
    () =>
      problems.map(({ message, line, column, endLine, endColumn }, at) => ({
        line,
        column: column - 1,
        end: { line: endLine, column: endColumn - 1 },
        // One sentence a line; the others are below the editor.
        ...(problems.findIndex((other) => other.line === line) === at ? { message: visibleText(message) } : {}),
      })),
    [problems],
  )
  return (
    <div className={styles.editor}>
      <YamlEditor
        label={words.editor}
        initial={initial}
        marks={marks}
        handle={handle}
        complete={complete}
        onChange={(read) => onText(read())}
      />
      <div className={styles.foot} role="status">
        {problems.length === 0 ? (
          <p className="muted">{outline === null || !isCurrent ? words.checking : words.valid(outline.steps.length)}</p>
        ) : (
          <ul className={styles.problems}>
            {problems.slice(0, maxListed).map(({ message, line, column }) => (
              <li key={`${line} ${column} ${message}`}>
                <button type="button" onClick={() => handle.current?.goTo({ line, column: column - 1 })}>
                  {words.problemAt(line, column)}
                </button>
                <span>{visibleText(message)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

/** The schema is asked for when something is completed first. Without it there is nothing to offer. */
function completeWith(client: Client): Complete {
  let schema: Promise<Schema> | undefined
  return async (text, at) => {
    try {
      schema ??= client.scenarios.schema() as Promise<Schema>
      return completeScenario(await schema, text, at)
    } catch {
      schema = undefined
      return null
    }
  }
}

/** The others are in the text. */
const maxListed = 8
