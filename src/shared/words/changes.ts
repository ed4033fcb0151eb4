import {
  ends,
  hidden,
  charsets,
  layouts,
  rewritten,
  decoders,
  printers,
  gatewayEvents,
  fieldSpellings,
  htmlEscapings,
  timeUnits,
  formFields,
  encodings,
  orders,
  escapes,
} from './changeNames.ts'
import type { ChangeHow, JsonLayout } from '../codes/changes.ts'
import { inWords, type WordsOf } from './wordsOf.ts'

type Fields<Code extends ChangeHow['code']> = Extract<ChangeHow, { code: Code }>['fields']

/** Each continues the name of what was changed: "the body" + " without its final line feed". */
const words: WordsOf<ChangeHow> = {
  'end-added': ({ end }) => ` with ${ends[end]} at its end`,
  'space-before': () => ' with a space before it',
  'start-added': ({ start }) => ` with ${ends[start]} before it`,
  'spaces-around': () => ' with a space before and after it',
  'bom-before': () => ' with a byte order mark (EF BB BF) before it',
  'bom-removed': () => ' without its byte order mark',
  'final-break-removed': ({ end }) => ` without its final ${end === 'lf' ? 'line feed' : 'CRLF'}`,
  'ends-trimmed': () => ' without the white space at its ends',
  'white-space-removed': () => ' without any white space',
  'breaks-replaced': ({ by }) =>
    ({
      lf: ' with LF in place of CRLF',
      crlf: ' with CRLF in place of LF',
      space: ' with spaces in place of its line breaks',
      nothing: ' without its line feeds and carriage returns',
    })[by],
  charset: ({ charset }) => ` in ${charsets[charset]}`,
  normalised: ({ form }) => ` in Unicode normal form ${form}`,
  'url-decoded': () => ' URL-decoded',
  'url-encoded': () => ' URL-encoded',
  'escaped-as-json': () => ' escaped as in JSON',
  'plus-as-space': () => ' with spaces in place of +',
  encoded: ({ as }) => ` in ${as === 'upper-case-hex' ? 'upper-case hex' : as}`,
  decoded: ({ from }) => ` decoded from ${decoders[from]}`,

  'character-removed': ({ character }) => ` without the ${hidden[character]} in it`,
  'quotes-removed': () => ' without the quotes around it',
  'curly-quotes-removed': ({ left, right }) => ` without the quotes ${left} and ${right} around it`,
  'quotes-added': ({ quote }) => ` with ${quote} around it`,
  'curly-quotes-added': ({ left, right }) => ` with ${left} and ${right} around it`,
  'quotes-and-break-added': ({ quote, end }) => ` with ${quote} around it and ${ends[end]} at its end`,
  'only-in-quotes': () => ' as only what is in the quotes after the equals sign',
  'cut-to': ({ bytes }) => ` cut to its first ${bytes} bytes`,
  'byte-missing': ({ at }) => ` without its ${at === 'start' ? 'first' : 'last'} byte`,
  'whole-line': ({ line }) => ` as the whole line ${line}`,
  'escaped-break-added': () => ' with \\n (a backslash and an n) at its end',
  'cut-before': ({ mark }) => ` cut before its first ${mark === ' ' ? 'space' : mark}`,
  'only-after-equals-sign': () => ' as only what follows the equals sign',
  'variables-removed': () => ' with every $NAME in it removed',
  'dashes-removed': () => ' without its dashes',
  'final-equals-signs-removed': () => ' without its = at the end',
  'escapes-read': () => ' with \\n, \\r and \\t read as characters',
  'escaped-as-html': () => ' escaped as in HTML',
  'backslashes-removed': () => ' without its backslashes',
  'letter-case': (fields) => ` in ${fields.case} case`,
  'not-decoded': () => ' as its whole text without decoding',
  'prefix-removed': ({ prefix }) => ` without its prefix ${prefix}`,
  'prefix-added': ({ prefix }) => ` with ${prefix} before it`,
  'decoded-without-prefix': ({ from, prefix }) => ` without its prefix ${prefix}, decoded from ${decoders[from]}`,
  'decoded-with-prefix': ({ from }) => ` with its prefix, decoded from ${decoders[from]}`,
  'prefix-hidden': ({ prefix }) =>
    ` with its prefix ${prefix} decoded, too, as when a quote, white space or a byte order mark stands before it`,
  hashed: ({ hash, as }) =>
    as === 'fingerprint' ? `: only the first 8 hex digits of its ${hash}` : `, hashed by ${hash} (${as})`,
  'text-as-key': ({ text }) => (text === '' ? 'an empty text' : `the text ${text}`),
  'decoded-text-as-key': ({ text, from }) => `the text ${text}, decoded from ${from}`,

  decompressed: ({ from }) => ` after ${from === 'raw-deflate' ? 'raw deflate' : from} decompression`,
  'compressed-by-gzip': ({ level, system }) => ` compressed by gzip (level ${level}, ${system})`,
  'compressed-by-deflate': ({ level }) => ` compressed by deflate (level ${level})`,
  'compressed-by-raw-deflate': () => ' compressed by raw deflate',
  'compressed-by-brotli': ({ quality }) => ` compressed by brotli (quality ${quality})`,
  'read-from-utf-16': ({ order }) => ` in UTF-8, read from UTF-16 (${order})`,
  'not-utf-8-replaced': ({ by }) =>
    by === 'nothing'
      ? ' without what is not UTF-8'
      : ` with ${by === 'question-mark' ? '?' : 'U+FFFD'} for what is not UTF-8`,
  'as-json-string': ({ times }) =>
    times === 1 ? ' as a JSON string (JSON.stringify of the text)' : ' as a JSON string, escaped once more',
  'inside-of-json-string': () => ': the text inside of its JSON string',
  'quotes-escaped': () => ' with backslashes before its quotes',
  'replaced-by-text': ({ text }) => ` replaced by ${text === '' ? 'nothing at all (0 bytes)' : `the text ${text}`}`,
  'bytes-printed': ({ as }) =>
    ({
      'node-buffer': ', as the JSON of Node\'s Buffer ({"type":"Buffer","data":[...]})',
      'python-bytes': ", as Python's print of bytes (b'...')",
      'decimal-list': ', as its bytes in decimal, separated by commas',
      'json-list': ', as a JSON list of its bytes',
      uint8array: ', as the JSON of a Uint8Array',
    })[as],
  'object-printed': ({ by }) => ` as ${printers[by]}`,
  'only-field': ({ field, as }) => `: only its field ${JSON.stringify(field)}${fieldSpellings[as]}`,
  'only-fields': ({ fields }) =>
    `: only its fields ${fields.map((field) => JSON.stringify(field)).join(' and ')}, as JSON on one line`,
  'field-left-out': ({ field }) => ` without its field ${JSON.stringify(field)}, as JSON on one line`,
  'names-kept': ({ sorted }) =>
    ` as JavaScript's JSON.stringify writes it with a list of names: those of its outermost fields${sorted ? ', sorted' : ''}`,
  chunk: ({ part, size }) =>
    ({
      first: `: only its first ${size}`,
      last: `: only its last chunk of ${size}`,
      rest: `: all but its first ${size}`,
    })[part],
  'text-before': ({ text }) => ` with the text ${text} before it`,
  'text-after': ({ text }) => ` with the text ${text} after it`,
  twice: () => ', twice in a row',
  'escaped-for-html': ({ as }) => ` escaped for HTML, ${htmlEscapings[as]}`,
  'html-unescaped': () => ' with its HTML escapes read',
  references: ({ as }) => ` with characters beyond ASCII as ${as === 'html' ? '&#...;' : '\\x.. and \\u....'}`,
  'gateway-event': ({ as }) => ` ${gatewayEvents[as]}`,

  'url-decoded-except-plus': () => ' URL-decoded except for its + signs',
  'payload-name-before': ({ encoding }) =>
    encoding === null ? ' with payload= before it' : ` ${encodings[encoding]}, with payload= before it`,
  'equals-sign-after': () => ' with = at its end, as a parser of forms writes a body that is not a form',
  'spaces-written': ({ as }) => ` with ${as} in place of ${as === '+' ? '%20' : '+'}`,
  'percent-signs': (fields) => ` with ${fields.case}-case percent signs`,
  'form-name-removed': () => ' without its name at the start',
  'only-form-value': ({ field }) => ` as only the decoded value of "${field}"`,
  'form-encoded-again': ({ as }) =>
    ` parsed as a form and ${{ standard: 'encoded again', python: 'encoded again like Python', 'percent-20': 'URL-encoded with %20', sorted: 'encoded again, sorted by name' }[as]}`,
  'form-as-json': ({ as }) =>
    ` parsed as a form and printed as ${{ javascript: 'JSON', python: "Python's json.dumps does", 'only-name': 'JSON, its text the only name' }[as]}`,

  'json-laid-out': ({ layout }) => ` ${isInline(layout) ? 'written as JSON ' : ''}${layouts[layout]}`,
  'duplicates-dropped': ({ layout }) => ` with only the last of equal keys, ${layouts[layout]}`,
  'keys-ordered': ({ by, layout }) => withLayout(orders[by], layout),
  'nulls-dropped': ({ layout }) => withLayout(' without the fields that are null', layout),
  'json-written-again': writtenAgain,
  'lines-restored': ({ layout, breaks, final }) =>
    ` with the line breaks of JSON ${layouts[layout]}${breaks === 'crlf' ? ' (CRLF)' : ''}${final ? `, and ${ends[breaks]} at its end` : ''}`,
  'php-flags': ({ flags, encoded }) =>
    encoded ? ` as PHP's json_encode writes it with ${flags}` : ` with the escapes of PHP's ${flags}`,
  'numbers-as': ({ writer }) => ` with its numbers as ${writer} writes them`,
  'slashes-escaped': () => ' with its slashes escaped (/ as \\/)',
  'slashes-unescaped': () => ' with its slashes unescaped (\\/ as /)',
  'unicode-escaped': (fields) => ` with characters beyond ASCII written as \\uXXXX in ${fields.case} case`,
  'unicode-unescaped': () => ' with \\uXXXX beyond ASCII written as characters',
  'ascii-unescaped': () => ' with \\uXXXX of ASCII characters (such as \\u002B) written as characters',
  'all-unescaped': () => ' with every \\uXXXX written as a character',
  'escape-digits': (fields) => ` with the digits of \\uXXXX in ${fields.case} case`,
  'escaped-as-in': ({ language, unicode }) => ` with ${escapes[language]}${unicode ? ', beyond ASCII too' : ''}`,
  'dates-rewritten': datesRewritten,
  'names-in': ({ style, fromSnakeCase }) =>
    ` with its field names in ${style}${fromSnakeCase ? ' from snake_case' : ''}`,

  'other-url': ({ url }) => ` with the URL ${url}`,
  'other-timestamp': ({ timestamp }) => ` with the timestamp ${timestamp}`,
  'timestamp-rewritten': ({ timestamp, from, unit }) => ` with the timestamp ${timestamp} (${from} ${timeUnits[unit]})`,
  'timestamp-missing': ({ text }) => ` with the timestamp ${text === '' ? 'left out' : text}`,
  'form-fields': ({ as }) => ` in the message {url}{form} with ${formFields[as]}`,
  'values-from-elsewhere': (fields) =>
    ` with ${filledIn({ ...fields, url: null }).join(' and ')} from elsewhere in the request`,
  'other-message': ({ template, ...filled }) => {
    const parts = filledIn(filled)
    const shown = ` in the message ${template.replaceAll('\n', '\\n')}`
    return parts.length === 0 ? shown : `${shown} (${parts.join(', ')})`
  },

  'white-space-around': () => ' with white space around it',
  'in-quotes': () => ' in quotes',
  'lines-joined': () => ' over several lines, joined',
  'not-base64': () => ', which is not base64',
  'as-command-output': () => ' as a command printed it',
  'after-prefix': ({ prefix }) => ` after the prefix ${prefix}`,
  'scheme-prefix-missing': () => " without the scheme's prefix",
  'digest-was-url-encoded': () => ', URL-encoded',
  'one-of-several-values': () => ' as one of several values in the header',
  'one-of-several-headers': () => ' in one of several headers',
}

