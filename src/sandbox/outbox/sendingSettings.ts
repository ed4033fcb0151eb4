import type { SandboxSettings } from '../../shared/wireTypes.ts'
import type { SandboxState } from '../state/state.ts'

/** The sandbox's defaults for sending; `timeFactor` comes from its start. */
const usual: Omit<SandboxSettings, 'timeFactor'> = {
  retryWaits: [10, 30, 120, 300, 900, 1800, 3600, 7200, 14_400],
  delayMs: 0,
  shuffleMs: 0,
  duplicates: 0,
  wrongSignatures: 0,
  lostAnswers: 0,
}

/** How it sends now. */
export function sendingSettings({ sending }: SandboxState, timeFactor: number): SandboxSettings {
  return { ...usual, timeFactor, ...sending }
}
