import fc from 'fast-check'

/** One change of bytes: some are taken out at a place, others come there. Places are parts of a million of the whole. */
interface Edit {
  at: number
  take: number
  put: string
}

/** Changes of any bytes, as what survives JSON. */
export const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 1_000_000 }),
    take: fc.oneof(fc.constantFrom(0, 1, 2), fc.integer({ min: 0, max: 40 })),
    put: fc.oneof(
      fc.constantFrom(
        '',
        '\r\n',
        '\n',
        '\r',
        ' ',
        '\t',
        ':',
        ',',
        '\u0000',
        '\u00ff',
        '0',
        'x',
        '"',
        '{',
        '}',
        '[',
        '\\',
      ),
      fc.string({ unit: 'binary-ascii', maxLength: 20 }),
    ),
  }),
  { minLength: 1, maxLength: 5 },
)

/** The bytes after all changes; letters of `put` are bytes. */
export function edited(bytes: Uint8Array, changes: readonly Edit[]): Buffer {
  let now = Buffer.from(bytes)
  for (const { at, take, put } of changes) {
    const place = Math.floor((at / 1_000_000) * now.length)
    now = Buffer.concat([now.subarray(0, place), Buffer.from(put, 'latin1'), now.subarray(place + take)])
  }
  return now
}
