import { describeScreens } from './describeScreens.ts'

describeScreens('ownSettings')
