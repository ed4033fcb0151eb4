import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useCommands } from '../../../commands/useCommands.ts'
import type { ScenarioPlace } from '../../../data/state/route.ts'
import { useApp, useAppState, useClient } from '../../../data/state/useApp.ts'
import { useLoad } from '../../../data/state/calls.ts'
import { problemSentenceOf } from '../../../data/wire/problem.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { Screen } from '../../../ui/layout/Section.tsx'
import { EmptyState, ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { useAsk } from '../../../ui/popups/Ask.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { Library } from './Library.tsx'
import { ScenarioFile } from './ScenarioFile.tsx'
import { useRecording } from './useRecording.ts'
import { scenarioWords as words } from './words.ts'
import styles from './Scenarios.module.css'

/** Webhook flows as files: a library, the chosen file in an editor, its runs. */
export function ScenariosScreen() {
  const client = useClient()
  const { navigation } = useApp()
  const [round, setRound] = useState(0)
  const reload = () => setRound((now) => now + 1)
  const changes = useAppState(({ feed }) => feed.scenarioChanges)
  const version = `${round} ${changes}`
  const list = useLoad('scenarios', async (signal) => client.scenarios.list(undefined, { signal }), version)
  const runs = useLoad('scenario-runs', async (signal) => client.scenarios.runs.list(undefined, { signal }), version)
  const wanted = useAppState(({ route }) => route.scenario)
  const saveAs = useSaveAs(list.data?.folder ?? '', list.data?.items ?? [], (scenario) => {
    reload()
    navigation.go({ scenario })
  })
  const recordProblem = useRecording(list.data !== undefined, ({ name, text, notes }) => {
    void saveAs(words.record, words.save, name, () => text, words.recordHint(notes.length))
  })
  const add = () => void saveAs(words.add, words.create, '', words.firstText)
  useCommands(() => [{ id: 'scenario.add', title: words.add, group: 'scenario', alsoFoundBy: words.also, run: add }])
  useEffect(() => {
    if (wanted !== null) sessionStorage.setItem(lastShown, `${wanted.from}/${wanted.name}`)
  }, [wanted])
  const { data } = list
  const failure = list.problem ?? runs.problem ?? recordProblem
  if (data === undefined)
    return failure === null ? (
      <Loading what={words.theList} />
    ) : (
      <ErrorNote next={<Button onClick={list.reload}>{words.loadAgain}</Button>}>{failure.message}</ErrorNote>
    )
  const last = data.items.find(({ from, name }) => sessionStorage.getItem(lastShown) === `${from}/${name}`)
  const first = data.items.find(({ from }) => from === 'folder') ?? data.items[0]
  const chosen = wanted ?? last ?? first ?? null
  if (chosen === null)
    return (
      <Screen title={words.title}>
        <EmptyState
          title={words.empty}
          actions={
            <Button look="primary" icon={<Plus aria-hidden="true" />} onClick={add}>
              {words.add}
            </Button>
          }
        >
          <p>{words.emptyText}</p>
        </EmptyState>
      </Screen>
    )
  return (
    <Screen
      title={words.title}
      lead={words.lead}
      actions={
        <Button icon={<Plus aria-hidden="true" />} onClick={add}>
          {words.add}
        </Button>
      }
    >
      {failure !== null && <ErrorNote>{failure.message}</ErrorNote>}
      <div className={styles.layout}>
        <Library items={data.items} runs={runs.data?.items ?? []} chosen={chosen} />
        <ScenarioFile
          key={`${chosen.from}/${chosen.name}`}
          place={{ from: chosen.from, name: chosen.name }}
          folder={data.folder}
          runs={runs.data?.items}
          onChange={reload}
          onCopy={(name, text) => void saveAs(words.copy, words.copyIt, name, () => text)}
          onDeleted={() => {
            reload()
            navigation.go({ scenario: null }, true)
          }}
        />
      </div>
    </Screen>
  )
}

const lastShown = 'hookscope.scenario.shown'

/** Asks for the name of a new file of the user's folder, and writes it. */
function useSaveAs(
  folder: string,
  items: readonly ScenarioPlace[],
  onSaved: (scenario: ScenarioPlace) => void,
): (title: string, yes: string, initial: string, textOf: (name: string) => string, remark?: string) => Promise<void> {
  const client = useClient()
  const ask = useAsk()
  const toasts = useToasts()
  return async (title, yes, initial, textOf, remark = '') => {
    const isTaken = (name: string) => items.some((item) => item.from === 'folder' && item.name === name)
    const name = await ask.prompt({
      title,
      label: words.name,
      hint: `${words.nameHint(folder)}${remark}`,
      initial: isTaken(initial) ? freeName(initial, isTaken) : initial,
      maxLength: 64,
      missing: words.nameMissing,
      yes,
      no: words.cancel,
      run: async (typed) =>
        isTaken(typed)
          ? words.nameTaken(typed)
          : problemSentenceOf(client.scenarios.put({ name: typed, text: textOf(typed) })),
    })
    if (name === null) return
    toasts.done(words.saved(name))
    onSaved({ from: 'folder', name })
  }
}

/** "refund" -> "refund-2" where that is free. Pure. */
function freeName(name: string, isTaken: (name: string) => boolean): string {
  let number = 2
  while (isTaken(`${name}-${number}`)) number += 1
  return `${name}-${number}`
}
