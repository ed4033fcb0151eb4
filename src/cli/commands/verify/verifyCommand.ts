import { readPublicKeys } from '../../../engine/signature/keys/readPublicKeys.ts'
import { recognizeSenders } from '../../../engine/store/index/recognizeSenders.ts'
import { isVerified } from '../../../shared/model.ts'
import { nearestName } from '../../../shared/nearestName.ts'
import { schemePreset, schemePresets } from '../../../shared/signature/schemePresets.ts'
import { credentialOf, type SignatureScheme, signsUrl } from '../../../shared/signature/signatureScheme.ts'
import { publicKeySentence } from '../../../shared/words/publicKeys.ts'
import { type Check, checkRequest } from './checkRequest.ts'
import { exitCodes, UsageProblem } from '../../../host/shells/exitCodes.ts'
import { readableSignature } from './readableSignature.ts'
import { answer, answerJson } from '../../output/terminal.ts'
import { givenFile } from '../../basics/givenFile.ts'
import { textOf, variable } from './verifyInput.ts'

export interface VerifyOptions {
  secret?: string[]
  secretEnv?: string[]
  secretFile?: string[]
  signature?: string
  digest?: string
  keyFile?: string[]
  scheme?: string
  schemeFile?: string
  setting?: string
  at?: string
  header?: string[]
  url?: string
  method?: string
  batch?: string
  json?: boolean
}

/** Checks one body (FILE, or - for stdin), or many with --batch. Answers the exit code. */
export async function verifyCommand(file: string | undefined, options: VerifyOptions): Promise<number> {
  if (options.batch !== undefined) {
    const { json: _json, batch, ...others } = options
    if (file !== undefined || Object.values(others).some((value) => value !== undefined)) {
      throw new UsageProblem('--batch takes everything from its file: give neither FILE nor another option with it.')
    }
    const text = textOf(givenFile(batch), `--batch "${batch}"`)
    return (await import('./verifyBatch.ts')).verifyBatch(text)
  }
  if (file === undefined)
    throw new UsageProblem('FILE is missing: give the file with the exact body, or - to read it from stdin.')
  const scheme = await schemeOf(options)
  const check: Check = {
    request: {
      headers: headersOf(options, scheme),
      body: givenFile(file),
      truncated: false,
      method: options.method ?? 'POST',
      urls: urlsOf(options, scheme),
      receivedAt: momentOf(options.at),
    },
    scheme,
    secrets: secretsOf(options, scheme),
    digest: options.digest ?? null,
  }
  if (options.digest?.trim() === '') {
    throw new UsageProblem('--digest is empty; it takes the digest that your own code computed.')
  }
  const result = checkRequest(check)
  if (options.json === true) answerJson(result)
  else answer(readableSignature(result, check))
  // A signature that cannot be checked here is not proven wrong.
  if (result.verdict === 'cannot-tell') return exitCodes.cannot
  return isVerified(result.verdict) ? exitCodes.done : exitCodes.no
}

/** The scheme that `--scheme`, `--scheme-file` and `--setting` name. Throws UsageProblem. */
export async function schemeOf({
  scheme: name,
  schemeFile,
  setting,
}: Pick<VerifyOptions, 'scheme' | 'schemeFile' | 'setting'>): Promise<SignatureScheme> {
  if (name !== undefined && schemeFile !== undefined)
    throw new UsageProblem('Give either --scheme or --scheme-file, not both.')
  const scheme = schemeFile === undefined ? presetOf(name ?? 'service') : await ownScheme(schemeFile)
  if (setting === undefined) return scheme
  if (scheme.setting === undefined)
    throw new UsageProblem(`--setting is given, but ${scheme.label} signs no such value.`)
  return { ...scheme, setting: { ...scheme.setting, value: setting } }
}

/** The reader of scheme files is loaded only when one is given: it takes as long as a check. */
async function ownScheme(file: string): Promise<SignatureScheme> {
  return (await import('./verifyInput.ts')).schemeInFile(file, '--scheme-file')
}

function presetOf(name: string): SignatureScheme {
  const scheme = schemePreset(name)
  if (scheme !== undefined) return scheme
  const nearest = nearestName(
    name,
    schemePresets.map(({ id }) => id),
  )
  const known =
    nearest === null ? `one of ${schemePresets.map(({ id }) => id).join(', ')}` : `a name such as ${nearest}`
  throw new UsageProblem(`--scheme is "${name}"; it takes ${known}.`)
}

/** Milliseconds since the epoch; null when the moment is not given. */
function momentOf(at: string | undefined): number | null {
  if (at === undefined) return null
  const moment = /^\d{1,12}(\.\d+)?$/.test(at) ? Number(at) * 1000 : Date.parse(at)
  if (!Number.isFinite(moment) || !/^\d/.test(at))
    throw new UsageProblem(
      `--at is "${at}"; it takes ISO 8601, for example 2026-01-31T12:00:00Z, or seconds since 1970.`,
    )
  return moment
}

