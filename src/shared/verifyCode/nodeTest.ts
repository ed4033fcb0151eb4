import { senderPreset } from '../signature/schemePresets.ts'
import { piecesOf, type SignatureScheme } from '../signature/signatureScheme.ts'
import { nodeLiteral } from './literals.ts'
import { indented, type Lines, commentText, programText } from './programText.ts'

/** A test to write: its fixture is the file NAME.json in the same folder. */
export interface NodeTest {
  name: string
  /** Null: the request is not signed. */
  scheme: SignatureScheme | null
  /** The variable with the secret, or with the private key for schemes with public keys. */
  variable: string
  /** Where the app listens, unless WEBHOOK_URL says otherwise. */
  url: string
}

/**
 * A test for `node --test` without dependencies: it posts a fixture to an app, signed freshly, and checks the answer. It
 * signs in the file where that takes few lines, and by `hookscope send` otherwise. Pure.
 */
export function nodeTest(test: NodeTest): string {
  const { name, scheme } = test
  const steps = scheme === null ? [] : signingLines(scheme)
  return steps === null ? byCommand(test) : inFile(test, steps, imports(steps, name))
}

function head({ name, scheme, variable, url }: NodeTest, isCommand: boolean): Lines {
  return [
    `// Posts ${name}.json to your app${scheme === null ? '' : `, signed as ${commentText(scheme.label)} signs`}, and checks the answer.`,
    `// Run: ${scheme === null ? '' : `${variable}=... `}WEBHOOK_URL=${shellUrl(url)} node --test ${name}.test.mjs`,
    isCommand ? '// This scheme is signed by Hookscope: its command has to be on the path.' : null,
  ]
}

/** An address as a word of a shell. As a URL is written, it has no line end, and a quote only in its path. */
function shellUrl(url: string): string {
  return `'${new URL(url).href.replaceAll("'", '%27')}'`
}

function imports(steps: Lines, _name: string): Lines {
  const text = programText(steps)
  const used = ['constants', 'createHash', 'createHmac', 'randomUUID', 'sign'].filter((word) =>
    /* linear: a word */ new RegExp(`\\b${word}\\b`).test(text),
  )
  return [used.length === 0 ? null : `import { ${used.join(', ')} } from 'node:crypto'`]
}

function inFile(test: NodeTest, steps: Lines, crypto: Lines): string {
  const { name, scheme, variable, url } = test
  return programText(
    head(test, false),
    "import assert from 'node:assert/strict'",
    crypto,
    "import { readFileSync } from 'node:fs'",
    "import http from 'node:http'",
    "import https from 'node:https'",
    "import { test } from 'node:test'",
    '',
    `const { request, expect } = JSON.parse(readFileSync(new URL(${nodeLiteral(`./${name}.json`)}, import.meta.url), 'utf8'))`,
    "const body = Buffer.from(request.bodyBase64 ?? request.body ?? '', request.bodyBase64 === undefined ? 'utf8' : 'base64')",
    `const target = new URL((process.env.WEBHOOK_URL ?? ${nodeLiteral(url)}) + (request.path ?? ''))`,
    scheme === null ? null : `const secret = process.env[${nodeLiteral(variable)}] ?? ''`,
    '',
    ...(scheme === null
      ? []
      : ['/** The headers with a fresh signature. */', 'function signed(headers) {', indented('  ', steps), '}', '']),
    '/** Sends the exact bytes and header lines; resolves with the status. */',
    'function send(headers) {',
    '  return new Promise((resolve, reject) => {',
    "    const lines = [['Host', target.host], ['Content-Length', String(body.length)], ...headers].flat()",
    "    const { request: open } = target.protocol === 'https:' ? https : http",
    "    open(target, { method: request.method ?? 'POST', headers: lines, timeout: 30_000 }, (response) => {",
    '      response.resume()',
    "      response.on('end', () => resolve(response.statusCode))",
    '    })',
    "      .on('timeout', function () {",
    "        this.destroy(new Error('The app did not answer within 30 s.'))",
    '      })',
    "      .on('error', reject)",
    '      .end(body)',
    '  })',
    '}',
    '',
    `test(${nodeLiteral(`${name} is answered`)}, async () => {`,
    scheme === null ? null : `  assert.notEqual(secret, '', ${nodeLiteral(`Set ${variable} to what signs.`)})`,
    `  const status = await send(${scheme === null ? 'request.headers ?? []' : 'signed(request.headers ?? [])'})`,
    "  const expected = expect?.status ?? '2xx'",
    "  const actual = typeof expected === 'number' ? status : `${Math.floor(status / 100)}xx`",
    '  assert.equal(actual, expected, `The app answered ${status}.`)',
    '})',
  )
}

