import { type Command, InvalidArgumentError, Option } from 'commander'
import { breakKinds } from '../../../shared/signature/breakKinds.ts'
import { readMoment } from '../../../shared/signature/signingMoment.ts'
import { type SetExitCode, addExamples, addJoinOptions } from '../../basics/joinOptions.ts'
import { allowHost, targetUrl } from '../../basics/optionValues.ts'
import type { SendOptions } from './sendCommand.ts'

/** `send`: a fixture, or any body, signed and sent. */
export function addSend(hookscope: Command, setExitCode: SetExitCode): void {
  const send = hookscope
    .command('send')
    .description('send a fixture, signed freshly, to the receiver or to an app')
    .argument('[NAME|FILE]', 'a fixture: its name in the folder of the fixtures, or its file (.json)')
    .option('--body <FILE>', 'any file as the body, without a fixture, signed as the environment does; - reads stdin')
    .option('--header <LINE>', "'Name: value' of a header, beside those of the fixture; may be repeated", collect)
    .option('--method <METHOD>', 'the method (default: that of the fixture, else POST)')
    .option('--path <PATH>', 'what comes behind the path of the target')
    .option(
      '--scheme <NAME>',
      'how it is signed: service, stripe, github, ... (default: as the fixture says, a body as the environment does)',
    )
    .option('--secret-env <NAME>', 'the variable that holds the secret or private key to sign with')
    .option('--at <TIME>', 'when it is signed: now, ISO 8601, seconds since 1970, -10m, +2h', moment)
    .addOption(new Option('--break <KIND>', 'what is made wrong on purpose').choices(breakKinds))
    .option('--to <URL>', 'an app, instead of the receiver of the environment in use: 3000 or a URL', targetUrl)
    .option('--allow-host <HOST>', allowHost)
    .option(
      '--expect <STATUS>',
      'end with 1 when the answer is another: 2xx, 4xx, 204 (default: as the fixture says, else 2xx)',
      status,
    )
    .option('--list', 'list the fixtures, and send nothing')
    .option('--count <N>', 'how many requests to send (default: 1)', number)
    .option('--rate <N>', 'requests a second, at most 1,000', number)
    .option('--parallel <N>', 'requests at the same time, at most 64', number)
    .action(async (fixture: string | undefined, options: SendOptions) =>
      setExitCode(await (await import('./sendCommand.ts')).sendCommand(fixture, options)),
    )
  addExamples(
    addJoinOptions(send),
    ['hookscope send order-paid', 'a fixture to the receiver'],
    ['hookscope send order-paid.json --to http://127.0.0.1:3000/hooks', 'a file to an app'],
    ['hookscope send --body event.json --to http://127.0.0.1:3000/hooks', 'any body, signed as the environment does'],
    ['hookscope send --body event.json --scheme stripe --secret-env SECRET --expect 4xx --to URL', 'as another sender'],
    ['hookscope send --list', 'the fixtures'],
    ['hookscope send order-paid --break old-timestamp --count 100 --parallel 8', 'wrong on purpose, many times'],
  )
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value]
}

function number(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0)
    throw new InvalidArgumentError('It takes a number above 0.')
  return value
}

function status(text: string): SendOptions['expect'] {
  if (/^[2-5]xx$/.test(text)) return text as '2xx'
  if (!/^[1-5]\d\d$/.test(text))
    throw new InvalidArgumentError('It takes a status such as 204, or 2xx, 3xx, 4xx or 5xx.')
  return Number(text)
}

function moment(text: string): string {
  if (readMoment(text, 0) !== null) return text
  throw new InvalidArgumentError(
    'It takes now, ISO 8601 with its zone, seconds since 1970, or a distance such as -10m.',
  )
}
