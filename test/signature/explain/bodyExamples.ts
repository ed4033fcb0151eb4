import { createHash } from 'node:crypto'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { buildInput, liveSecret, secret, sign } from './buildInput.ts'
import type { Example } from './examples.ts'

type Body = string | Uint8Array

/** The header is right over `body`; the user's code hashed `hashed`. */
function receiver(cause: string, title: string, body: Body, hashed: Body, headers: readonly string[] = []): Example {
  return {
    cause,
    title,
    make: () => buildInput({ body, header: sign(liveSecret, body), digest: sign(liveSecret, hashed), headers }),
  }
}

/** The sender signed `signed`; `body` arrived. */
function wire(cause: string, title: string, signed: Body, body: Body, headers: readonly string[] = []): Example {
  return { cause, title, make: () => buildInput({ body, header: sign(liveSecret, signed), headers }) }
}

const pretty = '{\n  "id": "b3b3318e",\n  "list": [\n    1,\n    2\n  ],\n  "none": {}\n}'
const compact = '{"id":"b3b3318e","list":[1,2],"none":{}}'
const plain = '{"id":"b3b3318e","name":"Zoe"}'
const accents = '{"name":"Z\u00fcrich"}'
const form = 'payload=%7B%22a%22%3A%22b+c%22%7D&x=1'

