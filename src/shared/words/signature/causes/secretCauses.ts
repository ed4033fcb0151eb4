import type { Cause } from './cause.ts'

/** Causes that lie in the secret: which one it was, and what happened to its text before it was the key. */
export const secretCauses = {
  'secret-other-environment': {
    title: 'The secret of another environment',
    row: 'Wrong secret',
    advice: {
      wire: 'It was signed with a secret of the environment {environment}. Enter that secret here, or send to the address of {environment}.',
      receiver: 'Your code uses a secret of the environment {environment}. Load the secret of this one.',
    },
  },
  'secret-previous': {
    title: 'An older secret',
    row: 'Old secret after rotation',
    advice: {
      wire: 'Signed with the previous secret: the rotation has not reached the sender. Accept both secrets until it has.',
      receiver: 'Your code still verifies with the previous secret. Load the new one, and accept both while rotating.',
    },
  },
  'secret-newer': {
    title: 'A newer secret than the one that signed',
    row: 'Old secret after rotation',
    advice:
      'Your code verifies with the new secret, but this delivery was signed with an older one. Accept both while rotating.',
  },
  'secret-whitespace': {
    title: 'White space at an end of the secret',
    row: 'Secret with white space',
    advice: {
      wire: 'Trim the secret: the one stored here and the one the sender has differ only by white space at an end.',
      receiver:
        'Trim the secret where you load it, such as process.env.WEBHOOK_SECRET.trim(). Files that are read whole often end in a line feed.',
    },
  },
  'secret-quotes': {
    title: 'Quotes around the secret',
    row: 'Secret in quotes',
    advice:
      'Remove the quotes from the value, such as in a .env file, in docker --env-file or in a YAML value: they became part of the secret.',
  },
  'secret-bom': {
    title: 'A byte order mark in the secret',
    row: 'BOM',
    advice: 'Save the file with the secret as UTF-8 without a byte order mark, or strip U+FEFF after reading it.',
  },
  'secret-cut': {
    title: 'The secret was cut, or more than the secret was taken',
    row: 'Secret in quotes',
    advice:
      'Use the whole secret and nothing else of its line. In a .env file put the value into single quotes, so that # and $ in it stay. Columns and bcrypt cut long values.',
  },
  'secret-decoded': {
    title: 'The key is the decoded secret',
    row: 'Secret decoded or not',
    advice: {
      wire: 'The sender decodes the secret before it signs. Choose the key decoding that the proof names in the signature scheme.',
      receiver: 'Do not decode the secret: the bytes of its text are the key, such as Buffer.from(secret, "utf8").',
    },
  },
  'secret-not-decoded': {
    title: 'The secret was used as text, without decoding',
    row: 'Secret decoded or not',
    advice: {
      wire: 'The sender uses the text of the secret as the key. Choose UTF-8 as the key decoding in the signature scheme.',
      receiver:
        'Decode the secret first, as the scheme says: its text is not the key, such as Buffer.from(secret.slice("whsec_".length), "base64").',
    },
  },
  'secret-encoded': {
    title: 'The key is an encoded form of the secret',
    row: 'Secret decoded or not',
    advice: {
      wire: 'The sender encodes the secret once more before it signs. Enter the secret in the encoded form that the proof names.',
      receiver: 'Use the secret as it is: it was encoded once more before it became the key.',
    },
  },
  'secret-prefix': {
    title: 'The prefix of the secret',
    row: 'Secret decoded or not',
    advice: {
      wire: 'Secrets with and without their prefix are different keys. Enter the secret as the sender uses it, without quotes or white space before it, or set the prefix in the signature scheme.',
      receiver:
        'Handle the prefix of the secret (such as whsec_) as the scheme says: here it was kept or stripped wrongly. A quote, white space or a byte order mark before the secret does this, too.',
    },
  },
  'secret-letter-case': {
    title: 'Upper and lower case of the secret',
    row: 'Secret decoded or not',
    advice:
      'The letters of the secret changed their case. Copy the secret again, and do not call toLowerCase or toUpperCase on it.',
  },
  'secret-typo': {
    title: 'One typing error in the secret',
    row: 'Secret mistyped',
    advice: {
      wire: 'The secret that was used differs from the one stored here by one lost, doubled, swapped or other character, at the position that the proof names. Copy it on both sides instead of typing it.',
      receiver:
        'The secret that your code used differs from the one stored here by one lost, doubled, swapped or other character, at the position that the proof names. Copy it instead of typing it.',
    },
  },
  'secret-doubled': {
    title: 'The secret was pasted twice',
    row: 'Secret mistyped',
    advice: 'One side has the secret twice in a row. Clear the field or variable and paste the secret once.',
  },
  'secret-normalised': {
    title: 'Unicode normalisation of the secret',
    row: 'Charset',
    advice:
      'The secret has letters with accents that can be written in two ways (NFC, NFD). Use one form everywhere, or a secret of ASCII only.',
  },
  'secret-charset': {
    title: 'The secret in another character set',
    row: 'Charset',
    advice: 'Turn the secret into bytes as UTF-8, such as Encoding.UTF8.GetBytes(secret) or secret.getBytes(UTF_8).',
  },
  'secret-escaped': {
    title: 'The secret was escaped or unescaped',
    row: 'Secret decoded or not',
    advice: 'The secret went through an escaping step (URL, JSON or HTML). Use it exactly as it was issued.',
  },
  'secret-hashed': {
    title: 'The key is a hash of the secret',
    row: 'Secret decoded or not',
    advice: {
      wire: 'The sender hashes the secret first. Enter the hash that the proof names as the secret.',
      receiver: 'Use the secret itself as the key, not a hash of it.',
    },
  },
  'secret-not-loaded': {
    title: 'The secret was not loaded',
    row: 'Secret not loaded',
    advice: {
      wire: 'The sender signs with an empty or missing secret. Set the shared secret there; this signature proves nothing about its sender.',
      receiver:
        'The secret is not loaded where you verify. Check the name of the variable and when it is read, and fail at the start when it is missing.',
    },
  },
  'secret-placeholder': {
    title: 'A placeholder instead of the secret',
    row: 'Secret not loaded',
    advice: 'A placeholder was used as the key. Put the real secret there; anybody can guess this one.',
  },
} as const satisfies Record<string, Cause>
