/** One server of the comparison in storeDesigns.ts, in a process of its own: `node storeDesignServer.ts DESIGN FOLDER`. */
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { NewDelivery } from '../../src/engine/store/types.ts'
import { serviceScheme } from '../../src/shared/signature/schemePresets.ts'
import { verificationSecret } from '../../src/engine/signature/verificationSecret.ts'
import { verifySignature } from '../../src/engine/signature/verifySignature.ts'
import { benchSecret } from './closedLoop.ts'
import { designs } from './designs/designs.ts'

const [design = 'reference', folder = ''] = process.argv.slice(2)
const keep = await designs[design]?.(folder)
const secrets = [verificationSecret({ id: 's', label: 's', text: benchSecret, current: true }, serviceScheme)]
const delay = monitorEventLoopDelay({ resolution: 1 })

const server = createServer((message, response) => {
  const chunks: Buffer[] = []
  message.on('data', (chunk: Buffer) => chunks.push(chunk))
  message.on('end', () => {
    const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
    const answer = (): void => {
      response.statusCode = 200
      response.end()
    }
    if (keep === undefined) {
      answer()
      return
    }
    const { verdict, secretId } = verifySignature(
      { headers: message.rawHeaders, body, truncated: false, method: 'POST', urls: [], receivedAt: null },
      serviceScheme,
      secrets,
    )
    const delivery: NewDelivery = {
      environmentId: 'sandbox',
      verdict,
      secretId,
      answeredStatus: 200,
      request: {
        method: message.method ?? '',
        target: message.url ?? '',
        httpVersion: message.httpVersion,
        headers: message.rawHeaders,
        trailers: message.rawTrailers,
        body,
        truncated: false,
        size: body.length,
        contentLength: body.length,
        receivedAt: Date.now(),
        peer: { address: '127.0.0.1', port: message.socket.remotePort ?? 0 },
      },
    }
    keep.append(delivery).then(
      (id) => {
        answer()
        keep.noteAnswered?.(id, Date.now())
      },
      () => {
        response.statusCode = 503
        response.end()
      },
    )
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', 1024, () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 })
})
let cpu = process.cpuUsage()
process.on('message', (message) => {
  if (message === 'start') {
    delay.reset()
    delay.enable()
    cpu = process.cpuUsage()
  }
  if (message === 'measure') {
    const used = process.cpuUsage(cpu)
    process.send?.({
      delayP99: delay.percentile(99) / 1e6,
      cpuMs: (used.user + used.system) / 1000,
      rss: process.memoryUsage.rss(),
    })
  }
  if (message === 'stop') {
    server.closeAllConnections()
    server.close()
    void keep?.close().then(() => process.exit(0))
    if (keep === undefined) process.exit(0)
  }
})
