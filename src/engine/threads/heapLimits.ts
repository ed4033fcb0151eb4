import type { ResourceLimits } from 'node:worker_threads'

/**
 * What the heap of each thread may take at most, MB. Bodies are not in it: they lie in buffers. A small young generation
 * has garbage collected soon instead of kept until there is much of it; the old one is what a thread needs at worst, and
 * some reserve: a thread that needs more is at fault, and ends, rather than the machine.
 * - writer: one batch, of at most 1,000 deliveries or 500 operations, and the text of the largest document (an import)
 * - index: one step of 500 deliveries, with the search text of at most 4 MB of bodies
 * - reader: one page, and the notifications of at most 100,000 deliveries that the index has not come to
 * - explain: the forms of one body, with a budget of its own
 * - redact: one delivery of the largest size as text, as JSON, and as it is written
 * - upkeep: a row at a time, and the ids of what could not be read
 */
export const heapLimits = {
  storeThread: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 },
  readerThread: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 },
  redactThread: { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 1024 },
  upkeepThread: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 },
  explainThread: { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 1024 },
} satisfies Record<string, ResourceLimits>
