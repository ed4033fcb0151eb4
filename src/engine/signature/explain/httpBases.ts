import { headerValues } from '../../../shared/headers.ts'
import { type Entry, signatureBase, type SignatureInput } from '../httpSignatureKind.ts'
import type { SignedRequest } from '../signedRequest.ts'
import { type Change, type How, quoting, type Variant } from './causes/change.ts'
import { otherHeaderValues } from './text/templateVariants.ts'
import { urlVariants } from './text/urlVariants.ts'

/** Returns the signature base of RFC 9421, then bases with one mistake, the likeliest first. None where a component is missing. */
export function signatureBases({ input }: Entry, request: SignedRequest): Variant[] {
  const url = request.urls[0] ?? ''
  const base = input === null ? null : signatureBase(input, request, url)
  if (input === null || base === null) return []
  const asText = (changes: readonly Change[], text: string): Variant => ({ changes, make: () => Buffer.from(text) })
  const lines = base.split('\n')
  const withLine = (at: number, value: string) =>
    lines.map((line, index) => (index === at ? `${input.components[at]?.written ?? ''}: ${value}` : line)).join('\n')
  return [
    asText([], base),
    ...input.components.flatMap(({ name }, at) =>
      otherValues(name, request).map(({ value, change }) => asText([change], withLine(at, value))),
    ),
    ...urlVariants(request).flatMap((place) => {
      const text = signatureBase(input, request, place)
      const change: Change = { cause: 'message-url', cost: 4, how: quoting(' with the URL {1}', place) }
      return text === null || text === base ? [] : [asText([change], text)]
    }),
    ...slips(lines, input).map(([how, text]) => asText([{ cause: 'message-template', cost: 5, how }], text)),
  ]
}

interface OtherValue {
  value: string
  change: Change
}

/** Values that the sender may have signed for a component. */
function otherValues(name: string, request: SignedRequest): OtherValue[] {
  const changed = (cause: Change['cause'], how: How): Change => ({ cause, cost: 4, how })
  if (name === '@method') {
    const { method } = request
    return [method.toLowerCase(), method.charAt(0) + method.slice(1).toLowerCase()].map((value) => ({
      value,
      change: changed('message-template', ` with the method as ${value}`),
    }))
  }
  if (name === '@authority')
    return authorities(request).map((value) => ({
      value,
      change: changed('message-url', quoting(' with the authority {1}', value)),
    }))
  if (name.startsWith('@')) return []
  return otherHeaderValues(name, request).map((value) => ({
    value,
    change: changed('message-header', quoting(` with {1} as the header ${name}`, value === '' ? 'nothing' : value)),
  }))
}

/** The host with and without a port, in other letter case, and as proxies name it. */
function authorities({ urls, headers }: SignedRequest): string[] {
  const found = new Set<string>()
  const own = URL.parse(urls[0] ?? '')?.host ?? ''
  const capital = own.replaceAll(/(^|\.)([a-z])/g, (_all, dot: string, letter: string) => dot + letter.toUpperCase())
  const sent = ['host', 'x-forwarded-host', 'x-original-host', 'x-forwarded-server'].flatMap((name) =>
    headerValues(headers, name),
  )
  for (const host of [own, ...sent.map((value) => value.trim()), capital, own.toUpperCase()]) {
    if (!/^[\w.:[\]-]{1,200}$/.test(host)) continue
    const bare = host.replace(/:\d+$/, '')
    for (const text of [host, bare, `${bare}:443`, `${bare}:80`]) found.add(text)
  }
  found.delete(own)
  return [...found]
}

/** Frequent mistakes of hand-written code. */
function slips(lines: readonly string[], { written }: SignatureInput): [how: string, text: string][] {
  const whole = lines.join('\n')
  return [
    [' with a line feed at its end', `${whole}\n`],
    [' with CRLF between its lines', lines.join('\r\n')],
    [' without the line @signature-params', lines.slice(0, -1).join('\n')],
    [' without the quotes around the names', whole.replaceAll(/^"([^"]+)": /gm, '$1: ')],
    [
      ' without the parameters in its last line',
      whole.replace(written, written.slice(0, written.lastIndexOf(')') + 1)),
    ],
  ]
}
