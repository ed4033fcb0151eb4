import type { DeliveryFilter } from '../../shared/filter/deliveryFilter.ts'
import { isFailed } from '../../shared/model.ts'
import { receiverPathKey } from '../../shared/receiverKey.ts'
import type { HandedOver } from '../../shared/redaction/redactDelivery.ts'
import type { HiddenText } from '../../shared/redaction/redactBytes.ts'
import { signsUrl } from '../../shared/signature/signatureScheme.ts'
import type { CaseEnvironment, CaseSelection, Signature } from '../../shared/wireTypes.ts'
import { describeDelivery, signatureOfDelivery } from '../actions/deliveryDetail.ts'
import type { DeliveryReader } from '../actions/deliverySource.ts'
import type { ExplainTools } from '../actions/explainDelivery.ts'
import type { EnvironmentRecord } from '../environments/environmentRecord.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import { schemeOf } from '../environments/prepareVerifier.ts'
import { ExpectedFailure } from '../failures/expectedFailure.ts'
import type { DeliveryFacts, StoredDelivery } from '../store/records/deliveries.ts'
import type { Store } from '../store/store.ts'
import type { StoredAttempt } from '../store/records/attempts.ts'
import { caseOf, caseReader } from './caseReader.ts'
import type { CaseShelf } from './caseShelf.ts'
import { recordedDelivery } from './caseSource.ts'
import { maxExplainingMs } from './limits.ts'

/** A delivery with the context that its file needs. */
export interface ExportItem {
  handed: HandedOver
  /** Null where nothing is known of where it came from. */
  environment: CaseEnvironment | null
  hidden: readonly HiddenText[]
  signsAddress: boolean
}

/** Deliveries to be handed over: nothing is held open but what a reading that has begun holds. */
export interface ExportSource {
  total: number
  /**
   * Reads them one after the other, some ahead; null for one that was removed since.
   * @param reading.explain searches for the cause of failed signatures until the time for it is over
   */
  items(reading: { from: 'oldest' | 'newest'; explain: boolean }): AsyncGenerator<ExportItem | null, void, void>
}

export interface ExportTools extends ExplainTools {
  store: Store
  environments: Environments
  shelf: CaseShelf
  /** Time limit for the search for causes of failed signatures in one file, ms. Default: `maxExplainingMs`. */
  explainingMs?: number | undefined
  /** The current public address, in addition to those that deliveries and environments name; null when there is none. */
  publicOrigin(): string | null
}

const pageSize = 500
/** Maximum number of deliveries in one query. Large bodies make it fewer. */
const batchSize = 100
/** Maximum number of deliveries of a case that are read at once: each may be as large as a line of its file. */
const readAhead = 4

/** A selection with its filter parsed. */
export interface ReadSelection extends Omit<CaseSelection, 'filter'> {
  filter?: DeliveryFilter | undefined
}

/**
 * Finds the deliveries to hand over, of one's own data or of one case: 8 bytes for each are in memory. Throws
 * ExpectedFailure where there is none.
 */
export async function openExportSource(tools: ExportTools, selection: ReadSelection): Promise<ExportSource> {
  const caseId = selection.case ?? caseOf(selection.ids?.[0] ?? '')
  const prefix = caseId === null ? '' : `${caseId}.`
  const numbers = await numbersOf(caseId === null ? tools.store : caseReader(tools.shelf, caseId), selection, prefix)
  if (numbers.length === 0) throw new ExpectedFailure({ code: 'nothing-to-export', fields: {} })
  return {
    total: numbers.length,
    items({ from, explain }) {
      const ids = Array.from(from === 'oldest' ? numbers : numbers.toReversed(), (number) => `${prefix}${number}`)
      return caseId === null ? ownItems(tools, ids, explain) : caseItems(tools.shelf, caseId, ids)
    },
  }
}

async function* ownItems(
  tools: ExportTools,
  ids: readonly string[],
  explain: boolean,
): AsyncGenerator<ExportItem | null> {
  const gatherer = createGatherer(tools, explain)
  for await (const facts of factsAhead(tools.store, ids)) {
    for (const one of facts) yield one === null ? null : gatherer(one)
  }
}

/** Deliveries of a case as its file has them: nothing is checked or explained again, and unknown fields stay. */
async function* caseItems(shelf: CaseShelf, caseId: string, ids: readonly string[]): AsyncGenerator<ExportItem | null> {
  const { environments } = shelf.document(caseId)
  const store = caseReader(shelf, caseId)
  const read = async (id: string): Promise<ExportItem | null> => {
    const [file, bytes] = await Promise.all([recordedDelivery(shelf, caseId, id), store.body(id)])
    if (file === null || bytes === null) return null
    const { delivery, redactions } = file
    const body = { ...file.body, base64: Buffer.from(bytes).toString('base64') }
    return {
      handed: { delivery, bytes, before: { body, redactions } },
      environment: environments.find(({ id: own }) => own === delivery.environmentId) ?? null,
      hidden: [],
      signsAddress: false,
    }
  }
  for (let at = 0; at < ids.length; at += readAhead) yield* await Promise.all(ids.slice(at, at + readAhead).map(read))
}

/** Reads stored deliveries a query at a time, the next while these are written. */
async function* factsAhead(store: Store, ids: readonly string[]): AsyncGenerator<(DeliveryFacts | null)[]> {
  const ask = async (at: number) => (at < ids.length ? store.facts(ids.slice(at, at + batchSize)) : [])
  let next = ask(0)
  for (let at = 0; at < ids.length;) {
    const facts = await next
    at += facts.length
    next = ask(at)
    // A failure is seen where it is waited for.
    next.catch(() => undefined)
    yield facts
  }
}

