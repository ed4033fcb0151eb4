import type { ShrinkClause } from '../../shared/wireTypes.ts'
import { type Candidate, candidateKey, type Edits, nodeEdit, withEdits } from './candidate.ts'
import { joinElements, partsOf, undoneBy } from './clauses.ts'
import { childrenOf, type JsonNode, placedNodes, writeNode } from './jsonNode.ts'
import { reduce } from './reduce.ts'
import { smallestSubset } from './smallestSubset.ts'
import { editsOf, type Undoing, type UndoingSet, undoingSets } from './undoings.ts'

/** The outcome of a request: the fault that is searched for, an answer that the sender takes as done, or anything else. */
export type Outcome = 'fails' | 'passes' | 'other'

/** Sends a candidate. May throw to end the search. */
export type Probe = (candidate: Candidate) => Promise<Outcome>

export interface ShrinkTools {
  probe: Probe
  /** Called with each candidate that fails and is smaller. */
  onSmaller(candidate: Candidate): void
  /** Bodies of other deliveries of the same kind: their values may make the request pass. */
  examples: readonly JsonNode[]
  /**
   * Ids of headers and nodes that `probe` changes with each request, such as the id of the event. They stay until the end,
   * and are cut only if the outcomes still repeat then.
   */
  fixed: ReadonlySet<number>
}

export interface ShrinkFindings {
  /**
   * `found`: the smallest request that still fails. `flaky`: the same request had different outcomes. `no-control`: everything
   * that was tried fails, so that no part can be blamed. `stuck`: what had passed fails now.
   */
  end: 'found' | 'flaky' | 'no-control' | 'stuck'
  smallest: Candidate
  /** Each is needed: with it undone the smallest request passes. */
  clauses: ShrinkClause[]
  /** How often the smallest request failed when it was repeated. */
  repeated: { fails: number; of: number }
}

/** Thrown inside of a search: a request that had passed fails now. */
class Stuck extends Error {}

/** How often the original and the result are sent. */
const repetitions = 3

/**
 * Finds the smallest request that fails like the given one, and which of its parts are to blame. Each step has a control: a
 * twin of the candidate in which the suspected parts are ordinary, and which must pass. So a handler that fails for
 * everything, or for what was cut away, is not mistaken for the fault. Every outcome comes from `probe`.
 */
export async function shrinkRequest(original: Candidate, tools: ShrinkTools): Promise<ShrinkFindings> {
  return new Search(tools).run(original)
}

class Search {
  private readonly known = new Map<string, Outcome>()
  private readonly probe: Probe
  private readonly tools: ShrinkTools

  constructor(tools: ShrinkTools) {
    this.probe = tools.probe
    this.tools = tools
  }

  async run(original: Candidate): Promise<ShrinkFindings> {
    let smallest = original
    const end = (how: ShrinkFindings['end'], repeated = { fails: 0, of: 0 }): ShrinkFindings => ({
      end: how,
      smallest,
      clauses: [],
      repeated,
    })
    const before = await this.repeated(original)
    if (before.fails < before.of) return end('flaky', before)
    try {
      const blamed = await this.blamed(original)
      if (blamed === null) return end('no-control', before)
      const { set, failing } = await this.withoutOthers(original, blamed)
      smallest = failing
      const shrinkTo = (candidate: Candidate) => {
        smallest = candidate
        this.tools.onSmaller(candidate)
      }
      await reduce(failing, async (next) => this.hasFixed(original, next) && this.showsFault(next, set), shrinkTo)
      for (const id of this.tools.fixed) {
        const without = withEdits(smallest, headerOrNode(id))
        if (without !== null && (await this.repeats(without, set))) shrinkTo(without)
      }
      const clauses = await this.clausesOf(smallest, set)
      const after = await this.repeated(smallest)
      if (after.fails < after.of) {
        await this.mustPass(original, blamed)
        return end('flaky', after)
      }
      for (const { twin } of clauses) {
        if ((await this.probe(twin)) === 'passes') continue
        await this.mustPass(original, blamed)
        return end('flaky', after)
      }
      return { end: 'found', smallest, clauses: joinElements(clauses.map(({ clause }) => clause)), repeated: after }
    } catch (error) {
      if (error instanceof Stuck) return end('stuck')
      throw error
    }
  }

  /** Throws Stuck where what made the request pass at first does not do so any more. */
  private async mustPass(original: Candidate, set: UndoingSet): Promise<void> {
    const twin = twinOf(original, set)
    if (twin === null || (await this.probe(twin)) === 'passes') return
    if ((await this.probe(twin)) !== 'passes') throw new Stuck()
  }

  private async repeated(candidate: Candidate): Promise<ShrinkFindings['repeated']> {
    let fails = 0
    for (let count = 0; count < repetitions; count += 1) if ((await this.probe(candidate)) === 'fails') fails += 1
    return { fails, of: repetitions }
  }

  private async outcome(candidate: Candidate): Promise<Outcome> {
    const key = candidateKey(candidate)
    const known = this.known.get(key)
    if (known !== undefined) return known
    const outcome = await this.probe(candidate)
    this.known.set(key, outcome)
    return outcome
  }

  private async passesWith(candidate: Candidate, undoings: readonly Undoing[], variant: number): Promise<boolean> {
    const twin = twinOf(candidate, { undoings, variant })
    return twin !== null && (await this.outcome(twin)) === 'passes'
  }

