/**
 * An emulator of the whole service on one loopback port: identity provider, organization API, objects of the ten types,
 * signed notifications with retries. Where the interface document says "not shown" it chooses; GET /openapi.json documents it.
 */
import { answerCall, type Rooms } from './api/answerCall.ts'
import { startServer } from './http/startServer.ts'
import { startTokenEndpoint } from './identity/startTokenEndpoint.ts'
import { usualDialect } from './kinds/dialect.ts'
import { kindOf } from './kinds/objectKinds.ts'
import type { ObjectKind } from './kinds/objectKind.ts'
import { openObjects, type Objects, type Written } from './objects/openObjects.ts'
import { summarise } from './objects/summarise.ts'
import { describeApi } from './api/describeApi.ts'
import { notify, sendSpecial } from './outbox/sendNotifications.ts'
import { startOutbox, type Outbox } from './outbox/startOutbox.ts'
import { createSandboxClock } from './sandboxClock.ts'
import { startChanges } from './startChanges.ts'
import { createWorld, type World } from './world/createWorld.ts'
import {
  createState,
  demo,
  forgetBusiness,
  masterPassword,
  replaceKnownPassword,
  type SandboxState,
} from './state/state.ts'
import { keepState, loadState, type StateKeeping } from './state/stateFile.ts'
import { SandboxRefusal } from './state/sandboxRefusal.ts'
import type { SandboxObject, WatchedObject, SandboxSettings } from '../shared/wireTypes.ts'
import type { Sandbox, SandboxOptions } from './types.ts'

const listedObjects = 200
const listedJobs = 100

/** A saved state goes on as it was: the seed of the options serves a fresh one only. */
async function openState(options: SandboxOptions): Promise<{ state: SandboxState; keeping: StateKeeping | null }> {
  const { stateFile, seed } = options
  if (stateFile === undefined) {
    return { state: createState(seed), keeping: null }
  }
  const state = (await loadState(stateFile, options)) ?? createState(seed)
  const keeping = keepState(stateFile, state, options)
  if (replaceKnownPassword(state)) keeping.changed()
  return { state, keeping }
}

function discover(url: string, { kinds, state, mayReceive }: World): { url: string } & Record<string, unknown> {
  const { clientId, audience, username } = demo
  const password = mayReceive === null ? { password: masterPassword(state) } : {}
  const collections = Object.fromEntries(kinds.map(({ type, collection }) => [type, collection]))
  return { url, authUrl: url, baseUrl: url, clientId, audience, username, ...password, collections }
}

function listObjects({ state, kinds }: World): SandboxObject[] {
  return state.objects
    .slice(-listedObjects)
    .toReversed()
    .flatMap(({ type, fields }) => {
      const kind = kinds.find((candidate) => candidate.type === type)
      return kind === undefined ? [] : [summarise(kind, fields)]
    })
}

function summaryOf(kind: ObjectKind, id: string, written: Written | null): SandboxObject {
  if (written !== null && !written.ok) {
    const why = Object.entries(written.errors).map(([field, sentences]) => `${field}: ${sentences.join(' ')}`)
    throw new SandboxRefusal('unusable-fields', `The ${kind.resourceType} was not changed. ${why.join(' ')}`)
  }
  if (written === null) {
    throw new SandboxRefusal(
      'unknown-object',
      `The sandbox has no ${kind.resourceType} with the id "${id.slice(0, 60)}". Create one, or choose one of its list.`,
    )
  }
  return summarise(kind, written.object.fields)
}

function watchObject({ kinds, state }: World, objects: Objects, type: string): WatchedObject {
  const kind = kindOf(type, kinds)
  const { id } = objects.watch(kind)
  return { id, resourceType: kind.resourceType, organizationId: state.organization.id }
}

type Promised = Omit<Sandbox, 'onChange' | 'stop' | 'reset' | 'settings' | 'changeSettings' | 'clock'>

