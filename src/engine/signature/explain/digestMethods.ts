import type { DigestScheme } from '../../../shared/signature/signatureScheme.ts'
import { hashes, type HashName } from '../hashes.ts'
import type { Change } from './causes/change.ts'

/** A way to make a digest of a key and a message. */
export interface DigestMethod {
  /** Such as "HMAC-SHA256". */
  name: string
  hash: HashName
  use: 'hmac' | 'hmac-twice' | 'plain' | 'key-then-message' | 'message-then-key' | 'key-message-key' | 'swapped'
  /** Text between key and message where they are joined; none by default. */
  separator?: string
  /** Encoding of the first digest where a second one is made of it. */
  inner?: 'latin1' | 'hex' | 'base64'
  changes: readonly Change[]
}

/** The method of the scheme itself. */
export function ownMethod(scheme: DigestScheme): DigestMethod {
  const { algorithm, message: template } = scheme
  const { label } = hashes[algorithm]
  const own = { hash: algorithm, changes: [] }
  if (scheme.kind === 'hmac') return { ...own, name: `HMAC-${label}`, use: 'hmac' }
  return template.startsWith('{secret}')
    ? { ...own, name: `${label} of key and message joined`, use: 'key-then-message' }
    : { ...own, name: `${label} of message and key joined`, use: 'message-then-key' }
}

/** The message without the secret, which the method adds. */
export function messageTemplate(scheme: DigestScheme): string {
  const { kind, message: template } = scheme
  return kind === 'hash' ? template.replace(/^\{secret\}|\{secret\}$/, '') : template
}

/** Every other method, the likeliest first: HMACs of other hashes, then misuses of each hash. */
export function otherMethods(scheme: DigestScheme): DigestMethod[] {
  const { algorithm } = scheme
  const own = ownMethod(scheme)
  const names = Object.keys(hashes) as HashName[]
  const other = (name: HashName): Change[] =>
    name === algorithm ? [] : [{ cause: 'algorithm-other', cost: 4, how: null }]
  const misuse = (
    use: DigestMethod['use'],
    cause: Change['cause'],
    cost: number,
    name: (hash: string) => string,
    { separator, only = names }: { separator?: string; only?: readonly HashName[] } = {},
  ) =>
    only.map((hash): DigestMethod => ({
      name: name(hashes[hash].label),
      hash,
      use,
      ...(separator === undefined ? {} : { separator }),
      changes: [{ cause, cost, how: null }, ...other(hash).map((change) => ({ ...change, cost: 1 }))],
    }))
  const methods = [
    ...names.flatMap((hash): DigestMethod[] =>
      hash === algorithm && scheme.kind === 'hmac'
        ? []
        : [
            {
              name: `HMAC-${hashes[hash].label}`,
              hash,
              use: 'hmac',
              changes: scheme.kind === 'hmac' ? other(hash) : [hmacInsteadOfHash],
            },
          ],
    ),
    ...nestedHmacs(algorithm),
    ...misuse('plain', 'algorithm-plain-hash', 6, (hash) => `plain ${hash}`),
    ...misuse('key-then-message', 'algorithm-concatenated', 6, (hash) => `${hash} of key and message joined`),
    ...misuse('message-then-key', 'algorithm-concatenated', 6, (hash) => `${hash} of message and key joined`),
    ...separators.flatMap(([separator, word]) => [
      ...misuse(
        'key-then-message',
        'algorithm-concatenated',
        7,
        (hash) => `${hash} of key, ${word} and message joined`,
        {
          separator,
          only: [algorithm],
        },
      ),
      ...misuse(
        'message-then-key',
        'algorithm-concatenated',
        7,
        (hash) => `${hash} of message, ${word} and key joined`,
        {
          separator,
          only: [algorithm],
        },
      ),
    ]),
    ...misuse('key-message-key', 'algorithm-concatenated', 6, (hash) => `${hash} of key, message and key joined`, {
      only: [...new Set([algorithm, 'sha256', 'sha1', 'md5'] as const)],
    }),
    ...misuse(
      'swapped',
      'algorithm-swapped',
      6,
      (hash) => `HMAC-${hash} with the message as key and the secret as data`,
    ),
  ]
  return methods.filter(({ hash, use, separator }) => hash !== own.hash || use !== own.use || separator !== undefined)
}

/** For schemes that use a plain hash. */
const hmacInsteadOfHash: Change = { cause: 'algorithm-other', cost: 4, how: null }

/** The HMAC of an HMAC. */
function nestedHmacs(hash: HashName): DigestMethod[] {
  const { label } = hashes[hash]
  return (['latin1', 'hex', 'base64'] as const).map((inner) => ({
    name: `HMAC-${label} of the HMAC-${label}${inner === 'latin1' ? '' : ` in ${inner}`}`,
    hash,
    use: 'hmac-twice',
    inner,
    changes: [{ cause: 'algorithm-twice', cost: 6, how: null }],
  }))
}

const separators = [
  [':', 'a colon'],
  ['.', 'a dot'],
  ['|', 'a bar'],
  ['\n', 'a line feed'],
] as const
