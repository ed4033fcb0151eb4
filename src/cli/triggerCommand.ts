import { SandboxRefusal } from '../sandbox/state/sandboxRefusal.ts'
import { TriggerFailed, triggerObject } from '../sandbox/triggerObject.ts'
import { CannotDo } from './failures.ts'
import { UsageProblem } from '../host/usageProblem.ts'
import { answer } from './terminal.ts'

export interface TriggerOptions {
  sandbox: string
  update?: string
  json?: boolean
}

/** Creates an object in a running sandbox, or moves one on, so that it notifies. */
export async function triggerCommand(type: string, options: TriggerOptions): Promise<void> {
  if (!/^https?:$/.test(URL.canParse(options.sandbox) ? new URL(options.sandbox).protocol : '')) {
    throw new UsageProblem(
      `--sandbox is "${options.sandbox}"; it takes the address that \`hookscope sandbox\` printed.`,
    )
  }
  try {
    const object = await triggerObject({
      url: options.sandbox,
      type,
      ...(options.update === undefined ? {} : { update: options.update }),
    })
    const { resourceType, id, state, label } = object
    const done = options.update === undefined ? 'created' : 'updated'
    answer(options.json === true ? JSON.stringify(object) : `${done} ${resourceType} ${id}  ${state ?? ''}  ${label}`)
  } catch (error) {
    if (error instanceof SandboxRefusal) throw new UsageProblem(error.message)
    if (!(error instanceof TriggerFailed)) throw error
    throw error.code === 'unknown-object' ? new UsageProblem(error.message) : new CannotDo(error.message)
  }
}
