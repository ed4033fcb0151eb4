import { confirmSubscription } from '../../engine/actions/confirmSubscription.ts'
import { annotateDelivery } from '../../engine/actions/annotateDelivery.ts'
import { checkSecret } from '../../engine/actions/fittingSecret.ts'
import { noDelivery } from '../../engine/failures/expectedFailure.ts'
import { attemptView } from '../../engine/store/write/attemptView.ts'
import { legMeanings } from '../../shared/codes/latencyLegs.ts'
import { contractRoutes } from './contractRoutes.ts'
import { comparisonRoutes, orderRoutes } from './comparisonRoutes.ts'
import { caseFileRoutes } from './caseFileRoutes.ts'
import { environmentRoutes } from './environmentRoutes.ts'
import { forwardRoutes } from './forwardRoutes.ts'
import { feed } from '../reading/feed.ts'
import { rateOf } from '../reading/rateOf.ts'
import { implementer, type RouterParts, type Implementer } from './routerParts.ts'
import { deliverySources, readRoutes } from './readRoutes.ts'
import { fixtureRoutes, sendRoutes, testCaseRoute } from './sendRoutes.ts'
import { shapeRoutes } from './shapeRoutes.ts'
import { scenarioRoutes } from './scenarioRoutes.ts'
import { sandboxRoutes } from './sandboxRoutes.ts'
import { shrinkRoutes } from './shrinkRoutes.ts'
import { storageRoutes } from './storageRoutes.ts'
import { toolRoutes } from './toolRoutes.ts'
import type { HostRouter, HostShell } from '../shells/types.ts'
import type { Engine } from '../../engine/startEngine.ts'
import { deleteDeliveries, deleteDelivery, undeleteDeliveries } from '../../engine/actions/deleteDeliveries.ts'
import { readExactFilter } from '../reading/readFilter.ts'
import {
  createSavedFilter,
  listSavedFilters,
  removeSavedFilter,
  updateSavedFilter,
} from '../../engine/actions/savedFilters.ts'
import { verifyGiven } from '../../engine/actions/verifyGiven.ts'
import { schemePresets } from '../../shared/signature/schemePresets.ts'
import type { UnseenFailures } from '../unseen/openUnseen.ts'

/** Answers the contract. Each handler is a few lines: what is decided, is decided in the engine's actions. */
export function buildRouter(parts: RouterParts): HostRouter {
  const { engine, status, replays } = parts
  const { environments, store } = engine
  const sourceOf = deliverySources(parts)
  const os = implementer()

  return os.router({
    status: os.status.handler(status),

    deliveries: {
      ...readRoutes(os, sourceOf, engine.drift.catchUp),
      annotate: os.deliveries.annotate.handler(async ({ input: { id, ...change } }) =>
        annotateDelivery(engine, id, change),
      ),
      ...deletionRoutes(os, engine),
      checkSecret: os.deliveries.checkSecret.handler(async ({ input }) => checkSecret(engine, input.id, input.secret)),
      replay: os.deliveries.replay.handler(async ({ input }) => attemptView(await replays.run(input))),
      confirmSubscription: os.deliveries.confirmSubscription.handler(async ({ input: { id } }) => confirm(engine, id)),
      cancelFollowUp: os.deliveries.cancelFollowUp.handler(async ({ input }) => ({
        followUp: await engine.followUps.cancel(input.id),
      })),
      followUp: os.deliveries.followUp.handler(async ({ input }) => {
        const summary = await store.summary(input.id)
        if (summary === null) throw noDelivery(input.id)
        const { followUp, attempt } = await engine.followUps.runNow(summary, input.resourcePath)
        return { followUp, attempt: attempt === null ? null : attemptView(attempt) }
      }),
    },

    objects: {
      list: os.objects.list.handler(async ({ input }) => {
        // Before the list is read: a delivery that is indexed in between may be missing in it.
        const behind = store.unindexed()
        return { ...(await store.objects(input)), behind }
      }),
      get: os.objects.get.handler(async ({ input: { environment, ...object } }) => {
        const environmentId = environment ?? environments.active().id
        return sourceOf(environmentId).story({ ...object, environmentId })
      }),
    },

    shapes: shapeRoutes(os, engine, sourceOf),
    contracts: contractRoutes(os, engine),

    latency: os.latency.handler(async ({ input: { environment, since } }) => ({
      ...(await store.latency({ environment, since: since === undefined ? undefined : Date.parse(since) })),
      meanings: legMeanings,
    })),

    unseen: unseenRoutes(os, parts.unseen),
    savedFilters: savedFilterRoutes(os, engine),
    caseFiles: caseFileRoutes(os, parts.cases),
    rates: os.rates.handler(async ({ input }) => rateOf(store, input)),

    ...environmentRoutes(os, parts),
    forwarding: forwardRoutes(os, parts),
    storage: storageRoutes(os, parts),
    tunnel: tunnelRoutes(os, engine),
    tools: toolRoutes(os),
    shell: shellRoutes(os, parts.shell),
    sends: sendRoutes(os, parts),
    fixtures: fixtureRoutes(os, parts),
    testCase: testCaseRoute(os, parts),
    checks: checkRoutes(os, parts),
    comparisons: comparisonRoutes(os, parts),
    orders: orderRoutes(os, parts),
    scenarios: scenarioRoutes(os, parts),
    shrinks: shrinkRoutes(os, parts),

    signatures: signatureRoutes(os, engine),

    sandbox: sandboxRoutes(os, parts),

    feed: os.feed.handler(({ lastEventId, signal }) => feed(engine, status, lastEventId, signal)),
  })
}

