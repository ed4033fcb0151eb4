import { withoutProof } from '../../engine/actions/testCase.ts'
import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import { type Played, type Player, PlayEnded } from '../../engine/sending/openPlayer.ts'
import type { PlayRequest } from '../../engine/sending/sendTarget.ts'
import { bodyText, type Candidate } from '../../engine/shrinking/candidate.ts'
import type { JsonNode } from '../../engine/shrinking/jsonNode.ts'
import { type Outcome, shrinkRequest } from '../../engine/shrinking/shrinkRequest.ts'
import { difference } from '../../shared/json/difference.ts'
import { parseExactly } from '../../shared/json/exactJson.ts'
import type { HeaderLine } from '../../shared/model.ts'
import { handedOutRequest, hideSecrets } from '../../shared/redaction/handedOut.ts'
import { shrinkSentence } from '../../shared/words/sending/shrinking.ts'
import type { ReadShrinkInput, Shrink, ShrinkClause } from '../../shared/wireTypes.ts'
import { awaitTarget } from '../scenarios/awaitTarget.ts'
import { type Failure, textOf } from './failure.ts'
import { firstTries } from './firstTries.ts'
import type { RenewedIds } from './renewedIds.ts'

/** A search that is ready to run. */
export interface ShrinkPlan {
  run: string
  input: ReadShrinkInput
  /** The delivery as it came. */
  original: PlayRequest
  candidate: Candidate
  /** Headers that stay. */
  kept: readonly HeaderLine[]
  ids: RenewedIds
  /** Bodies of other deliveries of the same kind. */
  examples: readonly JsonNode[]
  player: Player
  signal: AbortSignal
  /** Called with each change of the report. */
  onProgress(report: Shrink): void
}

/** Nothing listens at the target any more. */
class TargetDied extends Error {}

/** Runs a search to its end. Never throws for what the handler does. */
export async function runShrink(plan: ShrinkPlan): Promise<Shrink> {
  return new ShrinkRun(plan).go()
}

/** Timeout for a handler that ended to listen again, ms. */
const restartMs = 5000
/** How often a delivery is sent before something is said of the way it is written. */
const repeats = 3
/** Characters of an answer that are shown. */
const maxAnswer = 2000

class ShrinkRun {
  private readonly plan: ShrinkPlan
  private readonly started = performance.now()
  private report: Shrink
  private failure: Failure | null = null
  private isRenewed = false

  constructor(plan: ShrinkPlan) {
    this.plan = plan
    this.report = reportAtStart(plan)
  }

  async go(): Promise<Shrink> {
    const { candidate } = this.plan
    try {
      const start = await this.begin()
      if (start !== null) return this.end(start)
      const findings = await shrinkRequest(candidate, {
        probe: async (each) => this.probe(each),
        examples: this.plan.examples,
        onSmaller: (each) => this.show(each),
        fixed: this.isRenewed ? this.plan.ids.parts : new Set(),
      })
      const { clauses, repeated } = findings
      if (findings.end === 'found') this.show(findings.smallest)
      this.report = { ...this.report, clauses: clauses.map((clause) => this.withoutSecrets(clause)), repeated }
      return this.end(findings.end)
    } catch (error) {
      if (error instanceof PlayEnded) return this.end(error.end === 'cancelled' ? 'cancelled' : 'limit')
      if (error instanceof TargetDied) return this.end('died')
      throw error
    }
  }

  /** Sends the delivery as it came, and then as candidates are sent. Returns why there is nothing to search, else null. */
  private async begin(): Promise<Shrink['state'] | null> {
    const { original, candidate, ids } = this.plan
    const tries = await firstTries({
      input: this.plan.input,
      send: async (request) => this.play(request),
      original,
      renewed: ids.parts.size === 0 ? null : () => ids.renewed(original),
    })
    if (tries.state === 'flaky') this.report = { ...this.report, repeated: tries.repeated }
    if (tries.state !== 'steady') return tries.state
    const { failure, answer, request } = tries
    this.showFailing(answer)
    this.failure = failure
    this.report = { ...this.report, counts: failure.counts }
    if (ids.parts.size > 0) {
      this.isRenewed = true
      this.isRenewed = (await this.probe(candidate)) === 'fails'
      if (!this.isRenewed && (await this.isRefusedAsRepetition(failure))) return 'passing'
    }
    if (this.isRenewed || (await this.probe(candidate)) === 'fails') return null
    return this.asWritten(failure, request)
  }

  /** Sends the delivery as it came and as it is rewritten in turns: `as-written` where the first fails each time, and the second never. */
  private async asWritten(failure: Failure, request: () => PlayRequest): Promise<'as-written' | 'flaky'> {
    let isSteady = true
    let fails = 0
    for (let turn = 0; turn < repeats; turn += 1) {
      if (failure.outcomeOf(await this.play(request())) === 'fails') fails += 1
      isSteady &&= (await this.probe(this.plan.candidate)) !== 'fails'
    }
    if (isSteady && fails === repeats) return 'as-written'
    this.report = { ...this.report, repeated: { fails, of: repeats } }
    return 'flaky'
  }

