import type { HandedOver } from './handedOver.ts'
import { foreignSwitches, ownWords } from './readArguments.ts'

/**
 * The words with which the app starts again, on the same data and for a start that came while it stopped: the app's folder
 * and Chromium's switches stay, our options and what the first start opened do not.
 * @param argv of this process
 */
export function relaunchWords(
  argv: readonly string[],
  isDefaultApp: boolean,
  dataFolder: string,
  { links, files }: HandedOver,
): string[] {
  const own = ownWords(argv, isDefaultApp)
  const before = argv.slice(1, argv.length - own.length)
  return [...before, ...foreignSwitches(own), '--data', dataFolder, '--', ...files, ...links]
}
