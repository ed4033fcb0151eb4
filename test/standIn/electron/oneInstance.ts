/** One instance for each profile: who comes second hands over what it was started with, and gets false. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { note } from './link.ts'

type OnSecond = (argv: string[], workingDirectory: string, additionalData: unknown) => void

/** The second instance's message, which it must send before it may end. */
let handedOver: Promise<void> = Promise.resolve()

export function holdInstance(profile: string, additionalData: unknown, onSecond: OnSecond): boolean {
  const lock = join(profile, 'SingletonLock')
  const mail = join(profile, 'SingletonSocket')
  const holder = holderOf(lock)
  if (holder !== null) {
    note('another instance holds the lock', { holder })
    handedOver = handOver(mail, { argv: process.argv, directory: process.cwd(), additionalData })
    return false
  }
  writeFileSync(lock, String(process.pid))
  rmSync(mail, { force: true })
  createServer((socket) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    socket.on('end', () => {
      const said = JSON.parse(text) as { argv: string[]; directory: string; additionalData: unknown }
      note('second-instance', { argv: said.argv })
      onSecond(said.argv, said.directory, said.additionalData)
      socket.end()
    })
  }).listen(mail)
  process.once('exit', () => rmSync(lock, { force: true }))
  return true
}

export async function untilHandedOver(): Promise<void> {
  return handedOver
}

function holderOf(lock: string): number | null {
  try {
    const pid = Number(readFileSync(lock, 'utf8'))
    process.kill(pid, 0)
    return pid === process.pid ? null : pid
  } catch {
    return null
  }
}

async function handOver(mail: string, said: unknown): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(mail, () => socket.end(JSON.stringify(said)))
    socket.on('error', () => resolve())
    socket.on('close', () => resolve())
    socket.resume()
  })
}
