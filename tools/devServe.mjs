/**
 * `npm run dev:serve`: the page with hot reload, in a browser, against an engine of its own. Arguments are passed on to
 * `hookscope serve`. Vite's server stands before the engine and passes on its API and its WebSocket.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'

const root = join(import.meta.dirname, '..')
const engine = spawn(
  process.execPath,
  [join(root, 'src/cli/hookscope.ts'), 'serve', '--json', '--ui-port', '0', ...process.argv.slice(2)],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
const ended = once(engine, 'exit')
const ready = await Promise.race([once(createInterface(engine.stdout), 'line'), ended])
if (engine.exitCode !== null) process.exit(engine.exitCode)
const { ui, token, receiver, data } = JSON.parse(String(ready[0]))
const { origin } = new URL(ui)

const server = await createServer({
  configFile: false,
  root: join(root, 'src/renderer'),
  plugins: [react()],
  server: {
    host: '127.0.0.1',
    // The engine answers to its own name only; the token is asked for all the same.
    proxy: Object.fromEntries(
      ['/api', '/rpc', '/session'].map((path) => [
        path,
        { target: origin, ws: path === '/rpc', changeOrigin: true, headers: { origin } },
      ]),
    ),
  },
})
await server.listen()
const { port } = server.httpServer.address()
console.log(
  `UI        http://127.0.0.1:${port}/#token=${token}\nReceiver  ${receiver}\nData      ${data}\nCtrl+C stops.`,
)

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => engine.kill(signal))
const [code] = await ended
await server.close()
process.exit(code ?? 1)
