import type { Environment } from '../../../shared/wireTypes.ts'
import type { Problem } from '../../wire/problem.ts'
import { countOf, groupDigits } from '../../ui/format.ts'

/** What is said about environments. Pure functions only. */

export interface DeliveryCount {
  counted: number
  /** There are more than were counted. */
  more: boolean
}

/** How many there are at least. */
export function deliveryCount({ counted, more }: DeliveryCount): number {
  return more ? counted + 1 : counted
}

/** "its 37 deliveries", "its 1 delivery", "its more than 500 deliveries", and "its deliveries" while nobody knows. */
export function deliveryWords(count: DeliveryCount | null): string {
  if (count === null) return 'its deliveries'
  if (count.more) return `its more than ${groupDigits(count.counted)} deliveries`
  return `its ${countOf(count.counted, 'delivery', 'deliveries')}`
}

export function deletedWords(name: string, deliveries: number): string {
  const also = deliveries === 0 ? '' : `, and ${countOf(deliveries, 'delivery', 'deliveries')} with it`
  return `${name} was deleted${also}.`
}

/** Whether there is any secret that a copy could take over. */
export function canCopySecrets({ password, readonlyPassword, sharedSecrets }: Environment): boolean {
  return password.set || readonlyPassword.set || sharedSecrets.length > 0
}

/** A file as it was chosen or pasted: what is in it, or why it cannot be read. Only its outermost shape is looked at. */
export function readEnvironmentsFile(text: string): { file: object } | { problem: string } {
  if (text.trim() === '') return { problem: 'Choose a file, or paste what stands in it.' }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it ends too early'
    return { problem: `This is not JSON, so nothing was imported: ${reason}.` }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: 'This is JSON, but no file of environments: it has "format": "hookscope-environments".' }
  }
  return { file: value }
}

/** Why a file was refused, one line for each thing, with the environment that it is about. At most ten. */
export function importRefusals({ message, issues }: Problem): string[] {
  if (issues.length === 0) return [message]
  const lines = issues.map(({ place, message }) => {
    const [list, index, ...field] = place.split('.')
    if (list !== 'environments' || index === undefined) return place === '' ? message : `${place}: ${message}`
    const whose = `Environment ${Number(index) + 1}`
    return field.length === 0 ? `${whose}: ${message}` : `${whose}, ${field.join('.')}: ${message}`
  })
  const rest = lines.length - 10
  return rest > 0 ? [...lines.slice(0, 10), `And ${countOf(rest, 'thing')} more.`] : lines
}
