/** @module-tag scaled */
import { describeScreens } from './describeScreens.ts'

describeScreens('ownSettings')
