import { z } from 'zod'
import type { DesktopStart } from './readArguments.ts'

const schema = z.object({ links: z.array(z.string()), files: z.array(z.string()) })

/** Data that a second start hands to the running app before it ends: everything but options, which come too late. */
export type HandedOver = z.infer<typeof schema>

export function handOver({ links, files }: DesktopStart): HandedOver {
  return { links, files }
}

/** Reads it again at the other end, where it may be anything: any program of this user can write there. Null when it is not ours. */
export function readHandedOver(data: unknown): HandedOver | null {
  const { success, data: handedOver } = schema.safeParse(data)
  return success ? handedOver : null
}
