import { describeScreens } from './describeScreens.ts'

describeScreens('everything')
