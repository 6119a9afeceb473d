import type { Operation } from "@souk/contract";
import type { Database } from "@souk/database";
import type { Store } from "@souk/platform";
import { isJsonText, secureRandomText, systemClock } from "@souk/platform";
import {
  createProductRoutes,
  createProductSnapshots,
  type ProductSnapshots,
} from "@souk/platform/modules/catalog";
import { customersModule } from "@souk/platform/modules/customers";
import { fulfillmentsModule } from "@souk/platform/modules/fulfillments";
import { inventoryModule } from "@souk/platform/modules/inventory";
import { createNotifier } from "@souk/platform/modules/notifications";
import {
  createOrderSnapshots,
  explainOrdersBlockingDelete,
  ordersModule,
} from "@souk/platform/modules/orders";
import { explainDocumentsBlockingDelete, purchasingModule } from "@souk/platform/modules/purchasing";
import { returnsModule } from "@souk/platform/modules/returns";
import { createTestCall, type TestCallInput } from "./seeds/test-store.ts";

/**
 * The store API's operations on products, stock, purchasing, customers, orders, fulfillments and returns, called without HTTP. For
 * tests and benchmarks.
 */
export interface InProcessApi {
  productSnapshots: ProductSnapshots;
  /** Call an operation. @returns the JSON text of the response. @throws ApiError */
  text(operation: Operation, store: Store, request?: TestCallInput): Promise<string>;
  /** Call an operation. @returns the parsed response, cast to the caller's type. @throws ApiError */
  json<T>(operation: Operation, store: Store, request?: TestCallInput): Promise<T>;
}

const fetchNoImages = async () => [];

// Sends no emails.
const disabledNotifier = createNotifier({
  unrenderedEmails: { add: async () => {} },
  scheduleEmail: async () => ({ scheduled_at: new Date(), waits: false }),
  log: { warn() {} },
});

const filesOrigin = "http://files.souk.localhost:4000";

/** Create an in-process API with the platform's modules on a database. */
export function createInProcessApi(database: Database): InProcessApi {
  const productSnapshots = createProductSnapshots(database, filesOrigin);
  const orders = ordersModule({
    database,
    orderSnapshots: createOrderSnapshots(database, filesOrigin),
    clock: systemClock,
    random: secureRandomText,
  });
  const modules = [
    inventoryModule({
      locationDeletionChecks: [explainDocumentsBlockingDelete, explainOrdersBlockingDelete],
    }),
    customersModule({ clock: systemClock }),
    orders,
    returnsModule({ orders: orders.api }),
    fulfillmentsModule({ orders: orders.api, notifier: disabledNotifier }),
    purchasingModule(),
  ];
  const routes = [
    ...modules.flatMap((module) => module.routes),
    ...createProductRoutes({ snapshots: productSnapshots, prepareImages: fetchNoImages }),
  ];
  async function text(operation: Operation, store: Store, request?: TestCallInput): Promise<string> {
    const route = routes.find((candidate) => candidate.operation.id === operation.id);
    if (!route) throw new Error(`No route serves ${operation.id}.`);
    const call = createTestCall(operation, store, request);
    const prepared = await route.prepare?.(database, call);
    const response =
      route.kind === "write"
        ? await database.transaction((tx) => route.handle(tx, call, prepared), { retryable: true })
        : await route.handle(database, call, prepared);
    if (!isJsonText(response)) return JSON.stringify(response);
    if (!response.readPieces) return response.text;
    let joinedPieces = "";
    for await (const piece of response.readPieces()) joinedPieces += piece;
    return joinedPieces;
  }
  return {
    productSnapshots,
    text,
    json: async (operation, store, request) => JSON.parse(await text(operation, store, request)),
  };
}
