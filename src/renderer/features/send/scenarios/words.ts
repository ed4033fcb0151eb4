import type { ScenarioRun, ScenarioRunStep } from '../../../../shared/wireTypes.ts'
import { countOf, groupDigits } from '../../../../shared/words/counts.ts'

/** Texts of scenarios: library, editor, runs. */
export const scenarioWords = {
  title: 'Scenarios',
  lead: 'Webhook flows as files: run them, assert on them, present them.',
  library: 'Library',
  yours: 'Yours',
  bundled: 'Bundled',
  noneOfYours: 'Copy one, or write a new one.',
  empty: 'No scenarios yet',
  emptyText: 'A scenario sends webhooks step by step and checks what your app and Hookscope make of them.',
  theList: 'the scenarios',
  theFile: 'the scenario',
  theEditor: 'the editor',
  loadAgain: 'Load again',
  problems: (count: number) => countOf(count, 'mistake'),
  neverRun: 'Never run',
  lastRun: (state: string) => `last run: ${state}`,

  add: 'New scenario',
  copy: 'Copy to my scenarios',
  save: 'Save',
  record: 'Save as scenario',
  recordHint: (notes: number) =>
    notes === 0
      ? ' Without credentials and personal data.'
      : ` Without credentials and personal data. Comments in the file mark ${countOf(notes, 'difference')} from the deliveries.`,
  saved: (name: string) => `${name} saved`,
  edited: 'Edited',
  discard: 'Discard edits',
  present: 'Present',
  presentHint: 'Shows it to a room, one caption at a time, masked',
  delete: 'Delete',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: (folder: string) => `The file is removed from ${folder}.`,
  deleted: (name: string) => `${name} deleted`,
  cancel: 'Cancel',
  name: 'File name',
  nameHint: (folder: string) => `Saved in ${folder}. Lowercase letters, digits and hyphens.`,
  nameMissing: 'Enter a name.',
  nameTaken: (name: string) => `${name} exists. Choose another name.`,
  create: 'Create',
  copyIt: 'Copy',

  file: 'File',
  editor: 'Scenario as YAML',
  valid: (steps: number) => `No mistakes, ${countOf(steps, 'step')}`,
  checking: 'Checking …',
  use: (word: string) => `Use ${word}`,
  allowHost: (host: string) => `Allow ${host}`,
  problemAt: (line: number, column: number) => `Line ${line}, column ${column}`,

  run: 'Run',
  runHint: (keys: string) => `Saves and runs (${keys})`,
  keys: 'Ctrl+Enter',
  keysMac: '⌘↵',
  stepwise: 'Step by step',
  stepwiseHint: 'Pauses before each step',
  pause: 'Pause',
  next: 'Next step',
  toEnd: 'Run to end',
  target: 'App under test',
  targetHint: "Empty: Hookscope's receiver answers.",
  targetOfFile: (url: string) => `Empty: ${url}, as in the file.`,
  targetExample: 'http://127.0.0.1:3000/webhooks',
  targetProblem: 'Enter a URL that starts with http:// or https://.',
  variable: (name: string) => `Variable ${name}`,
  variableHint: 'Used in this run only; not stored.',
  allow: (host: string) => `Allow ${host} and run`,
  fixFirst: 'Fix the mistakes in the file first.',

  steps: 'Steps',
  noSteps: 'The steps appear here when the file has no mistakes.',
  runAlone: (title: string) => `Run only this step: ${title}`,
  pauseBefore: (title: string) => `Pause before: ${title}`,
  toLine: (line: number) => `Go to line ${line}`,
  states: {
    open: 'not yet',
    running: 'running',
    held: 'held',
    failed: 'failed',
    skipped: 'skipped',
    stopped: 'cancelled',
    broken: 'could not be done',
  } satisfies Record<ScenarioRunStep['state'], string>,
  runStates: {
    running: 'Running',
    paused: 'Paused',
    held: 'Held',
    failed: 'Failed',
    stopped: 'Cancelled',
    broken: 'Could not run',
  } satisfies Record<ScenarioRun['state'], string>,
  pausedBefore: (title: string) => `Paused before: ${title}`,
  progress: (done: number, of: number) => `${groupDigits(done)} of ${groupDigits(of)}`,
  answered: (status: number | null) => (status === null ? 'no answer' : String(status)),
  sent: (count: number) => `${countOf(count, 'request')} sent`,
  inEnvironment: (name: string) => `in ${name}`,
  delivery: (id: string) => `Delivery ${id}`,
  moreDeliveries: (count: number) => `and ${groupDigits(count)} more`,
  object: (type: string) => `Show the ${type}`,
  of: (what: string) => `${what}:`,
  expected: 'Expected',
  received: 'Received',
  proof: 'Why the signature is wrong',

  history: 'Runs',
  noHistory: 'Runs of this scenario appear here.',
  when: 'Started',
  result: 'Result',
  stepsHeld: 'Steps held',
  duration: 'Duration',
  show: 'Show this run',
  shown: 'Shown above',
  compare: (at: string) => `Compare the run of ${at}`,
  chooseTwo: 'Choose two runs to compare them.',
  comparison: 'Steps that differ',
  noDifference: 'Every step went the same way.',
  step: 'Step',
  earlier: 'Earlier',
  later: 'Later',
  noSuchStep: 'no such step',
  outcome: (state: string, status: number | null | undefined, came: readonly string[]) =>
    [state, ...(status == null ? [] : [String(status)]), ...came.map((each) => `received ${each}`)].join(', '),

  runCommand: (name: string) => `Run ${name}`,
  presentCommand: (name: string) => `Present ${name}`,
  also: 'scenario flow test steps yaml',

  /** The text of a new file. It runs green as it is. */
  firstText: (name: string) => `name: ${name}
steps:
  - say: A payment is created
  - create: { Payment: { amount: '129.50' } }
    id: payment
  - wait: { for: 'type:Payment verdict:valid', within: 5s }
  - say: It moves on
  - advance: payment
  - check: { never: 'verdict:invalid' }
`,
} as const
