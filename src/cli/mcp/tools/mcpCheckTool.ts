import { z } from 'zod'
import { byGroup, findingsOf, followersOf, gradeOf } from '../../../shared/checkGrades.ts'
import {
  checkGrades,
  checkGroups,
  checkOutcomes,
  checkSeverities,
  checkStates,
} from '../../../shared/schemas/sending/checkSchemas.ts'
import { escapeHidden } from '../../../shared/escapeHidden.ts'
import { quotesApart } from '../../../shared/input/receivedText.ts'
import { checkSends } from '../../../shared/words/sending/checks.ts'
import type { CheckReport } from '../../../shared/wireTypes.ts'
import type { Client } from '../../connect/joinInstance.ts'
import { anyId, currentFingerprint, deliveryId, schemeOf } from './mcpReferences.ts'
import { secretIn, tool, type ToolContext, ToolProblem } from './mcpTool.ts'
import { target, allowTarget } from './mcpTargets.ts'
import { untrusted } from './mcpViews.ts'

/** Findings in one answer; the others are asked for with `severity` or `probe`. */
const maxFindings = 12

const exchangeShape = z.object({
  what: z.string(),
  expected: z.string(),
  status: z.number().nullable(),
  problem: z.string().nullable(),
  fits: z.boolean(),
  untrustedSent: z.string(),
  untrustedAnswered: z.string(),
})

const probeNames = z.array(z.string().max(60)).max(100)

const input = z.object({
  target: target.optional(),
  runId: anyId.optional(),
  scheme: z.string().max(60).optional().describe('Id of a preset; that of the environment without it.'),
  environment: anyId.optional().describe('Whose secret signs; the active one without it.'),
  secretVariable: z.string().max(200).optional(),
  delivery: deliveryId.optional().describe('A captured delivery as the valid one; it is signed again.'),
  only: probeNames.optional(),
  skip: probeNames.optional(),
  settleMs: z
    .number()
    .int()
    .min(0)
    .max(60_000)
    .optional()
    .describe('How long the work of a delivery takes at most; learned without it.'),
  probe: z.string().max(60).optional(),
  severity: z.enum(checkSeverities).optional().describe('Findings of this severity only.'),
  cancel: z.boolean().default(false),
  seconds: z.number().min(0).max(20).default(20).describe('So long it waits for the end of the run.'),
})

const output = z.object({
  runId: z.string(),
  state: z.enum(checkStates),
  stopped: z
    .string()
    .nullable()
    .describe('Why it ended early. [untrusted 1] stands for the first text of untrustedTexts.'),
  untrustedTexts: z.array(z.string()).describe('Texts of the handler that the sentences are about.'),
  done: z.number(),
  of: z.number(),
  requests: z.number(),
  counts: z.record(z.enum(checkOutcomes), z.number()),
  grade: z.enum(checkGrades).nullable().describe('The worst of all findings; null where the handler was not graded.'),
  grades: z.array(z.object({ group: z.enum(checkGroups), grade: z.string().nullable() })),
  findings: z.array(
    z.object({
      probe: z.string(),
      outcome: z.enum(checkOutcomes),
      severity: z.enum(checkSeverities),
      sent: z.string(),
      found: z.string(),
      change: z.string().nullable(),
      alsoSeen: z.array(z.string()).describe('Probes whose results follow from this finding.'),
    }),
  ),
  more: z.number().describe('Findings that are left out here; ask with `severity`.'),
  exchanges: z.array(exchangeShape).optional(),
})

/** Grades a handler: a run is started by its target and then polled by its id. */
export const checkHandler = tool({
  kind: 'sends',
  idempotent: false,
  name: 'check_handler',
  title: 'Check a handler',
  description: `Grades a handler on this machine with valid, forged, repeated and odd deliveries. Give \`target\` to start. ${checkSends} Use a test database. Then call it again with the \`runId\` it answered until \`state\` is not running. With \`probe\` it shows what that probe sent and what came back. Secrets by reference only.`,
  input,
  output,
  run: async (asked, context) => {
    const { client } = context
    const runId = asked.runId ?? (await started(asked, context))
    if (asked.cancel) return viewOf(await client.checks.cancel({ check: runId }), asked)
    return viewOf(await watched(client, runId, asked.seconds, context), asked)
  },
})

