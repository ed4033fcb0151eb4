/**
 * The index keeps what it knows of deliveries by blocks of ids, so that a search can begin at the newest and stop: what is
 * in one block costs the same however many blocks there are, and a block that has nothing is passed over at once.
 */

/** Ids of a block whose values are kept as bits; see valueBits.ts. */
export const bitsInBlock = 4096

/** Ids of a block whose words are kept together; see wordBlocks.ts. Larger: a rare word is in fewer places to look. */
export const idsInWordBlock = 16_384

/**
 * The code of a block of words has so many letters, each as many, so that none is the beginning of another: enough for
 * 27,000,000,000 deliveries.
 */
export const codeLetters = 4

/** The block of an id. */
export function blockOf(id: number, size: number): number {
  return Math.floor(id / size)
}
