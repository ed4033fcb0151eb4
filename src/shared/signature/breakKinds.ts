/** Errors that are made on purpose, after or while a request is signed. */
export const breakKinds = [
  'flip-byte',
  'rewritten-body',
  'truncated-body',
  'other-secret',
  'old-timestamp',
  'no-signature',
  'double-signature',
  'other-encoding',
] as const
