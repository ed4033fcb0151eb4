#!/usr/bin/env node
// Stands for cloudflared: answers its metrics endpoint like the real one, and tells what it was started with.
import { createServer } from 'node:http'

const args = process.argv.slice(2)
const valueOf = (name) => args[args.indexOf(name) + 1]
const [host, port] = valueOf('--metrics').split(':')
console.error(`INF started with ${args.join(' ')}`)
console.error(`INF token ${process.env.TUNNEL_TOKEN ?? 'none'}`)
console.error(`INF other secrets ${process.env.HOOKSCOPE_PASSWORD ?? 'none'}`)
if (process.env.TUNNEL_TOKEN === 'wrong') {
  console.error('ERR Provided Tunnel token is not valid.')
  process.exit(255)
}
let asked = 0
createServer((request, response) => {
  asked += 1
  if (request.url === '/quicktunnel') response.end(JSON.stringify({ hostname: asked < 2 ? '' : 'quick.test' }))
  else if (request.url === '/ready') response.writeHead(asked < 2 ? 503 : 200).end('{}')
  else response.writeHead(404).end()
}).listen(Number(port), host)
if (args.includes('--hang')) process.on('SIGTERM', () => undefined)
