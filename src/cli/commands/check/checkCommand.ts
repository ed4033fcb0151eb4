import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { allProbes } from '../../../engine/checking/battery.ts'
import { runCheck } from '../../../engine/checking/runCheck.ts'
import { defaultTemplate, exampleTemplate } from '../../../engine/checking/subject/defaultTemplate.ts'
import type { Probe } from '../../../engine/checking/subject/probe.ts'
import type { TemplateOrigin } from '../../../engine/checking/followUpCounter.ts'
import { type Template, withHeaders } from '../../../engine/checking/subject/subject.ts'
import { resolveTarget } from '../../../engine/checking/wire/resolveTarget.ts'
import { exampleNamed, examplesOf } from '../../../engine/contracts/contractExamples.ts'
import { loadContract } from '../../../engine/contracts/loadContract.ts'
import { ExpectedFailure } from '../../../engine/failures/expectedFailure.ts'
import { signingSecret, canTakeSignature } from '../../../engine/signature/signRequest.ts'
import { exitCodes, UsageProblem } from '../../../host/shells/exitCodes.ts'
import { byGroup, findingsOf, groupTitles, isAtLeast } from '../../../shared/checkGrades.ts'
import { nearestName } from '../../../shared/nearestName.ts'
import type { SignatureScheme } from '../../../shared/signature/signatureScheme.ts'
import type { CheckReport, CheckSeverity } from '../../../shared/wireTypes.ts'
import { checkSends, targetSentence } from '../../../shared/words/sending/checks.ts'
import { problemSentence } from '../../../shared/words/problems.ts'
import { type EffectOptions, openCounter } from './checkEffects.ts'
import { junitReport, markdownReport, reportLines } from './checkReports.ts'
import { CannotDo } from '../../basics/failures.ts'
import { answerJson, answerLine, remark } from '../../output/terminal.ts'
import { untilSignal } from '../../basics/untilSignal.ts'
import { schemeOf } from '../verify/verifyCommand.ts'
import { givenFile } from '../../basics/givenFile.ts'
import { textOf, variable } from '../verify/verifyInput.ts'
import { deliveryAt } from '../../connect/deliveryAt.ts'
import { withApi } from '../../connect/withApi.ts'

export interface CheckCommandOptions extends EffectOptions {
  scheme?: string
  schemeFile?: string
  setting?: string
  secretEnv?: string
  secretFile?: string
  delivery?: string
  body?: string
  contract?: string
  message?: string
  header?: string[]
  only?: string[]
  skip?: string[]
  list?: boolean
  explain?: string
  to?: string
  allowHost?: string
  allowRemote?: boolean
  junit?: string
  markdown?: string
  failOn: CheckSeverity
  seed?: number
}

/** Grades a handler of webhooks. Answers the exit code. */
export async function checkCommand(given: string | undefined, options: CheckCommandOptions): Promise<number> {
  if (options.list === true) return listProbes(options.json === true)
  if (options.explain !== undefined) return explainProbe(options.explain, options.json === true)
  const url = options.to ?? given
  if (url === undefined) throw new UsageProblem('--to URL is required: the address of your handler.')
  for (const [option, names] of [
    ['--only', options.only ?? []],
    ['--skip', options.skip ?? []],
  ] as const)
    for (const name of names) probeOf(name, option)
  const scheme = await schemeOf(options)
  const secret = secretOf(options)
  const signing = signingSecret('', secret, scheme)
  if (!signing.ok)
    throw new UsageProblem(problemSentence({ code: 'private-key-unusable', fields: { problem: signing.code } }))
  const { template, origin } = await templateOf(options, scheme)
  if (!canTakeSignature(template, scheme))
    throw new UsageProblem(problemSentence({ code: 'body-takes-no-signature', fields: { scheme: scheme.label } }))
  const found = await resolveTarget(url, { allowRemote: isAllowed(url, options), closedPorts: new Set() })
  if (!found.ok) throw new UsageProblem(targetSentence(found.problem, url, `--allow-host ${hostOf(url)}`))
  const { counter, close } = await openCounter(options, { scheme, template, origin })
  const abort = new AbortController()
  void untilSignal().then(() => abort.abort())
  if (options.json !== true) remark(beforehand(url, options))
  const { only, skip } = options
  const report = await runCheck({
    check: 'cli',
    target: found.target,
    scheme,
    secret,
    template,
    seed: options.seed ?? randomInt(1, 1_000_000),
    now: Date.now,
    only,
    skip,
    effects: counter,
    signal: abort.signal,
    ...(options.json !== true && process.stderr.isTTY ? { onProgress: printProgress } : {}),
  }).finally(close)
  return finish(report, options)
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : 'HOST')

function isAllowed(url: string, { allowHost, allowRemote }: CheckCommandOptions): boolean {
  return allowRemote === true || (allowHost !== undefined && allowHost === hostOf(url))
}

function beforehand(url: string, { only, skip }: CheckCommandOptions): string {
  const count = only === undefined && skip === undefined ? ` ${checkSends}` : ''
  return `Checks ${url}.${count} Use a test database: some deliveries are valid, and a handler acts on them.`
}

/** Results are printed at the end: one finding can explain others. */
function printProgress({ done, of, state }: CheckReport): void {
  process.stderr.write(state === 'running' ? `\r${done} of ${of} probes` : '\r\u001B[K')
}

