// A webhook handler with two faults, for the stories in ../find-the-fault.md: it drops an update that comes before its
// creation, and BUILD=new fails at updates.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

const payments = new Map()

function handle({ action, resourceId }) {
  const known = payments.get(resourceId)
  if (action === 'create') payments.set(resourceId, { updates: 0 })
  else if (known !== undefined) known.updates += 1
  if (process.env.BUILD === 'new' && action === 'update') throw new TypeError('customer is undefined')
  return { requestId: randomUUID(), payment: resourceId }
}

function answer(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

async function receive(request, response) {
  if (request.url === '/payments') return answer(response, 200, Object.fromEntries(payments))
  if (request.url === '/reset') {
    payments.clear()
    return answer(response, 200, {})
  }
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    answer(response, 200, handle(JSON.parse(Buffer.concat(chunks).toString('utf8'))))
  } catch (error) {
    answer(response, 500, { error: error.message })
  }
}

const server = createServer((request, response) => void receive(request, response))
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  process.stdout.write(`${server.address().port}\n`)
})
