import { setImmediate } from 'node:timers/promises'
import { hideIn, spelledOut } from '../../shared/redaction/redactBytes.ts'
import type { RedactionRules } from '../../shared/redaction/rules.ts'
import { caseEnvironmentSchema } from '../../shared/schemas/caseSchemas.ts'
import type { CaseEnvironment, CaseHead } from '../../shared/wireTypes.ts'
import type { ExportItem, ExportSource } from './exportSource.ts'
import { caseVersion } from './readPiece.ts'
import type { Redactor } from './startRedactor.ts'
import type { ItemOptions } from './writeItem.ts'

export interface WriteOptions extends ItemOptions {
  now: number
  onProgress?: ((done: number) => void) | undefined
  /** Called with each failed signature whose cause was not searched for: the time for it was over. */
  onUnexplained?: (() => void) | undefined
}

/** Pieces are handed on at this size, bytes. */
const pieceBytes = 64 * 1024
/** Longest work before receiving goes on, ms. */
const longestTurnMs = 5

/**
 * Deliveries as the bytes of a file, as fast as they are taken and no faster: a few are in memory at a time.
 * Ends early when its caller stops taking them.
 */
export async function* writeExport(
  source: ExportSource,
  redactor: Redactor,
  options: WriteOptions,
): AsyncGenerator<Uint8Array, void, void> {
  const form = formOf(options)
  const { as, rules, origin, version } = options
  let text = form.begin
  let written = 0
  let unexplained = 0
  for await (const item of itemsOf(source, options.onProgress)) {
    const { text: own, isUnexplained } = await redactor.write(item, { as, rules, origin, version })
    if (isUnexplained) {
      unexplained += 1
      options.onUnexplained?.()
    }
    text += form.before(item, written === 0) + own
    written += 1
    if (text.length >= pieceBytes) {
      yield Buffer.from(text)
      text = ''
    }
  }
  yield Buffer.from(text + form.end(written, unexplained))
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

/** How a form begins, what it has before each delivery, and how it ends. */
interface Form {
  begin: string
  before(item: ExportItem, isFirst: boolean): string
  end(deliveries: number, unexplained: number): string
}

const nothing = () => ''
const commaUnlessFirst = (_item: ExportItem, isFirst: boolean) => (isFirst ? '' : ',\n')

function formOf(options: WriteOptions): Form {
  switch (options.as) {
    case 'case':
      return caseForm(options)
    case 'json':
      return {
        begin: '[\n',
        before: commaUnlessFirst,
        end: (deliveries) => (deliveries === 0 ? ']\n' : '\n]\n'),
      }
    case 'har':
      return {
        begin: `{"log":{"version":"1.2","creator":${JSON.stringify({ name: 'Hookscope', version: options.version })},"entries":[\n`,
        before: commaUnlessFirst,
        end: () => '\n]}}\n',
      }
    case 'ndjson':
    case 'curl':
    case 'http':
      return { begin: '', before: nothing, end: nothing }
  }
}

function caseForm({ rules, version, now }: WriteOptions): Form {
  const known = new Set<string>()
  const head: CaseHead = {
    hookscope: 'case',
    version: caseVersion,
    createdAt: new Date(now).toISOString(),
    createdBy: version,
    redactions: { credentials: true, ...rules },
  }
  return {
    begin: `${JSON.stringify(head)}\n`,
    before: (item) => {
      const { environment } = item
      if (environment === null || known.has(environment.id)) return ''
      known.add(environment.id)
      return `${JSON.stringify({ environment: shownEnvironment(environment, item, rules) })}\n`
    },
    end: (deliveries, unexplained) =>
      `${JSON.stringify({ end: { deliveries, ...(unexplained === 0 ? {} : { unexplained }) } })}\n`,
  }
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
