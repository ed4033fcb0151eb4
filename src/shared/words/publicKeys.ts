import type { PublicKeyProblem } from '../codes/publicKeys.ts'

const words: Record<PublicKeyProblem, string> = {
  'key-empty': 'There is no key in it.',
  'key-too-large': 'It has more than 65,536 characters, which no key or certificate has.',
  'private-key':
    'This is a private key or a secret, with which anyone could sign. Use the public key or certificate that the sender publishes.',
  'no-public-key':
    'No public key can be read from it. It takes a PEM public key or certificate, a JWK or JWK set, base64 of DER, or the 32 bytes of an Ed25519 key in hex or base64.',
  'key-size-unfit': 'The RSA key has fewer than 1,024 or more than 16,384 bits.',
}

/** Why a pasted text is no public key, as a sentence. */
export function publicKeySentence(problem: PublicKeyProblem): string {
  return words[problem]
}