export const bodyExamples: readonly Example[] = [
  receiver(
    'body-reserialised',
    'JSON.stringify(req.body) instead of the raw body',
    pretty,
    JSON.stringify(JSON.parse(pretty)),
  ),
  wire('body-formatting', 'A proxy took the spaces out of the JSON', pretty, compact),
  wire(
    'body-reserialised',
    'A proxy in Python wrote what JSON.stringify had written',
    '{"a":"\u00fc","b":[1]}',
    '{"a": "\\u00fc", "b": [1]}',
  ),
  receiver('body-python-spacing', 'json.dumps(request.json) in Python', '{"a":1,"b":[1,2]}', '{"a": 1, "b": [1, 2]}'),
  receiver(
    'body-python-spacing',
    'json.dumps with its ASCII escapes',
    '{"a":"\u00fc","b":2}',
    '{"a": "\\u00fc", "b": 2}',
  ),
  receiver('body-python-spacing', 'json.dumps(sort_keys=True)', '{"b":"\u00fc","a":2}', '{"a": 2, "b": "\\u00fc"}'),
  receiver('body-number-rewritten', 'A parser made 1 of 1.0', '{"a":1.0,"b":"x"}', '{"a":1,"b":"x"}'),
  receiver(
    'body-number-rewritten',
    'A parser lost digits of a large integer',
    '{"id":12345678901234567890}',
    '{"id":12345678901234567000}',
  ),
  receiver('body-number-rewritten', 'A parser wrote 1e2 out', '{"n": 1e2, "m": -0}', '{"n": 100, "m": 0}'),
  receiver(
    'body-formatting',
    'The JSON was printed with an indentation of four',
    compact,
    '{\n    "id": "b3b3318e",\n    "list": [\n        1,\n        2\n    ],\n    "none": {}\n}',
  ),
  receiver('body-formatting', 'The JSON was printed with tabs and CRLF', '{"a":1}', '{\r\n\t"a": 1\r\n}'),
  wire('body-line-endings', 'LF became CRLF on the way', '{\n "a": 1 }', '{\r\n "a": 1 }'),
  wire('body-newlines-stripped', 'curl -d @file stripped the line breaks', '{"a": 1,"b":2}', '{"a": 1,\n"b":2}'),
  receiver('body-newlines-stripped', "The user's code joined the lines", '{"a" :\n1}', '{"a" :1}'),
  wire(
    'body-final-newline',
    'The sender signed the file with its final line feed and sent it without',
    `${plain}\n`,
    plain,
  ),
  receiver('body-final-newline', "The user's code trimmed the body", `${plain}\n`, plain),
  receiver('body-whitespace', "The user's code trimmed spaces", `  ${plain}  `, plain),
  wire('body-bom', 'The byte order mark was sent but not signed', plain, `\ufeff${plain}`),
  wire('body-bom', 'The byte order mark was signed but not sent', `\ufeff${plain}`, plain),
  receiver(
    'body-escaped-slashes',
    'json_encode in PHP escapes slashes',
    '{"url":"https://a.example/b"}',
    '{"url":"https:\\/\\/a.example\\/b"}',
  ),
  receiver(
    'body-escaped-slashes',
    'json_encode with JSON_PRETTY_PRINT',
    '{"url":"https://a.example/b"}',
    '{\n    "url": "https:\\/\\/a.example\\/b"\n}',
  ),
  receiver('body-escaped-unicode', 'Letters were escaped', accents, '{"name":"Z\\u00fcrich"}'),
  receiver(
    'body-escaped-unicode',
    'The digits of the escapes changed their case',
    '{"name":"Z\\u00FCrich"}',
    '{"name":"Z\\u00fcrich"}',
  ),
  receiver(
    'body-html-escapes',
    ".NET's default encoder wrote the body",
    '{"at":"11:14+00:00","q":"a\\"b\'<&>"}',
    '{"at":"11:14\\u002B00:00","q":"a\\u0022b\\u0027\\u003C\\u0026\\u003E"}',
  ),
  receiver('body-html-escapes', "Go's encoder wrote the body", '{"q":"<a&b>"}', '{"q":"\\u003ca\\u0026b\\u003e"}'),
  wire(
    'body-html-escapes',
    'A proxy wrote the escapes of .NET as characters',
    '{"at":"11:14\\u002B00:00"}',
    '{"at":"11:14+00:00"}',
  ),
  receiver('body-key-order', 'The keys were sorted', '{"b":1,"a":{"d":1,"c":2}}', '{"a":{"c":2,"d":1},"b":1}'),
  receiver(
    'body-key-order',
    'The body went through a jsonb column',
    '{"long":1,"b":[1,2],"aa":2}',
    '{"b": [1, 2], "aa": 2, "long": 1}',
  ),
  receiver('body-duplicate-keys', 'One of two equal keys was lost', '{"a":1,"b":2,"a":3}', '{"a":3,"b":2}'),
  receiver(
    'body-dates',
    '.NET wrote the date without its trailing zeros',
    '{"createdAtUtc":"2022-03-28T11:14:11.3704800+00:00"}',
    '{"createdAtUtc":"2022-03-28T11:14:11.37048+00:00"}',
  ),
  receiver(
    'body-dates',
    'JavaScript wrote the date with Z and three digits',
    '{"createdAtUtc":"2022-03-28T11:14:11.3704804+00:00"}',
    '{"createdAtUtc":"2022-03-28T11:14:11.370Z"}',
  ),
  receiver('body-nulls-dropped', 'Model binding dropped a field that is null', '{"a":1,"changes":null}', '{"a":1}'),
  receiver(
    'body-names',
    'Model binding wrote the names in PascalCase',
    '{"resourceId":"1","resourceType":"Payment"}',
    '{"ResourceId":"1","ResourceType":"Payment"}',
  ),
  receiver('body-charset', 'The body was encoded as Latin-1', accents, Buffer.from(accents, 'latin1')),
  receiver('body-charset', 'Encoding.ASCII.GetBytes in .NET', accents, '{"name":"Z?rich"}'),
  receiver('body-charset', 'Encoding.Unicode.GetBytes in .NET', plain, Buffer.from(plain, 'utf16le')),
  receiver(
    'body-replacement-characters',
    'Bytes that are not UTF-8 went through text',
    Buffer.from('{"a":"\u00fc"}', 'latin1'),
    '{"a":"\ufffd"}',
  ),
  receiver('body-normalised', 'The text was normalised', accents, '{"name":"Zu\u0308rich"}'),
  receiver('body-form', "The user's code hashed the decoded payload", form, '{"a":"b c"}'),
  receiver('body-form', 'The + of the form became %20', form, form.replace('+', '%20')),
  receiver('body-base64', 'The gateway passed the body as base64', plain, Buffer.from(plain).toString('base64')),
  receiver(
    'body-json-string',
    'The text was encoded as JSON once more',
    plain,
    '"{\\"id\\":\\"b3b3318e\\",\\"name\\":\\"Zoe\\"}"',
  ),
  wire('body-compressed', 'The sender signed the text and sent it by gzip', plain, gzipSync(plain), [
    'Content-Encoding',
    'gzip',
  ]),
  wire('body-compressed', 'The sender signed the text and sent it by brotli', plain, brotliCompressSync(plain), [
    'Content-Encoding',
    'br',
  ]),
  wire('body-compressed', 'The sender signed the text and sent it by deflate', plain, deflateSync(plain), [
    'Content-Encoding',
    'deflate',
  ]),
  wire('body-compressed', 'The sender signed the compressed body and a proxy unpacked it', gzipSync(plain), plain),
  receiver('body-consumed', 'The body had been read, and {} was hashed', plain, '{}'),
  receiver('body-consumed', 'The body had been read, and nothing was hashed', plain, ''),
  receiver('body-consumed', 'String(req.body)', plain, '[object Object]'),
  receiver(
    'body-consumed',
    'JSON.stringify of a Buffer',
    plain,
    `{"type":"Buffer","data":[${[...Buffer.from(plain)].join(',')}]}`,
  ),
  receiver(
    'body-object-text',
    'str(request.json) in Python',
    '{"a":"it","b":null,"c":true}',
    "{'a': 'it', 'b': None, 'c': True}",
  ),
  receiver('body-object-text', 'str(request.data) in Python', plain, `b'${plain}'`),
  receiver('body-part', 'Only one field of the body was hashed', '{"id":"1","data":{"x":1,"y":2}}', '{"x":1,"y":2}'),
  receiver(
    'body-part',
    'JSON.stringify was given a list of names to sort the keys',
    '{"b":1,"a":{"c":2}}',
    '{"a":{},"b":1}',
  ),
  wire('body-newlines-stripped', 'curl -d @file sent indented JSON', pretty, pretty.replaceAll('\n', '')),
  receiver('body-text-added', 'A variable without a value came before the first chunk', plain, `undefined${plain}`),
  receiver('body-hashed', 'The HMAC of a hash of the body', plain, createHash('sha256').update(plain).digest('hex')),
  receiver(
    'body-html-escapes',
    'A template engine escaped the text',
    '{"q":"<a&b>"}',
    '{&quot;q&quot;:&quot;&lt;a&amp;b&gt;&quot;}',
  ),
  receiver('body-object-text', 'A debugger printed the object', plain, "{ id: 'b3b3318e', name: 'Zoe' }"),
  {
    cause: 'body-reserialised',
    title: 'The body was parsed, and the secret has a line feed at its end',
    make: () =>
      buildInput({ body: pretty, header: sign(liveSecret, pretty), digest: sign(`${liveSecret}\n`, compact) }),
  },
  {
    cause: 'body-final-newline',
    title: 'The secret of another environment over a body with its final line feed',
    make: () =>
      buildInput({
        body: plain,
        header: sign('staging', `${plain}\n`),
        secrets: [secret(liveSecret), secret('staging', { standing: 'other', environment: 'Staging' })],
      }),
  },
  {
    cause: 'body-reserialised',
    title: 'The body was parsed, and the digest written as hex',
    make: () =>
      buildInput({
        body: pretty,
        header: sign(liveSecret, pretty),
        digest: Buffer.from(sign(liveSecret, compact), 'base64').toString('hex'),
      }),
  },
]
