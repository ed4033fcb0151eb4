import {
  byGroup,
  findingsOf,
  followersOf,
  type Grade,
  gradeOf,
  groupTitles,
  unknownOf,
} from '../../../shared/checkGrades.ts'
import type { CheckOutcome, CheckReport, CheckResult } from '../../../shared/wireTypes.ts'
import type { Colour, Part } from '../../output/terminal.ts'

const marks: Record<CheckOutcome, { mark: string; colour: Colour }> = {
  pass: { mark: '✓', colour: 'green' },
  fail: { mark: '✗', colour: 'red' },
  warning: { mark: '!', colour: 'yellow' },
  inconclusive: { mark: '?', colour: 'grey' },
  'not-applicable': { mark: '-', colour: 'grey' },
}

/** More lines of an answer are not printed. */
const maxAnswerLines = 20

/** A whole run as lines for a terminal: every probe, then grades and counts. Pure. */
export function reportLines(report: CheckReport): Part[][] {
  const { results } = report
  return [
    ...results.filter(({ follows }) => follows === null).flatMap((result) => resultLines(result, results)),
    ...(report.state === 'refused' ? answerLines(results[0]) : []),
    ...summaryLines(report),
  ]
}

/** One probe as lines: its outcome, and for a finding what to change and what follows from it. */
function resultLines(result: CheckResult, all: readonly CheckResult[]): Part[][] {
  const { mark, colour } = marks[result.outcome]
  const isFinding = findingsOf([result]).length > 0
  const followers = followersOf(all, result.probe)
  const more = [
    ...(isFinding && result.change !== null ? [`→ ${result.change}`] : []),
    ...(followers.length === 0 ? [] : [`From this follows: ${followers.map(({ probe }) => probe).join(', ')}`]),
  ]
  return [
    [
      { text: `${mark} ${result.probe.padEnd(19)}`, colour },
      { text: isFinding ? result.severity.padEnd(9) : ' '.repeat(9), colour },
      { text: result.sentence },
    ],
    ...more.map((text) => [{ text: `${' '.repeat(21)}${text}`, colour: 'grey' as const }]),
  ]
}

/** The handler's answer to the valid delivery that it refused. */
function answerLines(result: CheckResult | undefined): Part[][] {
  const answered = result?.exchanges[0]?.answered ?? ''
  if (answered === '') return []
  const lines = answered.split(/\r?\n/)
  const left = lines.length - maxAnswerLines
  return [
    [{ text: '' }],
    [{ text: 'It answered:' }],
    ...lines.slice(0, maxAnswerLines).map((text) => [{ text: `  ${text}`, colour: 'grey' as const }]),
    ...(left > 0 ? [[{ text: `  (${left} more lines)`, colour: 'grey' as const }]] : []),
  ]
}

/** The end of a run: a grade for each group and for all, and counts. */
function summaryLines(report: CheckReport): Part[][] {
  const grades = byGroup(report.results).map(({ group, results }): Part[] => [
    { text: groupTitles[group].padEnd(24) },
    gradePart(gradeOf(results)),
    { text: notesOf(results), colour: 'grey' },
  ])
  const all: Part[] = [
    { text: 'Overall'.padEnd(24) },
    gradePart(report.grade),
    { text: notesOf(report.results), colour: 'grey' },
  ]
  return [
    [{ text: '' }],
    ...(report.state === 'refused' ? [] : [...grades, all, [{ text: '' }]]),
    [{ text: countsLine(report) }],
  ]
}

function gradePart(grade: Grade | null): Part {
  const colour = grade === 'A' ? 'green' : grade === 'F' || grade === 'D' ? 'red' : grade === null ? 'grey' : 'yellow'
  return { text: grade ?? '–', colour }
}

function notesOf(results: readonly CheckResult[]): string {
  const counts = [
    [findingsOf(results).length, 'to change'],
    [results.filter(({ follows }) => follows !== null).length, 'follow from another'],
    [unknownOf(results).length, 'inconclusive'],
  ] as const
  const notes = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  return notes.length === 0 ? '' : `  ${notes.join(', ')}`
}

/** Counts of requests and results in one sentence. Pure. */
export function countsLine({ results, sent, took, seed }: CheckReport): string {
  const count = (outcome: CheckOutcome) => results.filter((result) => result.outcome === outcome).length
  const followers = results.filter(({ follows }) => follows !== null).length
  const seconds = (took / 1000).toFixed(1)
  return (
    `${count('pass')} passed, ${count('fail')} failed, ${count('warning')} warnings, ${unknownOf(results).length} inconclusive, ` +
    (followers === 0 ? '' : `${followers} that follow from another, `) +
    `${count('not-applicable')} not applicable; ${sent} requests in ${seconds} s, seed ${seed}.`
  )
}