/** Makes a function that adds to a delivery what its file says of its environment and its signature. */
function createGatherer(tools: ExportTools, explain: boolean): (facts: DeliveryFacts) => Promise<ExportItem> {
  const clocks = new Map<string, ReturnType<Store['senderClock']>>()
  const places = new Map<EnvironmentRecord, Omit<ExportItem, 'handed'>>()
  const { explainingMs = maxExplainingMs } = tools
  let explainedFor = 0

  /** A sender's clock is measured once for a file. */
  async function clockOf(environmentId: string): ReturnType<Store['senderClock']> {
    const known = clocks.get(environmentId) ?? tools.store.senderClock(environmentId)
    clocks.set(environmentId, known)
    return known
  }
  function placeOf(record: EnvironmentRecord | undefined): Omit<ExportItem, 'handed'> {
    if (record === undefined)
      return { environment: null, hidden: hiddenIn(record, tools.publicOrigin()), signsAddress: false }
    const known = places.get(record) ?? {
      environment: environmentOf(record),
      hidden: hiddenIn(record, tools.publicOrigin()),
      signsAddress: signsUrl(schemeOf(record)),
    }
    places.set(record, known)
    return known
  }
  async function signatureOf(stored: StoredDelivery): Promise<Signature> {
    const mayExplain = explain && isFailed(stored.verdict) && explainedFor < explainingMs
    const startedAt = performance.now()
    const signature = await signatureOfDelivery(tools, stored, mayExplain, undefined)
    if (mayExplain) explainedFor += performance.now() - startedAt
    return signature
  }

  return async (facts) => {
    const { stored, attempts } = facts
    const [clock, signature] = await Promise.all([clockOf(stored.environmentId), signatureOf(stored)])
    const delivery = describeDelivery(tools, facts, { clock, signature })
    return {
      ...placeOf(tools.environments.get(stored.environmentId)),
      handed: {
        delivery: {
          ...delivery,
          attempts: delivery.attempts.map((attempt, at) => ({ ...attempt, ...exact(attempts[at]) })),
        },
        bytes: stored.request.body,
      },
    }
  }
}

/** Bytes of an attempt that are no text. */
function exact(attempt: StoredAttempt | undefined): { bodyBase64?: string; requestBodyBase64?: string } {
  const base64 = (bytes: Uint8Array | null | undefined) =>
    bytes == null || Buffer.from(bytes).toString('utf8') === '' || isUtf8(bytes)
      ? undefined
      : Buffer.from(bytes).toString('base64')
  const [body, requestBody] = [base64(attempt?.body), base64(attempt?.requestBody)]
  return {
    ...(body === undefined ? {} : { bodyBase64: body }),
    ...(requestBody === undefined ? {} : { requestBodyBase64: requestBody }),
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** The ids of a selection in order, without the prefix. Ids with a different one are of another source, and left out. */
async function numbersOf(
  store: DeliveryReader,
  { ids, filter, environment, object }: ReadSelection,
  prefix: string,
): Promise<Float64Array> {
  const numberOf = (id: string): number => Number(id.slice(prefix.length))
  if (ids !== undefined) {
    const own = ids.filter((id) => id.startsWith(prefix)).map(numberOf)
    return Float64Array.from(new Set(own.filter((number) => !Number.isNaN(number)))).toSorted()
  }
  if (object !== undefined) {
    const { environment: of, resourceType, resourceId } = object
    const deliveries = await store.deliveriesOf(of, resourceType, resourceId, 10_000)
    return Float64Array.from(deliveries, ({ id }) => numberOf(id)).toSorted()
  }
  let found = new Float64Array(1024)
  let count = 0
  let before: string | null | undefined
  while (before !== null) {
    const page = await store.list({ limit: pageSize, filter, environment, ...(before === undefined ? {} : { before }) })
    for (const { id } of page.items) {
      if (count === found.length) {
        const larger = new Float64Array(found.length * 2)
        larger.set(found)
        found = larger
      }
      found[count] = numberOf(id)
      count += 1
    }
    before = page.next
  }
  return found.subarray(0, count).toReversed()
}

/** An environment as a file names it: how it checks, without secrets. */
function environmentOf(record: EnvironmentRecord): CaseEnvironment {
  const { id, name, kind, signatureScheme, sharedSecrets, webhookConfig } = record
  return {
    id,
    name,
    kind,
    signatureScheme,
    scheme: schemeOf(record),
    secrets: sharedSecrets.map(({ label, fingerprint, retiredAt }) => ({
      label,
      fingerprint,
      retired: retiredAt !== null,
    })),
    addressLeftOut: (webhookConfig.applied?.url ?? webhookConfig.desired.url) !== null,
  }
}

/** Texts that open the receiver: the key of its path, and the hosts by which it is reached from outside. */
function hiddenIn(record: EnvironmentRecord | undefined, origin: string | null): HiddenText[] {
  const { applied, desired, before } = record?.webhookConfig ?? { applied: null, desired: null, before: null }
  const urls = [origin, applied?.url, desired?.url, before?.url].filter((url) => url != null && URL.canParse(url))
  const hosts = new Set(
    urls.map((url) => new URL(url as string).host).filter((host) => !/^(?:127\.|localhost)/.test(host)),
  )
  return [
    ...(record === undefined ? [] : [{ text: record.receiverKey, mark: receiverPathKey }]),
    ...[...hosts].map((text) => ({ text, mark: '[tunnel-host]' })),
  ]
}
