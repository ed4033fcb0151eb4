import { Option, type Command } from 'commander'
import type { ExportCommandOptions } from './exportCommand.ts'
import { addExamples, addJoinOptions } from '../../basics/joinOptions.ts'
import type { JoinOptions } from '../../connect/api.ts'

const forms = ['case', 'json', 'ndjson', 'har', 'curl', 'http']

/** `export` writes deliveries to a file, `import` opens a file next to the user's own deliveries. */
export function addCaseFileCommands(hookscope: Command): void {
  const exporting = hookscope
    .command('export')
    .description('write deliveries to a file, without credentials; see docs/caseFile.md')
    .option('--filter <EXPR>', 'which deliveries, in the language of the inbox; all of them without it', '')
    .option('--case <ID>', 'out of an opened case file instead of your own')
    .addOption(new Option('--as <FORM>', 'form of the file').choices(forms).default('case'))
    .option(
      '--redact <WHAT>',
      'leaves out: credentials (always), personal, iban, card, email, phone, field, fingerprints, or a JSON pointer such as /user/iban; can be repeated',
      (what: string, before: string[] | undefined) => [...(before ?? []), what],
    )
    .option(
      '--exact-bodies',
      'keeps fields of bodies that are named for a credential, so that signatures can be checked',
    )
    .option('--out <FILE>', 'the file to write; stdout without it')
    .action(async (options: ExportCommandOptions) => (await import('./exportCommand.ts')).exportCommand(options))
  addExamples(
    addJoinOptions(exporting),
    ['hookscope export --filter "verdict:invalid after:1d" --out failed.hookscope', 'a case file for a colleague'],
    ['hookscope export --redact personal --redact /customer/vat --out case.hookscope', 'without personal data'],
    ['hookscope export --as ndjson | jq .delivery.verdict', 'a delivery a line'],
  )

  const importing = hookscope
    .command('import')
    .description('open a case file, a JSON or NDJSON export, or a HAR beside your deliveries, read-only')
    .argument('<FILE>', 'the file; - for stdin')
    .action(async (file: string, options: JoinOptions) =>
      (await import('./importCommand.ts')).importCommand(file, options),
    )
  addExamples(addJoinOptions(importing), [
    'hookscope import failed.hookscope',
    'prints what was taken as a line of JSON',
  ])
}
