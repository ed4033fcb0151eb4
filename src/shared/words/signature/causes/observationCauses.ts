import type { Cause } from './cause.ts'

/** Facts that are seen in a request and prove nothing alone. */
export const observationCauses = {
  'body-truncated': {
    title: 'The body is not whole',
    row: 'Truncated',
    advice:
      'No check of a cut body can mean anything. Raise the size limit, or look for what closed the connection early.',
  },
  'body-shorter-than-announced': {
    title: 'Fewer bytes than announced',
    row: 'Truncated',
    advice: 'The connection ended early or something cut the body. Compare the size at the sender with the size here.',
  },
  'body-longer-than-announced': {
    title: 'More bytes than announced',
    row: 'Truncated',
    advice:
      'Something changed the body without correcting Content-Length. Look at the proxies between sender and receiver.',
  },
  'content-length-characters': {
    title: 'Content-Length counts characters',
    row: 'Truncated',
    advice:
      'The sender counted characters, not bytes, so every letter beyond ASCII cuts the body. Use Buffer.byteLength(body) or its like there.',
  },
  'body-ends-early': {
    title: 'The JSON stops in the middle',
    row: 'Truncated',
    advice:
      'The body is cut JSON. Compare the size at the sender with the size here, and look for limits between them.',
  },
  'body-is-compressed': {
    title: 'The body is compressed',
    row: 'Compressed',
    advice: 'Find out whether the sender signs before or after it compresses, and hash exactly those bytes.',
  },
  'header-absent': {
    title: 'The signature is missing',
    row: 'Header of another scheme',
    advice: 'Check that signing is switched on at the sender and that nothing on the way removes the signature.',
  },
  'header-other-scheme': {
    title: "Another sender's signature header",
    row: 'Header of another scheme',
    advice: 'Choose the signature scheme that the header belongs to, if this is what the sender uses.',
  },
  'header-came-twice': {
    title: 'The signature header came more than once',
    row: 'Header folded or doubled',
    advice: 'One header may carry the signature. Find the proxy or middleware that adds it again.',
  },
  'header-several-signatures': {
    title: 'Several signatures in the header',
    row: 'Header folded or doubled',
    advice:
      'Senders that are rotating their secret sign with both. One right signature is enough, so check each of them.',
  },
  'digest-wrong-length': {
    title: 'The signature has an unexpected length',
    row: 'Hex instead of base64',
    advice: 'Check algorithm and encoding at the sender against the signature scheme.',
  },
  'signed-value-missing': {
    title: 'A signed value is missing',
    row: 'Timestamp in the message',
    advice:
      'The scheme signs more than the body. Look for a proxy that drops the header which carries this value, or choose the scheme that the sender uses.',
  },
  'digest-empty': {
    title: 'The signature is empty',
    row: 'Secret not loaded',
    advice:
      'The sender wrote the header without a signature. Often its secret is not set: look into its configuration.',
  },
  'digest-unreadable': {
    title: 'This is not a digest in any spelling',
    row: 'Hex instead of base64',
    advice: {
      wire: 'Look at what the sender writes into the header: neither hex nor base64 can be read from it.',
      receiver:
        'Paste the digest that your code computed, alone and whole: SHA-256 has 64 characters in hex and 44 in base64.',
    },
  },
  'timestamp-too-old': {
    title: 'Signed too long ago',
    row: 'Timestamp in the message',
    advice:
      "The signature itself is right, but the sender's own library would reject it. Check the clocks of both machines, and whether the delivery waited in a queue.",
  },
  'secret-suspicious-ends': {
    title: 'A secret with white space or quotes at its ends',
    row: 'Secret with white space',
    advice:
      'Such characters seldom belong to a secret. Compare it with what was issued, and enter it again without them.',
  },
  'secret-unusable': {
    title: 'A secret that the scheme cannot decode',
    row: 'Secret decoded or not',
    advice: 'Enter the secret as it was issued, or choose another key decoding in the signature scheme.',
  },
  'no-secret': {
    title: 'No secret is known',
    row: 'Wrong secret',
    advice: 'Enter the shared secret of this environment; then every delivery is checked again.',
  },
  'signature-malformed': {
    title: 'This cannot be a signature of the scheme',
    row: 'Public keys',
    advice:
      'Look at what the sender writes into the header, and check that the signature scheme is the one that the sender uses.',
  },
  'certificate-expired': {
    title: 'The certificate has expired',
    row: 'Public keys',
    advice: "The signature can still be right. Paste the sender's current certificate.",
  },
  'public-key-of-another-kind': {
    title: 'The pasted key is of another kind',
    row: 'Public keys',
    advice: 'Paste the public key or certificate that the sender publishes for webhooks.',
  },
  'token-differs': {
    title: 'Another token',
    row: 'Tokens and passwords',
    advice: 'Compare the token at the sender with the secret here, and enter it again at both ends.',
  },
  'basic-differs': {
    title: 'Another user or password',
    row: 'Tokens and passwords',
    advice: "Compare user and password in the sender's settings with user:password here.",
  },
  'signature-input-missing': {
    title: 'Signature-Input does not name this signature',
    row: 'Public keys',
    advice:
      'The header Signature-Input says what a signature covers, under the same label as in the header Signature. Without it nothing can be verified. Check whether a proxy or gateway drops headers that it does not know.',
  },
  'content-digest-differs': {
    title: 'Content-Digest is not the hash of this body',
    row: 'Public keys',
    advice:
      'The body was changed on its way, or the digest was made of another form of it, such as before compression.',
  },
} as const satisfies Record<string, Cause>
