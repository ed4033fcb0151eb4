import type { Cause } from './cause.ts'

/** Causes that lie in how the digest is written, in its header, or in whose digest it is. */
export const digestCauses = {
  'same-digest': {
    title: 'The digest is right',
    row: 'The digest is right',
    advice:
      'Your code computes the right digest, so the comparison fails. Compare like with like: take the header exactly as it came, decode both to bytes, and use timingSafeEqual or its like.',
  },
  'digest-as-expected': {
    title: 'Your code agrees with Hookscope',
    row: 'The digest is right',
    advice:
      "Your code computes what the scheme asks for, and the header says something else. The fault is on the sender's side or in the secret: look at the explanation of the header.",
  },
  'digest-encoding': {
    title: 'Hex, base64 and base64url mixed up',
    row: 'Hex instead of base64',
    advice: {
      wire: 'The digest is right but written in another encoding. Have the sender write it as the scheme says, or change the encoding in the signature scheme.',
      receiver: 'Write the digest in the encoding of the scheme, such as digest("base64") instead of digest("hex").',
    },
  },
  'digest-alphabet': {
    title: 'Another base64 alphabet or other padding',
    row: 'base64url, missing padding',
    advice:
      'The same digest in another spelling of base64. Use the standard alphabet (+ and /) with padding (=), or decode both sides and compare the bytes.',
  },
  'digest-letter-case': {
    title: 'Upper and lower case of the hex digits',
    row: 'Hex instead of base64',
    advice: 'The same digest with other letters. Write hex in lower case, or decode both sides and compare the bytes.',
  },
  'digest-prefix': {
    title: 'The prefix of the signature',
    row: 'Prefix, stray space',
    advice: {
      wire: 'The digest is right, but the header does not have the form of the scheme. Set the prefix in the signature scheme as the sender writes it.',
      receiver:
        'Strip the prefix (such as sha256=) from the header before you compare, or put it before your own digest.',
    },
  },
  'digest-whitespace': {
    title: 'Stray white space around the signature',
    row: 'Prefix, stray space',
    advice: 'Trim the signature. A digest printed by a command often ends in a line feed (use printf, or echo -n).',
  },
  'digest-wrapped': {
    title: 'The signature is on several lines',
    row: 'Prefix, stray space',
    advice:
      'Write the digest on one line: openssl base64 -A, base64 -w 0, or Base64.getEncoder() instead of the MIME encoder.',
  },
  'digest-quoted': {
    title: 'Quotes around the signature',
    row: 'Prefix, stray space',
    advice: "Write the digest without quotes. In Python b'...' is the print of bytes: call .decode() on them.",
  },
  'digest-separated': {
    title: 'The digest was printed byte by byte',
    row: 'Hex instead of base64',
    advice:
      'Write the digest without separators, such as Convert.ToBase64String(hash) instead of BitConverter.ToString(hash).',
  },
  'digest-double-encoded': {
    title: 'The digest was encoded twice',
    row: 'Base64 of the hex text',
    advice:
      'Encode the raw digest, not its text: such as hmac.digest("base64") instead of base64 of hmac.digest("hex").',
  },
  'digest-plus-became-space': {
    title: 'A + in the header became a space',
    row: '+ became a space',
    advice: 'The header was URL-decoded on its way. Headers are not URL-encoded: pass them on as they are.',
  },
  'digest-url-encoded': {
    title: 'The signature was URL-encoded',
    row: '+ became a space',
    advice: 'Decode %2B, %2F and %3D in the signature, or have the sender write the digest without URL encoding.',
  },
  'digest-truncated': {
    title: 'The digest was cut',
    row: 'Truncated',
    advice:
      'Only the first bytes of the digest are there. Keep the whole of it: look for a column or buffer that is too short.',
  },
  'header-folded': {
    title: 'Several values in one header',
    row: 'Header folded or doubled',
    advice:
      'Several values were joined into one header line; one of them is right. Split it at the comma or space, or remove what adds the second one.',
  },
  'header-doubled': {
    title: 'The header came more than once',
    row: 'Header folded or doubled',
    advice:
      'The signature header came more than once and one of them is right. Find the proxy or middleware that adds it again.',
  },
  'header-of-other-delivery': {
    title: 'The header of another delivery',
    row: 'Header of another delivery',
    advice:
      'Header and body were mixed up between two deliveries. Look for a variable that requests share, or for a replay that combined them.',
  },
  'header-went-to-other-delivery': {
    title: "This body's signature came with another delivery",
    row: 'Header of another delivery',
    advice:
      'The right signature of this body is in the header of the delivery that the proof names: compare the two and find what mixed them up.',
  },
} as const satisfies Record<string, Cause>
