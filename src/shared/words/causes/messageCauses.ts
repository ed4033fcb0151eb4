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
  'body-hash-differs': {
    title: 'The URL is signed, but the body is another one',
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
  'message-timestamp': {
    title: 'Another timestamp was signed',
    row: 'Timestamp in the message',
    advice:
      'The signed timestamp is another one than the scheme names. Take it from where the scheme says, as the text it is, without converting it.',
  },
} as const satisfies Record<string, Cause>
