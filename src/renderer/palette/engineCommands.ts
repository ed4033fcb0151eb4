import { webhookTypes } from '../../shared/model.ts'
import { specials } from '../sandbox/sandboxTexts.ts'
import type { App } from '../state/startApp.ts'
import { isOpen } from '../tunnel/tunnelWords.ts'
import type { Toasts } from '../ui/Toasts.tsx'
import { paletteWords } from '../words/palette.ts'
import { problemOf } from '../wire/problem.ts'
import { stateWords } from '../words/tunnel.ts'
import { wireWords } from '../words/wire.ts'
import type { Command } from './commandRegistry.ts'

/** What the inspector does for the asking, from anywhere. Each tells its end in a notice. */
export function engineCommands(app: App, toasts: Toasts): Command[] {
  return [
    ...environmentCommands(app, toasts),
    ...tunnelCommands(app, toasts),
    ...signatureCommands(app, toasts),
    ...sandboxCommands(app, toasts),
  ]
}

function environmentCommands({ client, store }: App, toasts: Toasts): Command[] {
  const { environments, status } = store.getState().feed
  const url = status?.receiver.url ?? null
  const switches = environments.map(({ id, name }): Command => ({
    id: `environment.${id}`,
    title: paletteWords.switchTo(name),
    group: 'environment',
    ...(status?.environment.id === id ? { detail: paletteWords.inUse } : {}),
    run: async () => client.environments.activate({ id }).catch(() => toasts.problem(paletteWords.notSwitched)),
  }))
  if (url === null) return switches
  const copy: Command = {
    id: 'environment.copyAddress',
    title: paletteWords.copyReceiver,
    group: 'environment',
    alsoFoundBy: paletteWords.also.receiver,
    run: async () =>
      navigator.clipboard.writeText(url).then(
        () => toasts.done(paletteWords.copied),
        () => toasts.problem(paletteWords.notCopied),
      ),
  }
  return [...switches, copy]
}

function tunnelCommands({ client, store, navigation }: App, toasts: Toasts): Command[] {
  const tunnel = store.getState().feed.status?.tunnel
  if (tunnel === undefined) return []
  const command = (id: string, title: string, run: () => unknown): Command => ({
    id: `tunnel.${id}`,
    title,
    group: 'tunnel',
    detail: stateWords[tunnel.state].word.toLowerCase(),
    alsoFoundBy: paletteWords.also.tunnel,
    run,
  })
  const told = teller(toasts)
  if (isOpen(tunnel.state)) {
    const tellCheck = ({ lastCheck, state }: { lastCheck: { ok: boolean } | null; state: typeof tunnel.state }) =>
      lastCheck?.ok === true ? paletteWords.tunnelWorks : paletteWords.tunnelIs(stateWords[state].word.toLowerCase())
    return [
      command(
        'check',
        paletteWords.checkTunnel,
        told(paletteWords.checkTunnel, async () => tellCheck(await client.tunnel.check())),
      ),
      command(
        'close',
        paletteWords.closeTunnel,
        told(paletteWords.closeTunnel, async () => {
          await client.tunnel.close()
          return paletteWords.tunnelClosed
        }),
      ),
    ]
  }
  // Nothing was ever opened: the choice of a provider is the screen's.
  if (tunnel.provider.id === 'none') {
    return [command('open', paletteWords.chooseTunnel, () => navigation.go({ screen: 'tunnel' }))]
  }
  const open = paletteWords.openTunnel(tunnel.provider.label)
  const opening = async () => {
    await client.tunnel.open({ provider: tunnel.provider.id })
    return paletteWords.tunnelOpens
  }
  return [command('open', open, told(open, opening))]
}

function signatureCommands({ client, store }: App, toasts: Toasts): Command[] {
  const told = teller(toasts)
  if (store.getState().feed.status?.verification.state === 'running') {
    const stop = async () => {
      await client.signatures.cancel()
      return null
    }
    return [
      {
        id: 'signature.cancel',
        title: paletteWords.cancelCheck,
        group: 'signature',
        run: told(paletteWords.cancelCheck, stop),
      },
    ]
  }
  const start = async () => {
    await client.signatures.verifyAll()
    return paletteWords.checkAllStarted
  }
  return [
    {
      id: 'signature.checkAll',
      title: paletteWords.checkAll,
      group: 'signature',
      run: told(paletteWords.checkAll, start),
    },
  ]
}

function sandboxCommands({ client, navigation }: App, toasts: Toasts): Command[] {
  const told = teller(toasts)
  const demo = async () => {
    toasts.done(paletteWords.demoRuns)
    const { deliveryId } = await client.sandbox.demo()
    navigation.go({ screen: 'inbox', deliveryId, tab: 'overview', filter: '' })
    return null
  }
  const create = (type: string) => {
    const resourceType = type.charAt(0).toUpperCase() + type.slice(1)
    const title = paletteWords.createObject(resourceType)
    const run = async () => {
      const made = await client.sandbox.createObject({ type })
      return paletteWords.created(made.resourceType, made.label)
    }
    return { id: `sandbox.create.${type}`, title, run: told(title, run) }
  }
  const send = ({ kind, label }: (typeof specials)[number]) => {
    const run = async () => {
      await client.sandbox.sendSpecial({ kind })
      return paletteWords.sent
    }
    return { id: `sandbox.send.${kind}`, title: label, run: told(label, run) }
  }
  const runDemo: Command = {
    id: 'sandbox.demo',
    title: paletteWords.runDemo,
    group: 'sandbox',
    alsoFoundBy: paletteWords.also.demo,
    run: told(paletteWords.runDemo, demo),
  }
  const triggers = [...webhookTypes.map(create), ...specials.map(send)].map((trigger): Command => ({
    ...trigger,
    group: 'sandbox',
    detail: paletteWords.inTheSandbox,
  }))
  return [runDemo, ...triggers]
}

/** Makes a command of a call: its sentence is told when it went well (null: nothing to tell), else what and why not. */
function teller(toasts: Toasts) {
  return (what: string, call: () => Promise<string | null>) => async () => {
    try {
      const sentence = await call()
      if (sentence !== null) toasts.done(sentence)
    } catch (error) {
      toasts.problem(paletteWords.failed(what, problemOf(error, wireWords.lostChange).message))
    }
  }
}
