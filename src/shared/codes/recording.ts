/** Differences between a recorded scenario and its deliveries. */
import { z } from 'zod'
import { type Coded, coded, noFields } from './coded.ts'
import { verdicts } from './signature/verdicts.ts'

const names = z.object({ names: z.array(z.string()) })
const count = z.number().int()

const recordNoteCodes = {
  /** Its sender signs with a private key that only the sender has. */
  'key-of-the-sender': noFields,
  /** Nothing proves why the signature is wrong, so it is signed with another secret. */
  'cause-unknown': noFields,
  /** The proven cause has no break of its own, so it is signed with another secret. */
  'cause-without-break': z.object({ cause: z.string() }),
  /** Recorded without a verdict on its signature. */
  'verdict-not-known': z.object({ verdict: z.enum(verdicts) }),
  'body-cut': z.object({ kept: count }),
  'body-left-out': noFields,
  /** Places of values that were replaced in the body, the first ones by name. */
  'values-left-out': z.object({ count, places: z.array(z.string()) }),
  /** Not written as YAML, such as JSON with a number that it would write in another way. */
  'body-as-text': noFields,
  'headers-left-out': names,
  'parameters-left-out': names,
  'path-left-out': noFields,
  /** Each environment answers a handshake on its own. */
  'handshake-answer': noFields,
  'answer-unknown': noFields,
  /** The connection broke in the middle of the answer. */
  'reset-in-the-middle': noFields,
  'not-forwarded': noFields,
  /** Addresses of further apps that got deliveries, too. */
  'other-targets': z.object({ targets: z.array(z.string()) }),
  /** Forwarded to a host beyond this machine. */
  'target-elsewhere': z.object({ host: z.string() }),
  /** The environment checks signatures with a scheme of its own. */
  'own-scheme': z.object({ environment: z.string() }),
  'secret-changed': noFields,
}

export type RecordNote = Coded<typeof recordNoteCodes>

export interface RecordNoteSchema extends z.ZodType<RecordNote> {}
export const recordNoteSchema: RecordNoteSchema = coded(recordNoteCodes)
