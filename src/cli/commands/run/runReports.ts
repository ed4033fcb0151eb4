import { writeFileSync } from 'node:fs'
import type { ScenarioFailure, ScenarioRun, ScenarioRunStep } from '../../../shared/wireTypes.ts'
import { durationWords } from '../../../shared/words/durations.ts'
import { CannotDo } from '../../basics/failures.ts'
import type { Colour, Part } from '../../output/terminal.ts'
import { escapeMarkdown, xml } from '../check/checkReports.ts'

const marks: Record<ScenarioRunStep['state'], { mark: string; colour: Colour }> = {
  open: { mark: '·', colour: 'grey' },
  running: { mark: '…', colour: 'grey' },
  held: { mark: '✓', colour: 'green' },
  failed: { mark: '✗', colour: 'red' },
  skipped: { mark: '-', colour: 'grey' },
  stopped: { mark: '-', colour: 'yellow' },
  broken: { mark: '!', colour: 'red' },
}

/** The first lines of a run. Pure. */
export function headLines({ name, target, seed }: ScenarioRun, label: string): Part[][] {
  const to = target === null ? '' : `  to ${target}`
  return [[{ text: name }, { text: `  ${label}${to}, seed ${seed}`, colour: 'grey' }]]
}

/** A step that has ended, with what did not hold below it. Pure. */
export function stepLines({ steps }: ScenarioRun, place: number): Part[][] {
  const step = steps[place]
  if (step === undefined) return []
  const { mark, colour } = marks[step.state]
  if (step.kind === 'say') return [[{ text: '' }], [{ text: `  ${step.title}` }]]
  const ids = step.deliveryIds.length === 0 ? '' : `  ${idsInWords(step.deliveryIds)}`
  const answered = step.answer === null ? '' : `  ${step.answer.status ?? 'no answer'}`
  const took = step.took === null ? '' : `  ${durationWords(step.took)}`
  return [
    [{ text: `  ${mark} `, colour }, { text: step.title }, { text: `${answered}${took}${ids}`, colour: 'grey' }],
    ...(step.note === null
      ? []
      : [[{ text: `      ${step.note}`, colour: step.state === 'broken' ? 'red' : 'grey' } as const]]),
    ...step.failures.flatMap(failureLines),
  ]
}

function failureLines({ message, deliveryId, proof }: ScenarioFailure): Part[][] {
  const of = deliveryId === null ? '' : `  #${deliveryId}`
  return [
    [
      { text: `      ${message}`, colour: 'red' },
      { text: of, colour: 'grey' },
    ],
    ...proof.map((text): Part[] => [{ text: `        ${text}`, colour: 'grey' }]),
  ]
}

function idsInWords(ids: readonly string[]): string {
  const shown = ids
    .slice(0, 3)
    .map((id) => `#${id}`)
    .join(' ')
  return ids.length <= 3 ? shown : `${shown} and ${ids.length - 3} more`
}

/** The step under way, on a terminal. */
export function showProgress({ steps, endedAt }: ScenarioRun): void {
  if (!process.stderr.isTTY) return
  const running = endedAt === null ? steps.find(({ state }) => state === 'running') : undefined
  const progress = running?.progress ?? null
  const text = progress === null ? '' : `  … ${progress.done} of ${progress.of}`
  process.stderr.write(`\r\u001B[K${text}`)
}

const outcomes: Record<ScenarioRun['state'], string> = {
  running: 'did not end',
  paused: 'did not end',
  held: 'held',
  failed: 'did not hold',
  broken: 'could not run',
  stopped: 'was stopped',
}

/** The result of all runs. Pure. */
export function sumLines(runs: readonly ScenarioRun[], of: number): Part[][] {
  const held = runs.filter(({ state }) => state === 'held').length
  const left = of - runs.length
  const [first] = runs
  const text =
    of === 1
      ? `The scenario ${first === undefined ? 'did not run' : outcomes[first.state]}.`
      : `${held} of ${of} scenarios held.`
  const more = left === 0 || of === 1 ? '' : ` ${left} did not run.`
  return [[{ text: '' }], [{ text: `${text}${more}`, colour: held === of ? 'green' : 'red' }]]
}

interface Reported {
  label: string
  run: ScenarioRun
}

