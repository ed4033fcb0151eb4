/** Kinds of work on the files of a data folder. */
export const storageWorkKinds = ['compact', 'back-up', 'check', 'restore'] as const
