import type { UpdateAnswer } from '../host/status/checkForUpdate.ts'

/** Text of the dialog about an update; `opens` is the address behind its first button, or null where there is none. */
export interface UpdateNotice {
  message: string
  detail: string
  opens: string | null
}

/** Puts what was found into words. Pure. `homepage` is the product's own; a feed never names an address to open. */
export function updateNotice(answer: UpdateAnswer, running: string, homepage: string): UpdateNotice {
  switch (answer.kind) {
    case 'newer':
      return {
        message: `Version ${answer.version} is available.`,
        detail: `You have ${running}. Download it from ${homepage}; your data stays as it is.`,
        opens: homepage,
      }
    case 'current':
      return { message: 'Hookscope is up to date.', detail: `You have ${running}, the newest version.`, opens: null }
    case 'unknown':
      return { message: 'Updates could not be checked.', detail: `${answer.reason} Try again later.`, opens: null }
  }
}

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