  /** The fewest parts that make the request pass when they are undone; null where nothing does. */
  private async blamed(original: Candidate): Promise<UndoingSet | null> {
    for (const { undoings, variant } of undoingSets(original, this.tools.examples)) {
      if (!(await this.passesWith(original, undoings, variant))) continue
      const fewest = await smallestSubset(undoings, async (kept) => this.passesWith(original, kept, variant))
      return this.deeper(original, { undoings: fewest, variant })
    }
    return null
  }

  /** Blames what is in a removed part instead of the whole, as long as removing that passes, too. */
  private async deeper(original: Candidate, set: UndoingSet): Promise<UndoingSet> {
    const { undoings, variant } = set
    for (const undoing of undoings) {
      const edit = editsOf([undoing], variant).nodes.get(undoing.id)
      const node =
        edit === null ? placedNodes(original.body).find((each) => each.node.id === undoing.id)?.node : undefined
      if (node === undefined || childrenOf(node).length === 0) continue
      const others = undoings.filter((each) => each !== undoing)
      const inside = childrenOf(node).map(({ id }): Undoing => ({ id, variants: [nodeEdit(id, null)] }))
      const passes = async (kept: readonly Undoing[]) => this.passesWith(original, [...others, ...kept], variant)
      if (!(await passes(inside))) continue
      return this.deeper(original, { undoings: [...others, ...(await smallestSubset(inside, passes))], variant })
    }
    return set
  }

  /** Where several parts fail on their own, undoes all of them but one. */
  private async withoutOthers(
    original: Candidate,
    { undoings, variant }: UndoingSet,
  ): Promise<{ set: UndoingSet; failing: Candidate }> {
    let failing = original
    let left = undoings
    for (const undoing of undoings) {
      if (left.length === 1) break
      const without = withEdits(failing, editsOf([undoing], variant))
      if (without === null || (await this.outcome(without)) !== 'fails') continue
      failing = without
      left = left.filter((each) => each !== undoing)
    }
    return { set: { undoings: left, variant }, failing }
  }

  /** Whether a candidate fails and its twin passes. The twin is sent again, to show that the handler still works. */
  private async showsFault(candidate: Candidate, set: UndoingSet): Promise<boolean> {
    const twin = twinOf(candidate, set)
    if (twin === null) return false
    const isKnown = this.known.has(candidateKey(candidate))
    if ((await this.outcome(candidate)) !== 'fails') return false
    if (isKnown) return (await this.outcome(twin)) === 'passes'
    const before = this.known.get(candidateKey(twin))
    const now = await this.probe(twin)
    this.known.set(candidateKey(twin), now)
    if (before === 'passes' && now !== 'passes' && (await this.probe(twin)) !== 'passes') throw new Stuck()
    return now === 'passes'
  }

  /** Whether the parts that change with each request are as they were. */
  private hasFixed(original: Candidate, candidate: Candidate): boolean {
    return [...this.tools.fixed].every((id) => partText(candidate, id) === partText(original, id))
  }

  /** Whether a candidate fails and its twin passes, in turn: a handler that knows repetitions would take one for the other. */
  private async repeats(candidate: Candidate, set: UndoingSet): Promise<boolean> {
    const twin = twinOf(candidate, set)
    if (twin === null) return false
    for (let count = 0; count < 2; count += 1)
      if ((await this.probe(candidate)) !== 'fails' || (await this.probe(twin)) !== 'passes') return false
    return (await this.probe(candidate)) === 'fails'
  }

  private async clausesOf(smallest: Candidate, set: UndoingSet): Promise<{ clause: ShrinkClause; twin: Candidate }[]> {
    const found: { clause: ShrinkClause; twin: Candidate }[] = []
    const spelled = new Set<number>()
    for (const { id, clause, undone } of partsOf(smallest)) {
      if (spelled.has(id)) continue
      const blamed = set.undoings.filter((undoing) => undoing.id === id)
      // It is new in each request; without it, the handler may take the request for a repetition.
      if (this.tools.fixed.has(id) && blamed.length === 0) continue
      const usual = blamed.length === 0 ? [] : [undoneBy(id, editsOf(blamed, set.variant))]
      for (const { edits, to } of [...undone, ...usual]) {
        const twin = withEdits(smallest, edits)
        if (twin === null || (await this.outcome(twin)) !== 'passes') continue
        found.push({ clause: { ...clause, undone: to }, twin })
        if (clause.what === 'spelling') spelled.add(id)
        break
      }
    }
    return found
  }
}

function headerOrNode(id: number): Edits {
  return { headers: new Map([[id, null]]), nodes: new Map([[id, null]]) }
}

/** A header or node as text; null where it is not there. */
function partText({ headers, body }: Candidate, id: number): string | null {
  const header = headers.find((each) => each.id === id)
  if (header !== undefined) return `${header.name}: ${header.value}`
  const placed = placedNodes(body).find(({ node }) => node.id === id)
  return placed === undefined ? null : writeNode(placed.node)
}

/** The candidate with the suspected parts undone; null where one of them is not there any more. Pure. */
function twinOf(candidate: Candidate, { undoings, variant }: UndoingSet): Candidate | null {
  const ids = new Set([
    ...candidate.headers.map(({ id }) => id),
    ...placedNodes(candidate.body).map(({ node }) => node.id),
  ])
  if (!undoings.every(({ id }) => ids.has(id))) return null
  const twin = withEdits(candidate, editsOf(undoings, variant))
  return twin === null || candidateKey(twin) === candidateKey(candidate) ? null : twin
}
