import { createHash } from 'node:crypto'
import { hashOf } from './families.ts'
import { type Mistake, ofKey, ofSecret } from './mistake.ts'

/** Changes to a secret between its issue and its use as the key. */
export const secretMistakes: readonly Mistake[] = [
  ...['\n', '\r\n', ' ', '\t', '\r', '\n\n', '\r\n\r\n', '  ', '\u00a0', '\u200b', ' \n'].map((end) =>
    ofSecret('secret-whitespace', `${JSON.stringify(end)} at its end`, (text) => text + end),
  ),
  ...[' ', '\u00a0', '\t', '\n'].map((start) =>
    ofSecret('secret-whitespace', `${JSON.stringify(start)} before it`, (text) => start + text),
  ),
  ofSecret('secret-whitespace', 'spaces around it', (text) => ` ${text} `),
  ...['"', "'", '`'].map((quote) => ofSecret('secret-quotes', `${quote} around it`, (text) => quote + text + quote)),
  ofSecret('secret-quotes', 'quotes and a line feed', (text) => `"${text}"\n`),
  ofSecret('secret-quotes', 'single quotes and a line feed', (text) => `'${text}'\n`),
  ofSecret('secret-quotes', 'quotes and a CRLF', (text) => `"${text}"\r\n`),
  ofSecret('secret-quotes', 'curly quotes', (text) => `\u201c${text}\u201d`),
  ofSecret('secret-bom', 'a byte order mark', (text) => `\ufeff${text}`),
  ...['WEBHOOK_SECRET', 'SECRET', 'SIGNING_SECRET', 'KEY', 'secret'].flatMap((name) => [
    ofSecret('secret-cut', `${name}= before it`, (text) => `${name}=${text}`),
    ofSecret('secret-cut', `export ${name}= before it`, (text) => `export ${name}=${text}`),
  ]),
  ofSecret('secret-cut', 'NAME="value" in whole', (text) => `WEBHOOK_SECRET="${text}"`),
  ofSecret('secret-cut', 'a whole line of a file', (text) => `WEBHOOK_SECRET=${text}\n`),
  ...[8, 12, 16, 20, 24].map((length) =>
    ofSecret('secret-cut', `only its first ${length} bytes`, (text) =>
      text.length > length ? text.slice(0, length) : null,
    ),
  ),
  ofSecret('secret-cut', 'without its last character', (text) => text.slice(0, -1)),
  ofSecret('secret-cut', 'without its first character', (text) => text.slice(1)),
  ofSecret('secret-cut', 'cut before its first +', (text) =>
    text.includes('+') ? text.slice(0, text.indexOf('+')) : null,
  ),
  ofSecret('secret-escaped', '+ became a space', (text) => text.replaceAll('+', ' ')),
  ofSecret('secret-escaped', 'URL-encoded', (text) => encodeURIComponent(text)),
  ofSecret('secret-escaped', 'a line feed as two characters', (text) => `${text}\\n`),
  ofKey(['secret-letter-case'], 'in lower case', (secret, { key }) =>
    key(Buffer.from(secret.toString().toLowerCase())),
  ),
  ofKey(['secret-letter-case'], 'in upper case', (secret, { key }) =>
    key(Buffer.from(secret.toString().toUpperCase())),
  ),
  ofKey(['secret-decoded'], 'decoded from base64', (secret, { scheme }) =>
    'key' in scheme && scheme.key.decode === 'utf8' ? Buffer.from(secret.toString(), 'base64') : null,
  ),
  ofKey(['secret-decoded'], 'decoded from hex', (secret) =>
    /^(?:[0-9a-f]{2})+$/i.test(secret.toString()) ? Buffer.from(secret.toString(), 'hex') : null,
  ),
  ofKey('secret-not-decoded', 'not decoded', (secret, { scheme }) =>
    'key' in scheme && scheme.key.decode !== 'utf8' ? secret : null,
  ),
  ofKey(['secret-prefix', 'secret-not-decoded'], 'without whsec_, as text', (secret) =>
    secret.toString().startsWith('whsec_') ? secret.subarray(6) : null,
  ),
  ofKey('secret-decoded', 'whsec_ and the rest decoded from base64', (secret, { scheme }) =>
    secret.toString().startsWith('whsec_') && 'key' in scheme && scheme.key.decode === 'utf8'
      ? Buffer.from(secret.toString().slice(6), 'base64')
      : null,
  ),
  ofKey('secret-encoded', 'in base64', (secret) => secret.toString('base64')),
  ofKey('secret-encoded', 'in base64url', (secret) => secret.toString('base64url')),
  ofKey('secret-encoded', 'in hex', (secret) => secret.toString('hex')),
  ofKey('secret-hashed', 'its SHA-256', (secret) => hashOf('sha256', secret)),
  ofKey('secret-hashed', 'its SHA-256 in hex', (secret) => hashOf('sha256', secret).toString('hex')),
  ofKey('secret-hashed', 'its SHA-256 in base64', (secret) => hashOf('sha256', secret).toString('base64')),
  ofKey('secret-hashed', 'its MD5 in hex', (secret) => hashOf('md5', secret).toString('hex')),
  ofKey('secret-hashed', 'its SHA-1 in hex', (secret) => hashOf('sha1', secret).toString('hex')),
  ofKey('secret-hashed', 'its fingerprint', (secret) => createHash('sha256').update(secret).digest('hex').slice(0, 8)),
  ofKey('secret-charset', 'in UTF-16', (secret, { scheme }) =>
    'key' in scheme && scheme.key.decode === 'utf8' ? Buffer.from(secret.toString(), 'utf16le') : null,
  ),
  ...['', 'undefined', 'null', 'None', 'nil', 'NaN', '[object Object]', 'false', '<nil>'].map((text) =>
    ofKey('secret-not-loaded', `the text "${text}"`, () => text),
  ),
  ...[
    'secret',
    'changeme',
    'your-webhook-secret',
    'your_secret_here',
    'whsec_...',
    'whsec_test_secret',
    'my-secret',
    'mysecret',
    'password',
    'webhook-secret',
    'test-secret',
    'xxx',
    '<your-secret>',
    '${WEBHOOK_SECRET}',
    'process.env.WEBHOOK_SECRET',
    'TODO',
    '********',
  ].map((text) => ofKey('secret-placeholder', `the placeholder ${text}`, () => text)),
]

