import { expect, test } from 'vitest'
import { readArguments, relaunchWords } from '../../src/desktop/readArguments.ts'

const launch = { links: ['hookscope://deliveries/2'], files: ['/a/file'] }
const words = ['--no-sandbox', '--data', '/of/before', '--tunnel=localtunnel', '/old/file', 'hookscope://deliveries/1']

test.each([
  ['a built app', ['/opt/Hookscope/hookscope', ...words], false, []],
  ['an app that Electron runs from its folder', ['/usr/bin/electron', '.', ...words], true, ['.']],
])('%s starts again on its data, for what came last', (_name, argv, isDefaultApp, app) => {
  const again = relaunchWords(argv, isDefaultApp, '/data', launch)
  expect(again).toEqual([...app, '--no-sandbox', '--data', '/data', '--', '/a/file', 'hookscope://deliveries/2'])
  expect(readArguments(again.slice(app.length), '/')).toEqual({ options: { data: '/data' }, ...launch })
})
