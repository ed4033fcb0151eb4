/** Schemas of a shell's parts outside of the page, and of its requests to the page. */
import { z } from 'zod'
import { caseOpenedSchema } from './caseSchemas.ts'
import { menuCommandIds } from '../commands/commands.ts'
import { deliveryIdPattern, linkedScreens, resourceIdPattern, resourceTypePattern } from '../commands/links.ts'

/** The effect of closing the window: the app goes on capturing, or ends; `ask` until the person has said. */
export const whenClosedSchema = z.enum(['ask', 'keep', 'quit'])

export const shellChoicesSchema = z.object({
  whenClosed: whenClosedSchema,
  /** Notifications of the system. */
  notify: z.boolean(),
  /** Commands and tools of this user can join: the API is open on loopback, and a file in the data folder has its key. */
  letJoin: z.boolean(),
})

export const shellSchema = z.object({
  /** Abilities of this shell: the page asks for abilities, never for the platform. */
  can: z.object({
    /** It has native menus, which ask the page to run commands. */
    menus: z.boolean(),
    /** It can go on capturing without a window. */
    background: z.boolean(),
    /** It asks what closing the window means until the user has decided. */
    ask: z.boolean(),
    notify: z.boolean(),
    /** It can be closed to the commands and tools of this user, see `letJoin`; a browser shell always lets them join. */
    closeToTools: z.boolean(),
    /** Links of ours lead into it, see src/shared/commands/links.ts; its page has no address that leads anywhere. */
    links: z.boolean(),
    /** It can show a file or folder in the system's file manager. */
    showFiles: z.boolean(),
  }),
  /** Why it cannot go on without a window, as a sentence; null where it can, or where it is not expected. */
  backgroundProblem: z.string().nullable(),
  /** The file that it logs to, or null. */
  logFile: z.string().nullable(),
  /** The programs inside, such as Node, with their versions. */
  runtimes: z.array(z.object({ name: z.string(), version: z.string() })),
  choices: shellChoicesSchema,
})

/** The page's report on the commands that native menus hold. */
export const menuStateSchema = z.object({
  /** Commands that can be used now. */
  offered: z.array(z.enum(menuCommandIds)).max(menuCommandIds.length),
  /** Commands with a check mark. */
  checked: z.array(z.enum(menuCommandIds)).max(menuCommandIds.length),
})

const placeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delivery'), id: z.string().regex(deliveryIdPattern) }),
  z.object({
    kind: z.literal('object'),
    resourceType: z.string().regex(resourceTypePattern),
    resourceId: z.string().regex(resourceIdPattern),
  }),
  z.object({ kind: z.literal('screen'), name: z.enum(linkedScreens) }),
])

/** Requests of a shell to the page: to run a command of a menu, to go where a link or a notification leads, or to show a file that was opened. */
export const shellRequestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('command'), id: z.enum(menuCommandIds) }),
  z.object({ kind: z.literal('go'), place: placeSchema }),
  /** A file that the shell was given and opens itself: progress and result. */
  z.object({
    kind: z.literal('case-file'),
    /** To be shown. */
    name: z.string(),
    progress: z.discriminatedUnion('state', [
      /** Bytes. */
      z.object({ state: z.literal('reading'), done: z.number().int(), size: z.number().int() }),
      z.object({ state: z.literal('opened'), opened: caseOpenedSchema }),
      /** `problem`: a sentence. */
      z.object({ state: z.literal('failed'), problem: z.string() }),
    ]),
  }),
])