  /** Whether a delivery with a new id is taken once, and refused the second time as the original was: only as a repetition. */
  private async isRefusedAsRepetition(failure: Failure): Promise<boolean> {
    const { original, ids } = this.plan
    const fresh = ids.renewed(original)
    const first = await this.play(fresh)
    if (failure.outcomeOf(first) !== 'passes') return false
    if (failure.outcomeOf(await this.play(fresh)) !== 'fails') return false
    this.showFailing(first)
    return true
  }

  private showFailing(first: Played): void {
    const { status, problem } = first
    const answer = hideSecrets(textOf(first).slice(0, maxAnswer), this.plan.player.secrets.texts)
    this.report = { ...this.report, failing: { status, problem, answer } }
    this.publish()
  }

  private async probe(candidate: Candidate): Promise<Outcome> {
    try {
      const played = await this.play(this.requestOf(candidate))
      return this.failure?.outcomeOf(played) ?? 'other'
    } catch (error) {
      // The scheme cannot sign it: it signs in a part that was cut, say.
      if (error instanceof ExpectedFailure) return 'other'
      throw error
    }
  }

  private requestOf(candidate: Candidate): PlayRequest {
    const { original, kept, ids } = this.plan
    const headers: HeaderLine[] = candidate.headers.map(({ name, value }) => [name, value])
    const request = { ...original, headers: [...kept, ...headers], body: Buffer.from(bodyText(candidate), 'utf8') }
    return this.isRenewed ? ids.renewed(request) : request
  }

  /** Sends a request to a handler that listens, and waits for it to listen again where it does not afterwards. */
  private async play(request: PlayRequest): Promise<Played> {
    for (;;) {
      const played = await this.plan.player.play(request)
      this.publish()
      const code = played.problem?.code
      if (this.report.failing === null && code !== 'ECONNREFUSED') this.showFailing(played)
      if (code === undefined || code === 'DEADLINE') return played
      await this.untilListening()
      // It never arrived: the delivery before it is to blame.
      if (code !== 'ECONNREFUSED') return played
    }
  }

  private async untilListening(): Promise<void> {
    const { player, signal } = this.plan
    // A handler that never listened is not waited for.
    const limitMs = this.report.failing === null ? 0 : restartMs
    try {
      if (await awaitTarget(player.target.url, signal, limitMs)) return
    } catch (error) {
      if (error instanceof ExpectedFailure) throw new TargetDied()
      throw error
    }
    this.report = { ...this.report, restarts: this.report.restarts + 1 }
  }

  /** Shows a candidate as the smallest failing one. */
  private show(candidate: Candidate): void {
    const { original, kept, player } = this.plan
    const { scheme, secret } = player.signing
    const free: HeaderLine[] = candidate.headers.map(({ name, value }) => [name, value])
    const all = [...kept, ...free]
    const headers = scheme === null || secret === null ? all : withoutProof(all, scheme)
    const body = Buffer.from(bodyText(candidate), 'utf8')
    const shown = handedOutRequest({ url: '', headers, body }, player.secrets)
    const text = Buffer.from(shown.body).toString('utf8')
    this.report = {
      ...this.report,
      smallest: { method: original.method, path: original.path, headers: shown.headers, body: text },
      size: { original: original.body.length, smallest: body.length },
      differences: differencesOf(this.plan, text),
    }
    this.publish()
  }

  private withoutSecrets({ value, undone, ...rest }: ShrinkClause): ShrinkClause {
    const hidden = (text: string) => hideSecrets(text, this.plan.player.secrets.texts)
    return {
      ...rest,
      value: hidden(value),
      undone: undone.kind === 'removed' ? undone : { ...undone, value: hidden(undone.value) },
    }
  }

  private publish(): void {
    const took = Math.round(performance.now() - this.started)
    this.report = { ...this.report, took, sent: this.plan.player.sent() }
    this.plan.onProgress(this.report)
  }

  private end(state: Shrink['state']): Shrink {
    this.report = { ...this.report, state }
    this.report = { ...this.report, sentence: shrinkSentence(this.report) }
    this.publish()
    return this.report
  }
}

/** The report before the first request. */
export function reportAtStart({ run, input, original, player }: Omit<ShrinkPlan, 'onProgress'>): Shrink {
  return {
    run,
    state: 'running',
    deliveryId: input.id,
    url: player.target.url,
    startedAt: new Date().toISOString(),
    took: 0,
    sent: 0,
    maxRequests: input.maxRequests,
    failing: null,
    counts: null,
    smallest: null,
    size: { original: original.body.length, smallest: original.body.length },
    differences: [],
    clauses: [],
    repeated: { fails: 0, of: 0 },
    restarts: 0,
    signedWith: player.signing.secret?.label ?? null,
    sentence: '',
  }
}

/** Maximum number of differences in a report. */
const maxDifferences = 200

function differencesOf({ original, candidate, player }: ShrinkPlan, smallest: string): Shrink['differences'] {
  const before = handedOutRequest({ url: '', headers: [...original.headers], body: original.body }, player.secrets).body
  const read = (text: string): unknown =>
    candidate.format === 'json' ? parseExactly(text) : Object.fromEntries(new URLSearchParams(text))
  const found = difference(read(Buffer.from(before).toString('utf8')), read(smallest))
  return found.slice(0, maxDifferences).map(({ path, before: was, after }) => ({ path, before: was, after }))
}
