import { z } from 'zod'
import { type Coded, coded, noFields, ownText } from './coded.ts'

const count = z.number().int()
const letterCase = z.enum(['lower', 'upper'])
const hidden = [
  'no-break-space',
  'zero-width-space',
  'zero-width-non-joiner',
  'zero-width-joiner',
  'word-joiner',
  'soft-hyphen',
  'narrow-no-break-space',
  'ideographic-space',
] as const
const charsets = [
  'latin-1',
  'latin-1-lower-bytes',
  'latin-1-question-marks-by-unit',
  'latin-1-only',
  'windows-1252',
  'windows-1252-question-marks-by-unit',
  'windows-1252-only',
  'utf-8-once-latin-1',
  'utf-8-once-windows-1252',
  'latin-1-as-utf-8',
  'windows-1252-as-utf-8',
  'ascii-question-marks',
  'ascii-question-marks-by-unit',
  'ascii-question-marks-by-byte',
  'ascii-seven-bits',
  'ascii-only',
  'ascii-replacement-characters',
  'utf-16-le',
  'utf-16-be',
  'utf-16-le-bom',
  'utf-16-be-bom',
] as const
const layouts = [
  'compact',
  'spaced',
  'indent-2',
  'indent-4',
  'tab',
  'indent-1',
  'indent-2-crlf',
  'indent-4-crlf',
  'tab-crlf',
  'colon-spaced',
  'item-spaced',
  'jackson',
  'swift',
] as const
const gatewayEvents = [
  'body-only',
  'body-first',
  'body-last',
  'python-body-only',
  'python-body-first',
  'base64',
] as const
const objectPrinters = [
  'python-str',
  'ruby-inspect',
  'ruby-inspect-3.4',
  'url-search-params',
  'http-build-query',
  'python-urlencode',
  'util-inspect',
  'util-inspect-all',
  'util-inspect-line',
] as const
const fieldSpellings = ['as-it-is', 'json', 'indented-json', 'python-json', 'number-rewritten'] as const
const htmlEscapings = ['template', 'php', 'python', 'xml', 'apostrophes-kept', 'quotes-kept'] as const
const timeUnits = [
  'ms',
  'whole-s-as-ms',
  's',
  'rounded-s',
  'fraction-s',
  'float-s',
  'iso',
  'iso-without-ms',
  'iso-offset',
  'iso-offset-without-ms',
  'date-and-time',
  'http',
] as const
const formFields = ['in-their-order', 'sorted-with-separators', 'with-separators', 'values-only'] as const
const rewritten = [
  'order',
  'nulls',
  'duplicates',
  'numbers',
  'slashes',
  'html',
  'unicode',
  'empty-objects',
  'escapes',
] as const

/** A character that nobody sees. */
export type HiddenCharacter = (typeof hidden)[number]
/** Bytes that are not "UTF-8 as it is". */
export type CharsetName = (typeof charsets)[number]
/** White space of JSON. */
export type JsonLayout = (typeof layouts)[number]
/** What a writer of JSON changed beside the white space. */
export type JsonRewrite = (typeof rewritten)[number]

/** How an event of a gateway has the body: which field comes first, and in whose spacing. */
export type GatewayEvent = (typeof gatewayEvents)[number]
/** What prints a parsed object. */
export type ObjectPrinter = (typeof objectPrinters)[number]
/** How one field is written alone. */
export type FieldSpelling = (typeof fieldSpellings)[number]
/** Who escapes for HTML: they differ in the apostrophe. */
export type HtmlEscaping = (typeof htmlEscapings)[number]
/** Unit or notation of a timestamp. */
export type TimeUnit = (typeof timeUnits)[number]
/** How the fields of a form are put together. */
export type FormFields = (typeof formFields)[number]

const layout = z.enum(layouts)
/** A decoder; `base64-lenient` skips every character that is not base64. */
const from = z.enum(['base64', 'base64url', 'hex', 'base64-lenient'])
const prefix = z.object({ prefix: ownText })
const text = z.object({ text: ownText })

