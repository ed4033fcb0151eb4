import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { scratchFolder } from '../../build/startServe.ts'
import { runHookscope } from '../../cli/runHookscope.ts'

let folder: ReturnType<typeof scratchFolder>
beforeEach(() => {
  folder = scratchFolder()
})
afterEach(() => folder.remove())

it.each(['127.0.0.1', '0.0.0.0', '::'])(
  'a port that another program holds on %s is named, and the start ends with 3',
  async (host) => {
    const server = createServer().listen(0, host)
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    for (const option of ['--receiver-port', '--ui-port']) {
      const other = option === '--ui-port' ? ['--receiver-port', '0'] : ['--ui-port', '0']
      const { code, stdout, stderr } = await runHookscope([
        'serve',
        '--json',
        '--data',
        folder.path,
        option,
        String(port),
        ...other,
      ])
      expect({ option, code, stdout }).toEqual({ option, code: 3, stdout: '' })
      expect(stderr).toContain(String(port))
      expect(stderr).not.toMatch(/^\s+at /m)
    }
  },
)
