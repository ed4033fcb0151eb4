import type { Cause } from './cause.ts'

/** Causes that lie in the algorithm, or in what was signed together with the body. */
export const messageCauses = {
  'algorithm-other': {
    title: 'Another hash algorithm',
    row: 'Wrong algorithm',
    advice: {
      wire: 'The sender uses the algorithm that the proof names. Set it in the signature scheme, or have the sender use the right one.',
      receiver: 'Use the algorithm of the scheme, such as createHmac("sha256", secret).',
    },
  },
  'algorithm-plain-hash': {
    title: 'A plain hash without the secret',
    row: 'Wrong algorithm',
    advice: 'This is a hash of the message, not an HMAC: no secret is in it. Use HMAC with the secret as key.',
  },
  'algorithm-concatenated': {
    title: 'Secret and message were only joined and hashed',
    row: 'Wrong algorithm',
    advice: 'Joining secret and message and hashing them is not an HMAC. Use HMAC(key = secret, data = message).',
  },
  'algorithm-swapped': {
    title: 'Secret and message were swapped',
    row: 'Wrong algorithm',
    advice:
      'The two arguments changed places. The secret is the key and the message is the data: HMAC(key = secret, data = body).',
  },
  'algorithm-twice': {
    title: 'The digest was signed again',
    row: 'Wrong algorithm',
    advice:
      'The HMAC was computed over the HMAC of the message. Call it once: a helper that signs and a library that signs were probably combined.',
  },
  'body-hash-differs': {
    title: 'The URL is signed, but the body differs',
    row: 'URL in the message',
    advice:
      'The signature over the URL is right. The body has another SHA-256 than the one that the URL names: it was changed after it was signed.',
  },
  'message-url': {
    title: 'Another URL was signed',
    row: 'URL in the message',
    advice: {
      wire: 'The sender signed the URL that the proof names. Set exactly that URL as the public URL here, or configure this one at the sender.',
      receiver:
        'Use the public URL exactly as it is configured at the sender, not the one your server sees behind its proxy.',
    },
  },
  'message-template': {
    title: 'Other parts were signed together with the body',
    row: 'Timestamp in the message',
    advice: {
      wire: 'The signed message is put together as the proof says. Set this message template in the signature scheme.',
      receiver: 'Put the message together as the scheme says: yours has other parts or another order.',
    },
  },
  'message-header': {
    title: 'A signed header has another value',
    row: 'Header in the message',
    advice: {
      wire: 'The signature covers a header whose value was different when it was signed. Something between sender and receiver rewrote it, or the sender signs another value than it sends.',
      receiver: 'Use the value of the header as it came, with its parameters and in its letter case.',
    },
  },
  'message-timestamp': {
    title: 'Another timestamp was signed',
    row: 'Timestamp in the message',
    advice:
      'The signed timestamp is not the one that the scheme names. Take it from where the scheme says, as the text it is, without converting it.',
  },
  'signature-numbers': {
    title: 'DER and raw numbers mixed up',
    row: 'Public keys',
    advice:
      'An ECDSA signature is two numbers, written as DER or one after the other (IEEE P1363). Set in the signature scheme which of the two the sender writes; in Node it is dsaEncoding.',
  },
  'signature-salt': {
    title: 'Another salt length in an RSA-PSS signature',
    row: 'Public keys',
    advice:
      'The signature is right apart from the length of its salt, which must be that of the hash. Set it where the signature is made, such as saltLength: RSA_PSS_SALTLEN_DIGEST in Node or padding.PSS(salt_length=PSS.DIGEST_LENGTH) in Python.',
  },
  'jwt-issuer': {
    title: 'The token is from another issuer',
    row: 'JSON web tokens',
    advice:
      'The signature is right and the claim iss is not one that the scheme takes. Check which service or project issued the token.',
  },
  'jwt-audience': {
    title: 'The token is for another audience',
    row: 'JSON web tokens',
    advice:
      'The signature is right and the claim aud differs. Set the audience at the sender and here to the same text.',
  },
  'jwt-body-hash': {
    title: "The token's hash is not that of this body",
    row: 'JSON web tokens',
    advice:
      'The signature of the token is right, but the hash in it is not that of this body: either the body was changed after it was signed, or the token belongs to another delivery. Compare the body in the log of the sender with this one.',
  },
  'jwt-url-hash': {
    title: 'The token is for another URL',
    row: 'JSON web tokens',
    advice:
      'The signature of the token is right, but the URL in it, or the hash of one, is another. Set the public URL here exactly as it is at the sender.',
  },
  'jwt-claim-missing': {
    title: 'A claim of the token is missing',
    row: 'JSON web tokens',
    advice:
      'The signature is right, but the token lacks a claim that the scheme needs, so it does not prove what this claim would. Check that the sender is the one of the scheme, and which of its tokens this is.',
  },
  'jwt-key-confusion': {
    title: 'The public key was used as a shared secret',
    row: 'JSON web tokens',
    advice:
      'Everyone who has the public key can make such a token, so it proves nothing. Refuse HS256 and its like where the sender uses public keys.',
  },
  'jwt-unsigned': {
    title: 'The token is not signed',
    row: 'JSON web tokens',
    advice: 'Its alg is none. Refuse such tokens; have the sender sign with the algorithm of the scheme.',
  },
  'jwt-key-unknown': {
    title: 'The key of the token is not among the pasted ones',
    row: 'JSON web tokens',
    advice:
      "The sender may have rotated its keys. Fetch or paste its current JWK set; the token's kid says which key is needed.",
  },
  'jwt-expired': {
    title: 'The token has expired',
    row: 'JSON web tokens',
    advice:
      'This alone makes no signature wrong. Check the clocks of both machines, and whether the delivery waited in a queue or was sent again.',
  },
  'jwt-not-yet-valid': {
    title: 'The token is not valid yet',
    row: 'JSON web tokens',
    advice: 'Its claim nbf is in the future. Check the clocks of both machines.',
  },
} as const satisfies Record<string, Cause>
