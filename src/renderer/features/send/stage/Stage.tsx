import { useAppState } from '../../../data/state/useApp.ts'
import { ScenarioStage } from './ScenarioStage.tsx'

/** The stage: a scenario where the address names one, else the demo, the user's own where there is one. */
export function Stage() {
  const scenario = useAppState(({ route }) => route.scenario)
  const place = scenario ?? { name: 'demo' }
  return <ScenarioStage key={`${scenario?.from ?? ''}/${place.name}`} place={place} />
}
