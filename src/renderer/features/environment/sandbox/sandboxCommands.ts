import { webhookTypes } from '../../../../shared/model.ts'
import { type Command, reportOutcome } from '../../../commands/useCommands.ts'
import { paletteWords } from '../../../commands/words.ts'
import type { App } from '../../../data/state/startApp.ts'
import type { Toasts } from '../../../ui/notes/Toasts.tsx'
import { specials } from './words.ts'

/** Makes the sandbox send something: the demo, a new object, a special delivery. */
export function sandboxCommands({ client, navigation }: App, toasts: Toasts): Command[] {
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