/** A report as Markdown, for an issue or a pull request. Pure. */
export function markdownReport(report: CheckReport): string {
  const lines = [
    `# Check of ${code(report.url)}`,
    '',
    `Scheme ${code(report.scheme)}, ${report.startedAt}. ${countsLine(report)}`,
    ...(report.stopped === null ? [] : ['', escapeMarkdown(report.stopped)]),
    '',
    '| Group | Grade |',
    '|---|---|',
    ...byGroup(report.results).map(({ group, results }) => `| ${groupTitles[group]} | ${gradeOf(results) ?? '–'} |`),
    `| **Overall** | **${report.grade ?? '–'}** |`,
    ...byGroup(report.results).flatMap(({ group, results }) => [
      '',
      `## ${groupTitles[group]}`,
      '',
      '| | Probe | Severity | What was found |',
      '|---|---|---|---|',
      ...results.map(
        ({ outcome, probe, severity, sentence, change }) =>
          `| ${marks[outcome].mark} ${outcome} | ${probe} | ${change === null ? '' : severity} | ${escapeMarkdown(sentence)}${change === null ? '' : `<br>${escapeMarkdown(change)}`} |`,
      ),
    ]),
    ...(report.state === 'refused' ? answerMarkdown(report.results[0]) : []),
    ...findingsOf(report.results).flatMap(({ probe, curl }) =>
      curl === null ? [] : ['', `### Reproduce ${probe}`, '', ...fenced(curl)],
    ),
  ]
  return `${lines.join('\n')}\n`
}

function answerMarkdown(result: CheckResult | undefined): string[] {
  const answered = result?.exchanges[0]?.answered ?? ''
  return answered === '' ? [] : ['', '### It answered', '', ...fenced(answered, 'http')]
}

/** A report as JUnit XML: a suite per group, what is not known as skipped with its reason. Pure. */
export function junitReport(report: CheckReport): string {
  const suites = byGroup(report.results).map(({ group, results }) => {
    const skipped = results.filter(({ outcome }) => outcome === 'inconclusive' || outcome === 'not-applicable').length
    const cases = results.map(junitCase)
    return [
      `  <testsuite name="${groupTitles[group]}" tests="${results.length}" failures="${findingsOf(results).length}" errors="0" skipped="${skipped}" timestamp="${report.startedAt.slice(0, 19)}">`,
      ...cases,
      '  </testsuite>',
    ].join('\n')
  })
  const stopped =
    report.stopped === null
      ? []
      : [
          `  <testsuite name="check" tests="1" failures="0" errors="1" skipped="0">\n    <testcase classname="check" name="${report.state}"><error message="${xml(report.stopped)}"/></testcase>\n  </testsuite>`,
        ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="hookscope check" time="${(report.took / 1000).toFixed(3)}">\n  <properties><property name="grade" value="${report.grade ?? 'none'}"/></properties>\n${[...suites, ...stopped].join('\n')}\n</testsuites>\n`
}

function junitCase({ probe, group, title, outcome, severity, sentence, change, curl, exchanges }: CheckResult): string {
  const took = exchanges.reduce((sum, each) => sum + each.took, 0) / 1000
  const properties = `<properties><property name="severity" value="${severity}"/><property name="title" value="${xml(title)}"/></properties>`
  const open = `    <testcase classname="check.${group}" name="${probe}" time="${took.toFixed(3)}">${properties}`
  switch (outcome) {
    case 'pass':
      return `${open}</testcase>`
    case 'inconclusive':
    case 'not-applicable':
      return `${open}<skipped message="${xml(`${outcome}: ${sentence}`)}"/></testcase>`
    case 'fail':
    case 'warning': {
      const detail = [change, curl].filter((text) => text !== null).join('\n\n')
      return `${open}<failure type="${outcome} ${severity}" message="${xml(sentence)}">${xml(detail)}</failure></testcase>`
    }
  }
}

/** Text in XML 1.0: without the characters that it forbids. Pure. */
export function xml(text: string): string {
  return (
    text
      .toWellFormed()
      // eslint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll('\n', '&#10;')
  )
}

export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\|<>`*_[\]]/g, (sign) => `\\${sign}`).replaceAll(/\s+/g, ' ')
}

function code(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``
}

/** In a fence that is longer than any in the text. */
function fenced(text: string, language = 'sh'): string[] {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}${language}`, text, fence]
}
