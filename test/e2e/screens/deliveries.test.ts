import { describeScreens } from './describeScreens.ts'

describeScreens('deliveries')
