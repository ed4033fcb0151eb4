import type { HandshakeReason } from '../../shared/codes/handshakes.ts'
import { headerValues } from '../../shared/headers.ts'
import { scalarText, valueAt } from '../../shared/json/jsonPointer.ts'
import type { CapturedRequest } from '../../shared/model.ts'
import type { HandshakeValue, Spot } from '../../shared/signature/handshake.ts'

/** Larger bodies are no handshake and are not parsed on the way to the answer, bytes. */
const largestBody = 32 * 1024
/** Parameters of a query that are looked at; no sender's handshake has as many. */
const maxParameters = 64

/** Finds the parts of one request. The query and the body are read when the first spot needs them. */
export class RequestSpots {
  readonly #request: CapturedRequest
  #query: readonly (readonly [name: string | null, value: string | null])[] | undefined
  #body: { root: unknown } | undefined

  constructor(request: CapturedRequest) {
    this.#request = request
  }

  /** The values at a spot, in order: texts, or null for what is there and is no text. */
  at({ in: where, name }: Spot): (string | null)[] {
    switch (where) {
      case 'header':
        return headerValues(this.#request.headers, name)
      case 'query':
        return this.#parameters().flatMap(([key, value]) => (key === name ? [value] : []))
      case 'body': {
        const value = valueAt(this.#root(), name)
        return value === undefined ? [] : [scalarText(value)]
      }
    }
  }

  /** A value for the answer, null where it is missing and may be, or why it is not taken. */
  read(value: HandshakeValue): { text: string | null } | { why: HandshakeReason } {
    const found = this.at(value)
    const { name } = value
    if (found.length === 0 && value.optional === true) return { text: null }
    if (found.length === 0) return { why: { code: 'challenge-missing', fields: { name } } }
    if (found.length > 1) return { why: { code: 'challenge-repeated', fields: { name } } }
    const [text = null] = found
    if (text === null) return { why: { code: 'challenge-unreadable', fields: { name } } }
    if (text.length > value.longest) {
      return { why: { code: 'challenge-too-long', fields: { name, longest: value.longest } } }
    }
    return value.pattern.test(text) ? { text } : { why: { code: 'challenge-characters', fields: { name } } }
  }

  #parameters() {
    const { target } = this.#request
    const start = target.indexOf('?')
    this.#query ??=
      start === -1
        ? []
        : target
            .slice(start + 1)
            .split('&', maxParameters)
            .map((pair) => {
              const equals = pair.indexOf('=')
              const [name, value] = equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]
              return [decoded(name), decoded(value)] as const
            })
    return this.#query
  }

  #root(): unknown {
    this.#body ??= { root: jsonOf(this.#request.body) }
    return this.#body.root
  }
}

/** Decodes one part of a query, or null where its percent-encoding is not UTF-8. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

function jsonOf(body: Uint8Array): unknown {
  if (body.length === 0 || body.length > largestBody) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}