/** Of the body or of a secret. */
const textChanges = {
  'end-added': z.object({
    end: z.enum([
      'lf',
      'crlf',
      'cr',
      'space',
      'tab',
      'two-lf',
      'two-crlf',
      'two-spaces',
      'space-lf',
      'no-break-space',
      'zero-width-space',
      'nul',
    ]),
  }),
  'space-before': noFields,
  'start-added': z.object({ start: z.enum(['tab', 'lf', 'no-break-space', 'zero-width-space']) }),
  'spaces-around': noFields,
  'bom-before': noFields,
  'bom-removed': noFields,
  'final-break-removed': z.object({ end: z.enum(['lf', 'crlf']) }),
  'ends-trimmed': noFields,
  'white-space-removed': noFields,
  'breaks-replaced': z.object({ by: z.enum(['lf', 'crlf', 'space', 'nothing']) }),
  charset: z.object({ charset: z.enum(charsets) }),
  normalised: z.object({ form: z.enum(['NFC', 'NFD']) }),
  'url-decoded': noFields,
  'url-encoded': noFields,
  'escaped-as-json': noFields,
  'plus-as-space': noFields,
  encoded: z.object({ as: z.enum(['base64', 'base64url', 'hex', 'upper-case-hex']) }),
  decoded: z.object({ from }),
  /** `fingerprint`: its first 8 hex digits. */
  hashed: z.object({
    hash: z.enum(['SHA-256', 'MD5', 'SHA-1', 'SHA-512']),
    as: z.enum(['bytes', 'hex', 'base64', 'fingerprint']),
  }),
}

const secretChanges = {
  'character-removed': z.object({ character: z.enum(hidden) }),
  'quotes-removed': noFields,
  'curly-quotes-removed': z.object({ left: ownText, right: ownText }),
  'quotes-added': z.object({ quote: ownText }),
  'curly-quotes-added': z.object({ left: ownText, right: ownText }),
  'quotes-and-break-added': z.object({ quote: ownText, end: z.enum(['lf', 'crlf']) }),
  'only-in-quotes': noFields,
  'cut-to': z.object({ bytes: count }),
  'byte-missing': z.object({ at: z.enum(['start', 'end']) }),
  'whole-line': z.object({ line: ownText }),
  'escaped-break-added': noFields,
  'cut-before': z.object({ mark: ownText }),
  'only-after-equals-sign': noFields,
  'variables-removed': noFields,
  'dashes-removed': noFields,
  'final-equals-signs-removed': noFields,
  'escapes-read': noFields,
  'escaped-as-html': noFields,
  'backslashes-removed': noFields,
  'letter-case': z.object({ case: letterCase }),
  'not-decoded': noFields,
  'prefix-removed': prefix,
  'prefix-added': prefix,
  'decoded-without-prefix': z.object({ from, prefix: ownText }),
  'decoded-with-prefix': z.object({ from }),
  /** Something stands before the prefix, so it was not removed; the decoder skips whatever that is. */
  'prefix-hidden': prefix,
  /** In place of a secret. */
  'text-as-key': text,
  'decoded-text-as-key': z.object({ text: ownText, from: ownText }),
}

const bodyChanges = {
  decompressed: z.object({ from: z.enum(['gzip', 'deflate', 'raw-deflate', 'brotli']) }),
  /** `system`: what gzip names in its header. */
  'compressed-by-gzip': z.object({ level: count, system: ownText }),
  'compressed-by-deflate': z.object({ level: count }),
  'compressed-by-raw-deflate': noFields,
  'compressed-by-brotli': z.object({ quality: count }),
  'read-from-utf-16': z.object({ order: z.enum(['little-endian', 'big-endian']) }),
  'not-utf-8-replaced': z.object({ by: z.enum(['replacement-character', 'question-mark', 'nothing']) }),
  'as-json-string': z.object({ times: count }),
  'inside-of-json-string': noFields,
  'quotes-escaped': noFields,
  'replaced-by-text': text,
  'bytes-printed': z.object({
    as: z.enum(['node-buffer', 'python-bytes', 'decimal-list', 'json-list', 'uint8array']),
  }),
  'object-printed': z.object({ by: z.enum(objectPrinters) }),
  'only-field': z.object({ field: z.string(), as: z.enum(fieldSpellings) }),
  'only-fields': z.object({ fields: z.array(z.string()) }),
  'field-left-out': z.object({ field: z.string() }),
  /** JSON.stringify's list of names to keep has those of the outermost fields. */
  'names-kept': z.object({ sorted: z.boolean() }),
  /** `rest`: all but the first one. */
  chunk: z.object({ part: z.enum(['first', 'last', 'rest']), size: ownText }),
  'text-before': text,
  'text-after': text,
  twice: noFields,
  'escaped-for-html': z.object({ as: z.enum(htmlEscapings) }),
  'html-unescaped': noFields,
  /** Characters beyond ASCII as `&#8364;` or as Python's `\\u20ac`. */
  references: z.object({ as: z.enum(['html', 'python']) }),
  'gateway-event': z.object({ as: z.enum(gatewayEvents) }),
}

