/** Formats that texts in JSON are known to have. */
export const textFormats = ['uuid', 'date-time', 'date', 'email', 'uri', 'decimal', 'integer', 'jwt', 'base64'] as const
export type TextFormat = (typeof textFormats)[number]

const patterns: Record<TextFormat, RegExp> = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  email: /^[^\s@]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}$/,
  uri: /^https?:\/\/[^\s]{1,2000}$/,
  decimal: /^-?\d{1,30}\.\d{1,30}$/,
  integer: /^-?\d{1,30}$/,
  jwt: /^eyJ[\w-]{10,4000}\.[\w-]{2,8000}\.[\w-]{0,2000}$/,
  base64: /^[A-Za-z0-9+/]{20,4000}={1,2}$/,
}

/** Longer texts have no format. */
const maxText = 4096

/** The formats that a text has, of those that are asked for. */
export function formatsOf(text: string, among: Iterable<TextFormat> = textFormats): ReadonlySet<TextFormat> {
  const found = new Set<TextFormat>()
  if (text === '' || text.length > maxText) return found
  for (const format of among) if (patterns[format].test(text)) found.add(format)
  return found
}
