import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import type { ScenarioRun, ScenarioRunStep, ScenarioRunSummary } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { formatClock, formatDuration } from '../../../text/format.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { IconButton } from '../../../ui/basics/Button.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { StateSign } from './StepList.tsx'
import { scenarioWords as words } from './words.ts'
import styles from './Scenarios.module.css'

interface RunHistoryProps {
  /** The newest first. */
  runs: readonly ScenarioRunSummary[]
  shown: string | null
  onShow: (run: string) => void
}

/** The runs of a file; two of them can be compared. */
export function RunHistory({ runs, shown, onShow }: RunHistoryProps) {
  const [picked, setPicked] = useState<readonly string[]>([])
  const chosen = picked.filter((run) => runs.some((each) => each.run === run))
  const pick = (run: string) =>
    setPicked(chosen.includes(run) ? chosen.filter((each) => each !== run) : [...chosen, run].slice(-2))
  const [later, earlier] = runs.filter(({ run }) => chosen.includes(run)).map(({ run }) => run)
  return (
    <Section title={words.history} lead={runs.length > 1 && words.chooseTwo}>
      <DataTable
        label={words.history}
        rows={runs.slice(0, maxRuns)}
        rowKey={({ run }) => run}
        rowData={({ run }) => ({ 'data-shown': run === shown || undefined })}
        empty={words.noHistory}
        columns={[
          {
            key: 'when',
            head: words.when,
            names: true,
            cell: ({ run, startedAt }) => (
              <Checkbox
                className={styles.picked}
                label={
                  <>
                    <span className="unseen">{words.compare(formatClock(startedAt))}</span>
                    <Time at={startedAt} form="ago" />
                  </>
                }
                checked={chosen.includes(run)}
                onChange={() => pick(run)}
              />
            ),
          },
          {
            key: 'result',
            head: words.result,
            cell: ({ state }) => (
              <span className={styles.state}>
                <StateSign state={state} label={words.runStates[state]} />
                <span aria-hidden="true">{words.runStates[state]}</span>
              </span>
            ),
          },
          { key: 'steps', head: words.stepsHeld, numeric: true, cell: ({ held, of }) => words.progress(held, of) },
          { key: 'took', head: words.duration, numeric: true, cell: ({ took }) => formatDuration(took) },
        ]}
        actions={({ run }) => (
          <IconButton
            label={run === shown ? words.shown : words.show}
            icon={<Eye />}
            pressed={run === shown}
            onClick={() => onShow(run)}
          />
        )}
      />
      {earlier !== undefined && later !== undefined && <Comparison earlier={earlier} later={later} />}
    </Section>
  )
}

const maxRuns = 10

function Comparison({ earlier, later }: { earlier: string; later: string }) {
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: [['scenarios', 'runs', 'get'], { earlier, later }],
    queryFn: async ({ signal }) => {
      const [before, after] = await Promise.all([
        client.scenarios.runs.get({ run: earlier }, { signal }),
        client.scenarios.runs.get({ run: later }, { signal }),
      ])
      return compareRuns(before, after)
    },
  })
  if (error !== null) return <ErrorNote>{error.message}</ErrorNote>
  if (data === undefined) return null
  return (
    <DataTable
      caption={words.comparison}
      rows={data}
      rowKey={({ title }, at) => `${at} ${title}`}
      empty={words.noDifference}
      look="values"
      columns={[
        { key: 'step', head: words.step, names: true, cell: ({ title }) => visibleText(title) },
        { key: 'earlier', head: words.earlier, cell: ({ before }) => <Outcome step={before} /> },
        { key: 'later', head: words.later, cell: ({ after }) => <Outcome step={after} /> },
      ]}
    />
  )
}

function Outcome({ step }: { step: ScenarioRunStep | null }) {
  if (step === null) return <span className="muted">{words.noSuchStep}</span>
  const { state, answer, failures } = step
  return (
    <>
      <StateSign state={state} label={words.states[state]} />{' '}
      {words.outcome(
        words.states[state],
        answer?.status,
        failures.map(({ came }) => visibleText(came)),
      )}
    </>
  )
}

/** A step of two runs that did not go alike. */
export interface StepDifference {
  title: string
  /** Null: the run has no such step. */
  before: ScenarioRunStep | null
  after: ScenarioRunStep | null
}

/**
 * The steps that went otherwise in another run: by state, answer, number of deliveries, and what did not hold. Times are
 * never the same. Steps match by kind and title, in the order of the file. Pure.
 */
export function compareRuns(before: ScenarioRun, after: ScenarioRun): StepDifference[] {
  const left = new Map(keyed(before.steps))
  const right = new Map(keyed(after.steps))
  return [...new Set([...right.keys(), ...left.keys()])].flatMap((key) => {
    const [one, other] = [left.get(key) ?? null, right.get(key) ?? null]
    if (one !== null && other !== null && outcomeOf(one) === outcomeOf(other)) return []
    return [{ title: (other ?? one)?.title ?? '', before: one, after: other }]
  })
}

/** Steps by kind, title and number of its occurrence. */
function keyed(steps: readonly ScenarioRunStep[]): [string, ScenarioRunStep][] {
  const seen = new Map<string, number>()
  return steps.map((step) => {
    const name = `${step.kind} ${step.title}`
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return [`${name} ${count}`, step]
  })
}

function outcomeOf({ state, answer, deliveryIds, failures }: ScenarioRunStep): string {
  return JSON.stringify([
    state,
    answer?.status,
    deliveryIds.length,
    failures.map(({ what, expected, came }) => [what, expected, came]),
  ])
}
