import type { Probe } from './subject/probe.ts'
import { answerProbes } from './probes/answerProbes.ts'
import { contentProbes } from './probes/contentProbes.ts'
import { forgedProbes } from './probes/forgedProbes.ts'
import { repeatProbes } from './probes/repeatProbes.ts'
import { signatureProbes } from './probes/signatureProbes.ts'
import { spellingProbes } from './probes/spellingProbes.ts'
import { timeProbes } from './probes/timeProbes.ts'
import { transportProbes } from './probes/transportProbes.ts'
import { validProbes } from './probes/validProbes.ts'

/** All probes in their order: those that others need come first, those that judge all answers come last. */
export const allProbes: readonly Probe[] = [
  ...validProbes,
  ...contentProbes.slice(0, 1),
  ...forgedProbes,
  ...signatureProbes,
  ...spellingProbes,
  ...timeProbes,
  ...repeatProbes,
  ...contentProbes.slice(1),
  ...transportProbes,
  ...answerProbes,
]
