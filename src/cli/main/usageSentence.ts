import type { Command, CommanderError } from 'commander'
import { nearestName } from '../../shared/nearestName.ts'
import { programName } from '../basics/places.ts'

/**
 * Explains the error in a command line in one sentence, with what to do about it. Commander's own sentences name its terms
 * ("excess arguments"), so each of its codes has a sentence of ours. Pure.
 * @param path the command as typed, after a space: " rules apply"; empty for the program
 * @param words the words that were typed
 */
export function usageSentence({ code, message }: CommanderError, command: Command, path: string, words: string[]) {
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? ''
  const name = /--[\w-]+/.exec(message)?.[0] ?? quoted
  switch (code) {
    case 'commander.unknownCommand':
      return `${noCommand(quoted, command)}${seeHelp(path, 'the commands')}`
    case 'commander.excessArguments':
      return tooMany(command, path, words)
    case 'commander.unknownOption':
      return `${unknownOption(quoted, command)}${seeHelp(path, 'the options')}`
    case 'commander.missingArgument':
      return `${quoted.toUpperCase()} is required.${seeHelp(path, 'examples')}`
    case 'commander.missingMandatoryOptionValue':
      return `${withValue(name, command)} is required.${seeHelp(path, 'examples')}`
    case 'commander.optionMissingArgument':
      return `${name} takes a value: ${withValue(name, command)}.${seeHelp(path, 'the options')}`
    case 'commander.invalidArgument':
      return invalid(message, name)
    default:
      return `${message.replace(/^error: /, '').replaceAll('\n', ' ')}.${seeHelp(path, 'what it takes')}`
  }
}

/** The pointer to the help, unless the sentence before it already says what to type. */
const seeHelp = (path: string, lists: string) => ` \`${programName()}${path} --help\` lists ${lists}.`

function noCommand(given: string, { commands }: Command): string {
  const nearest = nearestName(
    given,
    commands.map((each) => each.name()),
  )
  return `No command "${given}".${nearest === null ? '' : ` Did you mean ${nearest}?`}`
}

function unknownOption(given: string, { options }: Command): string {
  const flags = options.map(({ long }) => long).filter((flag) => flag != null)
  const [flag = given] = given.split('=')
  const nearest = nearestName(flag, flags)
  return `No option ${flag}.${nearest === null ? '' : ` Did you mean ${nearest}?`}`
}

/** A word behind a command that has commands is an unknown command; behind a filter it is the rest of the filter. */
function tooMany(command: Command, path: string, words: string[]): string {
  const rest = words.slice(path.trim().split(' ').length).filter((word) => !word.startsWith('-'))
  if (command.commands.length > 0) {
    const wrong = noCommand(rest[0] ?? '', command)
    if (wrong.endsWith('?')) return wrong
    return `${wrong} Commands: ${command.commands.map((each) => each.name()).join(', ')}.${seeHelp(path, 'examples')}`
  }
  const [argument] = command.registeredArguments
  if (argument?.name() === 'EXPR')
    return `Quote the whole filter: ${programName()}${path} ${JSON.stringify(rest.join(' '))}`
  const takes = argument === undefined ? 'takes no argument' : `takes one argument, ${argument.name()}`
  return `${path.trim()} ${takes}; "${rest.at(-1) ?? ''}" is too much.${seeHelp(path, 'examples')}`
}

/** The option with the name of its value: "--to URL". */
function withValue(flag: string, { options }: Command): string {
  return (options.find(({ long }) => long === flag)?.flags ?? flag).replace(/^-\w, /, '').replaceAll(/[<>[\]]/g, '')
}

/** Commander says "option '--limit <N>' argument 'x' is invalid. It takes …", or "Allowed choices are a, b." */
function invalid(message: string, flag: string): string {
  const [, given = '', why = ''] = /argument '([^']*)' is invalid\. ?([^]*)$/.exec(message) ?? []
  const [, bare = '', argument = ''] = /value '([^']*)' is invalid for argument '([^']*)'/.exec(message) ?? []
  const [, says] = message.split('Allowed choices are ')
  const takes = says ?? why.replace(/^It takes /, '')
  return `${argument === '' ? flag : argument} is "${argument === '' ? given : bare}"; it takes ${takes}`
}
