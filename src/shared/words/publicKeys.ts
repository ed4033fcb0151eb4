import type { PrivateKeyProblem, PublicKeyProblem } from '../codes/signature/publicKeys.ts'

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

const privateWords: Record<PrivateKeyProblem, string> = {
  'key-empty': words['key-empty'],
  'key-too-large': words['key-too-large'],
  'public-key':
    'This is a public key or certificate, which only checks signatures. Paste the private key that belongs to it.',
  'key-encrypted':
    'The key is encrypted with a passphrase. Decrypt it first, for example with `openssl pkey -in key.pem`.',
  'no-private-key':
    'No private key can be read from it. It takes a PEM private key, a JWK, base64 of DER, or the 32 bytes of an Ed25519 key in hex or base64.',
}

/** Why a pasted text is no private key to sign with, as a sentence. */
export function privateKeySentence(problem: PrivateKeyProblem): string {
  return privateWords[problem]
}
