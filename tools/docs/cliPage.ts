/** docs/cli.md: every command as its `--help` has it, from the same data. */
import type { Command } from 'commander'
import { commandProgram, commandsWithin } from '../../test/cli/help/commandTree.ts'
import { examplesOf } from '../../test/cli/help/examples.ts'

export function cliPage(): string {
  const commands = commandsWithin(commandProgram())
  const groups = [...new Set(commands.map(([, command]) => groupOf(command)).filter((group) => group !== ''))]
  const parts = groups.map((group) => {
    const own = commands.filter(([words, command]) => groupOf(command) === group || isBelow(commands, words, group))
    return `## ${group.replace(/:$/, '')}\n\n${own.map(([words, command]) => section(words, command)).join('\n')}`
  })
  return `# Commands

Written by \`npm run docs\` from what \`--help\` prints. In a checkout \`hookscope\` is \`npm run hookscope --\`.

\`serve\`, \`restore\`, \`doctor --recover\` and \`doctor --new-key\` need the data folder for themselves. The others work through the instance that runs on it (\`--data DIR\`), and alone where none runs. \`--json\` prints one documented shape for each command: [command-output.md](command-output.md).

\`last\` or \`@1\` is the newest delivery, \`@2\` the one before it, wherever an id is taken. A target (\`--to\`) is \`3000\`, \`localhost:3000/hook\` or a whole URL; anything beyond this machine needs \`--allow-host HOST\`. \`source <(hookscope completion bash)\` completes commands, options and values; zsh and fish likewise.

${parts.join('\n')}
## Exit codes

0 done (for \`verify\`: valid), 1 the answer is no, 2 wrong usage or input, 3 could not do it. Answers go to stdout, everything else to stderr. [command-output.md](command-output.md#exit-codes) has a table by command and outcome.

## Variables

\`HOOKSCOPE_DATA\` is the data folder, \`HOOKSCOPE_LOG\` the log level, \`HOOKSCOPE_FIXTURES\` the folder of [fixtures](fixtures.md), \`HOOKSCOPE_KEYRING=off\` keeps the key of the secrets in a file. \`HOOKSCOPE_AUTH_URL\`, \`_BASE_URL\`, \`_CLIENT_ID\`, \`_AUDIENCE\`, \`_USERNAME\`, \`_PASSWORD\` and \`_SHARED_SECRET\` fill in an environment at the start. \`HOOKSCOPE_TUNNEL_AUTHTOKEN\` is the token of ngrok.
`
}

const groupOf = (command: Command) => command.helpGroup() ?? ''

/** Whether its outermost command is in the group. */
function isBelow(commands: readonly (readonly [string, Command])[], words: string, group: string): boolean {
  const [first = ''] = words.split(' ')
  return words.includes(' ') && commands.some(([name, command]) => name === first && groupOf(command) === group)
}

function section(words: string, command: Command): string {
  const help = command.createHelp()
  const usage = help
    .commandUsage(command)
    .replace(/^hookscope /, '')
    .replace('[options]', '')
    .replaceAll(/ +/g, ' ')
  const options = command.options.map((option) => {
    const { defaultValue, defaultValueDescription, argChoices } = option
    const usual =
      defaultValueDescription ??
      (typeof defaultValue === 'object' || defaultValue === undefined ? '' : String(defaultValue))
    const choices = argChoices === undefined ? '' : ` (${argChoices.join(', ')})`
    const isNamed = usual === '' || typeof defaultValue === 'boolean'
    return `| \`${option.flags}\` | ${cell(option.description)}${choices}${isNamed ? '' : ` (default: ${usual})`} |`
  })
  const table = options.length === 0 ? '' : `\n| Option | |\n|---|---|\n${options.join('\n')}\n`
  const takes = command.registeredArguments
    .filter(({ description }) => description !== '')
    .map((argument) => `\n\`${argument.name()}\`: ${argument.description}\n`)
  return `### ${words}\n\n\`hookscope ${usage.trim()}\`: ${command.description()}.\n${takes.join('')}${table}\n\`\`\`sh\n${examplesOf(command).join('\n')}\n\`\`\`\n`
}

const cell = (text: string) => text.replaceAll('|', String.raw`\|`)