/** Secrets with unusual parts; only in the service's scheme. */
export const oddSecrets: readonly { name: string; causes: readonly string[]; known: string; used: string | Buffer }[] =
  [
    {
      name: 'Latin-1',
      causes: ['secret-charset'],
      known: 'Z\u00fcrich-secret-1',
      used: Buffer.from('Z\u00fcrich-secret-1', 'latin1'),
    },
    {
      name: 'Windows-1252 beyond U+00FF',
      causes: ['secret-charset'],
      known: 'price-\u20ac-\u201cnet\u201d-1',
      used: Buffer.from('70726963652d802d936e6574942d31', 'hex'),
    },
    {
      name: 'Latin-1 of Node beyond U+00FF',
      causes: ['secret-charset'],
      known: 'price-\u20ac-secret',
      used: Buffer.from('price-\u20ac-secret', 'latin1'),
    },
    {
      name: 'Latin-1 with ? beyond U+00FF',
      causes: ['secret-charset'],
      known: 'pric\u00eb-\u20ac-secret',
      used: Buffer.from('70726963eb2d3f2d736563726574', 'hex'),
    },
    { name: 'UTF-8 read as Latin-1', causes: ['secret-charset'], known: 'Z\u00fcrich-1', used: 'Z\u00c3\u00bcrich-1' },
    { name: 'NFD', causes: ['secret-normalised'], known: 'Z\u00fcrich-secret', used: 'Zu\u0308rich-secret' },
    {
      name: 'the first 72 bytes',
      causes: ['secret-cut'],
      known: 'k'.repeat(30) + 'z'.repeat(70),
      used: 'k'.repeat(30) + 'z'.repeat(42),
    },
    {
      name: 'the first 64 bytes',
      causes: ['secret-cut'],
      known: 'q'.repeat(30) + 'w'.repeat(70),
      used: 'q'.repeat(30) + 'w'.repeat(34),
    },
    { name: '# began a comment', causes: ['secret-cut'], known: 'abc#defghijkl', used: 'abc' },
    { name: '$NAME was filled in', causes: ['secret-cut'], known: 'abc$defghijkl-9', used: 'abc-9' },
    { name: 'JSON escapes', causes: ['secret-escaped'], known: 'a"b\\c-secret', used: 'a\\"b\\\\c-secret' },
    { name: 'HTML escapes', causes: ['secret-escaped'], known: 'a<b>&c-secret', used: 'a&lt;b&gt;&amp;c-secret' },
    { name: 'a line feed is known', causes: ['secret-whitespace'], known: 'a-good-secret\n', used: 'a-good-secret' },
    {
      name: 'a no-break space is known',
      causes: ['secret-whitespace'],
      known: 'a-good-secret\u00a0',
      used: 'a-good-secret',
    },
    { name: 'quotes are known', causes: ['secret-quotes'], known: '"a-good-secret"', used: 'a-good-secret' },
    {
      name: 'quotes and a line feed are known',
      causes: ['secret-quotes'],
      known: '"a-good-secret"\n',
      used: 'a-good-secret',
    },
    {
      name: 'the whole line is known',
      causes: ['secret-cut'],
      known: 'export HOOK=a-good-secret',
      used: 'a-good-secret',
    },
    {
      name: 'the quoted line is known',
      causes: ['secret-cut', 'secret-quotes'],
      known: 'HOOK="a-good-secret"',
      used: 'a-good-secret',
    },
    {
      name: 'a comment at the end is known',
      causes: ['secret-cut'],
      known: 'a-good-secret # live',
      used: 'a-good-secret',
    },
  ]
