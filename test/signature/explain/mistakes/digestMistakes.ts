import { createHmac } from 'node:crypto'
import { hashOf, type Signing } from './families.ts'
import type { Mistake } from './mistake.ts'

function written(
  causes: string | readonly string[],
  name: string,
  write: (digest: Buffer, right: string) => string | null,
  more: Partial<Mistake> = {},
): Mistake {
  return {
    name: `digest: ${name}`,
    causes: [causes].flat(),
    spelling: true,
    change: (right) => {
      // The digest is made before it is written, so whether it can be written so is only seen then.
      const write2 = (digest: Buffer) => write(digest, right.write(digest)) ?? right.write(digest)
      return { write: write2 }
    },
    ...more,
  }
}

function algorithm(
  causes: string | readonly string[],
  name: string,
  digest: Signing['digest'],
  more: Partial<Signing> = {},
): Mistake {
  return { name: `algorithm: ${name}`, causes: [causes].flat(), change: () => ({ digest, ...more }) }
}

const hmacOf =
  (name: string): Signing['digest'] =>
  (key, message) =>
    createHmac(name, key).update(message).digest()

/** As a terminal, a log or a debugger prints bytes. */
const prints: readonly Mistake[] = [
  written(
    ['digest-separated', 'digest-quoted'],
    '<Buffer ..> of Node',
    (digest) => `<Buffer ${digest.toString('hex').replaceAll(/..(?!$)/g, '$& ')}>`,
    { only: 'receiver' },
  ),
  written('digest-separated', "Python's print of bytes", (digest) => pythonBytes(digest), { only: 'receiver' }),
  written('digest-separated', 'bytes in \\x escapes', (digest) => digest.toString('hex').replaceAll(/../g, '\\x$&'), {
    only: 'receiver',
  }),
  written(
    'digest-separated',
    'bytes in \\x escapes, in quotes',
    (digest) => `"${digest.toString('hex').toUpperCase().replaceAll(/../g, '\\x$&')}"`,
    { only: 'receiver' },
  ),
  written('digest-separated', 'BitConverter.ToString of .NET', (digest) =>
    digest
      .toString('hex')
      .toUpperCase()
      .replaceAll(/..(?!$)/g, '$&-'),
  ),
  written('digest-separated', 'hex with colons', (digest) => digest.toString('hex').replaceAll(/..(?!$)/g, '$&:')),
  written('digest-separated', "Go's print of bytes", (digest) => `[${[...digest].join(' ')}]`, { only: 'receiver' }),
  written('digest-separated', 'a list of bytes', (digest) => `[${[...digest].join(', ')}]`, { only: 'receiver' }),
  written(
    'digest-separated',
    "Java's bytes with signs",
    (digest) => `[${[...digest].map((byte) => (byte << 24) >> 24).join(', ')}]`,
    { only: 'receiver' },
  ),
  written(
    'digest-separated',
    'a Uint8Array of Node',
    (digest) => `Uint8Array(${digest.length}) [\n  ${[...digest].join(', ')}\n]`,
    { only: 'receiver' },
  ),
  written(
    ['digest-whitespace', 'digest-separated'],
    'base64 over two lines',
    (digest) => digest.toString('base64').replace(/^.{19}/, '$&\n'),
    { only: 'receiver' },
  ),
  written(
    ['digest-whitespace', 'digest-separated', 'digest-double-encoded'],
    'hex over two lines',
    (digest) => digest.toString('hex').replace(/^.{32}/, '$&\n'),
    { only: 'receiver' },
  ),
]

