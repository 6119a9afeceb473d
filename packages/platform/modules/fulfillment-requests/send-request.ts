import { type BodyOf, type operations, refuse, refuseField } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { type InstallationRow, requireOpenable, selectInstallationNamed } from "../installs/index.ts";
import { hasFulfillmentOrder, missingOrders } from "../orders/index.ts";
import { selectFulfillmentUrls } from "../partners/index.ts";
import { askApp, type Question } from "./ask-app.ts";
import { getRequest } from "./get-request.ts";
import { insertRequest, type Settled, settleRequest } from "./request-rows.ts";
import type { FulfillmentRequestsWiring } from "./requests-wiring.ts";

type SendCall = Call<typeof operations.sendFulfillmentRequest>;
type Sent = BodyOf<typeof operations.sendFulfillmentRequest>;

/** A request that an app was asked, with what came of it. */
export interface Asked {
  id: number;
  settled: Settled;
}

/**
 * Hands orders to an app: writes that down, then asks and waits, in no transaction (FUL-1). A process that dies while it waits
 * leaves a request that is swept.
 *
 * @throws Refusal `invalid` naming what is wrong; `conflict` while the app is disabled or suspended
 */
export async function askAboutOrders(
  database: Queryable,
  call: SendCall,
  wiring: FulfillmentRequestsWiring,
): Promise<Asked> {
  const { store, body } = call;
  requireForm(body);
  const installation = await requireApp(database, store.id, body);
  const url = await requireUrl(database, installation, body);
  await requireOrders(database, store.id, body);
  const { addresses, clock, databaseClock, secrets, sender, allowLoopback } = wiring;
  const known = await secrets.secretsOf(database, installation.app_id, new Date(clock.now()));
  if (known === null) throw new Error(`The app ${installation.app_id} has no client secret to sign with.`);
  const { topic, order_ids, fulfillment_order_id = null } = body;
  const asked = { app_id: installation.app_id, topic, order_ids, fulfillment_order_id };
  const { actor, request_id } = call;
  const written = { installation_id: installation.id, app_handle: installation.handle, actor, request_id };
  const id = await insertRequest(database, { ...asked, ...written, store_id: store.id }, databaseClock);
  const shop = addresses.shopHost(store.handle);
  const question: Question = { ...asked, app_name: installation.name, url, shop, secret: known.signing };
  const settled = await askApp(sender, question, { ownDomain: addresses.domain, allowLoopback });
  return { id, settled };
}

/** Writes down what came of a request, and answers it. */
export async function settleAsked(
  tx: Queryable,
  { call, asked: { id, settled } }: { call: SendCall; asked: Asked },
  { databaseClock }: FulfillmentRequestsWiring,
): Promise<JsonText> {
  const { store } = call;
  await settleRequest(tx, { store_id: store.id, id, settled }, databaseClock);
  const { actor } = call;
  return getRequest(tx, { store, actor, installation: null, params: { id }, query: {} });
}

function requireForm({ topic, order_ids, fulfillment_order_id, app_handle, client_id }: Sent): void {
  if ((app_handle === undefined) === (client_id === undefined))
    refuseField("app_handle", "Name the app by app_handle or by client_id, and by one of them.");
  if (new Set(order_ids).size < order_ids.length) refuseField("order_ids", "takes each order once");
  if (topic === "fulfillment/bulk") {
    if (fulfillment_order_id !== undefined)
      refuseField("fulfillment_order_id", "goes with fulfillment/single");
  } else if (order_ids.length > 1)
    refuseField("order_ids", "takes exactly one order with fulfillment/single");
}

async function requireApp(run: Queryable, storeId: number, sent: Sent): Promise<InstallationRow> {
  const path = sent.app_handle === undefined ? "client_id" : "app_handle";
  const installation = await selectInstallationNamed(run, storeId, sent);
  if (installation === null) refuseField(path, "is no app of this shop");
  requireOpenable(installation);
  return installation;
}

async function requireUrl(
  run: Queryable,
  { app_id, name }: InstallationRow,
  { topic }: Sent,
): Promise<string> {
  const urls = (await selectFulfillmentUrls(run, [app_id])).get(app_id) ?? [];
  const found = urls.find((each) => each.topic === topic);
  return found?.url ?? refuseField("topic", `${name} does not answer ${topic}.`);
}

async function requireOrders(run: Queryable, store_id: number, sent: Sent): Promise<void> {
  const { order_ids: ids, fulfillment_order_id } = sent;
  const missing = new Set(await missingOrders(run, { store_id, ids }));
  if (missing.size > 0) {
    const fields = ids.flatMap((id, at) =>
      missing.has(id) ? [{ path: `order_ids.${at}`, message: `There is no order ${id} in this shop.` }] : [],
    );
    refuse("invalid", { fields });
  }
  const [order_id] = ids;
  if (fulfillment_order_id === undefined || order_id === undefined) return;
  if (!(await hasFulfillmentOrder(run, { store_id, order_id, id: fulfillment_order_id })))
    refuseField("fulfillment_order_id", `The order ${order_id} has no such part.`);
}
