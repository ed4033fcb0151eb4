import { type Mistake, ofBody } from '../explain/mistakes/mistake.ts'
import { escaped, json, type Json, parsed, sorted } from '../explain/mistakes/writers.ts'

/** Puts one of the bodies of the tests through what code does to it. */
const pretty = (
  name: string,
  causes: string | readonly string[],
  change: (text: string) => string | Buffer | null,
  more: Partial<Mistake> = {},
) => ofBody(causes, 'pretty', name, change, more)
const plain = (
  name: string,
  causes: string | readonly string[],
  change: (text: string) => string | Buffer | null,
  more: Partial<Mistake> = {},
) => ofBody(causes, 'plain', name, change, more)
const wide = (
  name: string,
  causes: string | readonly string[],
  change: (text: string) => string | Buffer | null,
  more: Partial<Mistake> = {},
) => ofBody(causes, 'wide', name, change, more)

const receiver = { only: 'receiver' } as const

function field(text: string, ...path: string[]): Json {
  let value: Json = parsed(text)
  for (const name of path) value = (value as { [name: string]: Json })[name] ?? null
  return value
}

/** Values of these types as texts; null is the only object among them. */
function withTexts(text: string, types: readonly string[]): string {
  return JSON.stringify(parsed(text), (_name, value: unknown) =>
    types.includes(typeof value) && (typeof value !== 'object' || value === null) ? String(value) : value,
  )
}

/** Texts that templates and shells sign when a variable was not filled in. */
const unfilled = ['$BODY', '$body', '$PAYLOAD', '$payload', '${BODY}', '{{body}}', 'req.body', 'request.body']

/** How code changes a body before it hashes it. */
export const freshBodies: readonly Mistake[] = [
  pretty(
    'JSON.stringify of JSON.stringify',
    ['body-json-string', 'body-reserialised', 'body-number-rewritten', 'body-formatting'],
    (text) => JSON.stringify(JSON.stringify(parsed(text))),
  ),
  plain('JSON.stringify twice of what it had written', ['body-json-string'], (text) =>
    JSON.stringify(JSON.stringify(text)),
  ),
  pretty('JSON.stringify(event.data)', 'body-part', (text) => JSON.stringify(field(text, 'data')), receiver),
  pretty(
    'JSON.stringify(event.data.list)',
    'body-part',
    (text) => JSON.stringify(field(text, 'data', 'list')),
    receiver,
  ),
  plain(
    'JSON.stringify(event.object.tags)',
    'body-part',
    (text) => JSON.stringify(field(text, 'object', 'tags')),
    receiver,
  ),
  plain(
    'json.dumps(event["object"]["tags"])',
    'body-part',
    (text) => json(field(text, 'object', 'tags'), { item: ', ', colon: ': ' }),
    receiver,
  ),
  plain('the id alone', 'body-part', (text) => JSON.stringify(field(text, 'id')).replaceAll('"', ''), receiver),
  pretty(
    'sorted keys and numbers as doubles, as Go writes a map',
    ['body-key-order', 'body-number-rewritten'],
    (text) => JSON.stringify(sorted(parsed(text))),
  ),
  pretty(
    'sorted keys with two spaces, as jq -S writes them',
    ['body-key-order', 'body-number-rewritten'],
    (text) => `${JSON.stringify(sorted(parsed(text)), null, 2)}\n`,
  ),
  wide(
    'sorted keys with escapes, json.dumps(sort_keys=True, separators)',
    ['body-key-order', 'body-escaped-unicode'],
    (text) => json(sorted(parsed(text)), { text: (one) => escaped(JSON.stringify(one), /[\u0080-\uffff]/g) }),
  ),
  pretty(
    'the white space of an unquoted variable of a shell',
    ['body-whitespace', 'body-formatting', 'body-newlines-stripped'],
    (text) => text.split(/\s+/).join(' '),
  ),
  pretty('lines trimmed and joined', ['body-whitespace', 'body-formatting', 'body-newlines-stripped'], (text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .join(''),
  ),
  wide(
    'backslashes taken off, as read does without -r',
    ['body-escaped-slashes', 'body-whitespace', 'body-json-string', 'body-text-added'],
    (text) => text.replaceAll(/\\(.)/g, '$1'),
  ),
  pretty(
    'a line feed after JSON.stringify',
    ['body-reserialised', 'body-number-rewritten', 'body-final-newline', 'body-formatting'],
    (text) => `${JSON.stringify(parsed(text))}\n`,
  ),
  plain('a space after every comma only', ['body-formatting', 'body-python-spacing'], (text) =>
    json(parsed(text), { item: ', ' }),
  ),
  plain('a space after every colon only', ['body-formatting', 'body-python-spacing'], (text) =>
    json(parsed(text), { colon: ': ' }),
  ),
  plain('two final line feeds', ['body-whitespace', 'body-final-newline'], (text) => `${text}\n\n`),
  plain('spaces around it', ['body-whitespace', 'message-template'], (text) => ` ${text} `),
  // After a timestamp it is as much a space between the two.
  plain('a space before it', ['body-whitespace', 'message-template'], (text) => ` ${text}`),
  ...unfilled.map((name) => plain(`the text ${name}`, 'body-consumed', () => name)),
  plain('its length', ['body-consumed', 'body-object-text'], (text) => String(text.length), receiver),
  wide('encodeURIComponent', ['body-form'], (text) => encodeURIComponent(text)),
  plain('as the value of payload in a form', ['body-form'], (text) => `payload=${encodeURIComponent(text)}`),
  plain('as the value of body in a form', ['body-form'], (text) => `body=${encodeURIComponent(text)}`),
  plain('base64 with line breaks', ['body-base64'], (text) =>
    Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\n'),
  ),
  plain('upper-case hex', ['body-base64'], (text) => Buffer.from(text).toString('hex').toUpperCase()),
  plain('nulls dropped and keys sorted', ['body-nulls-dropped', 'body-key-order'], (text) =>
    JSON.stringify(sorted(parsed(text.replace('"note":null,', '')))),
  ),
  plain(
    'numbers as texts',
    ['body-number-rewritten', 'body-reserialised'],
    (text) => withTexts(text, ['number']),
    receiver,
  ),
  plain(
    'all values as texts',
    ['body-number-rewritten', 'body-reserialised'],
    (text) => withTexts(text, ['number', 'boolean', 'object']),
    receiver,
  ),
  plain(
    '0 for false and 1 for true',
    ['body-number-rewritten', 'body-reserialised'],
    (text) => text.replaceAll('true', '1'),
    receiver,
  ),
  plain('only the first 100 bytes', ['body-part'], (text) => text.slice(0, 100), receiver),
]

/** The body of a shop as PHP sends it: slashes and letters escaped. */
export const phpBody = `{"id":820982911946154508,"email":"jon@example.com","url":"https:\\/\\/shop.example\\/a","name":"Zo\\u00eb","total":"199.00"}`

/** A body in which the object is two levels down, as Stripe sends it. */
export const stripeBody = JSON.stringify(
  {
    id: 'evt_1',
    object: 'event',
    created: 1_700_000_000,
    data: { object: { id: 'ch_1', object: 'charge', amount: 1250, metadata: { order: '7' } } },
    type: 'charge.succeeded',
  },
  null,
  2,
)
