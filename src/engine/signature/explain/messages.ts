import type { ChangeHow, FormFields } from '../../../shared/codes/changes.ts'
import { isPlainHmac } from '../../../shared/signature/signatureScheme.ts'
import { schemePresets } from '../../../shared/signature/schemePresets.ts'
import { readSignature } from '../readSignature.ts'
import { type MessageValues, signedMessage, type TemplatedScheme } from '../signedMessage.ts'
import type { SignedRequest } from '../signedRequest.ts'
import { type Change, changed, type Variant } from './causes/change.ts'
import { hashedTexts } from './bodies/writtenTexts.ts'
import { messageTemplate } from './digestMethods.ts'
import { otherTimestamps, requestValues, type RequestValues } from './requestValues.ts'
import { urlVariants } from './urlVariants.ts'

export interface Messages {
  /** The message as the scheme builds it, with this body in place of the real one. */
  own(body: Variant): Variant[]
  /** The same body in other messages: other URLs, timestamps, templates. */
  others(): Generator<Variant>
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
    root: root ?? (read.kind === 'found' ? read.items[0]?.root : undefined),
  }
  const build = (template: string, filled: MessageValues, body: Variant, changes: readonly Change[]): Variant => ({
    changes: [...body.changes, ...changes],
    make: () => {
      const bytes = body.make()
      return bytes === null
        ? null
        : Buffer.concat(signedMessage({ ...scheme, message: template }, { ...request, body: bytes }, filled))
    },
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
    *others() {
      if (withUrl) {
        for (const url of urlVariants(request))
          yield build(own, { ...first, url }, plain, [
            { cause: 'message-url', cost: 4, how: changed('other-url', { url }) },
          ])
        yield* formFieldVariants(request, own, first.url)
      }
      if (own.includes('{timestamp}')) {
        for (const { timestamp, how } of otherTimestamps(values.timestamps, first.timestamp)) {
          // Left out, it is often the same as another template.
          const cost = timestamp === '' ? 6 : 4
          yield build(own, { ...first, timestamp }, plain, [{ cause: 'message-timestamp', cost, how }])
        }
      }
      if (own !== '{body}') {
        const whole = build(own, first, plain, guesses).make()
        if (whole !== null) yield* hashedTexts(whole)
      }
      for (const template of templates) {
        if (template === own) continue
        for (const filled of fillings(template, values, first, request.urls)) {
          yield build(template, filled, plain, [
            { cause: 'message-template', cost: 5, how: described(template, filled) },
          ])
        }
      }
    },
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
  const ways: [FormFields, string][] = [
    ['in-their-order', joined(fields, '', '')],
    ['sorted-with-separators', joined(sorted, '=', '&')],
    ['with-separators', joined(fields, '=', '&')],
    ['values-only', sorted.map(([, value]) => value).join('')],
  ]
  for (const [as, form] of ways) {
    const how = changed('form-fields', { as })
    yield { changes: [{ cause: 'message-template', cost: 5, how }], make: () => Buffer.from(url + form, 'utf8') }
  }
}

/** What was not where the scheme looks for it and was taken from elsewhere in the request is a change of its own. */
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
  return [{ cause: 'message-timestamp', cost: 3, how: changed('values-from-elsewhere', taken) }]
}

/** Every template of the known schemes, and what people build from the same parts. */
const templates: readonly string[] = [
  ...new Set([
    '{body}',
    ...schemePresets.filter(isPlainHmac).map(({ message }) => message),
    '{timestamp}.{body}',
    '{timestamp}:{body}',
    '{timestamp}{body}',
    '{timestamp}\n{body}',
    '{timestamp},{body}',
    '{timestamp}|{body}',
    '{timestamp}-{body}',
    '{timestamp} {body}',
    '{timestamp}_{body}',
    '{body}{timestamp}',
    '{body}.{timestamp}',
    '{body}:{timestamp}',
    'v1:{timestamp}:{body}',
    '{id}{timestamp}{body}',
    '{id}.{body}',
    '{id}{body}',
    '{id}:{timestamp}:{body}',
    '{timestamp}.{id}.{body}',
    '{url}',
    '{url}.{body}',
    '{body}{url}',
    '{url}\n{body}',
    '{method}{url}{body}',
    '{method}\n{url}\n{body}',
    '{method}{url}{timestamp}{body}',
    '{timestamp}{method}{url}{body}',
    '{url}{timestamp}{body}',
    '{timestamp}{url}{body}',
  ]),
]

function* fillings(
  template: string,
  values: RequestValues,
  first: MessageValues,
  urls: readonly string[],
): Generator<MessageValues> {
  const timestamps = template.includes('{timestamp}') ? values.timestamps.slice(0, 6) : [first.timestamp]
  const ids = template.includes('{id}') ? values.ids.slice(0, 4) : [first.id]
  const places = template.includes('{url}')
    ? [...new Set(urls.flatMap((url) => [url, pathOf(url)]))].slice(0, 6)
    : [first.url]
  for (const timestamp of timestamps)
    for (const id of ids) for (const url of places) yield { ...first, timestamp, id, url }
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname + new URL(url).search : url
}

function described(template: string, { timestamp, id, url }: MessageValues): ChangeHow {
  return changed('other-message', {
    template,
    timestamp: template.includes('{timestamp}') ? (timestamp ?? '') : null,
    id: template.includes('{id}') ? (id ?? '') : null,
    url: template.includes('{url}') ? url : null,
  })
}

/** The same bytes as a Buffer, without a copy. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
