import { z } from 'zod'

/** Base64url of 32 random bytes. */
const random = z.string().regex(/^[\w-]{43}$/)

/** How a page comes to its key, over HTTP in the browser shell only: the desktop shell has none. */
export const codeInputSchema = z.object({ code: z.string().max(100) })
export const nonceInputSchema = z.object({ nonce: random })

/** `folder` is a random id of the data folder, the same for as long as the folder is. */
export const tokenAnswerSchema = z.object({ token: random, folder: random })
/** `proof`: see sessionProof.ts. */
export const proofAnswerSchema = z.object({ folder: random, proof: z.string() })

export const renewAnswerSchema = z.object({ token: random })
/** An address that leads one browser to the page, once and until `expiresAt` (ISO 8601). */
export const addressAnswerSchema = z.object({ ui: z.string(), expiresAt: z.string() })
/** The path of a page that only this user can read and that leads a browser on to such an address. */
export const launchAnswerSchema = z.object({ file: z.string() })
