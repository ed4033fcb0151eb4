import { type TunnelProvider, wrongOption, type TunnelOption } from './providers/provider.ts'

/**
 * The options of a provider as the user gave them, without empty ones. Throws TunnelProblem (`wrong-options`) with a
 * sentence that names what is wrong and what there is.
 */
export function readTunnelOptions(
  provider: TunnelProvider,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const known = provider.options.map(({ key }) => key)
  const values: Record<string, string> = {}
  for (const [key, text] of Object.entries(given)) {
    if (!known.includes(key)) {
      throw wrongOption({
        code: 'tunnel-option-unknown',
        fields: { provider: provider.label, option: key, known },
      })
    }
    if (hasControlCharacter(text)) {
      throw wrongOption({ code: 'tunnel-option-unprintable', fields: { option: key } })
    }
    if (text.trim() !== '') values[key] = text.trim()
  }
  for (const { key, label, hint, required } of provider.options) {
    if (required && values[key] === undefined) {
      throw wrongOption({
        code: 'tunnel-option-missing',
        fields: { provider: provider.label, option: key, label, hint },
      })
    }
  }
  const problem = provider.problemOf?.(values) ?? null
  if (problem !== null) throw wrongOption({ code: 'tunnel-option-unfit', fields: problem })
  return values
}

/** None of them may reach a command line or a file. */
function hasControlCharacter(text: string): boolean {
  return Array.from(text).some((character) => character < ' ' || character === '\u007f')
}

/** A line for the log, with the value of every secret option taken out. */
export function redacted(
  line: string,
  options: readonly TunnelOption[],
  values: Readonly<Record<string, string>>,
): string {
  let text = line
  for (const { key, secret } of options) {
    const value = values[key]
    if (secret && value !== undefined) text = text.replaceAll(value, '***')
  }
  return text
}
