import type { CommandWords, Takes } from './completionWords.ts'

/** Supported shells. */
export const completedShells = ['bash', 'zsh', 'fish'] as const
export type CompletedShell = (typeof completedShells)[number]

/** The script that a shell runs to complete the words of `hookscope`. Pure. */
export function completionScript(shell: CompletedShell, commands: readonly CommandWords[]): string {
  return { bash, zsh, fish }[shell](commands)
}

const isInner = ({ name }: CommandWords) => name.includes(' ')
const outer = (commands: readonly CommandWords[]) => commands.filter((command) => !isInner(command))
const inner = (commands: readonly CommandWords[]) => commands.filter((command) => isInner(command))
const names = (commands: readonly CommandWords[]) =>
  outer(commands)
    .map(({ name }) => name)
    .join(' ')
/** `case` patterns that match subcommands; a pattern that matches nothing where there are none. */
const innerNames = (commands: readonly CommandWords[]) =>
  inner(commands)
    .map(({ name }) => quoted(name))
    .join('|') || quoted('')
const flagsOf = ({ options }: CommandWords) => options.flatMap(({ flags }) => flags)
/** In single quotes of a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
const isList = (takes: Takes): takes is readonly string[] => Array.isArray(takes)
const isNames = (takes: Takes): takes is Extract<Takes, { names: unknown }> =>
  typeof takes === 'object' && 'names' in takes
/** The call that prints names of a kind, one per line. */
const asked = (kind: string) => `hookscope complete ${kind} 2>/dev/null`

function bash(commands: readonly CommandWords[]): string {
  const generate = (takes: Takes) => {
    if (isList(takes)) return `COMPREPLY=($(compgen -W ${quoted(takes.join(' '))} -- "$cur"))`
    if (isNames(takes)) return `_hookscope_names ${takes.names}`
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
# A name may have spaces, which the shell has to see quoted.
_hookscope_names() {
  local name
  while IFS= read -r name; do
    [[ $name == "$cur"* ]] && COMPREPLY+=("$(printf %q "$name")")
  done < <(hookscope complete "$1" 2>/dev/null)
  [[ $1 == fixtures ]] && compopt -o filenames 2>/dev/null && COMPREPLY+=($(compgen -f -X '!*.json' -- "$cur"))
}
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
    if (isNames(takes)) return `:name:{ local -a names=(\${(f)"$(${asked(takes.names)})"}); compadd -a names }`
    if (takes === 'file') return ':file:_files'
    return takes === 'folder' ? ':folder:_files -/' : ':value: '
  }
  // Brackets and colons have a meaning in zsh's specifications.
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
    if (isNames(takes)) return ` -x -a '(${asked(takes.names)})'`
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
        ...(isNames(takes) ? [`${when} -a '(${asked(takes.names)})'`] : []),
        ...(isNames(takes) && takes.names === 'fixtures' ? [`${when} -F`] : []),
      ]
    }),
    '',
  ].join('\n')
}
