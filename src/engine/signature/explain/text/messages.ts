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

export interface Messages {
  /** The message as the scheme builds it, with this body in place of the real one. */
  own(body: Variant): Variant[]
  /** A body, or the real one, in other messages: other URLs, timestamps, templates. */
  others(body?: Variant): Generator<Variant>
  /** The real body with every moment close to the signed one: its milliseconds, the clock of the receiver. */
  moments(): Generator<Variant>
}

/** The ways in which this request's message can be built. */
export function possibleMessages(request: SignedRequest, scheme: TemplatedScheme, root?: unknown): Messages {
  const values = requestValues(request, scheme)
  const read = readSignature(request, scheme)
  const own = scheme.kind === 'hash' ? messageTemplate(scheme) : scheme.message
  // A header that is malformed still says when it was signed and under which id.
  const alongside = read.kind === 'absent' ? { timestamp: null, id: null } : read
  const first: MessageValues = {
    timestamp: alongside.timestamp ?? values.timestamps[0] ?? null,
    id: alongside.id ?? values.ids[0] ?? null,
    url: request.urls[0] ?? '',
    // Fields are there whatever their signature looks like.
    root: root ?? (read.kind === 'found' ? read.items[0]?.root : firstRoot(request, scheme)),
  }
  const build = (template: string, filled: MessageValues, body: Variant, changes: readonly Change[]): Variant => ({
    changes: [...body.changes, ...changes],
    make: () => {
      const bytes = body.make()
      return bytes === null ? null : put(template, filled, bytes)
    },
  })
  /** Parts around the body are made once: two mistakes at once put hundreds of bodies between them. */
  const around = new Map<MessageValues, Map<string, readonly Uint8Array[]>>()
  const put = (template: string, filled: MessageValues, body: Buffer): Buffer => {
    const parts = (own: Buffer) => signedMessage({ ...scheme, message: template }, { ...request, body: own }, filled)
    if (/\{(?:form|crc32|md5)\}/.test(template)) return Buffer.concat(parts(body))
    const known = around.get(filled) ?? new Map<string, readonly Uint8Array[]>()
    around.set(filled, known)
    const made = known.get(template) ?? parts(placeOfBody)
    known.set(template, made)
    return Buffer.concat(made.map((part) => (part === placeOfBody ? body : part)))
  }
  /** Each message once, by its cheapest recipe. */
  const recipes = once(() => {
    const seen = new Set<string>()
    return messageRecipes({ request, scheme, own, values, first })
      .toSorted((a, b) => a.change.cost - b.change.cost)
      .filter(
        ({ template, filled }) => seen.size !== seen.add(put(template, filled, placeOfBody).toString('latin1')).size,
      )
  })
  const plain: Variant = { changes: [], make: () => bufferOf(request.body) }
  const withUrl = own.includes('{url}')
  const guesses = guessed(scheme, alongside, first)
  return {
    own(body) {
      if (own === '{body}') return [body]
      const urls =
        withUrl && request.urls.length > 0 ? request.urls.slice(0, body.changes.length === 0 ? 8 : 2) : [first.url]
      return urls.map((url) => build(own, { ...first, url }, body, guesses))
    },
    *others(body = plain) {
      for (const { template, filled, change } of recipes()) yield build(template, filled, body, [change])
      if (body !== plain) return
      yield* formFieldVariants(request, own, first.url)
      if (own !== '{body}') yield* ofWholeMessage(build(own, first, plain, guesses).make())
    },
    *moments() {
      if (!own.includes('{timestamp}')) return
      for (const { timestamp, how } of closeTimestamps(first.timestamp))
        yield build(own, { ...first, timestamp }, plain, [{ cause: 'message-timestamp', cost: 4, how }])
    },
  }
}

/** Stands for the body among the parts of a message. */
const placeOfBody = Buffer.from('body')

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

function firstRoot(request: SignedRequest, { pointer, items, message }: TemplatedScheme): unknown {
  if (pointer === undefined && !/\{(?:field|line):/.test(message)) return undefined
  return valueAt(bodyFields(request), items === undefined ? '' : `${items}/0`)
}

/** The message hashed, trimmed, or out of its encoding. */
function* ofWholeMessage(whole: Buffer | null): Generator<Variant> {
  if (whole === null) return
  yield* hashedTexts(whole)
  for (const { changes, make } of [...lineVariants(whole), ...encodedVariants(whole)]) {
    const [change] = changes
    if (typeof change?.how !== 'string') continue
    yield { changes: [{ cause: 'message-template', cost: change.cost + 2, how: ` in the message${change.how}` }], make }
  }
}

/** Forms whose fields are not what the scheme puts together: not sorted, or not decoded, or with their separators. */
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

/** A value that was taken from elsewhere, because the scheme's own place does not have it, is a change. */
function guessed(
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
