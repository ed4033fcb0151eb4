import type { Verdict } from '../../shared/model.ts'
import { verdictWords } from '../words/ui.ts'

/** What a verdict is called wherever a person reads it. */
export const verdictNames: Readonly<Record<Verdict, string>> = verdictWords