const formChanges = {
  'url-decoded-except-plus': noFields,
  'payload-name-before': z.object({ encoding: z.enum(['url', 'form']).nullable() }),
  'equals-sign-after': noFields,
  'spaces-written': z.object({ as: z.enum(['%20', '+']) }),
  'percent-signs': z.object({ case: letterCase }),
  'form-name-removed': noFields,
  'only-form-value': z.object({ field: z.string() }),
  'form-encoded-again': z.object({ as: z.enum(['standard', 'python', 'percent-20', 'sorted']) }),
  'form-as-json': z.object({ as: z.enum(['javascript', 'python', 'only-name']) }),
}

/** `layout`: null where the white space was kept. */
const jsonChanges = {
  'json-laid-out': z.object({ layout }),
  'duplicates-dropped': z.object({ layout }),
  'keys-ordered': z.object({
    by: z.enum(['name', 'name-javascript', 'outermost-name', 'length', 'java-hash']),
    layout: layout.nullable(),
  }),
  'nulls-dropped': z.object({ layout: layout.nullable() }),
  /** Names of the writers that give these bytes; none where there are too many to help. */
  'json-written-again': z.object({
    writers: z.array(ownText),
    changed: z.array(z.enum(rewritten)),
    layout: layout.nullable(),
  }),
  /** Line breaks that are gone; `final`: one more at the end. */
  'lines-restored': z.object({ layout, breaks: z.enum(['lf', 'crlf']), final: z.boolean() }),
  /** `encoded`: slashes and characters beyond ASCII escaped, too. */
  'php-flags': z.object({ flags: ownText, encoded: z.boolean() }),
  'numbers-as': z.object({ writer: ownText }),
  'slashes-escaped': noFields,
  'slashes-unescaped': noFields,
  'unicode-escaped': z.object({ case: letterCase }),
  'unicode-unescaped': noFields,
  'ascii-unescaped': noFields,
  'all-unescaped': noFields,
  'escape-digits': z.object({ case: letterCase }),
  'escaped-as-in': z.object({ language: z.enum(['.NET', 'Go', 'PHP']), unicode: z.boolean() }),
  /** `digits` of the second, null: as they were; `zone`, null: as it was. */
  'dates-rewritten': z.object({
    zerosDropped: z.boolean(),
    digits: count.nullable(),
    zone: z.enum(['Z', '+00:00']).nullable(),
  }),
  'names-in': z.object({
    style: z.enum(['PascalCase', 'camelCase', 'snake_case', 'lower case']),
    fromSnakeCase: z.boolean(),
  }),
}

const messageChanges = {
  'other-url': z.object({ url: z.string() }),
  'other-timestamp': z.object({ timestamp: z.string() }),
  /** The same moment as `from`. */
  'timestamp-rewritten': z.object({ timestamp: z.string(), from: z.string(), unit: z.enum(timeUnits) }),
  'timestamp-missing': text,
  'form-fields': z.object({ as: z.enum(formFields) }),
  /** What the scheme's own place did not have; null where it did. */
  'values-from-elsewhere': z.object({ timestamp: z.string().nullable(), id: z.string().nullable() }),
  /** What was filled in; null where the template has no such part. */
  'other-message': z.object({
    template: ownText,
    timestamp: z.string().nullable(),
    id: z.string().nullable(),
    url: z.string().nullable(),
  }),
}

const readingChanges = {
  'white-space-around': noFields,
  'in-quotes': noFields,
  'lines-joined': noFields,
  'not-base64': noFields,
  'as-command-output': noFields,
  'after-prefix': z.object({ prefix: z.string() }),
  'scheme-prefix-missing': noFields,
  'digest-was-url-encoded': noFields,
  'one-of-several-values': noFields,
  'one-of-several-headers': noFields,
}

const changeCodes = {
  ...textChanges,
  ...secretChanges,
  ...bodyChanges,
  ...formChanges,
  ...jsonChanges,
  ...messageChanges,
  ...readingChanges,
}

/** What was done to the body, the message, the secret or the digest, where the cause does not say it. */
export type ChangeHow = Coded<typeof changeCodes>

export interface ChangeHowSchema extends z.ZodType<ChangeHow> {}
export const changeHowSchema: ChangeHowSchema = coded(changeCodes)
