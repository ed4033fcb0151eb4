import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * Stands before a receiver and does what a receiver should not: resets a connection on `/reset`, and on `/early` answers
 * before it has read the body and closes with bytes unread. Everything else goes to the receiver.
 */
export async function startBadFront(receiverPort: number): Promise<{ port: number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.once('data', (first) => {
      socket.pause()
      const target = first.toString('latin1').split(' ')[1]
      if (target === '/reset') socket.resetAndDestroy()
      else if (target === '/early')
        socket.end('HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n', () => socket.destroy())
      else {
        const receiver = connect(receiverPort, '127.0.0.1')
        receiver.on('error', () => socket.destroy())
        receiver.write(first)
        socket.pipe(receiver).pipe(socket)
      }
    })
    socket.resume()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
