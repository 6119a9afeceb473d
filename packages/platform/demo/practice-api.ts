import type { Operation } from "@souk/contract";
import type { Database } from "@souk/database";
import { systemClock } from "../clock.ts";
import { createFactRegistry, type FactRegistry } from "../events/facts.ts";
import {
  catalogRoutes,
  createProductDocuments,
  type ProductDocuments,
  registerCatalogTopics,
} from "../modules/catalog/index.ts";
import { customerRoutes, registerCustomerTopics } from "../modules/customers/index.ts";
import { fulfillmentRoutes, registerFulfillmentTopics } from "../modules/fulfillments/index.ts";
import { createChangeLevels, inventoryRoutes, registerInventoryTopics } from "../modules/inventory/index.ts";
import { createNotifier } from "../modules/notifications/index.ts";
import {
  createOrderDocuments,
  keepsOrderLocation,
  type OrderDesk,
  orderRoutes,
  registerOrderTopics,
} from "../modules/orders/index.ts";
import { keepsLocation, purchasingRoutes, registerPurchasingTopics } from "../modules/purchasing/index.ts";
import { registerReturnTopics, returnRoutes } from "../modules/returns/index.ts";
import { secureRandomText } from "../random.ts";
import { isJsonText } from "../routing/answer.ts";
import type { Store } from "../routing/call.ts";
import { type PracticeRequest, practiceCall } from "./practice-shop.ts";

/** Stock, catalogue, customers and orders wired without HTTP, for tests and benches. */
export interface PracticeApi {
  facts: FactRegistry;
  documents: ProductDocuments;
  /** The answer's text. @throws Refusal */
  text(operation: Operation, store: Store, request?: PracticeRequest): Promise<string>;
  /** The answer, parsed as what the caller says it is. @throws Refusal */
  json<Answer>(operation: Operation, store: Store, request?: PracticeRequest): Promise<Answer>;
}

// Nothing is fetched here.
const noPictures = async () => [];

// Nobody is mailed here.
const silentNotifier = createNotifier({
  sendMail: async () => {},
  countMails: async () => ({ of_order: 0, to_recipient: 0, of_shop: 0 }),
  log: { warn() {} },
});

const filesOrigin = "http://files.souk.localhost:4000";

function createDesk(database: Database, facts: FactRegistry): OrderDesk {
  const documents = createOrderDocuments(database, filesOrigin);
  registerOrderTopics(facts, documents);
  registerReturnTopics(facts);
  registerFulfillmentTopics(facts);
  const changeLevels = createChangeLevels(facts);
  return { database, facts, documents, changeLevels, clock: systemClock, random: secureRandomText };
}

/** Wires the modules on a database as the platform does. */
export function createPracticeApi(database: Database): PracticeApi {
  const facts = createFactRegistry();
  const documents = createProductDocuments(database, filesOrigin);
  registerInventoryTopics(facts);
  registerCatalogTopics(facts, documents);
  registerPurchasingTopics(facts);
  registerCustomerTopics(facts);
  const orders = createDesk(database, facts);
  const routes = [
    ...inventoryRoutes(facts, [keepsLocation, keepsOrderLocation]),
    ...customerRoutes({ facts, clock: systemClock }),
    ...orderRoutes(orders),
    ...returnRoutes(orders),
    ...fulfillmentRoutes({ orders, notifier: silentNotifier }),
    ...catalogRoutes(facts, documents, noPictures),
    ...purchasingRoutes(facts),
  ];
  async function text(operation: Operation, store: Store, request?: PracticeRequest): Promise<string> {
    const route = routes.find((one) => one.operation.id === operation.id);
    if (!route) throw new Error(`No route serves ${operation.id}.`);
    const call = practiceCall(operation, store, request);
    const prepared = await route.prepare?.(database, call);
    const answer =
      route.kind === "write"
        ? await database.transaction((tx) => route.handle(tx, call, prepared), { repeatable: true })
        : await route.handle(database, call, prepared);
    return isJsonText(answer) ? answer.text : JSON.stringify(answer);
  }
  return {
    facts,
    documents,
    text,
    json: async (operation, store, request) => JSON.parse(await text(operation, store, request)),
  };
}
