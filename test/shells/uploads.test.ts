import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { scratchFolder } from '../build/startServe.ts'
import { startServeHere } from '../build/startServeHere.ts'

test('a case file that is being opened lies in the data folder, and the next start removes what a kill left of it', async () => {
  const folder = scratchFolder()
  onTestFinished(() => folder.remove())
  const uploads = join(folder.path, 'uploads')
  mkdirSync(join(uploads, 'open-killed'), { recursive: true })
  writeFileSync(join(uploads, 'open-killed', 'file'), 'half')
  const serve = await startServeHere(folder.path)
  expect(existsSync(uploads)).toBe(false)

  const headers = { authorization: `Bearer ${serve.token}`, 'content-type': 'application/octet-stream' }
  const upload = request(`${serve.api}/case-files/open`, { method: 'POST', headers })
  upload.on('error', () => undefined)
  upload.write('half a case file')
  const inUploads = () => (existsSync(uploads) ? readdirSync(uploads) : [])
  await expect.poll(inUploads).toHaveLength(1)
  upload.destroy()
  await expect.poll(inUploads).toEqual([])
  await serve.stop()
})
