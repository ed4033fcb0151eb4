import { setImmediate } from 'node:timers/promises'
import { harFile } from '../../shared/handOver/harFile.ts'
import { isFailed } from '../../shared/model.ts'
import { hideIn, spelledOut } from '../../shared/redaction/redactBytes.ts'
import { redactDelivery } from '../../shared/redaction/redactDelivery.ts'
import { caseEnvironmentSchema } from '../../shared/schemas/caseSchemas.ts'
import type { OnHit, RedactionRules } from '../../shared/redaction/rules.ts'
import { requestText } from '../../shared/requestText/requestText.ts'
import type { CaseEnvironment, CaseHead, DeliveryFile, ExportInput } from '../../shared/wireTypes.ts'
import type { ExportItem, ExportSource } from './exportSource.ts'
import { caseVersion } from './readPiece.ts'

export type ExportForm = NonNullable<ExportInput['as']>

export interface WriteOptions {
  as: ExportForm
  rules: RedactionRules
  /** Where requests were received, for forms that send them again. */
  origin: string
  version: string
  now: number
  onProgress?: ((done: number) => void) | undefined
  /** Called with each failed signature whose cause was not searched for: the time for it was over. */
  onUnexplained?: (() => void) | undefined
}

/** Pieces are handed on at this size, bytes. */
const pieceBytes = 64 * 1024
/** Receiving goes on at least so often, ms. */
const longestTurnMs = 5

/**
 * Deliveries as the bytes of a file, as fast as they are taken and no faster: a few are in memory at a time.
 * Ends early when nobody takes them any longer.
 */
export async function* writeExport(
  source: ExportSource,
  options: WriteOptions,
): AsyncGenerator<Uint8Array, void, void> {
  const write = formOf(options)
  let text = write.begin
  let written = 0
  for await (const item of itemsOf(source, options.onProgress)) {
    for (const line of write.lines(item, written === 0)) text += line
    written += 1
    if (text.length >= pieceBytes) {
      yield Buffer.from(text)
      text = ''
    }
  }
  yield Buffer.from(text + write.end(written))
}

async function* itemsOf(
  source: ExportSource,
  onProgress: ((done: number) => void) | undefined,
): AsyncGenerator<ExportItem> {
  let done = 0
  let turn = performance.now()
  for await (const item of source.items({ from: 'oldest', explain: true })) {
    if (item !== null) yield item
    done += 1
    onProgress?.(done)
    if (performance.now() - turn < longestTurnMs) continue
    await setImmediate()
    turn = performance.now()
  }
}

/** How a form begins, what it writes for each delivery, and how it ends. */
interface Form {
  begin: string
  lines(item: ExportItem, isFirst: boolean): string[]
  end(deliveries: number): string
}

function formOf(options: WriteOptions): Form {
  const fileOf = (item: ExportItem) => {
    const file = redactItem(item, options.rules)
    if (isUnexplained(file)) options.onUnexplained?.()
    return file
  }
  const none = () => ''
  switch (options.as) {
    case 'case':
      return caseForm(options, fileOf)
    case 'ndjson':
      return { begin: '', lines: (item) => [`${JSON.stringify(fileOf(item))}\n`], end: none }
    case 'json':
      return {
        begin: '[\n',
        lines: (item, isFirst) => [isFirst ? '' : ',\n', JSON.stringify(fileOf(item))],
        end: (deliveries) => (deliveries === 0 ? ']\n' : '\n]\n'),
      }
    case 'har':
      return {
        begin: `{"log":{"version":"1.2","creator":${JSON.stringify({ name: 'Hookscope', version: options.version })},"entries":[\n`,
        lines: (item, isFirst) => [isFirst ? '' : ',\n', harEntry(fileOf(item), options)],
        end: () => '\n]}}\n',
      }
    case 'curl':
    case 'http': {
      const form = options.as
      return { begin: '', lines: (item) => [requestOf(fileOf(item), form, options.origin), '\n'], end: none }
    }
  }
}

function caseForm({ rules, version, now }: WriteOptions, fileOf: (item: ExportItem) => DeliveryFile): Form {
  const known = new Set<string>()
  let unexplained = 0
  const head: CaseHead = {
    hookscope: 'case',
    version: caseVersion,
    createdAt: new Date(now).toISOString(),
    createdBy: version,
    redactions: { credentials: true, ...rules },
  }
  return {
    begin: `${JSON.stringify(head)}\n`,
    lines: (item) => {
      const { environment } = item
      const isNew = environment !== null && !known.has(environment.id)
      if (isNew) known.add(environment.id)
      const file = fileOf(item)
      if (isUnexplained(file)) unexplained += 1
      return [
        ...(isNew ? [`${JSON.stringify({ environment: shownEnvironment(environment, item, rules) })}\n`] : []),
        `${JSON.stringify(file)}\n`,
      ]
    },
    end: (deliveries) => `${JSON.stringify({ end: { deliveries, ...(unexplained === 0 ? {} : { unexplained }) } })}\n`,
  }
}

/** Its signature failed, and the file could say why, but the cause was not searched for. */
function isUnexplained({ delivery, redactions }: DeliveryFile): boolean {
  const { state } = delivery.signature.explanation
  return (
    isFailed(delivery.verdict) && state === 'not-searched' && redactions.body === undefined && redactions.proof === null
  )
}

/** A delivery without what its file must not have. */
export function redactItem(
  { handed, hidden, signsAddress, environment }: ExportItem,
  rules: RedactionRules,
  onHit?: OnHit,
): DeliveryFile {
  const fingerprints =
    rules.fingerprints === 'left-out'
      ? (environment?.secrets.map(({ fingerprint: text }) => ({ text, mark: '[redacted]' })) ?? [])
      : []
  return redactDelivery(handed, {
    rules,
    hidden: [...hidden, ...fingerprints],
    signsAddress,
    ...(onHit === undefined ? {} : { onHit }),
  })
}

function shownEnvironment(
  environment: CaseEnvironment,
  { hidden }: ExportItem,
  rules: RedactionRules,
): CaseEnvironment {
  // In the order of the format, so that a file that is opened and written again stays as it is.
  const shown = caseEnvironmentSchema.parse(JSON.parse(hideIn(JSON.stringify(environment), spelledOut(hidden))))
  return rules.fingerprints === 'left-out' ? { ...shown, secrets: [] } : shown
}

function bytesOf({ body }: DeliveryFile): Uint8Array {
  return new Uint8Array(Buffer.from(body.base64, 'base64'))
}

function harEntry(file: DeliveryFile, { origin, version }: WriteOptions): string {
  const {
    log: {
      entries: [entry],
    },
  } = harFile(file.delivery, bytesOf(file), { origin, version })
  return JSON.stringify({ ...entry, ...(file.note === null ? {} : { comment: file.note }) })
}

function requestOf({ delivery, ...file }: DeliveryFile, form: 'curl' | 'http', origin: string): string {
  const bytes = bytesOf({ delivery, ...file })
  const source = { delivery: { ...delivery, truncated: !file.body.complete }, bytes, origin, withCredentials: false }
  const { text } = requestText(form, source)
  return text.endsWith('\n') ? text : `${text}\n`
}
