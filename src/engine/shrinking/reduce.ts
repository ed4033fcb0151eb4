import { type Candidate, candidateKey, headerEdit, nodeEdit, withEdits } from './candidate.ts'
import {
  childrenOf,
  editNode,
  isContainer,
  placedNodes,
  scalar,
  type ScalarNode,
  textNode,
  textOf,
  withChildren,
} from './jsonNode.ts'
import { simplerNumber, simplerText } from './simplerScalars.ts'
import { smallestSubset } from './smallestSubset.ts'

/** Whether a candidate shows the same fault. */
export type Accepts = (candidate: Candidate) => Promise<boolean>

/**
 * Cuts members and elements, makes scalars simpler, and cuts headers, until no single step is accepted any more.
 * `onSmaller` is called with each candidate that was accepted.
 */
export async function reduce(
  start: Candidate,
  accepts: Accepts,
  onSmaller: (candidate: Candidate) => void,
): Promise<Candidate> {
  let current = start
  const take = async (next: Candidate): Promise<boolean> => {
    if (!(await accepts(next))) return false
    current = next
    onSmaller(next)
    return true
  }
  for (let before = ''; before !== candidateKey(current);) {
    before = candidateKey(current)
    await cutHeaders()
    await cutChildren()
    await simplifyScalars()
  }
  return current

  async function cutHeaders(): Promise<void> {
    const base = current
    await smallestSubset(base.headers, async (headers) => take({ ...base, headers }))
    for (const { id } of current.headers) {
      const header = current.headers.find((each) => each.id === id)
      if (header === undefined) continue
      const { name, value } = header
      const lowered = { id, name: name.toLowerCase(), value }
      const changed = withEdits(current, headerEdit(id, lowered))
      if (lowered.name !== name && changed !== null) await take(changed)
      await simplerText(value, async (text) => {
        const kept = current.headers.map((each) => (each.id === id ? { ...each, value: text } : each))
        return text === text.trim() && /^[ -~]*$/.test(text) && take({ ...current, headers: kept })
      })
    }
  }

  /** From the root down, so that one request cuts as much as it can. */
  async function cutChildren(): Promise<void> {
    const done = new Set<number>()
    const next = () => placedNodes(current.body).find(({ node }) => isContainer(node) && !done.has(node.id))?.node
    for (let node = next(); node !== undefined; node = next()) {
      done.add(node.id)
      if (!isContainer(node)) continue
      const container = node
      const base = current
      await smallestSubset(childrenOf(container), async (kept) => {
        const smaller = withChildren(container, new Set(kept.map(({ id }) => id)))
        const body = editNode(base.body, new Map([[container.id, smaller]]))
        return body !== null && take({ ...base, body })
      })
    }
  }

  async function simplifyScalars(): Promise<void> {
    const scalars = placedNodes(current.body).flatMap(({ node }) => (isContainer(node) ? [] : [node]))
    for (const node of scalars) {
      const set = async (simpler: ScalarNode) => {
        const changed = withEdits(current, nodeEdit(node.id, simpler))
        return changed !== null && take(changed)
      }
      if (node.kind === 'true') await set(scalar(node.id, 'false'))
      if (node.kind === 'text') await simplerText(textOf(node), async (text) => set(textNode(node.id, text)))
      if (node.kind === 'number') await simplerNumber(node.json, async (json) => set(scalar(node.id, json)))
    }
  }
}
