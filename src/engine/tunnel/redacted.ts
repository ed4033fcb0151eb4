import type { TunnelOption } from './providers/provider.ts'

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
