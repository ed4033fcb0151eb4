import { dataFolder } from '../../../host/files/dataFolder.ts'
import { UsageProblem } from '../../../host/shells/exitCodes.ts'
import { SandboxRefusal } from '../../../sandbox/state/sandboxRefusal.ts'
import { SandboxUnasked } from '../../../sandbox/askSandbox.ts'
import { triggerObject } from '../../../sandbox/triggerObject.ts'
import type { SandboxObject } from '../../../shared/wireTypes.ts'
import type { JoinOptions } from '../../connect/api.ts'
import { CannotDo } from '../../basics/failures.ts'
import { usualSandboxPort } from '../../basics/optionValues.ts'
import { type Interruptible, interruptible } from '../../basics/interruptible.ts'
import { findInstance } from '../../connect/joinInstance.ts'
import { programName } from '../../basics/places.ts'
import { answer, answerJson, inLine, remark } from '../../output/terminal.ts'
import { triggerHere } from './triggerHere.ts'
import { withApi } from '../../connect/withApi.ts'

export interface TriggerOptions extends JoinOptions {
  sandbox?: string
  update?: string
}

/** Maximum time to wait for the delivery of an object, ms. */
const deliveryTimeoutMs = 10_000

/**
 * Creates an object in a sandbox, or moves one on, so that it notifies: in the one of the instance that runs on the data
 * folder, else in one that runs alone.
 */
export async function triggerCommand(type: string, options: TriggerOptions): Promise<void> {
  const folder = dataFolder(options.data, process.env)
  const interrupting = interruptible('It was stopped before the answer came. The object may have changed.')
  if (options.sandbox === undefined && (await findInstance(folder)) !== null)
    return triggerInInstance(type, options, interrupting)
  const url = options.sandbox ?? `http://127.0.0.1:${usualSandboxPort}`
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) {
    throw new UsageProblem(`--sandbox is "${url}"; it takes the address that \`hookscope sandbox\` printed.`)
  }
  try {
    const object = await interrupting.or(
      triggerObject({
        url,
        type,
        ...(options.update === undefined ? {} : { update: options.update }),
      }),
    )
    if (options.json === true) answerJson(object)
    else answer(objectLine(object, options))
  } catch (error) {
    if (error instanceof SandboxRefusal) throw new UsageProblem(error.message)
    if (!(error instanceof SandboxUnasked)) throw error
    if (error.code === 'unknown-object') throw new UsageProblem(error.message)
    if (options.sandbox !== undefined || error.code !== 'unreachable') throw new CannotDo(error.message)
    throw new CannotDo(
      `No Hookscope runs on ${folder}, and no sandbox at ${url}. Start one of them with \`${programName()} serve\` or \`${programName()} sandbox\`.`,
    )
  }
}

async function triggerInInstance(type: string, options: TriggerOptions, { or }: Interruptible): Promise<void> {
  await withApi(options, 'receiving', async ({ client }) => {
    const signal = AbortSignal.timeout(deliveryTimeoutMs)
    const { object, delivery } = await or(triggerHere(client, { type, update: options.update, signal }))
    if (options.json === true) answerJson({ ...object, deliveryId: delivery?.id ?? null })
    else answer(`${objectLine(object, options)}${delivery === null ? '' : `  delivery ${delivery.id}`}`)
    if (delivery === null) remark('No delivery came for it within 10 s. `hookscope status` shows how Hookscope is.')
  })
}

function objectLine({ resourceType, id, state, label }: SandboxObject, { update }: TriggerOptions): string {
  return inLine(`${update === undefined ? 'created' : 'updated'} ${resourceType} ${id}  ${state ?? ''}  ${label}`)
}
