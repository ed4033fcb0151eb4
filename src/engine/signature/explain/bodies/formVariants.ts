import { isUtf8 } from 'node:buffer'
import type { ChangeHow } from '../../../../shared/codes/changes.ts'
import { changed, type Variant, variant } from '../causes/change.ts'

/** Forms beyond this size are uploads, which nobody signs as fields. */
const largestForm = 1_000_000

/** Form bodies decoded or encoded again, and JSON that was sent as a form field. */
export function formVariants(body: Buffer): Variant[] {
  if (body.length > largestForm || !isUtf8(body)) return []
  const text = body.toString('utf8')
  const form = (cost: number, how: ChangeHow, make: () => string | null) => variant('body-form', cost, how, make)
  const field = /^([\w.-]{1,40})=/.exec(text)?.[1]
  return [
    ...(field === undefined ? [] : fieldVariants(text, field)),
    form(6, changed('payload-name-before', { encoding: null }), () => `payload=${text}`),
    form(7, changed('payload-name-before', { encoding: 'url' }), () => `payload=${encodeURIComponent(text)}`),
    form(7, changed('payload-name-before', { encoding: 'form' }), () =>
      new URLSearchParams({ payload: text }).toString(),
    ),
    form(7, changed('equals-sign-after'), () => `${text}=`),
    form(7, changed('url-encoded'), () => encodeURIComponent(text)),
    form(7, changed('url-decoded'), () =>
      text.includes('%') || text.includes('+') ? percentDecoded(text.replaceAll('+', ' ')) : null,
    ),
    form(7, changed('url-decoded-except-plus'), () => (text.includes('%') ? percentDecoded(text) : null)),
    form(8, changed('form-as-json', { as: 'only-name' }), () => JSON.stringify({ [text]: '' })),
  ]
}

function fieldVariants(text: string, field: string): Variant[] {
  const form = (how: ChangeHow, make: () => string | null) => variant('body-form', 6, how, make)
  const fields = () => [...new URLSearchParams(text)]
  return [
    form(changed('spaces-written', { as: '%20' }), () => text.replaceAll('+', '%20')),
    form(changed('spaces-written', { as: '+' }), () => text.replaceAll('%20', '+')),
    form(changed('percent-signs', { case: 'upper' }), () =>
      text.replaceAll(/%[0-9a-fA-F]{2}/g, (found) => found.toUpperCase()),
    ),
    form(changed('percent-signs', { case: 'lower' }), () =>
      text.replaceAll(/%[0-9a-fA-F]{2}/g, (found) => found.toLowerCase()),
    ),
    form(changed('form-name-removed'), () => text.slice(field.length + 1)),
    form(changed('only-form-value', { field }), () => new URLSearchParams(text).get(field)),
    form(changed('form-encoded-again', { as: 'standard' }), () => new URLSearchParams(text).toString()),
    form(changed('form-encoded-again', { as: 'python' }), () =>
      new URLSearchParams(text).toString().replaceAll('*', '%2A').replaceAll('%7E', '~'),
    ),
    form(changed('form-encoded-again', { as: 'percent-20' }), () =>
      fields()
        .map((pair) => pair.map((part) => encodeURIComponent(part)).join('='))
        .join('&'),
    ),
    form(changed('form-encoded-again', { as: 'sorted' }), () => {
      const sorted = new URLSearchParams(text)
      sorted.sort()
      return sorted.toString()
    }),
    form(changed('form-as-json', { as: 'javascript' }), () => JSON.stringify(Object.fromEntries(fields()))),
    form(
      changed('form-as-json', { as: 'python' }),
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
