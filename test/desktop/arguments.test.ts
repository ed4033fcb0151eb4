import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { handOver, readHandedOver } from '../../src/desktop/handedOver.ts'
import { browserShellOnly, ownWords, readArguments } from '../../src/desktop/readArguments.ts'
import { UsageProblem } from '../../src/host/shells/exitCodes.ts'
import { runHere } from '../cli/runHere.ts'

const folder = resolve('/work/here')
const read = (...words: string[]) => readArguments(words, folder)

describe('the command line of the desktop app', () => {
  test('takes the options of the browser shell, as one word or as two', () => {
    const options = { data: 'a b', receiverPort: 4690, tunnel: 'ssh', tunnelOption: ['host=h', 'user=u=v'] }
    expect(
      read(
        '--data',
        'a b',
        '--receiver-port',
        '4690',
        '--tunnel',
        'ssh',
        '--tunnel-option',
        'host=h',
        '--tunnel-option',
        'user=u=v',
      ),
    ).toEqual({ options, links: [], files: [] })
    expect(
      read('--data=a b', '--receiver-port=4690', '--tunnel=ssh', '--tunnel-option=host=h', '--tunnel-option=user=u=v')
        .options,
    ).toEqual(options)
    expect(read()).toEqual({ options: {}, links: [], files: [] })
  })

  test('has links and files, which are of the folder it was started in', () => {
    const absolute = resolve('/elsewhere/b.har')
    expect(read('a.ndjson', 'hookscope://delivery/7', '--data', 'not an option', absolute)).toEqual({
      options: {},
      links: ['hookscope://delivery/7'],
      files: [join(folder, 'a.ndjson'), join(folder, '--data'), join(folder, 'not an option'), absolute],
    })
    expect(read('--', '--tunnel').files).toEqual([join(folder, '--tunnel')])
    expect(read('HOOKSCOPE:x').links).toEqual(['HOOKSCOPE:x'])
  })

  test('does not let a link, which any web page can choose, bring options', () => {
    expect(read('hookscope://x', '--data=/tmp/evil', '--tunnel', 'ssh').options).toEqual({})
  })

  test.each([
    '--no-sandbox',
    '--ozone-platform=wayland',
    '--inspect=0',
    '--original-process-start-time=1',
    '-psn_0_12345',
  ])('leaves %s to Chromium, Electron or the system, and goes on', (word) => {
    expect(read(word, '--data', 'd')).toEqual({ options: { data: 'd' }, links: [], files: [] })
  })

  test.each([
    [['--receiver-port', 'x'], '--receiver-port is "x"; it takes a port from 0 (any free one) to 65535.'],
    [['--receiver-port=65536'], '--receiver-port is "65536"; it takes a port from 0 (any free one) to 65535.'],
    [['--receiver-port'], '--receiver-port has no value; it takes a port from 0 (any free one) to 65535.'],
    [['--data', '--no-sandbox'], '--data has no value; it takes a folder.'],
    [['--tunnel-option', 'a=b'], '--tunnel-option needs --tunnel NAME beside it.'],
    [['--tunnel=ssh', '--tunnel-option=a'], '--tunnel-option is "a"; it takes key=value, for example name=my-hooks.'],
    [['--dat=x'], 'There is no option --dat. Did you mean --data?'],
    [['--reciever-port', '1'], 'There is no option --reciever-port. Did you mean --receiver-port?'],
    [['--tunnels=ssh'], 'There is no option --tunnels. Did you mean --tunnel?'],
    [['--tunnal=ssh'], 'There is no option --tunnal. Did you mean --tunnel?'],
    [
      ['--ui-port', '4680'],
      '--ui-port is an option of hookscope serve. The desktop app takes --data, --receiver-port, --tunnel, --tunnel-option.',
    ],
  ])('%j is refused with a sentence that names the option and what it takes', (words, sentence) => {
    expect(() => read(...words)).toThrow(UsageProblem)
    expect(() => read(...words)).toThrow(sentence)
  })

  test('is what comes after the program, and after the path of the app where Electron runs one from a folder', () => {
    expect(ownWords(['/opt/Hookscope/hookscope', '--data', 'd'], false)).toEqual(['--data', 'd'])
    expect(ownWords(['electron', '.', '--data', 'd'], true)).toEqual(['--data', 'd'])
    expect(ownWords(['electron', '--inspect=0', '.', '--data', 'd'], true)).toEqual(['--data', 'd'])
  })

  test('knows every option of `hookscope serve`: the same four, and those that only a browser needs', async () => {
    const { stdout } = await runHere(['serve', '--help'])
    const names = [...stdout.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, name]) => name)
    expect(names).toEqual(['data', 'receiver-port', 'tunnel', 'tunnel-option', ...browserShellOnly])
  })
})

describe('a second start', () => {
  test('hands its links and files to the first, as plain data', () => {
    const asked = read('--data=d', 'hookscope://delivery/7', 'a.har')
    const sent: unknown = JSON.parse(JSON.stringify(handOver(asked)))
    expect(readHandedOver(sent)).toEqual({ links: ['hookscope://delivery/7'], files: [join(folder, 'a.har')] })
  })

  test.each([undefined, null, 'x', { links: 'x', files: [] }, { links: [7], files: [] }])(
    'that sends %j is not believed',
    (data) => {
      expect(readHandedOver(data)).toBeNull()
    },
  )
})
