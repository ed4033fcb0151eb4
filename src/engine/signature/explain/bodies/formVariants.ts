import { isUtf8 } from 'node:buffer'
import { type How, quoting, type Variant, variant } from '../causes/change.ts'

/** Maximum size of a form; larger ones are uploads, whose fields are not signed, bytes. */
const maxFormBytes = 1_000_000

/** Form bodies decoded or encoded again, and JSON that was sent as a form field. */
export function formVariants(body: Buffer): Variant[] {
  if (body.length > maxFormBytes || !isUtf8(body)) return []
  const text = body.toString('utf8')
  const form = (cost: number, how: string, make: () => string | null) => variant('body-form', cost, how, make)
  const field = /^([\w.-]{1,40})=/.exec(text)?.[1]
  return [
    ...(field === undefined ? [] : fieldVariants(text, field)),
    form(6, ' with payload= before it', () => `payload=${text}`),
    form(7, ' URL-encoded, with payload= before it', () => `payload=${encodeURIComponent(text)}`),
    form(7, ' form-encoded, with payload= before it', () => new URLSearchParams({ payload: text }).toString()),
    ...['body', 'data', 'json'].flatMap((name) => [
      form(8, ` with ${name}= before it`, () => `${name}=${text}`),
      form(8, ` URL-encoded, with ${name}= before it`, () => `${name}=${encodeURIComponent(text)}`),
      form(8, ` form-encoded, with ${name}= before it`, () => new URLSearchParams({ [name]: text }).toString()),
    ]),
    form(7, ' with = at its end, as a parser of forms writes a body that is not a form', () => `${text}=`),
    form(7, ' URL-encoded', () => encodeURIComponent(text)),
    form(7, ' URL-decoded', () =>
      text.includes('%') || text.includes('+') ? percentDecoded(text.replaceAll('+', ' ')) : null,
    ),
    form(7, ' URL-decoded except for its + signs', () => (text.includes('%') ? percentDecoded(text) : null)),
    form(8, ' parsed as a form and printed as JSON, its text the only name', () => JSON.stringify({ [text]: '' })),
  ]
}

function fieldVariants(text: string, field: string): Variant[] {
  const form = (how: How, make: () => string | null) => variant('body-form', 6, how, make)
  const fields = () => [...new URLSearchParams(text)]
  return [
    form(' with %20 in place of +', () => text.replaceAll('+', '%20')),
    form(' with + in place of %20', () => text.replaceAll('%20', '+')),
    form(' with upper-case percent signs', () => text.replaceAll(/%[0-9a-fA-F]{2}/g, (found) => found.toUpperCase())),
    form(' with lower-case percent signs', () => text.replaceAll(/%[0-9a-fA-F]{2}/g, (found) => found.toLowerCase())),
    form(' without its name at the start', () => text.slice(field.length + 1)),
    form(quoting(' as only the decoded value of "{1}"', field), () => new URLSearchParams(text).get(field)),
    form(' parsed as a form and encoded again', () => new URLSearchParams(text).toString()),
    form(' parsed as a form and encoded again like Python', () =>
      new URLSearchParams(text).toString().replaceAll('*', '%2A').replaceAll('%7E', '~'),
    ),
    form(' parsed as a form and URL-encoded with %20', () =>
      fields()
        .map((pair) => pair.map((part) => encodeURIComponent(part)).join('='))
        .join('&'),
    ),
    form(' parsed as a form and encoded again, sorted by name', () => {
      const sorted = new URLSearchParams(text)
      sorted.sort()
      return sorted.toString()
    }),
    form(' parsed as a form and printed as JSON', () => JSON.stringify(Object.fromEntries(fields()))),
    form(
      " parsed as a form and printed as Python's json.dumps does",
      () =>
        `{${Object.entries(Object.fromEntries(fields()))
          .map((pair) => pair.map((part) => JSON.stringify(part)).join(': '))
          .join(', ')}}`,
    ),
  ]
}

function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
