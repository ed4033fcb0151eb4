/** The service that follow-ups ask: it answers each with an object, or it takes connections and says nothing. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerCalls } from '../child.ts'

const [mood] = process.argv.slice(2)
const server = createServer((request, response) => {
  request.resume()
  if (mood === 'silent') return
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(request.url === '/oauth/token' ? '{"access_token":"bench","expires_in":86400}' : '{"id":"bench"}')
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
answerCalls(async () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
