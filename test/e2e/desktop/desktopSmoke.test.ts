/** The smoke test of the desktop app, see smokeSteps.ts. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scratchFolder } from '../../build/startServe.ts'
import { desktops } from './desktops.ts'
import { type Smoke, smokeSteps } from './smokeSteps.ts'

test('the smoke test has twelve steps, and each says what the stand-in does not show', () => {
  expect(smokeSteps).toHaveLength(12)
  for (const { notOnStandIn } of smokeSteps) expect(notOnStandIn).not.toBe('')
})

describe.each(desktops)('the smoke test of the desktop app on $name', (desktop) => {
  describe.skipIf(desktop.missing !== null)(
    desktop.missing === null ? 'on an empty data folder' : `is skipped: ${desktop.missing}`,
    { tags: 'full' },
    () => {
      let scratch: ReturnType<typeof scratchFolder>
      let smoke: Smoke
      let failed = false

      beforeAll(async () => {
        scratch = scratchFolder()
        const folder = join(scratch.path, 'data')
        const programs = join(scratch.path, 'programs')
        for (const made of [folder, programs]) mkdirSync(made)
        // The choices of a user who closes the window to go on in the background, and lets commands join.
        const choices = { whenClosed: 'keep', notify: false, letJoin: true }
        writeFileSync(join(folder, 'desktop.json'), JSON.stringify({ window: null, choices }))
        // On Linux the desktop is asked for its tray, which a display without a screen does not have.
        for (const program of ['dbus-send', 'gdbus']) {
          writeFileSync(join(programs, program), '#!/bin/sh\necho "variant boolean true"\n')
          chmodSync(join(programs, program), 0o755)
        }
        const receiverPort = await freePort()
        const startedAt = Date.now()
        const app = await desktop.start(folder, {
          args: ['--receiver-port', String(receiverPort)],
          variables: process.platform === 'linux' ? { PATH: `${programs}:${process.env['PATH'] ?? ''}` } : {},
        })
        smoke = { app, folder, receiverPort, isStandIn: desktop.isStandIn, startedAt }
      })
      afterAll(async () => {
        await smoke?.app.stop().catch(() => undefined)
        scratch?.remove()
      })

      for (const [index, step] of smokeSteps.entries()) {
        const isSkipped = desktop.isStandIn && step.isOnlyOfRuntime === true
        const remark = desktop.isStandIn ? ` (not shown here: ${step.notOnStandIn})` : ''
        test.skipIf(isSkipped)(`${index + 1}. ${step.title}${remark}`, async () => {
          expect(failed, 'An earlier step failed, and each goes on from the one before.').toBe(false)
          failed = true
          await step.run(smoke)
          failed = false
        })
      }
    },
  )
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
