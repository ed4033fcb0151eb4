/** Shorter ones are parts of ordinary words, and would spoil what is to be read. */
const shortestSecret = 6

/** A text without any of the secrets, in the forms in which an answer may repeat what it was sent. Pure. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter(({ length }) => length >= shortestSecret)
    .flatMap(formsOf)
    .toSorted((a, b) => b.length - a.length)
    .reduce((clean, form) => clean.replaceAll(form, '[hidden]'), text)
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8')
  const inJson = insideJson(secret)
  // A text with half a surrogate pair has no URL form.
  const inUrl = secret.isWellFormed() ? [encodeURIComponent(secret)] : []
  const encoded = [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')]
  return [secret, inJson, insideJson(inJson), escapedByDotNet(secret), ...inUrl, ...encoded]
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