/** --signature is the scheme's own header; other headers that the scheme needs come with --header. */
function headersOf({ signature, header = [] }: VerifyOptions, scheme: SignatureScheme): string[] {
  const given = header.flatMap((line) => {
    const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*)$/s.exec(line) ?? []
    if (name === undefined || value === undefined) {
      throw new UsageProblem(`--header is "${line}"; it takes 'Name: value', with a colon.`)
    }
    return [name, value]
  })
  if (scheme.header === '') {
    if (signature === undefined) return given
    throw new UsageProblem(`--signature is given, but the signature of ${scheme.label} is in the body.`)
  }
  if (signature !== undefined) return [...given, scheme.header, signature.trim()]
  const names = new Set([scheme.header, ...(scheme.alsoIn ?? [])].map((name) => name.toLowerCase()))
  const isThere = given.some((name, index) => index % 2 === 0 && names.has(name.toLowerCase()))
  if (isThere) return given
  const [sender] = recognizeSenders(given, undefined)
  const evidence = sender?.evidence[0]?.name ?? ''
  const shown =
    given.find((name, index) => index % 2 === 0 && name.toLowerCase() === evidence.toLowerCase()) ?? evidence
  if (sender !== undefined && sender.scheme !== scheme.id)
    throw new UsageProblem(
      `--scheme is ${scheme.id}, but the header ${shown} is one of ${sender.label}: give --scheme ${sender.scheme}, or --signature with the value of the header ${scheme.header}.`,
    )
  throw new UsageProblem(
    `--signature is missing; it takes the value of the signature header as it was received (or give --header '${scheme.header}: ...').`,
  )
}

function urlsOf({ url }: VerifyOptions, scheme: SignatureScheme): string[] {
  if (url !== undefined && !URL.canParse(url)) {
    throw new UsageProblem(
      `--url is "${url}"; it takes the whole public URL, for example https://example.com/webhooks.`,
    )
  }
  if (url === undefined && signsUrl(scheme)) {
    throw new UsageProblem(`--url is missing; ${scheme.label} signs the public URL along with the body.`)
  }
  return url === undefined ? [] : [url]
}

function secretsOf(options: VerifyOptions, scheme: SignatureScheme): Check['secrets'] {
  if (credentialOf(scheme) === 'public-key') return publicKeysOf(options, scheme)
  if (options.keyFile !== undefined)
    throw new UsageProblem(
      `--key-file is given, but ${scheme.label} uses a shared secret: give it with --secret-env NAME.`,
    )
  const secrets = [
    ...(options.secret ?? []).map((text) => ({ label: '--secret', bytes: Buffer.from(text, 'utf8') })),
    ...(options.secretEnv ?? []).map((name) => ({ label: name, bytes: Buffer.from(variable(name), 'utf8') })),
    ...(options.secretFile ?? []).map((file) => ({ label: `--secret-file`, bytes: secretInFile(file) })),
  ]
  if (secrets.length === 0) {
    throw new UsageProblem(
      'The shared secret is missing: give it with --secret-env NAME, --secret-file F or --secret S, the current one first.',
    )
  }
  const prefix = 'key' in scheme ? scheme.key.prefix : ''
  const onlyPrefix = secrets.find(({ bytes }) => prefix !== '' && bytes.toString('utf8') === prefix)
  if (onlyPrefix !== undefined)
    throw new UsageProblem(`${onlyPrefix.label} is only the prefix "${prefix}"; give the whole secret.`)
  const empty = secrets.find(({ bytes }) => bytes.length === 0)
  if (empty !== undefined) {
    throw new UsageProblem(`${empty.label} is empty; a shared secret has at least one character.`)
  }
  const large = secrets.find(({ bytes }) => bytes.length > maxSecretBytes)
  if (large !== undefined) {
    throw new UsageProblem(
      `${large.label} has ${large.bytes.length} bytes; a shared secret has at most ${maxSecretBytes}.`,
    )
  }
  return secrets
}

/** Each file is one key, certificate or set; a key may also be in a variable. */
function publicKeysOf(
  { keyFile = [], secretEnv = [], secretFile = [], secret = [] }: VerifyOptions,
  { label }: SignatureScheme,
) {
  const keys = [
    ...keyFile.map((file) => ({ label: '--key-file', bytes: givenFile(file) })),
    ...secretEnv.map((name) => ({ label: name, bytes: Buffer.from(variable(name), 'utf8') })),
    ...secretFile.map((file) => ({ label: '--secret-file', bytes: givenFile(file) })),
    ...secret.map((text) => ({ label: '--secret', bytes: Buffer.from(text, 'utf8') })),
  ]
  if (keys.length === 0)
    throw new UsageProblem(
      `The public key is missing: ${label} signs with a key of its own; give its public key with --key-file F.`,
    )
  for (const key of keys) {
    const read = readPublicKeys(key.bytes.toString('utf8'))
    if (!read.ok) throw new UsageProblem(`${key.label} is no public key. ${publicKeySentence(read.code)}`)
  }
  return keys
}

/** As in an environment. */
const maxSecretBytes = 4096

/** Any bytes. An editor ends a file with a line feed, which belongs to the file and not to the secret. */
function secretInFile(file: string): Buffer {
  const bytes = givenFile(file)
  if (bytes.at(-1) !== 0x0a) return bytes
  return bytes.subarray(0, bytes.at(-2) === 0x0d ? -2 : -1)
}
