import { valueAt } from '../../../../shared/json/jsonPointer.ts'
import { bodyFields } from '../../bodyFields.ts'
import { readSignature } from '../../readSignature.ts'
import { type MessageValues, signedMessage, type TemplatedScheme } from '../../signedMessage.ts'
import type { SignedRequest } from '../../signedRequest.ts'
import { type Change, quoting, type Variant } from '../causes/change.ts'
import { encodedVariants } from '../bodies/encodedVariants.ts'
import { lineVariants } from '../bodies/lineVariants.ts'
import { hashedTexts } from '../bodies/writtenTexts.ts'
import { messageTemplate } from '../digestMethods.ts'
import { filledIn, messageRecipes } from './messageRecipes.ts'
import { closeTimestamps, requestValues } from './requestValues.ts'
import { lazy } from '../../../../shared/basics/lazy.ts'

export interface Messages {
  /** The message as the scheme builds it, with this body in place of the real one. */
  own(body: Variant): Variant[]
  /** A body, by default the real one, in other messages: other URLs, timestamps, templates. */
  others(body?: Variant): Generator<Variant>
  /** The real body with timestamps close to the signed one: its milliseconds, the clock of the receiver. */
  moments(): Generator<Variant>
}

/** The ways in which this request's message can be built. */
export function possibleMessages(request: SignedRequest, scheme: TemplatedScheme, root?: unknown): Messages {
  const values = requestValues(request, scheme)
  const read = readSignature(request, scheme)
  const own = scheme.kind === 'hash' ? messageTemplate(scheme) : scheme.message
  // A malformed header can still have the timestamp and the id.
  const alongside = read.kind === 'absent' ? { timestamp: null, id: null } : read
  const ownValues: MessageValues = {
    timestamp: alongside.timestamp ?? values.timestamps[0] ?? null,
    id: alongside.id ?? values.ids[0] ?? null,
    url: request.urls[0] ?? '',
    // The fields do not depend on the signature.
    root: root ?? (read.kind === 'found' ? read.items[0]?.root : firstRoot(request, scheme)),
  }
  const build = (template: string, filled: MessageValues, body: Variant, changes: readonly Change[]): Variant => ({
    changes: [...body.changes, ...changes],
    make: () => {
      const bytes = body.make()
      return bytes === null ? null : fill(template, filled, bytes)
    },
  })
  /** The parts around the body, cached: hundreds of bodies are put between them. */
  const partsAround = new Map<MessageValues, Map<string, readonly Uint8Array[]>>()
  const fill = (template: string, filled: MessageValues, body: Buffer): Buffer => {
    const parts = (own: Buffer) => signedMessage({ ...scheme, message: template }, { ...request, body: own }, filled)
    if (/\{(?:form|crc32|md5)\}/.test(template)) return Buffer.concat(parts(body))
    const known = partsAround.get(filled) ?? new Map<string, readonly Uint8Array[]>()
    partsAround.set(filled, known)
    const made = known.get(template) ?? parts(bodyPlaceholder)
    known.set(template, made)
    return Buffer.concat(made.map((part) => (part === bodyPlaceholder ? body : part)))
  }
  /** Each message once, by its cheapest recipe. */
  const recipes = lazy(() => {
    const seen = new Set<string>()
    return messageRecipes({ request, scheme, own, values, ownValues })
      .toSorted((a, b) => a.change.cost - b.change.cost)
      .filter(
        ({ template, filled }) =>
          seen.size !== seen.add(fill(template, filled, bodyPlaceholder).toString('latin1')).size,
      )
  })
  const plain: Variant = { changes: [], make: () => bufferOf(request.body) }
  const withUrl = own.includes('{url}')
  const guesses = guessedChanges(scheme, alongside, ownValues)
  return {
    own(body) {
      if (own === '{body}') return [body]
      const urls =
        withUrl && request.urls.length > 0 ? request.urls.slice(0, body.changes.length === 0 ? 8 : 2) : [ownValues.url]
      return urls.map((url) => build(own, { ...ownValues, url }, body, guesses))
    },
    *others(body = plain) {
      for (const { template, filled, change } of recipes()) yield build(template, filled, body, [change])
      if (body !== plain) return
      yield* formFieldVariants(request, own, ownValues.url)
      if (own !== '{body}') yield* wholeMessageVariants(build(own, ownValues, plain, guesses).make())
    },
    *moments() {
      if (!own.includes('{timestamp}')) return
      for (const { timestamp, how } of closeTimestamps(ownValues.timestamp))
        yield build(own, { ...ownValues, timestamp }, plain, [{ cause: 'message-timestamp', cost: 4, how }])
    },
  }
}

/** Stands for the body among the parts of a message. */
const bodyPlaceholder = Buffer.from('body')

function firstRoot(request: SignedRequest, { pointer, items, message }: TemplatedScheme): unknown {
  if (pointer === undefined && !/\{(?:field|line):/.test(message)) return undefined
  return valueAt(bodyFields(request), items === undefined ? '' : `${items}/0`)
}

/** The whole message hashed, trimmed, or in another encoding. */
function* wholeMessageVariants(whole: Buffer | null): Generator<Variant> {
  if (whole === null) return
  yield* hashedTexts(whole)
  for (const { changes, make } of [...lineVariants(whole), ...encodedVariants(whole)]) {
    const [change] = changes
    if (typeof change?.how !== 'string') continue
    yield { changes: [{ cause: 'message-template', cost: change.cost + 2, how: ` in the message${change.how}` }], make }
  }
}

/** Form fields joined in another way than the scheme does: not sorted, or with separators. */
function* formFieldVariants(request: SignedRequest, template: string, url: string): Generator<Variant> {
  if (!template.includes('{form}')) return
  const text = bufferOf(request.body).toString('utf8')
  const fields = [...new URLSearchParams(text)]
  const joined = (pairs: string[][], equals: string, between: string) =>
    pairs.map((pair) => pair.join(equals)).join(between)
  const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const ways: [how: string, form: string][] = [
    ['its fields in the order of the form', joined(fields, '', '')],
    ['= and & between its sorted fields', joined(sorted, '=', '&')],
    ['= and & between its fields', joined(fields, '=', '&')],
    ['only the values of its fields', sorted.map(([, value]) => value).join('')],
  ]
  for (const [fields, form] of ways) {
    const how = ` in the message {url}{form} with ${fields}`
    yield { changes: [{ cause: 'message-template', cost: 5, how }], make: () => Buffer.from(url + form, 'utf8') }
  }
}

/** The change for a timestamp or an id that was taken from elsewhere in the request. */
function guessedChanges(
  scheme: TemplatedScheme,
  read: { timestamp: string | null; id: string | null },
  { timestamp, id }: MessageValues,
): Change[] {
  const taken = {
    timestamp: scheme.message.includes('{timestamp}') && read.timestamp === null ? timestamp : null,
    id: scheme.message.includes('{id}') && read.id === null ? id : null,
  }
  if (taken.timestamp === null && taken.id === null) return []
  const { words, received } = filledIn({ ...taken, url: null })
  const how = quoting(` with ${words.join(' and ')} from elsewhere in the request`, ...received)
  return [{ cause: 'message-timestamp', cost: 3, how }]
}

/** The same bytes as a Buffer, without a copy. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
