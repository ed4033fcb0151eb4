import { useAppState } from '../../../data/state/useApp.ts'
import { DemoStage } from '../presentation/DemoStage.tsx'
import { ScenarioStage } from './ScenarioStage.tsx'

/** The stage: a scenario where the address names one, else the demo. */
export function Stage() {
  const scenario = useAppState(({ route }) => route.scenario)
  if (scenario === null) return <DemoStage />
  return <ScenarioStage key={`${scenario.from}/${scenario.name}`} place={scenario} />
}
