import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findInstance } from '../../src/cli/connect/joinInstance.ts'
import { openJoining } from '../../src/desktop/joining.ts'
import { instanceFileIn } from '../../src/host/files/instanceFile.ts'
import { scratchFolder } from '../build/startServe.ts'
import { startTestHost, type TestHost } from '../build/startTestHost.ts'

const folder = scratchFolder()
let host: TestHost['host']
beforeAll(async () => {
  ;({ host } = await startTestHost(folder.path))
})
afterAll(async () => {
  await host.stop()
  folder.remove()
})

describe('the switch that lets tools join the desktop app', () => {
  const warnings: string[] = []
  const open = () =>
    openJoining(
      async () => host,
      'test',
      (_level, message) => warnings.push(message),
    )

  test('opens no port and writes no file before it is on', async () => {
    const joining = open()
    expect(existsSync(instanceFileIn(folder.path))).toBe(false)
    await joining.stop()
  })

  test('opens the API and closes it again', async () => {
    const joining = open()
    await joining.set(true)
    const instance = await findInstance(folder.path)
    expect(instance?.facts.shell).toBe('desktop')
    const connected = await instance?.connect()
    if (connected === undefined) throw new Error('nobody lets us join')
    const { client, lost, close } = connected
    expect((await client.status()).dataFolder).toBe(folder.path)
    expect((await fetch(new URL('/', instance?.http.url))).status).toBe(404)
    await joining.set(false)
    await expect(lost).rejects.toThrow(/was stopped/)
    close()
    expect(await findInstance(folder.path)).toBeNull()
    expect(existsSync(instanceFileIn(folder.path))).toBe(false)
  })

  test('can be pressed many times, and the last one counts', async () => {
    const joining = open()
    await Promise.all([joining.set(true), joining.set(false), joining.set(true), joining.set(true)])
    expect(await findInstance(folder.path)).not.toBeNull()
    await joining.stop()
    await joining.set(true)
    expect(await findInstance(folder.path)).toBeNull()
    expect(warnings).toEqual([])
  })
})