function pythonBytes(digest: Buffer): string {
  const inner = [...digest].map((byte) => {
    const known = ({ 9: '\\t', 10: '\\n', 13: '\\r', 39: "'", 92: '\\\\' } as Record<number, string>)[byte]
    if (known !== undefined) return known
    return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`
  })
  const text = inner.join('')
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  return `b${quote}${quote === "'" ? text.replaceAll("'", "\\'") : text}${quote}`
}

export const digestMistakes: readonly Mistake[] = [
  written('digest-encoding', 'hex instead of base64', (digest, right) =>
    /^[0-9a-f]+$/.test(right) ? null : digest.toString('hex'),
  ),
  written('digest-encoding', 'base64 instead of hex', (digest, right) =>
    /^[0-9a-f]+$/.test(right) ? digest.toString('base64') : null,
  ),
  written('digest-encoding', 'base64url instead of hex', (digest, right) =>
    /^[0-9a-f]+$/.test(right) ? digest.toString('base64url') : null,
  ),
  written('digest-alphabet', 'base64url', (digest, right) =>
    /^[0-9a-f]+$/.test(right) ? null : digest.toString('base64url'),
  ),
  written('digest-alphabet', 'no padding', (_digest, right) => (right.endsWith('=') ? right.replace(/=+$/, '') : null)),
  written(['digest-letter-case', 'digest-encoding'], 'upper-case hex', (digest) =>
    digest.toString('hex').toUpperCase(),
  ),
  written('digest-prefix', 'sha256= before it', (_digest, right) => `sha256=${right}`),
  written('digest-prefix', 'sha1= before it', (_digest, right) => `sha1=${right}`),
  written('digest-prefix', 'HMAC-SHA256 before it', (_digest, right) => `HMAC-SHA256 ${right}`, { only: 'wire' }),
  {
    name: 'digest: no prefix at all',
    causes: ['digest-prefix'],
    only: 'wire',
    // Where the timestamp is in the same header, it is lost, too, and nothing can be computed any more.
    change: (_right, sender) =>
      sender.around('') === '' || sender.scheme.form.kind === 'pairs' ? null : { header: (text) => text },
  },
  {
    name: 'digest: no pairs at all',
    causes: ['digest-wrong-length'],
    only: 'wire',
    change: (_right, { scheme }) => (scheme.form.kind === 'pairs' ? { header: (text) => text } : null),
  },
  {
    name: 'digest: the name of the pair is missing',
    causes: ['digest-prefix'],
    only: 'wire',
    change: (_right, sender) =>
      sender.around('').includes('t') && sender.around('').endsWith('1=')
        ? { header: (text) => sender.around('').replace(/\w\d=$/, '') + text }
        : null,
  },
  {
    ...written('digest-whitespace', 'a space after it', (_digest, right) => `${right} `),
    // White space around pairs is no mistake, nor is one space more at the end of a list that is separated by spaces.
    rightAtSender: ({ scheme: { form } }) => form.kind === 'pairs' || (form.kind === 'list' && form.separator === ' '),
  },
  written('digest-whitespace', 'a line feed after it', (_digest, right) => `${right}\n`, { only: 'receiver' }),
  written('digest-quoted', 'in double quotes', (_digest, right) => `"${right}"`),
  written('digest-quoted', "as Python's b'...'", (_digest, right) => `b'${right}'`),
  written('digest-double-encoded', 'base64 of hex', (digest) => Buffer.from(digest.toString('hex')).toString('base64')),
  written('digest-double-encoded', 'hex of base64', (digest) => Buffer.from(digest.toString('base64')).toString('hex')),
  written('digest-double-encoded', 'base64 of base64', (digest) =>
    Buffer.from(digest.toString('base64')).toString('base64'),
  ),
  written('digest-url-encoded', 'URL-encoded', (_digest, right) =>
    encodeURIComponent(right) === right ? null : encodeURIComponent(right),
  ),
  written('digest-plus-became-space', '+ became a space', (_digest, right) =>
    right.includes('+') ? right.replaceAll('+', ' ') : null,
  ),
  {
    name: 'digest: cut to 16 bytes',
    causes: ['digest-truncated'],
    change: (right) => ({ write: (digest) => right.write(digest.subarray(0, 16)) }),
  },
  {
    name: 'digest: folded into a list',
    causes: ['header-folded'],
    only: 'wire',
    change: (_right, sender) => (sender.around('') === '' ? { header: (text) => `${'ab'.repeat(32)}, ${text}` } : null),
  },
  ...prints,
  algorithm('algorithm-other', 'SHA-512', hmacOf('sha512')),
  algorithm('algorithm-other', 'SHA-384', hmacOf('sha384')),
  {
    name: 'algorithm: SHA-1 or SHA-256 in place of the other',
    causes: ['algorithm-other'],
    change: (_right, sender) => ({ digest: hmacOf(sender.algorithm === 'sha1' ? 'sha256' : 'sha1') }),
  },
  algorithm('algorithm-other', 'MD5', hmacOf('md5')),
  {
    name: 'algorithm: SHA-512 in base64 over two lines',
    causes: ['algorithm-other'],
    only: 'receiver',
    change: () => ({
      digest: hmacOf('sha512'),
      write: (digest) => digest.toString('base64').replace(/^.{64}/, '$&\n'),
    }),
  },
  {
    name: 'algorithm: SHA-512 in base64 over two lines, with a final one',
    causes: ['algorithm-other'],
    only: 'receiver',
    change: () => ({
      digest: hmacOf('sha512'),
      write: (digest) => `${digest.toString('base64').replace(/^.{64}/, '$&\n')}\n`,
    }),
  },
  algorithm('algorithm-plain-hash', 'a plain hash', (_key, message, name) => hashOf(name, message)),
  algorithm('algorithm-plain-hash', 'a plain MD5', (_key, message) => hashOf('md5', message)),
  algorithm('algorithm-concatenated', 'hash of key and message', (key, message, name) => hashOf(name, key, message)),
  algorithm('algorithm-concatenated', 'hash of message and key', (key, message, name) => hashOf(name, message, key)),
  algorithm('algorithm-concatenated', 'hash of key, message and key', (key, message, name) =>
    hashOf(name, key, message, key),
  ),
  algorithm('algorithm-concatenated', 'hash of key, colon and message', (key, message, name) =>
    hashOf(name, key, ':', message),
  ),
  algorithm('algorithm-concatenated', 'hash of key, dot and message', (key, message, name) =>
    hashOf(name, key, '.', message),
  ),
  algorithm('algorithm-swapped', 'arguments swapped', (key, message, name) =>
    createHmac(name, message).update(key).digest(),
  ),
  algorithm(['body-hashed', 'message-hashed'], 'HMAC of the hash in hex', (key, message, name) =>
    createHmac(name, key).update(hashOf(name, message).toString('hex')).digest(),
  ),
  algorithm(['body-hashed', 'message-hashed'], 'HMAC of the hash', (key, message, name) =>
    createHmac(name, key).update(hashOf(name, message)).digest(),
  ),
  algorithm(['algorithm-concatenated', 'secret-not-loaded'], 'hash of undefined and message', (_key, message, name) =>
    hashOf(name, 'undefined', message),
  ),
]
