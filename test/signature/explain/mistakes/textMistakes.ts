import { inspect } from 'node:util'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { hashOf } from './families.ts'
import { type Mistake, ofBody } from './mistake.ts'
import { json, type Json, parsed, python } from './writers.ts'

export const textMistakes: readonly Mistake[] = [
  ofBody('body-html-escapes', 'wide', 'HTML-escaped text', (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  ),
  ofBody('body-html-escapes', 'wide', "PHP's htmlspecialchars", (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#039;'),
  ),
  ofBody('body-html-escapes', 'wide', "Python's html.escape", (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#x27;'),
  ),
  ofBody('body-html-escapes', 'wide', 'HTML escapes without quotes', (text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  ),
  ofBody('body-object-text', 'plain', 'str(request.json) in Python', (text) => python(parsed(text))),
  ofBody('body-object-text', 'pretty', 'str(dict) with rewritten numbers', (text) =>
    python(parsed(text)).replace("'rate': 1,", "'rate': 1.0,"),
  ),
  ofBody('body-object-text', 'plain', 'str(request.data) in Python', (text) => `b'${text}'`),
  ofBody('body-object-text', 'plain', 'util.inspect', (text) => inspect(parsed(text))),
  ofBody('body-object-text', 'plain', 'util.inspect of all levels', (text) => inspect(parsed(text), { depth: null })),
  ofBody('body-object-text', 'plain', 'new URLSearchParams(req.body)', (text) =>
    new URLSearchParams(parsed(text) as Record<string, string>).toString(),
  ),
  ofBody('body-object-text', 'plain', 'http_build_query', (text) => query(parsed(text))),
  ofBody('body-object-text', 'plain', "Python's urlencode(dict)", (text) =>
    Object.entries(parsed(text))
      .map(([name, value]) => `${name}=${quotePlus(typeof value === 'string' ? value : python(value))}`)
      .join('&'),
  ),
  ofBody('body-object-text', 'plain', "Ruby's inspect", (text) =>
    json(parsed(text), { item: ', ', colon: '=>' }).replaceAll('null', 'nil'),
  ),
  ofBody('body-consumed', 'plain', "a Buffer's JSON", (text) => JSON.stringify(Buffer.from(text))),
  ofBody('body-object-text', 'plain', 'bytes in decimal', (text) => Buffer.from(text).join(',')),
  ...['', '{}', '[object Object]', 'undefined', 'null', '""', '[]', 'None'].map((text) =>
    // Where more than the body is signed, nothing in its place is the same as a message without it.
    ofBody(
      text === '' ? ['body-consumed', 'message-template'] : 'body-consumed',
      'plain',
      `"${text}" in its place`,
      () => text,
    ),
  ),
  ofBody('body-base64', 'plain', 'base64', (text) => Buffer.from(text).toString('base64')),
  ofBody('body-base64', 'plain', 'hex', (text) => Buffer.from(text).toString('hex')),
  ofBody('body-json-string', 'plain', 'JSON.stringify(event.body)', (text) => JSON.stringify(text)),
  ofBody('body-json-string', 'plain', "a Lambda event's JSON", (text) =>
    JSON.stringify({ body: text, isBase64Encoded: false }),
  ),
  ofBody(
    'body-json-string',
    'plain',
    'json.dumps of a Lambda event',
    (text) => `{"body": ${JSON.stringify(text)}, "isBase64Encoded": false}`,
  ),
  ofBody(['body-json-string', 'body-base64'], 'plain', "a Lambda event's JSON with base64", (text) =>
    JSON.stringify({ body: Buffer.from(text).toString('base64'), isBase64Encoded: true }),
  ),
  ofBody('body-json-string', 'plain', 'the body alone in an object', (text) => JSON.stringify({ body: text })),
  ofBody('body-compressed', 'plain', 'gzip', (text) => gzipSync(text)),
  ofBody('body-compressed', 'plain', 'deflate', (text) => deflateSync(text)),
  ofBody('body-compressed', 'plain', 'brotli', (text) => brotliCompressSync(text)),
  ofBody('body-hashed', 'plain', 'its SHA-256 in hex', (text) => hashOf('sha256', text).toString('hex')),
  ofBody('body-hashed', 'plain', 'its SHA-256', (text) => hashOf('sha256', text)),
  ofBody('body-hashed', 'plain', 'its SHA-256 in base64', (text) => hashOf('sha256', text).toString('base64')),
  ofBody('body-hashed', 'plain', 'its MD5 in hex', (text) => hashOf('md5', text).toString('hex')),
  ofBody('body-hashed', 'plain', 'its SHA-1 in hex', (text) => hashOf('sha1', text).toString('hex')),
]

export const formMistakes: readonly Mistake[] = [
  ofBody('body-form', 'form', 'only the decoded payload', (text) => new URLSearchParams(text).get('payload')),
  ofBody('body-form', 'form', 'without payload=', (text) => text.replace(/^payload=/, '')),
  ofBody('body-form', 'form', '%20 for +', (text) => text.replaceAll('+', '%20')),
  ofBody('body-form', 'form', 'URL-decoded', (text) => decodeURIComponent(text.replaceAll('+', ' '))),
  ofBody('body-form', 'form', 'JSON.stringify(req.body)', (text) =>
    JSON.stringify(Object.fromEntries(new URLSearchParams(text))),
  ),
  ofBody('body-form', 'form', 'json.dumps(request.form)', (text) =>
    json(Object.fromEntries(new URLSearchParams(text)), { item: ', ', colon: ': ' }),
  ),
  ofBody('body-form', 'form', 'sorted', (text) => {
    const sortedOnes = new URLSearchParams(text)
    sortedOnes.sort()
    return sortedOnes.toString()
  }),
]

function quotePlus(text: string): string {
  return encodeURIComponent(text)
    .replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
}

/** PHP's http_build_query of a decoded object: no nulls, 1 for true. */
function query(value: Json, name = ''): string {
  if (value === null) return ''
  if (typeof value !== 'object') {
    return `${quotePlus(name).replaceAll('~', '%7E').replaceAll('%7E', '~')}=${quotePlus(value === true ? '1' : value === false ? '0' : String(value))}`
  }
  return Object.entries(value)
    .map(([key, inner]) => query(inner, name === '' ? key : `${name}[${key}]`))
    .filter((part) => part !== '')
    .join('&')
}
