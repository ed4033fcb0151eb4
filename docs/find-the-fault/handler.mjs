// A webhook handler with a fault, for the story in ../find-the-fault.md.
import { createServer } from 'node:http'

createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    const { data } = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    console.error(
      'total',
      data.items.map(({ price }) => price).reduce((sum, price) => sum + price),
    )
    response.writeHead(204).end()
  } catch {
    response.writeHead(500).end('Internal Server Error')
  }
}).listen(Number(process.env.PORT ?? 3000), '127.0.0.1', function () {
  console.log(this.address().port)
})
