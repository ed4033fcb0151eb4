/** `npm start` as a process of its own, on a machine that the test describes; the rest is as in tools/start/main.ts. */
import { watchInterruptions } from '../../tools/start/interruptions.ts'
import { start, type StartOptions } from '../../tools/start/start.ts'

const given = JSON.parse(process.argv[2] ?? '') as Pick<
  StartOptions,
  'words' | 'machine' | 'root' | 'electronFolder' | 'limits'
>
process.exitCode = await start({
  ...given,
  variables: process.env,
  interruptions: watchInterruptions(process, { atTerminal: false, now: () => performance.now() }),
  say: (text) => process.stderr.write(text),
  isTerminal: false,
  stdio: 'inherit',
})
