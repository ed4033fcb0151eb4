import { generateKeyPairSync } from 'node:crypto'
import { credentialOf, type SignatureScheme } from '../../src/shared/signature/signatureScheme.ts'

const secretTexts = {
  utf8: 'a shared secret',
  sha1: 'a shared secret',
  hex: '00112233445566778899aabbccddeeff',
  base64: 'c2VjcmV0IHNlY3JldA==',
  base64url: 'c2VjcmV0IHNlY3JldA',
}

export const pairs = {
  ed25519: generateKeyPairSync('ed25519'),
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  'P-256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'P-384': generateKeyPairSync('ec', { namedCurve: 'P-384' }),
}

function keyPairFor(scheme: SignatureScheme): keyof typeof pairs {
  if (scheme.kind === 'ed25519') return 'ed25519'
  if (scheme.kind === 'ecdsa') return 'P-256'
  if (scheme.kind === 'http-signature' && !scheme.algorithm.startsWith('rsa')) {
    return scheme.algorithm === 'ed25519' ? 'ed25519' : scheme.algorithm === 'ecdsa-p384-sha384' ? 'P-384' : 'P-256'
  }
  return scheme.kind === 'jwt' && scheme.algorithms.includes('ES256') ? 'P-256' : 'rsa'
}

/** The keys that sign with a scheme and check it. */
export function keysFor(scheme: SignatureScheme): { signs: string; checks: string } {
  if (credentialOf(scheme) === 'public-key') {
    const { privateKey, publicKey } = pairs[keyPairFor(scheme)]
    return {
      signs: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      checks: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    }
  }
  const text =
    scheme.kind === 'basic'
      ? 'user:password'
      : 'key' in scheme
        ? scheme.key.prefix + secretTexts[scheme.key.decode]
        : 'a shared secret'
  return { signs: text, checks: text }
}
