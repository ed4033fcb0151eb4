import { createHash, createHmac, hash as hashOnce } from 'node:crypto'

/** Every hash that a sender may use or a receiver mistake for another, by Node's name. Sizes in bytes; an HMAC pads its key to a block. */
export const hashes = {
  sha256: { label: 'SHA256', bytes: 32, block: 64 },
  sha1: { label: 'SHA1', bytes: 20, block: 64 },
  sha512: { label: 'SHA512', bytes: 64, block: 128 },
  sha384: { label: 'SHA384', bytes: 48, block: 128 },
  sha224: { label: 'SHA224', bytes: 28, block: 64 },
  md5: { label: 'MD5', bytes: 16, block: 64 },
  'sha3-256': { label: 'SHA3-256', bytes: 32, block: 136 },
  'sha512-256': { label: 'SHA512/256', bytes: 32, block: 128 },
  'sha3-512': { label: 'SHA3-512', bytes: 64, block: 72 },
} as const

export type HashName = keyof typeof hashes

const made: ReadonlySet<string> = new Set((Object.keys(hashes) as HashName[]).filter(works))

/**
 * Whether this runtime's crypto makes this hash. Not every one does: Electron is built with BoringSSL, which has no SHA-3, and
 * a FIPS build of Node has no MD5. A missing hash is not tried, not called ruled out, and decides no verdict.
 */
export function isHere(name: HashName): boolean {
  return made.has(name)
}

/** The list of `getHashes()` names hashes that then cannot be made, so each is made once, in every way that we use. */
function works(name: HashName): boolean {
  const length = hashes[name].bytes * 2
  try {
    return (
      createHash(name).update('').digest('hex').length === length &&
      createHmac(name, 'key').update('').digest('hex').length === length &&
      hashOnce(name, '', 'hex').length === length
    )
  } catch {
    return false
  }
}