/** What was done, to go on after the name of what was changed; empty where the cause says it. */
export function changeWords(how: ChangeHow | null): string {
  return how === null ? '' : inWords(words, how)
}

/** Nothing in these words says that it is JSON. */
function isInline(layout: JsonLayout): boolean {
  return layout === 'compact' || layout === 'spaced'
}

function withLayout(change: string, layout: JsonLayout | null): string {
  return layout === null ? change : `${change}, ${layouts[layout]}`
}

function writtenAgain({ writers, changed, layout }: Fields<'json-written-again'>): string {
  const details = [...changed.map((each) => rewritten[each]), ...(layout === null ? [] : [layouts[layout]])]
  const story = writers.length === 0 ? ' serialised as JSON again' : ` as ${writersWords(writers)} it`
  return details.length === 0 ? story : `${story} (${details.join(', ')})`
}

/** "X writes", "X or Y write". */
function writersWords(writers: readonly string[]): string {
  const last = writers.at(-1) ?? ''
  return writers.length === 1 ? `${last} writes` : `${writers.slice(0, -1).join(', ')} or ${last} write`
}

function datesRewritten({ zerosDropped, digits, zone }: Fields<'dates-rewritten'>): string {
  const zones = zone === null ? null : zone === 'Z' ? 'Z instead of +00:00' : '+00:00 instead of Z'
  const parts = [
    zerosDropped ? 'trailing zeros of the seconds dropped' : null,
    digits === null ? null : `${digits} digits of the second`,
    zones,
  ].filter((part) => part !== null)
  return ` with its dates rewritten (${parts.join(', ')})`
}

/** "the timestamp 1700000000", for each value that there is. */
function filledIn(values: { timestamp: string | null; id: string | null; url: string | null }): string[] {
  const names = { timestamp: 'the timestamp', id: 'the id', url: 'the URL' } as const
  return (['timestamp', 'id', 'url'] as const).flatMap((name) =>
    values[name] === null ? [] : [`${names[name]} ${values[name]}`],
  )
}
