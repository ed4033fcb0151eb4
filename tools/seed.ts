/** Fills a folder with realistic data. Usage: npm run seed -- DIR [OBJECTS] */
import { startHost } from '../src/host/startHost.ts'
import { fillWithData } from './fillWithData.ts'

const [folder, countText = '40'] = process.argv.slice(2)
const count = Number(countText)
if (folder === undefined || folder.startsWith('-') || !Number.isInteger(count) || count < 1) {
  console.error('Give a folder and, if you like, how many objects: npm run seed -- DIR [OBJECTS]')
  process.exit(2)
}

const host = await startHost({ dataFolder: folder, version: 'seed' })
await fillWithData(host, count)
console.log(`${(await host.status()).counts.deliveries} deliveries in ${folder}`)
await host.stop()
