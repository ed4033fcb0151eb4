/**
 * Removes the hashes that BoringSSL, which Electron is built with, does not have, and throws where it throws. Preload it with
 * `--import`: threads and, through NODE_OPTIONS, child processes then lack it too. `getHashes()` goes on naming everything, as
 * it does there. It stands for one runtime's list of hashes, and for nothing else of Electron.
 *
 * HOOKSCOPE_TEST_WITHOUT=sha384,sha1 takes more away, for what no real runtime lacks yet.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const hashes = /^(md4|md5|md5-sha1|ripemd160|sha1|sha224|sha256|sha384|sha512|sha512-256)$/i
const without = new Set((process.env.HOOKSCOPE_TEST_WITHOUT ?? '').split(',').filter((name) => name !== ''))
const has = (name) => hashes.test(name) && !without.has(name.toLowerCase())

/** Guards a function whose argument at `place` names a hash; undefined and null name none (Ed25519 takes none). */
function guard(name, place, refusal) {
  const real = crypto[name]
  crypto[name] = function guarded(...args) {
    const hash = args[place]
    if (typeof hash === 'string' && !has(hash.replace(/^rsa-/i, ''))) throw new Error(refusal(hash))
    return Reflect.apply(real, this, args)
  }
}

const unsupported = () => 'Digest method not supported'
const invalid = (hash) => `Invalid digest: ${hash}`
guard('createHash', 0, unsupported)
guard('hash', 0, unsupported)
guard('createHmac', 0, invalid)
guard('createSign', 0, invalid)
guard('createVerify', 0, invalid)
guard('sign', 0, invalid)
guard('verify', 0, invalid)
guard('hkdf', 0, invalid)
guard('hkdfSync', 0, invalid)
guard('pbkdf2', 4, invalid)
guard('pbkdf2Sync', 4, invalid)
syncBuiltinESMExports()
