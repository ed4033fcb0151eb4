import { type Command, reportOutcome, useCommands } from '../commands/useCommands.ts'
import { paletteWords, appearanceWords } from '../commands/words.ts'
import type { App } from '../data/state/startApp.ts'
import { useApp } from '../data/state/useApp.ts'
import { showEverywhere, switchEnvironment } from '../commands/environments.tsx'
import { type Toasts, useToasts } from '../ui/notes/Toasts.tsx'
import { uiWords } from '../ui/words.ts'
import { webhookTypes } from '../../shared/model.ts'
import { specials } from '../features/environment/sandbox/words.ts'
import {
  type AppearanceSetting,
  appearanceChoices,
  chooseAppearance,
  storedAppearance,
} from '../ui/styles/appearance.ts'
import { isTunnelOpen, tunnelStateWords } from '../text/verdictWords.ts'

/**
 * Commands that work on every screen and concern one feature. Loaded after the first paint, since only the palette and
 * native menus list them.
 */
export function FeatureCommands(): null {
  const app = useApp()
  const toasts = useToasts()
  useCommands(() => [
    ...environmentCommands(app, toasts),
    ...tunnelCommands(app, toasts),
    ...signatureCommands(app, toasts),
    ...responseCommands(app, toasts),
    ...sandboxCommands(app, toasts),
    ...lookCommands(),
  ])
  return null
}

/** Switches the environment, shows all of them, and copies the address of the one in use. */
function environmentCommands(app: App, toasts: Toasts): Command[] {
  const { environments, status } = app.store.getState().feed
  const url = status?.receiver.url ?? null
  const switches = environments.map(({ id, name }): Command => ({
    id: `environment.${id}`,
    title: paletteWords.switchTo(name),
    group: 'environment',
    ...(status?.environment.id === id ? { detail: paletteWords.inUse } : {}),
    run: async () => switchEnvironment(app, toasts, id),
  }))
  const everywhere: Command = {
    id: 'environment.all',
    title: paletteWords.allEnvironments,
    group: 'environment',
    run: () => showEverywhere(app),
  }
  if (url === null) return [...switches, everywhere]
  const copy: Command = {
    id: 'environment.copyAddress',
    title: paletteWords.copyReceiver,
    group: 'environment',
    alsoFoundBy: paletteWords.also.receiver,
    run: async () =>
      navigator.clipboard.writeText(url).then(
        () => toasts.done(paletteWords.copied),
        () => toasts.problem(uiWords.notCopied),
      ),
  }
  return [...switches, everywhere, copy]
}

/** Opens, checks and closes the tunnel. */
function tunnelCommands({ client, store, navigation }: App, toasts: Toasts): Command[] {
  const tunnel = store.getState().feed.status?.tunnel
  if (tunnel === undefined) return []
  const command = (id: string, title: string, run: () => unknown): Command => ({
    id: `tunnel.${id}`,
    title,
    group: 'tunnel',
    detail: tunnelStateWords[tunnel.state].word.toLowerCase(),
    alsoFoundBy: paletteWords.also.tunnel,
    run,
  })
  const reported = reportOutcome(toasts)
  if (isTunnelOpen(tunnel.state)) {
    const tellCheck = ({ lastCheck, state }: { lastCheck: { ok: boolean } | null; state: typeof tunnel.state }) =>
      lastCheck?.ok === true
        ? paletteWords.tunnelWorks
        : paletteWords.tunnelIs(tunnelStateWords[state].word.toLowerCase())
    return [
      command(
        'check',
        paletteWords.checkTunnel,
        reported(paletteWords.checkTunnel, async () => tellCheck(await client.tunnel.check())),
      ),
      command(
        'close',
        paletteWords.closeTunnel,
        reported(paletteWords.closeTunnel, async () => {
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
  return [command('open', open, reported(open, opening))]
}

/** Makes the sandbox send something: the demo, a new object, a special delivery. */
function sandboxCommands({ client, navigation }: App, toasts: Toasts): Command[] {
  const reported = reportOutcome(toasts)
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
    return { id: `sandbox.create.${type}`, title, run: reported(title, run) }
  }
  const send = ({ kind, label }: (typeof specials)[number]) => {
    const run = async () => {
      await client.sandbox.sendSpecial({ kind })
      return paletteWords.sent
    }
    return { id: `sandbox.send.${kind}`, title: label, run: reported(label, run) }
  }
  const runDemo: Command = {
    id: 'sandbox.demo',
    title: paletteWords.runDemo,
    group: 'sandbox',
    alsoFoundBy: paletteWords.also.demo,
    run: reported(paletteWords.runDemo, demo),
  }
  const triggers = [...webhookTypes.map(create), ...specials.map(send)].map((trigger): Command => ({
    ...trigger,
    group: 'sandbox',
    detail: paletteWords.inTheSandbox,
  }))
  return [runDemo, ...triggers]
}

/** Commands that switch presets on, and all rules off. Their code is loaded when one of them is run. */
function responseCommands(app: App, toasts: Toasts): Command[] {
  const reported = reportOutcome(toasts)
  const load = async () => import('../features/forward/ResponseForm.tsx')
  const on = app.store.getState().feed.status?.responseRules ?? []
  const presets = Object.entries(paletteWords.answerPresets).map(([name, title]): Command => ({
    id: `responses.${name}`,
    title,
    group: 'responses',
    detail: paletteWords.forTenMinutes,
    run: reported(title, async () => (await load()).switchOn(app, name)),
  }))
  if (on.length === 0) return presets
  const title = paletteWords.rulesOff
  return [
    {
      id: 'responses.off',
      title,
      group: 'responses',
      run: reported(title, async () => (await load()).switchAllOff(app)),
    },
    ...presets,
  ]
}

/** Commands that check all stored signatures again, or stop that. */
function signatureCommands({ client, store }: App, toasts: Toasts): Command[] {
  const reported = reportOutcome(toasts)
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
        run: reported(paletteWords.cancelCheck, stop),
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
      run: reported(paletteWords.checkAll, start),
    },
  ]
}

/** A command for each choice of how the page looks. */
function lookCommands(): Command[] {
  return [...commandsOf('theme'), ...commandsOf('contrast'), ...commandsOf('density')]
}

function commandsOf<S extends AppearanceSetting>(setting: S): Command[] {
  const words: Readonly<Record<string, string>> = appearanceWords[setting]
  const current = storedAppearance()[setting]
  return appearanceChoices[setting].map((choice) => ({
    id: `look.${setting}.${choice}`,
    title: appearanceWords.choose(words['label'] ?? '', words[choice] ?? ''),
    group: 'look',
    alsoFoundBy: paletteWords.also[setting],
    ...(choice === current ? { detail: paletteWords.inUse } : {}),
    run: () => chooseAppearance(setting, choice),
  }))
}
