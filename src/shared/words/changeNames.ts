import type {
  CharsetName,
  FieldSpelling,
  FormFields,
  GatewayEvent,
  HtmlEscaping,
  HiddenCharacter,
  JsonLayout,
  JsonRewrite,
  ObjectPrinter,
  TimeUnit,
} from '../codes/changes.ts'

export const ends = {
  lf: 'a line feed',
  crlf: 'a CRLF',
  cr: 'a carriage return',
  space: 'a space',
  tab: 'a tab',
  'two-lf': 'two line feeds',
  'two-crlf': 'two CRLFs',
  'two-spaces': 'two spaces',
  'space-lf': 'a space and a line feed',
  'no-break-space': 'a no-break space (U+00A0)',
  'zero-width-space': 'a zero-width space (U+200B)',
  nul: 'a NUL',
} as const

export const hidden: Readonly<Record<HiddenCharacter, string>> = {
  'no-break-space': 'no-break space (U+00A0)',
  'zero-width-space': 'zero-width space (U+200B)',
  'zero-width-non-joiner': 'zero-width non-joiner (U+200C)',
  'zero-width-joiner': 'zero-width joiner (U+200D)',
  'word-joiner': 'word joiner (U+2060)',
  'soft-hyphen': 'soft hyphen (U+00AD)',
  'narrow-no-break-space': 'narrow no-break space (U+202F)',
  'ideographic-space': 'ideographic space (U+3000)',
}

export const charsets: Readonly<Record<CharsetName, string>> = {
  'latin-1': 'Latin-1',
  'latin-1-lower-bytes': "Latin-1 by Node's Buffer.from(text, 'latin1'), which keeps the lower byte of every character",
  'latin-1-question-marks-by-unit': 'Latin-1 with ?? for characters such as emoji',
  'latin-1-only': 'Latin-1 without any other character',
  'windows-1252': 'Windows-1252',
  'windows-1252-question-marks-by-unit': 'Windows-1252 with ?? for characters such as emoji',
  'windows-1252-only': 'Windows-1252 without any other character',
  'utf-8-once-latin-1': 'UTF-8, encoded once instead of twice (by way of Latin-1)',
  'utf-8-once-windows-1252': 'UTF-8, encoded once instead of twice (by way of Windows-1252)',
  'latin-1-as-utf-8': 'Latin-1 read as UTF-8 once more',
  'windows-1252-as-utf-8': 'Windows-1252 read as UTF-8 once more',
  'ascii-question-marks': 'ASCII with ? for every other character',
  'ascii-question-marks-by-unit': 'ASCII with ? for every other UTF-16 unit',
  'ascii-question-marks-by-byte': 'ASCII with ? for every other byte',
  'ascii-seven-bits': 'ASCII with the highest bit cut',
  'ascii-only': 'ASCII without any other character',
  'ascii-replacement-characters': 'ASCII with U+FFFD for every other byte',
  'utf-16-le': 'UTF-16 (little-endian)',
  'utf-16-be': 'UTF-16 (big-endian)',
  'utf-16-le-bom': 'UTF-16 (little-endian) with a byte order mark',
  'utf-16-be-bom': 'UTF-16 (big-endian) with a byte order mark',
}

export const layouts: Readonly<Record<JsonLayout, string>> = {
  compact: 'on one line without spaces',
  spaced: 'with a space after each comma and colon',
  'indent-2': 'indented by two spaces',
  'indent-4': 'indented by four spaces',
  tab: 'indented by tabs',
  'indent-1': 'indented by one space',
  'indent-2-crlf': 'indented by two spaces, with CRLF',
  'indent-4-crlf': 'indented by four spaces, with CRLF',
  'tab-crlf': 'indented by tabs, with CRLF',
  'colon-spaced': 'with a space after each colon',
  'item-spaced': 'with a space after each comma',
  jackson: 'indented like Jackson',
  swift: 'indented, with spaces around each colon',
}

