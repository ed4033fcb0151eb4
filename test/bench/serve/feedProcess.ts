/** An open page, as far as serve can tell: it reads the feed, and does nothing with it. */
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { answerCalls } from '../child.ts'

answerCalls(async ({ origin, token }: { origin: string; token: string }) => {
  const address = `${origin.replace(/^http/, 'ws')}/rpc`
  const socket = new WebSocket(address, ['hookscope', `hookscope.token.${token}`], { origin })
  await once(socket, 'open')
  socket.send(JSON.stringify({ i: '1', p: { u: 'http://orpc/feed', b: {} } }))
  // A refusal is an answer with another status than 200, which is left out.
  const [first] = (await once(socket, 'message')) as [Buffer]
  const { s: status = 200 } = (JSON.parse(first.toString()) as { p: { s?: number } }).p
  if (status !== 200) throw new Error(`The feed was refused: ${first.toString().slice(0, 300)}`)
  return null
})
