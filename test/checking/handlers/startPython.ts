import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Care, type Handler, secret } from './handler.ts'

/** Starts a handler on Python's http.server in a process of its own. */
export async function startPython(care: Care): Promise<Omit<Handler, 'effects'> & { effects(): Promise<number> }> {
  const child = spawn('python3', ['-u', join(import.meta.dirname, 'handlers.py'), care, secret], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const origin = `http://127.0.0.1:${Number(line.toString())}`
  return {
    url: `${origin}/webhooks`,
    effects: async () => Number(await (await fetch(`${origin}/effects`)).text()),
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}
