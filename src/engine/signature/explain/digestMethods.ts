import type { DigestScheme } from '../../../shared/signature/signatureScheme.ts'
import { hashes, type HashName } from '../hashes.ts'
import type { Change } from './causes/change.ts'

/** A way to make a digest of a key and a message. */
export interface DigestMethod {
  /** Such as "HMAC-SHA256". */
  name: string
  hash: HashName
  use: 'hmac' | 'hmac-twice' | 'plain' | 'key-then-message' | 'message-then-key' | 'key-message-key' | 'swapped'
  /** Between key and message, where they are joined; nothing where not given. */
  glue?: string
  /** How the first digest is written, where it is the message of a second one. */
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
    { glue, only = names }: { glue?: string; only?: readonly HashName[] } = {},
  ) =>
    only.map((hash): DigestMethod => ({
      name: name(hashes[hash].label),
      hash,
      use,
      ...(glue === undefined ? {} : { glue }),
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
              changes: scheme.kind === 'hmac' ? other(hash) : [noHmac],
            },
          ],
    ),
    ...twice(algorithm),
    ...misuse('plain', 'algorithm-plain-hash', 6, (hash) => `plain ${hash}`),
    ...misuse('key-then-message', 'algorithm-concatenated', 6, (hash) => `${hash} of key and message joined`),
    ...misuse('message-then-key', 'algorithm-concatenated', 6, (hash) => `${hash} of message and key joined`),
    ...glues.flatMap(([glue, word]) => [
      ...misuse(
        'key-then-message',
        'algorithm-concatenated',
        7,
        (hash) => `${hash} of key, ${word} and message joined`,
        {
          glue,
          only: [algorithm],
        },
      ),
      ...misuse(
        'message-then-key',
        'algorithm-concatenated',
        7,
        (hash) => `${hash} of message, ${word} and key joined`,
        {
          glue,
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
  return methods.filter(({ hash, use, glue }) => hash !== own.hash || use !== own.use || glue !== undefined)
}

/** Where a plain hash is wanted. */
const noHmac: Change = { cause: 'algorithm-other', cost: 4, how: null }

/** The HMAC of the HMAC: one function calls the other. */
function twice(hash: HashName): DigestMethod[] {
  const { label } = hashes[hash]
  return (['latin1', 'hex', 'base64'] as const).map((inner) => ({
    name: `HMAC-${label} of the HMAC-${label}${inner === 'latin1' ? '' : ` in ${inner}`}`,
    hash,
    use: 'hmac-twice',
    inner,
    changes: [{ cause: 'algorithm-twice', cost: 6, how: null }],
  }))
}

const glues = [
  [':', 'a colon'],
  ['.', 'a dot'],
  ['|', 'a bar'],
  ['\n', 'a line feed'],
] as const
