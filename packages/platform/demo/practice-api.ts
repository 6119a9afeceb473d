import type { Operation } from "@souk/contract";
import type { Database } from "@souk/database";
import { createFactRegistry, type FactRegistry } from "../events/facts.ts";
import {
  catalogRoutes,
  createProductDocuments,
  type ProductDocuments,
  registerCatalogTopics,
} from "../modules/catalog/index.ts";
import { inventoryRoutes, registerInventoryTopics } from "../modules/inventory/index.ts";
import { keepsLocation, purchasingRoutes, registerPurchasingTopics } from "../modules/purchasing/index.ts";
import { isJsonText } from "../routing/answer.ts";
import type { Store } from "../routing/call.ts";
import { type PracticeRequest, practiceCall } from "./practice-shop.ts";

/** Stock and catalogue wired without HTTP, for tests and benches. */
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

const filesOrigin = "http://files.souk.localhost:4000";

/** Wires the modules on a database as the platform does. */
export function createPracticeApi(database: Database): PracticeApi {
  const facts = createFactRegistry();
  const documents = createProductDocuments(database, filesOrigin);
  registerInventoryTopics(facts);
  registerCatalogTopics(facts, documents);
  registerPurchasingTopics(facts);
  const routes = [
    ...inventoryRoutes(facts, [keepsLocation]),
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