function byCommand(test: NodeTest): string {
  const { name, url, variable } = test
  return programText(
    head(test, true),
    "import assert from 'node:assert/strict'",
    "import { spawnSync } from 'node:child_process'",
    "import { test } from 'node:test'",
    "import { fileURLToPath } from 'node:url'",
    '',
    `const file = fileURLToPath(new URL(${nodeLiteral(`./${name}.json`)}, import.meta.url))`,
    `const target = process.env.WEBHOOK_URL ?? ${nodeLiteral(url)}`,
    '',
    `test(${nodeLiteral(`${name} is answered`)}, () => {`,
    `  assert.notEqual(process.env[${nodeLiteral(variable)}] ?? '', '', ${nodeLiteral(`Set ${variable} to what signs.`)})`,
    "  const command = process.env.HOOKSCOPE ?? 'hookscope'",
    `  const { status, stdout, stderr, error } = spawnSync(command, ['send', file, '--to', target, '--secret-env', ${nodeLiteral(variable)}], { encoding: 'utf8' })`,
    '  assert.equal(status, 0, error?.message ?? stdout + stderr)',
    '})',
  )
}

/** How the headers are signed; null for schemes that need more than a few lines. */
function signingLines(scheme: SignatureScheme): Lines | null {
  const { pointer, form, timestamp, kind } = scheme
  if (pointer !== undefined || form.kind === 'last' || form.kind === 'json' || timestamp?.from === 'body') return null
  if (kind === 'jwt' || kind === 'http-signature') return null
  if (kind === 'token' || kind === 'basic') {
    const value = kind === 'token' ? 'secret' : "Buffer.from(secret).toString('base64')"
    return withHeader(scheme, [], value)
  }
  const message = messageOf(scheme.message)
  if (message === null || scheme.bodyHashParameter !== null) return null
  return withHeader(scheme, message, digestOf(scheme))
}

type Templated = Extract<SignatureScheme, { message: string }>

/** The signed bytes, as `message`; null where a place needs more than a few lines. */
function messageOf(template: string): Lines | null {
  const parts = piecesOf(template).map((piece) => {
    const known: Record<string, string> = {
      '{body}': 'body',
      '{timestamp}': 'Buffer.from(timestamp)',
      '{id}': 'Buffer.from(id)',
      '{url}': 'Buffer.from(target.href)',
      '{path}': 'Buffer.from(target.pathname + target.search)',
      '{method}': "Buffer.from(request.method ?? 'POST')",
      '{secret}': 'Buffer.from(secret)',
      '{md5}': "Buffer.from(createHash('md5').update(body).digest('base64'))",
    }
    return piece in known ? (known[piece] ?? null) : piece.startsWith('{') ? null : `Buffer.from(${nodeLiteral(piece)})`
  })
  if (parts.some((part) => part === null)) return null
  return [`const message = Buffer.concat([${parts.join(', ')}])`]
}

function digestOf(scheme: Templated): string {
  const { encoding } = scheme
  switch (scheme.kind) {
    case 'hmac':
      return `createHmac('${scheme.algorithm}', ${keyOf(scheme.key)}).update(message).digest('${encoding}')`
    case 'hash':
      return `createHash('${scheme.algorithm}').update(message).digest('${encoding}')`
    case 'ed25519':
      return `sign(null, message, secret).toString('${encoding}')`
    case 'ecdsa':
      return `sign('${scheme.algorithm}', message, { key: secret, dsaEncoding: '${scheme.numbers === 'der' ? 'der' : 'ieee-p1363'}' }).toString('${encoding}')`
    case 'rsa':
      return scheme.padding === 'pkcs1'
        ? `sign('${scheme.algorithm}', message, secret).toString('${encoding}')`
        : `sign('${scheme.algorithm}', message, { key: secret, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }).toString('${encoding}')`
  }
}

function keyOf({ decode, prefix }: Extract<SignatureScheme, { kind: 'hmac' }>['key']): string {
  const text = prefix === '' ? 'secret' : `secret.replace(new RegExp('^' + ${nodeLiteral(prefix)}), '')`
  if (decode === 'utf8') return text
  return decode === 'sha1' ? `createHash('sha1').update(${text}).digest()` : `Buffer.from(${text}, '${decode}')`
}

function withHeader(scheme: SignatureScheme, message: Lines, signature: string): Lines {
  const { form, header, timestamp, idHeader } = scheme
  const prefix = form.kind === 'pairs' ? `${form.key}=` : 'prefix' in form ? form.prefix : ''
  const isDate = senderPreset(scheme.id)?.signedAtExample !== undefined
  const time = isDate
    ? 'new Date().toISOString()'
    : timestamp?.unit === 'ms'
      ? 'String(Date.now())'
      : 'String(Math.floor(Date.now() / 1000))'
  const pair =
    timestamp?.from === 'pair' && form.kind === 'pairs'
      ? `${nodeLiteral(`${timestamp.name}=`)} + timestamp + ${nodeLiteral(form.separator + prefix)}`
      : nodeLiteral(prefix)
  const added = [
    timestamp?.from === 'header' ? `[${nodeLiteral(timestamp.name)}, timestamp]` : null,
    idHeader === null ? null : `[${nodeLiteral(idHeader)}, id]`,
    `[${nodeLiteral(header)}, ${pair} + signature]`,
  ].filter((line) => line !== null)
  return [
    timestamp === null ? null : `const timestamp = ${time}`,
    idHeader === null ? null : "const id = 'msg_' + randomUUID()",
    ...message,
    `const signature = ${signature}`,
    `return [...headers, ${added.join(', ')}]`,
  ]
}
