import { type Command, Option } from 'commander'
import { presetMs, responsePresets } from '../../../shared/responsePresets.ts'
import { duration } from '../../basics/optionValues.ts'
import { type SetExitCode, addExamples, addJoinOptions } from '../../basics/joinOptions.ts'
import type { PresetOptions, RulesOptions } from './rulesCommand.ts'

/** `rules`: response rules as a list, out of a file, and switched on and off. */
export function addRules(hookscope: Command, _setExitCode: SetExitCode): void {
  const rules = hookscope
    .command('rules')
    .description('manage the rules that answer a request with something other than 200')
  addExamples(
    rules,
    ['hookscope rules', 'the rules, and how often each answered'],
    ['hookscope rules list --json > rules.json', 'the file to edit'],
    ['hookscope rules apply rules.json', 'these rules instead of those that are there'],
    ['hookscope rules off', '200 for every request again'],
  )

  const list = add(
    rules,
    'list',
    'list the rules in the order in which they are asked; the same as rules alone',
    true,
  ).action(async (options: RulesOptions) => (await import('./rulesCommand.ts')).listRules(options))
  addExamples(
    list,
    ['hookscope rules list', 'the same as hookscope rules'],
    ['hookscope rules list --json > rules.json', 'a file for hookscope rules apply'],
  )

  const apply = add(rules, 'apply', 'replace all rules of the environment with those of a file')
    .argument('<FILE>', 'what `hookscope rules list --json` prints, as a file; - reads stdin')
    .action(async (file: string, options: RulesOptions) =>
      (await import('./rulesCommand.ts')).applyRules(file, options),
    )
  addExamples(
    apply,
    ['hookscope rules apply rules.json', 'the file alone decides which rules there are'],
    ['hookscope rules apply rules.json --environment Staging', 'in another environment'],
  )

  for (const [name, does] of [
    ['on', 'switch a rule on, or all of them'],
    ['off', 'switch a rule off, or all of them: what they answered gets 200 again'],
  ] as const) {
    const command = add(rules, name, does)
      .argument('[RULE]', 'id or name of one rule')
      .action(async (rule: string | undefined, options: RulesOptions) =>
        (await import('./rulesCommand.ts')).switchRules(name, rule, options),
      )
    addExamples(
      command,
      [`hookscope rules ${name}`, 'all rules'],
      [`hookscope rules ${name} "Busy"`, 'one, by its name or id'],
    )
  }
  addPreset(rules)
}

function addPreset(rules: Command): void {
  const preset = add(rules, 'preset', 'put a ready rule in front of the others for a time')
    .argument('<PRESET>', presetHelp)
    .addOption(
      new Option('--for <TIME>', 'how long it is on, such as 30s or 10m')
        .argParser(duration)
        .default(presetMs, `${presetMs / 60_000}m`),
    )
    .action(async (name: string, options: PresetOptions) =>
      (await import('./rulesCommand.ts')).switchPreset(name, options),
    )
  addExamples(
    preset,
    ['hookscope rules preset down --for 10m', '503 for every request, then 200 again'],
    ['hookscope rules preset slow', 'later than most senders wait'],
  )
}

const presetHelp = responsePresets.map(({ name, does }) => `${name}: ${does}`).join('; ')

function add(rules: Command, name: string, does: string, isDefault = false): Command {
  const command = rules.command(name, { isDefault }).description(does)
  return addJoinOptions(
    command.option('--environment <NAME>', 'the environment of the rules, by name or id (default: the active one)'),
  )
}
