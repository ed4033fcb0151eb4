// A webhook handler with a fault, for the story in ../find-the-fault.md.
import { createServer } from 'node:http'

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    const { data } = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    const total = data.items.map(({ price }) => price).reduce((sum, price) => sum + price)
    response.writeHead(200).end(`The total is ${total}.`)
  } catch {
    response.writeHead(500).end('Internal Server Error')
  }
})
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