type Asked = z.output<typeof input>

async function started(asked: Asked, context: ToolContext): Promise<string> {
  const { client } = context
  if (asked.target === undefined)
    throw new ToolProblem('Give target, the address of the handler, to start a run; or runId to go on with one.')
  const { environment, secretVariable, delivery, only, skip, settleMs } = asked
  const scheme = asked.scheme ?? (await schemeOf(client, environment)).id
  const secret =
    secretVariable === undefined
      ? { fingerprint: await currentFingerprint(client, environment) }
      : secretIn(secretVariable, context)
  const { check } = await client.checks.start({
    url: allowTarget(asked.target, context),
    scheme,
    secret,
    ...(environment === undefined ? {} : { environment }),
    ...(delivery === undefined ? {} : { delivery }),
    ...(only === undefined ? {} : { only }),
    ...(skip === undefined ? {} : { skip }),
    ...(settleMs === undefined ? {} : { settleMs }),
  })
  return check
}

/** The report once the run has ended, or as far as it is when the time is up or the call is cancelled; the run goes on then. */
async function watched(
  client: Client,
  check: string,
  seconds: number,
  { signal, progress }: ToolContext,
): Promise<CheckReport> {
  const until = performance.now() + seconds * 1000
  let report = await client.checks.get({ check })
  while (report.state === 'running' && performance.now() < until && !signal.aborted) {
    await progress(report.done, report.of, `${report.done} of ${report.of} probes`)
    report = await client.checks.get({ check, after: report.done }, { signal })
  }
  return report
}

function viewOf(report: CheckReport, { probe, severity }: Asked): z.input<typeof output> {
  const ours = (sentence: string) => escapeHidden(quotesApart(sentence, report.quotes))
  const { check, state, stopped, done, of, sent, results } = report
  const findings = findingsOf(results).filter((each) => severity === undefined || each.severity === severity)
  const worstFirst = findings.toSorted(
    (a, b) => checkSeverities.indexOf(a.severity) - checkSeverities.indexOf(b.severity),
  )
  const asked = results.find((result) => result.probe === probe)
  if (probe !== undefined && asked === undefined)
    throw new ToolProblem('This run has no such probe. The names are in its findings, and in hookscope check --list.')
  return {
    runId: check,
    state,
    stopped: stopped === null ? null : ours(stopped),
    untrustedTexts: report.quotes.map((text) => untrusted(text, 500)),
    done,
    of,
    requests: sent,
    counts: Object.fromEntries(
      checkOutcomes.map((outcome) => [outcome, results.filter((each) => each.outcome === outcome).length]),
    ) as Record<(typeof checkOutcomes)[number], number>,
    grade: report.grade,
    grades: byGroup(results).map(({ group, results: here }) => ({ group, grade: gradeOf(here) })),
    findings: (asked === undefined ? worstFirst.slice(0, maxFindings) : [asked]).map((each) => ({
      probe: each.probe,
      outcome: each.outcome,
      severity: each.severity,
      sent: each.title,
      found: ours(each.sentence),
      change: each.change === null ? null : ours(each.change),
      alsoSeen: followersOf(results, each.probe).map((follower) => follower.probe),
    })),
    more: asked === undefined ? Math.max(0, worstFirst.length - maxFindings) : 0,
    ...(asked === undefined
      ? {}
      : {
          exchanges: asked.exchanges.slice(0, 4).map((each) => ({
            what: each.what,
            expected: each.expected,
            status: each.status,
            problem: each.problem,
            fits: each.fits,
            untrustedSent: untrusted(each.sent, 1500),
            untrustedAnswered: untrusted(each.answered, 1500),
          })),
        }),
  }
}