function promiseOf(world: World, objects: Objects, outbox: Outbox, url: string): Promised {
  const { state } = world
  return {
    url,
    credentials: {
      ...demo,
      password: masterPassword(state),
      authUrl: url,
      baseUrl: url,
      organizationId: state.organization.id,
    },
    describe: () => describeApi(url, world),
    webhookConfig: () => ({ ...structuredClone(state.webhookConfig), url: state.webhookConfig.url ?? '' }),
    objects: () => listObjects(world),
    outbox: () =>
      state.jobs
        .slice(-listedJobs)
        .toReversed()
        .map(({ entry }) => ({ ...entry })),
    createObject: (type, fields) => {
      const kind = kindOf(type, world.kinds)
      return summaryOf(kind, '', objects.create(kind, fields))
    },
    updateObject: (type, id, fields) => {
      const kind = kindOf(type, world.kinds)
      return summaryOf(kind, id, objects.update(kind, id, fields))
    },
    watchObject: (type) => watchObject(world, objects, type),
    asked: (id) => {
      const asked = objects.asked(id)
      if (asked !== null) return asked
      throw new SandboxRefusal('unknown-object', `The sandbox watches no object with the id "${id.slice(0, 60)}".`)
    },
    holdOutbox: outbox.hold,
    sendSpecial: (special) => sendSpecial(world, outbox, special),
  }
}

/** Starts the sandbox; see SandboxOptions. Throws CannotListen. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { state, keeping } = await openState(options)
  const dialect = { ...usualDialect, ...options.dialect }
  const changes = startChanges()
  const clock = createSandboxClock()
  const world = createWorld(state, dialect, options.embedded?.mayReceive ?? null, clock)
  const changed = (): void => {
    keeping?.changed()
    changes.note()
  }

  const settings = () => sendingSettings(state, options.timeFactor ?? 100)
  const outbox = startOutbox({
    state,
    signatureHeader: dialect.signatureHeader,
    mayReceive: world.mayReceive,
    settings,
    clock,
    changed,
  })
  clock.onChange(() => {
    outbox.clockChanged()
    changed()
  })
  const objects = openObjects(world, (kind, action, resourceId, changes) => {
    notify(world, outbox, settings(), kind, { action, resourceId, changes })
    changed()
  })
  // Known once the port is open, and no call comes before.
  let url = ''
  const rooms: Rooms = {
    world,
    objects,
    changed,
    discovery: () => discover(url, world),
    watch: (type) => watchObject(world, objects, type),
    token: startTokenEndpoint({
      state,
      url: () => url,
      tokenLifetime: options.tokenLifetime ?? 3600,
      now: clock.now,
      changed,
    }),
    configured: () => {
      if (!state.webhookConfig.enabled) {
        outbox.dropAll('Not sent: the webhook-config was disabled.')
      }
      changed()
    },
  }
  const server = options.atRest === true ? null : await startServer(options.port, (call) => answerCall(call, rooms))
  url = `http://127.0.0.1:${server?.port ?? 0}`
  if (server !== null) outbox.resume()
  const promised = promiseOf(world, objects, outbox, url)
  return {
    ...promised,
    clock,
    settings,
    changeSettings: (change) => {
      const given = Object.entries(change).filter(([, value]) => value !== undefined)
      state.sending = { ...state.sending, ...Object.fromEntries(given) }
      changed()
      return settings()
    },
    reset: async (seed) => {
      await outbox.clear()
      forgetBusiness(state, seed)
      objects.forget()
      promised.credentials.organizationId = state.organization.id
      changed()
    },
    onChange: changes.onChange,
    stop: async () => {
      changes.stop()
      await Promise.all([server?.stop(), outbox.stop()])
      await keeping?.close()
    },
  }
}

/** The sandbox's defaults for sending; `timeFactor` comes from its start. */
const usual: Omit<SandboxSettings, 'timeFactor'> = {
  retryWaits: [10, 30, 120, 300, 900, 1800, 3600, 7200, 14_400],
  delayMs: 0,
  shuffleMs: 0,
  duplicates: 0,
  wrongSignatures: 0,
  lostAnswers: 0,
}

/** How it sends now. */
function sendingSettings({ sending }: SandboxState, timeFactor: number): SandboxSettings {
  return { ...usual, timeFactor, ...sending }
}
