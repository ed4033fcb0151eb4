// A webhook handler with a fault, for the story in ../find-the-fault.md.
import { createServer } from 'node:http'

/** The answer to a delivery: its status and text. */
function answerTo(body) {
  try {
    const { data } = JSON.parse(body)
    const total = data.items.map(({ price }) => price).reduce((sum, price) => sum + price)
    return [200, `The total is ${total}.`]
  } catch {
    return [500, 'Internal Server Error']
  }
}

const server = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const [status, text] = answerTo(Buffer.concat(chunks).toString('utf8'))
    response.writeHead(status).end(text)
  })
})
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
