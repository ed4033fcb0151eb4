/** Shorter ones are parts of ordinary words, and would spoil what is to be read. */
const shortestSecret = 6

/** A text without any of the secrets, in the forms in which an answer may repeat what it was sent. Pure. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter(({ length }) => length >= shortestSecret)
    .flatMap(formsOf)
    .toSorted((a, b) => b.length - a.length)
    .reduce((clean, form) => clean.replaceAll(form, '[redacted]'), text)
}

function formsOf(secret: string): string[] {
  const inJson = insideJson(secret)
  // A text with half a surrogate pair has no URL form.
  const inUrl = secret.isWellFormed()
    ? [encodeURIComponent(secret), new URLSearchParams({ '': secret }).toString().slice(1)]
    : []
  const hex = Buffer.from(secret, 'utf8').toString('hex')
  const forms = [secret, inJson, insideJson(inJson), escapedByDotNet(secret), ...inUrl, hex, hex.toUpperCase()]
  return [...new Set([...forms, ...inBase64(secret)])]
}

/** Inside something longer base64 looks different, depending on where the secret begins: without its ragged ends. */
function inBase64(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8')
  return [0, 1, 2].flatMap((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes, Buffer.alloc(2)])
    const from = Math.ceil((offset * 4) / 3)
    const to = Math.floor(((offset + bytes.length) * 4) / 3)
    return [padded.toString('base64').slice(from, to), padded.toString('base64url').slice(from, to)]
  })
}

function insideJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** As .NET's usual encoder writes a text into JSON. */
function escapedByDotNet(text: string): string {
  return text.replaceAll(
    /[^\x20-\x7e]|["&'+<>\\`]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  )
}