export const rewritten: Readonly<Record<JsonRewrite, string>> = {
  order: 'its keys in another order',
  nulls: 'without the fields that are null',
  duplicates: 'with only the last of equal keys',
  numbers: 'its numbers rewritten',
  slashes: 'its slashes escaped differently',
  html: 'ASCII characters such as < and & escaped differently',
  unicode: 'characters beyond ASCII escaped differently',
  'empty-objects': '{} as []',
  escapes: 'control characters escaped differently',
}

export const decoders = {
  base64: 'base64',
  base64url: 'base64url',
  hex: 'hex',
  'base64-lenient': 'base64 by a lenient decoder, which skips every other character',
} as const

export const printers: Readonly<Record<ObjectPrinter, string>> = {
  'python-str': "Python's str(dict) prints the parsed object",
  'ruby-inspect': "Ruby's inspect prints the parsed object",
  'ruby-inspect-3.4': "Ruby's inspect (from 3.4 on) prints the parsed object",
  'url-search-params': 'new URLSearchParams(object) writes the parsed object',
  'http-build-query': "PHP's http_build_query writes the parsed object",
  'python-urlencode': "Python's urlencode writes the parsed object",
  'util-inspect': "Node's util.inspect (console.log) prints the parsed object",
  'util-inspect-all': "Node's util.inspect prints all levels of the parsed object",
  'util-inspect-line': "Node's util.inspect prints the parsed object on one line",
}

export const gatewayEvents: Readonly<Record<GatewayEvent, string>> = {
  'body-only': "as the field body of an event's JSON",
  'body-first': "as the field body of an event's JSON, before isBase64Encoded",
  'body-last': "as the field body of an event's JSON, after isBase64Encoded",
  'python-body-only': "as the field body of an event's JSON in Python's spacing",
  'python-body-first': "as the field body of an event's JSON in Python's spacing, before isBase64Encoded",
  base64: "in base64 as the field body of an event's JSON",
}

export const fieldSpellings: Readonly<Record<FieldSpelling, string>> = {
  'as-it-is': '',
  json: ', as JSON on one line',
  'indented-json': ', as JSON indented by two spaces',
  'python-json': ", as Python's json.dumps writes it",
  'number-rewritten': ', its number rewritten',
}

export const htmlEscapings: Readonly<Record<HtmlEscaping, string>> = {
  template: 'as most template engines do',
  php: "as PHP's htmlspecialchars does",
  python: "as Python's html.escape does",
  xml: 'as in XML',
  'apostrophes-kept': 'apostrophes kept',
  'quotes-kept': 'quotes kept',
}

export const timeUnits: Readonly<Record<TimeUnit, string>> = {
  ms: 'in milliseconds',
  'whole-s-as-ms': 'in whole seconds, as milliseconds',
  s: 'in seconds',
  'rounded-s': 'in rounded seconds',
  'fraction-s': 'in seconds with a fraction',
  'float-s': 'as a float of seconds',
  iso: 'as an ISO date',
  'iso-without-ms': 'as an ISO date without milliseconds',
  'iso-offset': 'as an ISO date with +00:00',
  'iso-offset-without-ms': 'as an ISO date with +00:00 and without milliseconds',
  'date-and-time': 'as a date and a time',
  http: 'as an HTTP date',
}

export const formFields: Readonly<Record<FormFields, string>> = {
  'in-their-order': 'its fields in the order of the form',
  'sorted-with-separators': '= and & between its sorted fields',
  'with-separators': '= and & between its fields',
  'values-only': 'only the values of its fields',
}

export const encodings = { url: 'URL-encoded', form: 'form-encoded' } as const

export const orders = {
  name: ' with its keys sorted',
  'name-javascript': ' with its keys sorted by JavaScript (numbers first)',
  'outermost-name': ' with its outermost keys sorted',
  length: ' with shorter keys first (as jsonb keeps them)',
  'java-hash': " in the key order of Java's HashMap",
} as const

export const escapes = {
  '.NET': ".NET's escapes (\\u002B, \\u0022, \\u0026, \\u0027, \\u003C, \\u003E)",
  Go: "Go's escapes (\\u003c, \\u003e, \\u0026, \\u2028, \\u2029)",
  PHP: "PHP's escapes",
} as const