/** Writes the reports that were asked for. Throws CannotDo. */
export function writeReports(
  { junit, markdown }: { junit?: string; markdown?: string },
  runs: readonly Reported[],
): void {
  if (junit !== undefined) write('--junit', junit, junitReport(runs))
  if (markdown !== undefined) write('--markdown', markdown, markdownReport(runs))
}

function write(option: string, file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new CannotDo(
      `${option} "${file}" cannot be written: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}

/** A suite for each scenario, a case for each step. Pure. */
export function junitReport(runs: readonly Reported[]): string {
  const suites = runs.map(({ run, label }) => {
    const cases = run.steps.filter(({ kind }) => kind !== 'say')
    const count = (...states: ScenarioRunStep['state'][]) => cases.filter(({ state }) => states.includes(state)).length
    const broke =
      run.problem === null || count('broken') > 0
        ? []
        : [`    <testcase classname="${xml(label)}" name="run"><error message="${xml(run.problem)}"/></testcase>`]
    return [
      `  <testsuite name="${xml(run.name)}" tests="${cases.length + broke.length}" failures="${count('failed')}" errors="${count('broken') + broke.length}" skipped="${count('skipped', 'open', 'stopped')}" timestamp="${run.startedAt.slice(0, 19)}" time="${(run.took / 1000).toFixed(3)}">`,
      ...cases.map((step) => junitCase(step, label)),
      ...broke,
      '  </testsuite>',
    ].join('\n')
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="hookscope run">\n${suites.join('\n')}\n</testsuites>\n`
}

function junitCase({ title, line, state, took, failures, note }: ScenarioRunStep, label: string): string {
  const open = `    <testcase classname="${xml(label)}" name="${xml(`line ${line}: ${title}`)}" time="${((took ?? 0) / 1000).toFixed(3)}">`
  switch (state) {
    case 'failed': {
      const [first] = failures
      const all = failures.flatMap(({ message, deliveryId, proof }) => [
        `${message}${deliveryId === null ? '' : ` (delivery ${deliveryId})`}`,
        ...proof,
      ])
      return `${open}<failure message="${xml(first?.message ?? '')}">${xml(all.join('\n'))}</failure></testcase>`
    }
    case 'broken':
      return `${open}<error message="${xml(note ?? '')}"/></testcase>`
    case 'held':
      return `${open}</testcase>`
    case 'open':
    case 'running':
    case 'skipped':
    case 'stopped':
      return `${open}<skipped/></testcase>`
  }
}

/** A table for each scenario, with what did not hold below it. Pure. */
export function markdownReport(runs: readonly Reported[]): string {
  const lines = runs.flatMap(({ run, label }) => [
    `# ${escapeMarkdown(run.name)}: ${run.state}`,
    '',
    `${escapeMarkdown(label)}, seed ${run.seed}, ${durationWords(run.took)}, ${run.sent} requests${run.target === null ? '' : ` to ${escapeMarkdown(run.target)}`}.`,
    ...(run.problem === null ? [] : ['', escapeMarkdown(run.problem)]),
    ...[...run.notes].flatMap((note) => ['', escapeMarkdown(note)]),
    '',
    '| | Line | Step | Answer | Time |',
    '|---|---|---|---|---|',
    ...run.steps.map(
      ({ state, line, title, kind, answer, took }) =>
        `| ${kind === 'say' ? '' : marks[state].mark} | ${line} | ${kind === 'say' ? `**${escapeMarkdown(title)}**` : escapeMarkdown(title)} | ${answer === null ? '' : (answer.status ?? 'none')} | ${took === null || kind === 'say' ? '' : durationWords(took)} |`,
    ),
    ...run.steps.flatMap(({ failures, title, line }) =>
      failures.length === 0
        ? []
        : [
            '',
            `## Line ${line}: ${escapeMarkdown(title)}`,
            '',
            ...failures.flatMap(({ message, deliveryId, proof }) => [
              `- ${escapeMarkdown(message)}${deliveryId === null ? '' : ` (delivery ${deliveryId})`}`,
              ...proof.map((text) => `  - ${escapeMarkdown(text)}`),
            ]),
          ],
    ),
    '',
  ])
  return `${lines.join('\n')}\n`
}
