/** How commands end: the table of docs/command-output.md, each row of which test/cli/help/exitCodes.test.ts runs. */

export interface ExitRow {
  /** The words that run it, on a data folder with deliveries; UPPER CASE words are filled in by the test. */
  line: string
  outcome: string
  code: 0 | 1 | 2 | 3
}

const row = (line: string, code: ExitRow['code'], outcome: string): ExitRow => ({ line, code, outcome })

export const exitRows: readonly ExitRow[] = [
  row('search verdict:valid', 0, 'deliveries match'),
  row('search no-such-word', 1, 'no delivery matches'),
  row('search verdct:valid', 2, 'the filter has a typo'),
  row('types', 0, 'a type is known'),
  row('types nothing', 1, 'no delivery has this type'),
  row('changes', 1, 'no change waits to be accepted'),
  row('changes --accept 999', 1, 'no such change waits'),
  row('changes --accept x', 2, 'that is no number'),
  row('contract CONTRACT', 0, 'no delivery violates the contract'),
  row('contract STRICT', 1, 'a delivery violates it, or could not be validated to the end'),
  row('contract MISSING', 2, 'the contract cannot be read'),
  row('search x --before zz', 2, 'an id is no number'),
  row('search x --environment Nowhere', 2, 'no environment has this name'),
  row('show 1', 0, 'the delivery exists'),
  row('show 999', 2, 'no delivery has this id'),
  row('explain 1', 0, 'the signature is valid, or its fault is explained'),
  row('explain 1 --digest zzz', 1, 'nothing gives this digest'),
  row('explain 999', 2, 'no delivery has this id'),
  row('status', 0, 'always, where the data folder can be read'),
  row('config', 0, 'always, where the data folder can be read'),
  row('wait type:Nothing --timeout 1ms', 1, 'nothing matched in time'),
  row('wait verdct:valid', 2, 'the filter has a typo'),
  row('listen --receiver-port 0 --until type:Nothing --timeout 1ms', 1, 'nothing matched --until in time'),
  row('listen --until verdct:valid', 2, 'the filter has a typo'),
  row('tail verdct:valid', 2, 'the filter has a typo'),
  row('replay 1 --to CLOSED', 3, 'no app answers'),
  row('replay 1 --to nowhere', 2, 'the address is none'),
  row('replay 999 --to CLOSED', 2, 'no delivery has this id'),
  row('send nope', 2, 'no fixture has this name'),
  row('compare-builds --old CLOSED --new CLOSED', 3, 'a build does not answer'),
  row('compare-builds --old CLOSED --new nowhere', 2, 'an address is none'),
  row('compare-builds --old CLOSED --new CLOSED --ignore ids', 2, 'it is neither a JSON pointer nor a rule'),
  row('orders Payment --to CLOSED --reset CLOSED', 2, 'the object has no id'),
  row('orders Payment/none --to CLOSED --reset CLOSED', 2, 'nothing was received about the object'),
  row('orders Payment/1 --to CLOSED --reset make', 2, 'a command without --allow-commands'),
  row('run demo', 0, 'every expectation held'),
  row('run nope', 2, 'no scenario has this name'),
  row('run MISSING', 2, 'the file cannot be read'),
  row('run demo --var nope=1', 2, 'the file has no such variable'),
  row('run demo --target 192.0.2.7:80', 2, 'a host beyond this machine without --allow-host'),
  row('shrink 1 --to CLOSED', 3, 'nothing listens at the handler'),
  row('shrink 999 --to CLOSED', 2, 'no delivery has this id'),
  row('run --list', 0, 'the scenarios are listed'),
  row('scenario record', 0, 'deliveries of one environment match'),
  row('scenario record --filter type:Nothing', 1, 'no delivery matches'),
  row('trigger payment --sandbox CLOSED', 3, 'no sandbox answers'),
  row('sandbox clock soon', 2, 'the clock takes no such change'),
  row('sandbox clock --sandbox CLOSED', 3, 'no sandbox answers'),
  row('send --list', 0, 'the fixtures are listed, also where there are none'),
  row('backup --list', 0, 'the backups are listed, also where there are none'),
  row('schemes', 0, 'always'),
  row('version', 0, 'always'),
  row('token', 3, 'nothing runs on the data folder'),
  row('completion nosuch', 2, 'no such shell'),
  row('env', 0, 'the environments are listed'),
  row('env show Nowhere', 2, 'no environment has this name'),
  row('env use Sandbox', 0, 'the environment exists'),
  row('env add Sandbox', 2, 'an environment has this name'),
  row('env add Other --sender nobody', 2, 'no sender has this name'),
  row('env edit Sandbox', 2, 'no setting is given'),
  row('env set-secret Sandbox', 2, 'the secret is missing'),
  row('env set-secret Sandbox --secret-env NO_SUCH_VARIABLE', 2, 'the variable is not set'),
  row('env rotate Nowhere', 2, 'no environment has this name'),
  row('env remove Sandbox', 2, 'the sandbox stays'),
  row('env list', 0, 'the environments are listed'),
  row('forward', 0, 'the rules are listed, also where there are none'),
  row('forward list', 0, 'the rules are listed, also where there are none'),
  row('forward add', 2, 'the address of the app is missing'),
  row('forward add --to 192.0.2.7:80', 2, 'a host beyond this machine without --allow-host'),
  row('forward pause nope', 2, 'no rule has this name'),
  row('forward resume nope', 2, 'no rule has this name'),
  row('forward remove nope', 2, 'no rule has this name'),
  row('forward catch-up nope --since 2h', 2, 'no rule has this name'),
  row('rules', 0, 'the rules are listed, also where there are none'),
  row('rules off nope', 2, 'no rule has this name'),
  row('rules preset dwn', 2, 'no preset has this name'),
  row('rules apply MISSING', 2, 'the file cannot be read'),
  row('export', 0, 'deliveries were written'),
  row('export --filter no-such-word', 1, 'no delivery matches'),
  row('export --redact names', 2, 'no such redaction'),
  row('export --out MISSING/below', 3, 'the file cannot be written'),
  row('import MISSING', 2, 'the file cannot be read'),
  row('open', 3, 'no page runs on the folder'),
  row('backup', 0, 'a backup was made'),
  row('restore nope', 2, 'no backup has this name'),
  row('doctor --recover', 1, 'the database is sound, so nothing was changed'),
  row('doctor --new-key', 1, 'the key is there, so nothing was changed'),
  row('doctor --data FILE', 1, 'something needs doing'),
  row('check CLOSED', 2, 'the shared secret is missing'),
  row('check --list', 0, 'the probes are listed'),
  row('check --explain nope', 2, 'no probe has this name'),
  row('verify FILE --secret s --signature x', 1, 'the signature is not valid'),
  row('verify FILE', 2, 'the secret is missing'),
  row('verify MISSING --secret s --signature x', 2, 'the file cannot be read'),
  row('mcp', 3, 'no instance runs on the folder, and --start is missing'),
]

/** Commands that owe an answer, and what of them waits: each is stopped by a signal in test/cli/interrupted.test.ts. */
export const owingCommands = [
  'backup',
  'check URL',
  'export',
  'import FILE',
  'listen --until EXPR',
  'run FILE',
  'send NAME',
  'trigger TYPE',
  'wait EXPR',
] as const

export function exitCodeTable(): string {
  const rows = exitRows.map(({ line, outcome, code }) => `| \`${line}\` | ${outcome} | ${code} |`)
  return `0 done; 1 the answer is no: nothing was found, or an assertion failed; 2 wrong usage or input, a name or id that nothing has among them; 3 could not do it. A command that owes an answer and is stopped by a signal before ends with 130 (${owingCommands.map((line) => `\`${line}\``).join(', ')}); \`serve\`, \`sandbox\`, \`mcp\`, \`tail\` and \`listen\` without it then end with 0. A reader of stdout that has seen enough (\`| head\`) is no failure. Every command ends with 2 at an option that it does not have, and every command that reads a data folder with 3 where there is none.

Each row is run by a test. Words in capitals stand for a file, a file that is missing, and a port that is closed.

| Command | Outcome | Exit code |
|---|---|---|
${rows.join('\n')}`
}