async function confirm(engine: RouterParts['engine'], id: string) {
  return attemptView(await confirmSubscription(engine, id))
}

/** The part of the router that grades handlers. */
function checkRoutes(os: Implementer, { checks }: RouterParts) {
  return {
    start: os.checks.start.handler(async ({ input }) => ({ check: await checks.start(input) })),
    get: os.checks.get.handler(async ({ input: { check, after } }) => checks.view(check, after)),
    list: os.checks.list.handler(() => ({ items: [...checks.list()] })),
    cancel: os.checks.cancel.handler(async ({ input: { check } }) => checks.cancel(check)),
  }
}

/** The calls that delete deliveries and bring them back. */
function deletionRoutes({ deliveries }: Implementer, engine: Engine) {
  return {
    remove: deliveries.remove.handler(async ({ input }) => deleteDelivery(engine, input.id)),
    removeMany: deliveries.removeMany.handler(async ({ input: { ids, filter, environment } }) =>
      deleteDeliveries(engine, ids === undefined ? { filter: readExactFilter(filter), environment } : { ids }),
    ),
    undelete: deliveries.undelete.handler(async ({ input }) => undeleteDeliveries(engine, input.deletion)),
  }
}

/** The part of the router that is about saved filters. */
function savedFilterRoutes(os: Implementer, engine: Engine) {
  return {
    list: os.savedFilters.list.handler(async () => listSavedFilters(engine)),
    create: os.savedFilters.create.handler(async ({ input }) => createSavedFilter(engine, input)),
    update: os.savedFilters.update.handler(async ({ input: { id, ...change } }) =>
      updateSavedFilter(engine, id, change),
    ),
    remove: os.savedFilters.remove.handler(async ({ input }) => removeSavedFilter(engine, input.id)),
  }
}

/** The part of the router that is about the shell itself. */
function shellRoutes(os: Implementer, shell: HostShell) {
  return {
    get: os.shell.get.handler(() => shell.view()),
    choose: os.shell.choose.handler(async ({ input }) => shell.choose(input)),
    show: os.shell.show.handler(async ({ input: { what } }) => ({ shown: await shell.show(what) })),
    menuState: os.shell.menuState.handler(({ input }) => {
      shell.setMenuState(input)
      return {}
    }),
    requests: os.shell.requests.handler(({ signal }) => shell.requests(signal)),
  }
}

/** The part of the router that is about how senders sign, and about checking everything again. */
function signatureRoutes(os: Implementer, engine: Engine) {
  const { verifications } = engine
  return {
    schemes: os.signatures.schemes.handler(() => [...schemePresets]),
    verifyGiven: os.signatures.verifyGiven.handler(async ({ input, signal }) => verifyGiven(engine, input, signal)),
    verifyAll: os.signatures.verifyAll.handler(() => verifications.start()),
    cancel: os.signatures.cancel.handler(() => verifications.cancel()),
  }
}

/** The part of the router that is about the tunnel. */
function tunnelRoutes(os: Implementer, { publicAccess }: Engine) {
  return {
    get: os.tunnel.get.handler(() => publicAccess.view()),
    providers: os.tunnel.providers.handler(async () => publicAccess.providers()),
    open: os.tunnel.open.handler(async ({ input }) => publicAccess.open(input, 'api')),
    close: os.tunnel.close.handler(async () => publicAccess.close()),
    check: os.tunnel.check.handler(async () => publicAccess.check()),
  }
}

/** The part of the router for unseen failures. */
function unseenRoutes(os: Implementer, unseen: UnseenFailures) {
  return {
    get: os.unseen.get.handler(() => unseen.view()),
    markSeen: os.unseen.markSeen.handler(({ input }) => unseen.markSeen(input.ids ?? null)),
  }
}
