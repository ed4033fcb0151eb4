import type { CommandWords, Takes } from './completionWords.ts'

/** The shells that there is a script for. */
export const completedShells = ['bash', 'zsh', 'fish', 'powershell'] as const
export type CompletedShell = (typeof completedShells)[number]

/** The script that a shell runs to complete the words of `hookscope`. Pure. */
export function completionScript(shell: CompletedShell, commands: readonly CommandWords[]): string {
  return { bash, zsh, fish, powershell }[shell](commands)
}

const isInner = ({ name }: CommandWords) => name.includes(' ')
const outer = (commands: readonly CommandWords[]) => commands.filter((command) => !isInner(command))
const inner = (commands: readonly CommandWords[]) => commands.filter((command) => isInner(command))
const names = (commands: readonly CommandWords[]) =>
  outer(commands)
    .map(({ name }) => name)
    .join(' ')
/** Patterns of a `case` that match the commands of commands; one that matches nothing where there are none. */
const innerNames = (commands: readonly CommandWords[]) =>
  inner(commands)
    .map(({ name }) => quoted(name))
    .join('|') || quoted('')
const flagsOf = ({ options }: CommandWords) => options.flatMap(({ flags }) => flags)
/** In single quotes of a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
const isList = (takes: Takes): takes is readonly string[] => typeof takes !== 'string'

function bash(commands: readonly CommandWords[]): string {
  const generate = (takes: Takes) => {
    if (isList(takes)) return `COMPREPLY=($(compgen -W ${quoted(takes.join(' '))} -- "$cur"))`
    if (takes === 'file') return 'compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur"))'
    if (takes === 'folder') return 'compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$cur"))'
    return 'COMPREPLY=()'
  }
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter(({ takes }) => takes !== 'nothing')
      .map(
        ({ flags, takes }) =>
          `    ${flags.map((flag) => `'${name} ${flag}'`).join('|')}) ${generate(takes)}; return ;;`,
      ),
  )
  const words = commands.map(
    (command) =>
      `    ${quoted(command.name)}) if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W ${quoted(flagsOf(command).join(' '))} -- "$cur")); else ${generate(command.takes)}; fi ;;`,
  )
  return `# bash completion for hookscope. In ~/.bashrc: source <(hookscope completion bash)
_hookscope() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=
  (( COMP_CWORD > 1 )) && command=\${COMP_WORDS[1]}
  if (( COMP_CWORD > 2 )); then
    case "$command \${COMP_WORDS[2]}" in ${innerNames(commands)}) command+=" \${COMP_WORDS[2]}" ;; esac
  fi
  COMPREPLY=()
  case "$command $prev" in
${values.join('\n')}
  esac
  case "$command" in
    '') COMPREPLY=($(compgen -W ${quoted(`${names(commands)} --help --version`)} -- "$cur")) ;;
${words.join('\n')}
  esac
}
complete -F _hookscope hookscope
`
}

function zsh(commands: readonly CommandWords[]): string {
  const action = (takes: Takes) => {
    if (isList(takes)) return `:value:(${takes.join(' ')})`
    if (takes === 'file') return ':file:_files'
    return takes === 'folder' ? ':folder:_files -/' : ':value: '
  }
  // Brackets and colons end a part of a specification.
  const said = (text: string) => text.replaceAll(/[[\]:\\]/g, String.raw`\$&`)
  const specs = ({ options, takes }: CommandWords) => [
    ...options.flatMap(({ flags, says, takes: value }) =>
      flags.map((flag) => quoted(`*${flag}[${said(says)}]${value === 'nothing' ? '' : action(value)}`)),
    ),
    ...(takes === 'nothing' ? [] : [quoted(`*${action(takes)}`)]),
  ]
  return `#compdef hookscope
# zsh completion for hookscope. In ~/.zshrc, after compinit: source <(hookscope completion zsh)
_hookscope() {
  local -a commands=(
${outer(commands)
  .map(({ name, says }) => `    ${quoted(`${name}:${said(says)}`)}`)
  .join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  if (( CURRENT > 3 )); then
    case "$command $words[3]" in ${innerNames(commands)}) command+=" $words[3]"; shift words; (( CURRENT-- )) ;; esac
  fi
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map((command) => `    ${quoted(command.name)}) _arguments -s ${specs(command).join(' ')} ;;`).join('\n')}
  esac
}
compdef _hookscope hookscope
`
}

function fish(commands: readonly CommandWords[]): string {
  const said = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
  const value = (takes: Takes) => {
    if (isList(takes)) return ` -x -a ${said(takes.join(' '))}`
    if (takes === 'file') return ' -r -F'
    if (takes === 'folder') return " -x -a '(__fish_complete_directories)'"
    return takes === 'text' ? ' -x' : ''
  }
  const seen = (word: string) => `__fish_seen_subcommand_from ${word}`
  const flag = (text: string) => (text.startsWith('--') ? `-l ${text.slice(2)}` : `-s ${text.slice(1)}`)
  return [
    '# fish completion for hookscope. Once: hookscope completion fish > ~/.config/fish/completions/hookscope.fish',
    'complete -c hookscope -f',
    ...outer(commands).map(
      ({ name, says }) => `complete -c hookscope -n __fish_use_subcommand -a ${name} -d ${said(says)}`,
    ),
    ...commands.flatMap(({ name, options, takes }) => {
      const below = inner(commands).filter((command) => command.name.startsWith(`${name} `))
      const others = below.length === 0 || !isList(takes) ? '' : `; and not ${seen(takes.join(' '))}`
      const when = `complete -c hookscope -n '${name.split(' ').map(seen).join('; and ')}${others}'`
      return [
        ...options.map(
          ({ flags, says, takes: taken }) => `${when} ${flags.map(flag).join(' ')}${value(taken)} -d ${said(says)}`,
        ),
        ...(takes === 'file' ? [`${when} -F`] : []),
        ...(isList(takes) ? [`${when} -a ${said(takes.join(' '))}`] : []),
      ]
    }),
    '',
  ].join('\n')
}

function powershell(commands: readonly CommandWords[]): string {
  const said = (text: string) => `'${text.replaceAll(/['\u2018\u2019\u201a\u201b]/g, "''")}'`
  const table = (entries: readonly (readonly [text: string, says: string])[]) =>
    `@(${entries.map(([text, says]) => `@(${said(text)}, ${said(says)})`).join(', ')})`
  const optionsOf = ({ options }: CommandWords) =>
    options.flatMap(({ flags, says }) => flags.map((flag) => [flag, says] as const))
  const values = commands.flatMap(({ name, options }) =>
    options.flatMap(({ flags, takes }) =>
      isList(takes)
        ? flags.map((flag) => `    ${said(`${name} ${flag}`)} = ${table(takes.map((text) => [text, text] as const))}`)
        : [],
    ),
  )
  const words = (command: CommandWords) => [
    ...optionsOf(command),
    ...(isList(command.takes) ? command.takes.map((text) => [text, text] as const) : []),
  ]
  return `# PowerShell completion for hookscope. In $PROFILE: hookscope completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName hookscope -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = ${table(outer(commands).map(({ name, says }) => [name, says] as const))}
  $options = @{
${commands.map((command) => `    ${said(command.name)} = ${table(words(command))}`).join('\n')}
  }
  $values = @{
${values.join('\n')}
  }
  $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  if ($words.Count -le 1) { $found = $commands }
  else {
    $command = $words[1]
    if ($words.Count -gt 2 -and $options.ContainsKey("$command $($words[2])")) { $command = "$command $($words[2])" }
    $found = $values["$command $($words[-1])"]
    if ($null -eq $found) { $found = $options[$command] }
  }
  $found | Where-Object { $_[0] -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $_[1])
  }
}
`
}
