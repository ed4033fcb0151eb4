import { isPlainHmac, type PlainHmacScheme } from '../../../shared/signature/signatureScheme.ts'
import { schemePresets } from '../../../shared/signature/schemePresets.ts'
import { readSignature } from '../readSignature.ts'
import { type MessageValues, signedMessage } from '../signedMessage.ts'
import type { SignedRequest } from '../signedRequest.ts'
import type { Change, Variant } from './causes/change.ts'
import { requestValues, type RequestValues } from './requestValues.ts'
import { urlVariants } from './urlVariants.ts'

export interface Messages {
  /** The message as the scheme builds it, with this body in place of the real one. */
  own(body: Variant): Variant[]
  /** The same body in other messages: other URLs, timestamps, templates. */
  others(): Generator<Variant>
}

/** The ways in which this request's message can be built. */
export function possibleMessages(request: SignedRequest, scheme: PlainHmacScheme): Messages {
  const values = requestValues(request, scheme)
  const read = readSignature(request, scheme)
  // A header that is malformed still says when it was signed and under which id.
  const alongside = read.kind === 'absent' ? { timestamp: null, id: null } : read
  const first: MessageValues = {
    timestamp: alongside.timestamp ?? values.timestamps[0] ?? null,
    id: alongside.id ?? values.ids[0] ?? null,
    url: request.urls[0] ?? '',
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
  const withUrl = scheme.message.includes('{url}')
  const guesses = guessed(scheme, alongside, first)
  return {
    own(body) {
      if (scheme.message === '{body}') return [body]
      const urls =
        withUrl && request.urls.length > 0 ? request.urls.slice(0, body.changes.length === 0 ? 8 : 2) : [first.url]
      return urls.map((url) => build(scheme.message, { ...first, url }, body, guesses))
    },
    *others() {
      if (withUrl) {
        for (const { url, words } of urlVariants(request.urls))
          yield build(scheme.message, { ...first, url }, plain, [{ cause: 'message-url', cost: 4, words }])
      }
      if (scheme.message.includes('{timestamp}')) {
        for (const timestamp of values.timestamps) {
          if (timestamp !== first.timestamp)
            yield build(scheme.message, { ...first, timestamp }, plain, [
              { cause: 'message-timestamp', cost: 4, words: ` with the timestamp ${timestamp}` },
            ])
        }
      }
      for (const template of templates) {
        if (template === scheme.message) continue
        for (const filled of fillings(template, values, first, request.urls)) {
          yield build(template, filled, plain, [
            { cause: 'message-template', cost: 5, words: described(template, filled) },
          ])
        }
      }
    },
  }
}

/** What was not where the scheme looks for it and was taken from elsewhere in the request is a change of its own. */
function guessed(
  scheme: PlainHmacScheme,
  read: { timestamp: string | null; id: string | null },
  { timestamp, id }: MessageValues,
): Change[] {
  const taken = [
    scheme.message.includes('{timestamp}') && read.timestamp === null && timestamp !== null
      ? `the timestamp ${timestamp}`
      : null,
    scheme.message.includes('{id}') && read.id === null && id !== null ? `the id ${id}` : null,
  ].filter((words) => words !== null)
  return taken.length === 0
    ? []
    : [{ cause: 'message-timestamp', cost: 3, words: ` with ${taken.join(' and ')} from elsewhere in the request` }]
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
  for (const timestamp of timestamps) for (const id of ids) for (const url of places) yield { timestamp, id, url }
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname + new URL(url).search : url
}

function described(template: string, values: MessageValues): string {
  const parts = [
    template.includes('{timestamp}') ? `the timestamp ${values.timestamp ?? ''}` : null,
    template.includes('{id}') ? `the id ${values.id ?? ''}` : null,
    template.includes('{url}') ? `the URL ${values.url}` : null,
  ].filter((part) => part !== null)
  const shown = `in the message ${template.replaceAll('\n', '\\n')}`
  return parts.length === 0 ? ` ${shown}` : ` ${shown} (${parts.join(', ')})`
}

/** The same bytes as a Buffer, without a copy. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
