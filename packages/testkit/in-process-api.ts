import type { Operation } from "@souk/contract";
import type { Database } from "@souk/database";
import type { Store } from "@souk/platform";
import { isJsonText, secureRandomText, systemClock } from "@souk/platform";
import { createProductDocuments, type ProductDocuments, productRoutes } from "@souk/platform/modules/catalog";
import { customersModule } from "@souk/platform/modules/customers";
import { fulfillmentsModule } from "@souk/platform/modules/fulfillments";
import { inventoryModule } from "@souk/platform/modules/inventory";
import { createNotifier } from "@souk/platform/modules/notifications";
import { createOrderDocuments, orderBlocksLocationDelete, ordersModule } from "@souk/platform/modules/orders";
import { purchasingBlocksLocationDelete, purchasingModule } from "@souk/platform/modules/purchasing";
import { returnsModule } from "@souk/platform/modules/returns";
import { type PracticeRequest, practiceCall } from "./seeds/practice-store.ts";

/** Stock, catalog, customers and orders wired without HTTP, for tests and benches. */
export interface InProcessApi {
  documents: ProductDocuments;
  /** The answer's text. @throws ApiError */
  text(operation: Operation, store: Store, request?: PracticeRequest): Promise<string>;
  /** The answer, parsed as what the caller says it is. @throws ApiError */
  json<Answer>(operation: Operation, store: Store, request?: PracticeRequest): Promise<Answer>;
}

// Nothing is fetched here.
const noImages = async () => [];

// Nobody is mailed here.
const silentNotifier = createNotifier({
  sendEmail: async () => {},
  countEmails: async () => ({ of_order: 0, to_recipient: 0, of_store: 0 }),
  log: { warn() {} },
});

const filesOrigin = "http://files.souk.localhost:4000";

/** Wires the modules on a database as the platform does. */
export function createInProcessApi(database: Database): InProcessApi {
  const documents = createProductDocuments(database, filesOrigin);
  const orders = ordersModule({
    database,
    documents: createOrderDocuments(database, filesOrigin),
    clock: systemClock,
    random: secureRandomText,
  });
  const modules = [
    inventoryModule({ locationKeepers: [purchasingBlocksLocationDelete, orderBlocksLocationDelete] }),
    customersModule({ clock: systemClock }),
    orders,
    returnsModule({ orders: orders.api }),
    fulfillmentsModule({ orders: orders.api, notifier: silentNotifier }),
    purchasingModule(),
  ];
  const routes = [
    ...modules.flatMap((module) => module.routes),
    ...productRoutes({ documents, takePictures: noImages }),
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
    documents,
    text,
    json: async (operation, store, request) => JSON.parse(await text(operation, store, request)),
  };
}
