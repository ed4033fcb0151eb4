import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Unique texts that are planted as secrets, and the search for them. */
export interface Canaries {
  /** A new secret. It has characters that JSON, URLs and forms write otherwise, unless it is to be a plain word. */
  make(name: string, kind?: 'word'): string
  /** Counts a secret that was made elsewhere. */
  add(name: string, secret: string): void
  /** Names and forms of the canaries that are somewhere in `bytes`. */
  foundIn(bytes: Uint8Array): string[]
  count(): number
}

export function createCanaries(): Canaries {
  const forms: [name: string, bytes: Buffer][] = []
  let count = 0
  const add = (name: string, secret: string) => {
    count += 1
    forms.push(...formsOf(secret).map(([form, bytes]): [string, Buffer] => [`${name} (${form})`, bytes]))
  }
  return {
    add,
    make: (name, kind) => {
      const middle = kind === 'word' ? '-' : ' "+/=&é '
      const secret = randomBytes(9).toString('hex') + middle + randomBytes(9).toString('hex')
      add(name, secret)
      return secret
    },
    foundIn: (bytes) => {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      return forms.flatMap(([name, form]) => (buffer.includes(form) ? [name] : []))
    },
    count: () => count,
  }
}

/** Every way in which a secret may lie somewhere. Parts of it count, too: the random text at either end. */
function formsOf(secret: string): [form: string, bytes: Buffer][] {
  const bytes = Buffer.from(secret, 'utf8')
  const text = (form: string, written: string): [string, Buffer] => [form, Buffer.from(written, 'latin1')]
  return [
    ['raw', bytes],
    ['raw beginning', bytes.subarray(0, 18)],
    ['raw end', bytes.subarray(-18)],
    ['UTF-16', Buffer.from(secret, 'utf16le')],
    ['JSON', Buffer.from(JSON.stringify(secret).slice(1, -1))],
    text('hex', bytes.toString('hex')),
    text('HEX', bytes.toString('hex').toUpperCase()),
    text('URL', encodeURIComponent(secret)),
    text('form', new URLSearchParams({ secret }).toString().slice('secret='.length)),
    // Inside something longer base64 looks different, depending on where the secret begins.
    ...[0, 1, 2].flatMap((offset) => {
      const padded = Buffer.concat([Buffer.alloc(offset), bytes, Buffer.alloc(2)])
      const from = Math.ceil((offset * 4) / 3)
      const to = Math.floor(((offset + bytes.length) * 4) / 3)
      return (['base64', 'base64url'] as const).map((encoding) =>
        text(`${encoding} at ${offset}`, padded.toString(encoding).slice(from, to)),
      )
    }),
  ]
}

/** All files below a folder, by path. */
export function filesBelow(folder: string): [path: string, bytes: Uint8Array][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path, readFileSync(path)])
}

/** The command lines of all processes of this machine, those at the paths of `except` left out. */
export function commandLines(except: ReadonlySet<string> = new Set()): [path: string, bytes: Uint8Array][] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid): [string, Uint8Array][] => {
      const path = `/proc/${pid}/cmdline`
      if (except.has(path)) return []
      try {
        return [[path, readFileSync(path)]]
      } catch {
        // It ended while we looked.
        return []
      }
    })
}
