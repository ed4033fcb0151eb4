import { useMutation, useQuery } from '@tanstack/react-query'
import { BookOpen, FileText, Plus } from 'lucide-react'
import { type KeyboardEvent, useEffect } from 'react'
import type { ScenarioItem, ScenarioRecording, ScenarioRunSummary } from '../../../../shared/wireTypes.ts'
import { useCommands } from '../../../commands/useCommands.ts'
import type { ScenarioPlace } from '../../../data/state/route.ts'
import { useApp, useAppState, useCalls } from '../../../data/state/useApp.ts'
import { type Problem, problemSentenceOf } from '../../../data/wire/problem.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { Button } from '../../../ui/basics/Button.tsx'
import { Screen } from '../../../ui/layout/Section.tsx'
import { EmptyState, ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { useAsk } from '../../../ui/popups/Dialog.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { isRunOf, ScenarioFile } from './ScenarioFile.tsx'
import { StateSign } from './StepList.tsx'
import { scenarioWords as words } from './words.ts'
import styles from './Scenarios.module.css'

/** Webhook flows as files: a library, the chosen file in an editor, its runs. */
export function ScenariosScreen() {
  const calls = useCalls().scenarios
  const { navigation } = useApp()
  const list = useQuery(calls.list.queryOptions())
  const runs = useQuery(calls.runs.list.queryOptions())
  const wanted = useAppState(({ route }) => route.scenario)
  const saveAs = useSaveAs(list.data?.folder ?? '', list.data?.items ?? [], (scenario) => navigation.go({ scenario }))
  const recordProblem = useRecording(list.data !== undefined, ({ name, text, notes }) => {
    void saveAs(words.record, words.save, name, () => text, words.recordHint(notes.length))
  })
  const add = () => void saveAs(words.add, words.create, '', words.firstText)
  useCommands(() => [{ id: 'scenario.add', title: words.add, group: 'scenario', alsoFoundBy: words.also, run: add }])
  useEffect(() => {
    if (wanted !== null) sessionStorage.setItem(lastShown, `${wanted.from}/${wanted.name}`)
  }, [wanted])
  const { data } = list
  const failure = list.error ?? runs.error ?? recordProblem
  if (data === undefined)
    return failure === null ? (
      <Loading what={words.theList} />
    ) : (
      <ErrorNote next={<Button onClick={() => void list.refetch()}>{words.loadAgain}</Button>}>
        {failure.message}
      </ErrorNote>
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
          onCopy={(name, text) => void saveAs(words.copy, words.copyIt, name, () => text)}
          onDeleted={() => {
            sessionStorage.removeItem(lastShown)
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
  const put = useMutation(useCalls().scenarios.put.mutationOptions())
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
          : problemSentenceOf(put.mutateAsync({ name: typed, text: textOf(typed) })),
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

/**
 * Records the deliveries that were chosen elsewhere, once the library is there, and hands the file on.
 * @returns why they could not be recorded, else null
 */
function useRecording(isReady: boolean, onRecorded: (recording: ScenarioRecording) => void): Problem | null {
  const { store } = useApp()
  const chosen = useAppState(({ toRecord }) => toRecord)
  const { mutate, error } = useMutation(useCalls().scenarios.record.mutationOptions({ onSuccess: onRecorded }))
  useEffect(() => {
    if (chosen === null || !isReady) return
    // Chosen once: a reload of the screen does not ask again.
    store.setState({ toRecord: null })
    mutate({ selection: 'ids' in chosen ? { ids: [...chosen.ids] } : chosen })
  }, [chosen, isReady, mutate, store])
  return error
}

interface LibraryProps {
  items: readonly ScenarioItem[]
  runs: readonly ScenarioRunSummary[]
  chosen: ScenarioPlace
}

/** All scenarios, the user's own first, each with how its last run ended. Arrow keys choose. */
function Library({ items, runs, chosen }: LibraryProps) {
  const { navigation } = useApp()
  const own = items.filter(({ from }) => from === 'folder')
  const bundled = items.filter(({ from }) => from === 'bundled')
  const ordered = [...own, ...bundled]
  const onKeyDown = (event: KeyboardEvent<HTMLAnchorElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = ordered.findIndex((item) => isAt(item, chosen))
    const next = ordered[Math.min(ordered.length - 1, Math.max(0, at + step))]
    if (next === undefined) return
    navigation.go({ scenario: { from: next.from, name: next.name } }, true)
    event.currentTarget.closest('nav')?.querySelector<HTMLElement>(`[data-place="${next.from}/${next.name}"]`)?.focus()
  }
  const part = { runs, chosen, onKeyDown }
  return (
    <nav className={styles.library} aria-label={words.library}>
      <h2 className={styles.group}>{words.yours}</h2>
      {own.length === 0 ? <p className="muted">{words.noneOfYours}</p> : <Items items={own} {...part} />}
      {bundled.length > 0 && (
        <>
          <h2 className={styles.group}>{words.bundled}</h2>
          <Items items={bundled} {...part} />
        </>
      )}
    </nav>
  )
}

interface ItemsProps extends LibraryProps {
  onKeyDown: (event: KeyboardEvent<HTMLAnchorElement>) => void
}

function Items({ items, runs, chosen, onKeyDown }: ItemsProps) {
  const { navigation } = useApp()
  return (
    <ul>
      {items.map((item) => {
        const { from, name, outline, problems } = item
        const isChosen = isAt(item, chosen)
        const last = runs.find((run) => isRunOf(run, item))
        return (
          <li key={name}>
            <a
              className={styles.item}
              data-place={`${from}/${name}`}
              href={navigation.href({ screen: 'scenarios', scenario: { from, name } })}
              aria-current={isChosen ? 'true' : undefined}
              tabIndex={isChosen ? 0 : -1}
              onKeyDown={onKeyDown}
            >
              {from === 'bundled' ? <BookOpen aria-hidden="true" /> : <FileText aria-hidden="true" />}
              <span className={styles.name}>{visibleText(outline?.name ?? name)}</span>
              {last !== undefined && (
                <StateSign state={last.state} label={words.lastRun(words.runStates[last.state])} />
              )}
              <span className={styles.line} data-bad={problems.length > 0 || undefined}>
                {problems.length > 0 ? words.problems(problems.length) : visibleText(outline?.description ?? name)}
              </span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}

function isAt({ from, name }: ScenarioPlace, other: ScenarioPlace): boolean {
  return from === other.from && name === other.name
}
