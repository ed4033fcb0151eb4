import { resolve } from 'node:path'
import { type ShellOptions, shellOptions } from '../host/shells/shellOptions.ts'
import { readTunnelWords } from '../host/startup/tunnelAtStart.ts'
import { UsageProblem } from '../host/shells/exitCodes.ts'

/** The request that a start of the app makes. Plain data, so that a second start can hand it to the first. */
export interface DesktopStart {
  options: ShellOptions
  /** `hookscope:` links, unchecked. */
  links: string[]
  /** Absolute paths of the files to open. */
  files: string[]
}

/** Options of `hookscope serve` that mean nothing to an app with a window of its own. */
export const browserShellOnly = ['ui-port', 'receiver-host', 'ui-host', 'allow-ui-host', 'no-open', 'json'] as const

const options = Object.entries(shellOptions) as [keyof ShellOptions, (typeof shellOptions)[keyof ShellOptions]][]
const ourNames: readonly string[] = [...options.map(([, { name }]) => name), ...browserShellOnly]

/**
 * Takes the words that are the app's own from the words of its process.
 * @param isDefaultApp Electron runs the app from a folder, whose path comes first; an installed app has none
 */
export function ownWords(argv: readonly string[], isDefaultApp: boolean): string[] {
  const words = argv.slice(1)
  if (!isDefaultApp) return words
  return words.slice(words.findIndex((word) => !word.startsWith('-')) + 1)
}

/**
 * Reads the words of a command line: our options, `hookscope:` links and files. Switches that are not ours are Chromium's and
 * are left to it, unless one is so near to one of ours that it must be a slip. After `--`, and after a link, which a web page
 * can choose, nothing is an option any more. Throws UsageProblem.
 * @param folder the working folder of the start, which relative paths are of
 */
export function readArguments(words: readonly string[], folder: string): DesktopStart {
  const values: Record<string, unknown> = {}
  const places: string[] = []
  const rest = [...words]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') places.push(...rest.splice(0))
    else if (isLink(word)) places.push(word, ...rest.splice(0))
    else if (!word.startsWith('-')) places.push(word)
    else if (word.startsWith('--')) readSwitch(word.slice(2), rest, values)
  }
  const given = values as ShellOptions
  // Errors in them are reported now, before the engine starts.
  readTunnelWords(given.tunnelOption ?? [], given.tunnel)
  return {
    options: given,
    links: places.filter(isLink),
    files: places.filter((place) => !isLink(place)).map((place) => resolve(folder, place)),
  }
}

/** The switches among these words that are not ours but Chromium's, such as `--no-sandbox`. */
export function foreignSwitches(words: readonly string[]): string[] {
  const end = words.findIndex((word) => word === '--' || isLink(word))
  return words
    .slice(0, end === -1 ? words.length : end)
    .filter((word) => word.startsWith('--') && !ourNames.includes(word.slice(2).split('=')[0] ?? ''))
}

function isLink(word: string): boolean {
  return /^hookscope:/i.test(word)
}

/** Reads `name`, `name=value` or, from the words after it, `name value` into `values`. */
function readSwitch(text: string, rest: string[], values: Record<string, unknown>): void {
  const [name = '', ...afterEqual] = text.split('=')
  const found = options.find(([, option]) => option.name === name)
  if (found === undefined) return refuseSlip(name)
  const [key, option] = found
  const value = afterEqual.length > 0 ? afterEqual.join('=') : rest[0]?.startsWith('--') ? undefined : rest.shift()
  if (value === undefined) throw new UsageProblem(`--${name} has no value; it takes ${option.accepts}.`)
  const read = option.read(value)
  if (read === null) throw new UsageProblem(`--${name} is "${value}"; it takes ${option.accepts}.`)
  values[key] = option.isRepeated ? [...((values[key] as unknown[] | undefined) ?? []), read] : read
}

function refuseSlip(name: string): void {
  if (browserShellOnly.some((known) => known === name)) {
    const ours = options.map(([, option]) => `--${option.name}`).join(', ')
    throw new UsageProblem(`--${name} is an option of hookscope serve. The desktop app takes ${ours}.`)
  }
  const near = ourNames.find((known) => isNear(name, known))
  if (near !== undefined) throw new UsageProblem(`There is no option --${name}. Did you mean --${near}?`)
}

/** Whether one word is a slip of the other: one letter missing, too much, wrong, or two swapped. Pure. */
function isNear(word: string, other: string): boolean {
  if (word === other || Math.abs(word.length - other.length) > 1) return false
  let start = 0
  while (start < word.length && word[start] === other[start]) start += 1
  const [left, right] = [word.slice(start), other.slice(start)]
  const isSwapped = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)
  return isSwapped || left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1)
}

/**
 * The words with which the app starts again, on the same data and for a start that came while it stopped: the app's folder
 * and Chromium's switches stay, our options and what the first start opened do not.
 * @param argv of this process
 */
export function relaunchWords(
  argv: readonly string[],
  isDefaultApp: boolean,
  dataFolder: string,
  { links, files }: Pick<DesktopStart, 'links' | 'files'>,
): string[] {
  const own = ownWords(argv, isDefaultApp)
  const before = argv.slice(1, argv.length - own.length)
  return [...before, ...foreignSwitches(own), '--data', dataFolder, '--', ...files, ...links]
}
