import { headerValues } from '../../../../shared/headers.ts'
import { piecesOf } from '../../../../shared/signature/signatureScheme.ts'
import type { SignedRequest } from '../../signedRequest.ts'
import { type Change, type How, quoting } from '../causes/change.ts'

/** A message template in place of the scheme's own, and what is different. */
export interface TemplateVariant {
  template: string
  change: Change
}

const separators = ['', '.', ':', '|', ',', '\n', '-', '_', ' ', '&', ';'] as const
const separatorNames: Readonly<Record<string, string>> = {
  '': 'nothing',
  '\n': 'a line feed',
  ' ': 'a space',
}

/**
 * The scheme's own message with one mistake: a part left out, two parts swapped, other separators, a part of another kind, a
 * method in lower case, a header with another value. A template of a single place has no such variants.
 */
export function* templateVariants(own: string, request: SignedRequest): Generator<TemplateVariant> {
  const pieces = piecesOf(own)
  const places = pieces.filter(isPlace)
  const change = (how: How, cost = 5): Change => ({ cause: 'message-template', cost, how })
  if (places.length > 1) {
    yield* otherSeparators(places, change)
    yield* withoutPart(pieces, change)
    yield* swappedParts(pieces, change)
    yield* cutShort(pieces, change)
  }
  yield* otherKinds(own, change)
  if (own.includes('{method}')) {
    const { method } = request
    for (const written of [method.toLowerCase(), method.charAt(0) + method.slice(1).toLowerCase()]) {
      const how = ` in the message with the method as ${written}`
      yield { template: own.replaceAll('{method}', written), change: change(how, 4) }
    }
  }
  if (own.includes('{setting}')) {
    for (const text of missingSettings) {
      const how = ` in the message with ${text === '' ? 'nothing' : text} in place of the value that is set for the scheme`
      yield { template: own.replaceAll('{setting}', text), change: change(how, 4) }
    }
  }
  for (const [place, name = ''] of own.matchAll(/\{header:([^{}]+)\}/g)) {
    for (const value of otherHeaderValues(name, request)) {
      // Braces in a value would read as a place.
      if (value.includes('{')) continue
      const how = quoting(` in the message with {1} as the header ${name}`, value === '' ? 'nothing' : value)
      yield { template: own.replaceAll(place, value), change: { cause: 'message-header', cost: 4, how } }
    }
  }
}

const missingSettings = ['', 'undefined', 'null', 'None', 'WEBHOOK_ID', 'YOUR_WEBHOOK_ID', '<webhook id>']

/** Values that a header of this name may have had: media types with and without parameters; nothing. */
export function otherHeaderValues(name: string, { headers }: Pick<SignedRequest, 'headers'>): string[] {
  const own = headerValues(headers, name)[0] ?? ''
  const bare = (own.split(';', 1)[0] ?? '').trimEnd()
  const types = [...new Set([bare, ...mediaTypes])].filter((type) => type !== '')
  const values =
    name.toLowerCase() === 'content-type'
      ? types.flatMap((type) => [type, ...charsets.map((charset) => type + charset)])
      : [bare, own.toLowerCase()]
  return [...new Set([...values, ''])].filter((value) => value !== own)
}

const mediaTypes = ['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'application/octet-stream']
const charsets = ['; charset=utf-8', ';charset=utf-8', '; charset=UTF-8', ';charset=UTF-8']

type MakeChange = (how: How, cost?: number) => Change

function isPlace(piece: string): boolean {
  return piece.startsWith('{')
}

function* otherSeparators(places: readonly string[], change: MakeChange): Generator<TemplateVariant> {
  for (const separator of separators) {
    const name = separatorNames[separator] ?? separator
    const how = ` in the message of the same parts with ${name} between them`
    yield { template: places.join(separator), change: change(how) }
    if (places.length === 2)
      yield {
        template: places.toReversed().join(separator),
        change: change(` in the message of the same parts in the other order with ${name} between them`, 6),
      }
  }
}

/** Each part left out: alone, with the text after it, and with the text before it. */
function* withoutPart(pieces: readonly string[], change: MakeChange): Generator<TemplateVariant> {
  const isText = (at: number) => pieces[at] !== undefined && !isPlace(pieces[at])
  for (const [at, piece] of pieces.entries()) {
    if (!isPlace(piece)) continue
    const without = (gone: readonly number[]) => pieces.filter((_piece, index) => !gone.includes(index)).join('')
    const left = change(` in the message without ${shownPiece(piece)}`)
    if (isText(at + 1)) yield { template: without([at, at + 1]), change: left }
    if (isText(at - 1)) yield { template: without([at - 1, at]), change: left }
    yield { template: without([at]), change: change(` in the message with nothing in place of ${shownPiece(piece)}`) }
  }
}

function* swappedParts(pieces: readonly string[], change: MakeChange): Generator<TemplateVariant> {
  const at = pieces.flatMap((piece, index) => (isPlace(piece) ? [index] : []))
  for (const [number, first] of at.slice(0, -1).entries()) {
    const second = at[number + 1] ?? first
    const made = [...pieces]
    made[first] = pieces[second] ?? ''
    made[second] = pieces[first] ?? ''
    const how = ` in the message with ${shownPiece(made[second])} and ${shownPiece(made[first])} swapped`
    yield { template: made.join(''), change: change(how) }
  }
}

/** Only the first parts, with and without the separator after them; and one more separator at the end. */
function* cutShort(pieces: readonly string[], change: MakeChange): Generator<TemplateVariant> {
  for (let length = 1; length < pieces.length; length++) {
    const template = pieces.slice(0, length).join('')
    yield { template, change: change(` in the message that ends before ${shownPiece(pieces[length] ?? '')}`, 6) }
  }
  const separator = pieces.find((piece, at) => at > 0 && !isPlace(piece))
  if (separator !== undefined)
    yield { template: pieces.join('') + separator, change: change(' in the message with a separator at its end') }
}

/** The same value of another kind: the body in place of its checksum, the path in place of the URL. */
function* otherKinds(own: string, change: MakeChange): Generator<TemplateVariant> {
  for (const [place, other, words] of kinds) {
    if (own.includes(place))
      yield { template: own.replaceAll(place, other), change: change(` in the message with ${words}`) }
  }
  if (own.includes('{line:')) {
    const template = own.replaceAll(/\{line:([^{}]*)\}/g, '{field:$1}\n')
    yield { template, change: change(' in the message of the values alone, without their names') }
  }
}

const kinds = [
  ['{crc32}', '{body}', 'the body in place of its checksum'],
  ['{md5}', '{body}', 'the body in place of its hash'],
  ['{url}', '{path}', 'the path in place of the URL'],
  ['{path}', '{url}', 'the URL in place of the path'],
  ['{encodedpath}', '{path}', 'the path as it is'],
  ['{encodedpath}', '{url}', 'the URL in place of the path'],
] as const

/** A place as it is shown: a text between places in quotes. */
function shownPiece(piece: string): string {
  return isPlace(piece) ? piece : JSON.stringify(piece)
}