function finish(report: CheckReport, { json, junit, markdown, failOn }: CheckCommandOptions): number {
  if (junit !== undefined) write(junit, junitReport(report), '--junit')
  if (markdown !== undefined) write(markdown, markdownReport(report), '--markdown')
  if (json === true) answerJson(report)
  else {
    for (const line of reportLines(report)) answerLine(line)
    const reproducible = findingsOf(report.results).filter(({ curl }) => curl !== null)
    if (reproducible.length > 0 && markdown === undefined)
      remark(
        '--markdown FILE writes a report with a curl command for each finding, --explain NAME says more about a probe.',
      )
  }
  if (report.stopped !== null) remark(report.stopped)
  if (report.state === 'cancelled') return exitCodes.interrupted
  if (report.state === 'refused') return exitCodes.cannot
  return findingsOf(report.results).some(({ severity }) => isAtLeast(severity, failOn)) ? exitCodes.no : exitCodes.done
}

function write(file: string, text: string, option: string) {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new CannotDo(
      `${option} "${file}" cannot be written: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}

function listProbes(json: boolean): number {
  if (json)
    answerJson(
      allProbes.map(({ name, group, severity, source, title }) => ({ probe: name, group, severity, source, title })),
    )
  else
    for (const { group, results } of byGroup(allProbes)) {
      answerLine([{ text: groupTitles[group], colour: 'grey' }])
      for (const { name, severity, title } of results)
        answerLine([{ text: `  ${name.padEnd(19)}${severity.padEnd(10)}${title}` }])
    }
  return exitCodes.done
}

function explainProbe(name: string, json: boolean): number {
  const { group, severity, source, title, good, fault, change } = probeOf(name, '--explain')
  if (json) {
    answerJson({ probe: name, group, severity, source, title, good, fault, change })
    return exitCodes.done
  }
  for (const [what, text] of [
    ['Probe', name],
    ['Group', groupTitles[group]],
    ['Severity', severity],
    ['Sent', title],
    ['Pass', good],
    ['Otherwise', fault],
    ['Change', change],
    ['Source', source],
  ] as const)
    answerLine([{ text: what.padEnd(11), colour: 'grey' }, { text }])
  return exitCodes.done
}

function probeOf(name: string, option: string): Probe {
  const probe = allProbes.find((each) => each.name === name)
  if (probe !== undefined) return probe
  const nearest = nearestName(
    name,
    allProbes.map((each) => each.name),
  )
  const hint = nearest === null ? 'see --list' : `such as ${nearest}`
  throw new UsageProblem(`${option} is "${name}"; it takes the name of a probe, ${hint}.`)
}

/** The variable of unattended use is taken where nothing else is said. */
function secretOf({ secretEnv, secretFile }: CheckCommandOptions): string {
  if (secretEnv !== undefined && secretFile !== undefined)
    throw new UsageProblem('Give either --secret-env or --secret-file, not both.')
  const usual = 'HOOKSCOPE_SHARED_SECRET'
  if (secretEnv === undefined && secretFile === undefined && process.env[usual] === undefined)
    throw new UsageProblem(
      `The shared secret is missing: give it with --secret-env NAME or --secret-file F, or set ${usual}.`,
    )
  const text =
    secretFile === undefined
      ? variable(secretEnv ?? usual)
      : textOf(givenFile(secretFile), '--secret-file').replace(/\r?\n$/, '')
  if (text === '') throw new UsageProblem('The shared secret is empty; it has at least one character.')
  return text
}

interface Made {
  template: Template
  origin: TemplateOrigin
}

async function templateOf(options: CheckCommandOptions, scheme: SignatureScheme): Promise<Made> {
  const usual = defaultTemplate(scheme)
  const more = (options.header ?? []).map((line): [string, string] => {
    const at = line.indexOf(':')
    if (at < 1) throw new UsageProblem(`--header is "${line}"; it takes 'Name: value', with a colon.`)
    return [line.slice(0, at), line.slice(at + 1).trim()]
  })
  const given = [options.delivery, options.body, options.contract].filter((value) => value !== undefined)
  if (given.length > 1) throw new UsageProblem('Give only one of --delivery, --body and --contract.')
  if (options.message !== undefined && options.contract === undefined)
    throw new UsageProblem('--message names a message of a contract: give --contract FILE, too.')
  const { template, origin }: Made =
    options.delivery !== undefined
      ? await capturedTemplate(options, options.delivery)
      : options.body !== undefined
        ? { template: { ...usual, body: givenFile(options.body) }, origin: 'written' }
        : options.contract !== undefined
          ? { template: contractTemplate(scheme, options.contract, options.message), origin: 'written' }
          : { template: usual, origin: 'example' }
  return { template: { ...template, headers: withHeaders(template.headers, more) }, origin }
}

/** An example of a contract. Throws UsageProblem with the contract's own problem where it cannot be read. */
function contractTemplate(scheme: SignatureScheme, path: string, message: string | undefined): Template {
  const contract = loadContract({ path })
  const [problem] = contract.document.problems
  if (contract.messages.length === 0 && problem !== undefined)
    throw new UsageProblem(`--contract cannot be used. ${problem.message}`)
  try {
    return exampleTemplate(scheme, exampleNamed(examplesOf(contract), message))
  } catch (error) {
    if (error instanceof ExpectedFailure) throw new UsageProblem(problemSentence(error.why))
    throw error
  }
}

const ofTheConnection = /^(?:host|content-length|connection|transfer-encoding|expect|keep-alive|upgrade|te|trailer)$/i

/** A captured delivery: its method, headers and bytes; it is signed again. */
async function capturedTemplate(options: CheckCommandOptions, named: string): Promise<Made> {
  return withApi(options, 'reading', async ({ client }) => {
    const id = await deliveryAt(client, named)
    const { method, headers, environmentId } = await client.deliveries.get({ id })
    const body = await client.deliveries.body({ id })
    const template = {
      method,
      headers: headers.filter(([name]) => !ofTheConnection.test(name)),
      body: new Uint8Array(await body.arrayBuffer()),
    }
    return { template, origin: { environment: environmentId } }
  })
}
