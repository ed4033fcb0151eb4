/** The text of About, one fact a line. Pure. */
export function aboutText(
  dataFolder: string,
  runtimes: readonly { name: string; version: string }[],
  license: string,
): string {
  return [
    ...runtimes.map(({ name, version }) => `${name} ${version}`),
    '',
    `Data folder: ${dataFolder}`,
    `License: ${license}`,
  ].join('\n')
}
