import {
  fieldError,
  type OperationBody,
  type operations,
  throwApiError,
  throwFieldError,
} from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import {
  assertAppAccess,
  assertOpenable,
  type InstallationRow,
  selectInstallationByHandleOrClientId,
} from "../installs/index.ts";
import { findMissingOrders, hasFulfillmentOrder } from "../orders/index.ts";
import { selectFulfillmentUrls } from "../partners/index.ts";
import { type AppRequest, callApp } from "./call-app.ts";
import type { FulfillmentRequestsDeps } from "./fulfillment-requests-deps.ts";
import { getRequest } from "./get-request.ts";
import { insertRequest, type RequestResult, recordResult } from "./request-rows.ts";

type SendCall = Call<typeof operations.sendFulfillmentRequest>;
type SendInput = OperationBody<typeof operations.sendFulfillmentRequest>;

/** A fulfillment request that was sent, with its result. */
export interface SentRequest {
  id: number;
  result: RequestResult;
}

/**
 * Send orders to an app: store the request, then call the app outside any transaction and wait for its response
 * (FUL-1). If this process dies while it waits, a background job marks the request as failed.
 *
 * @throws ApiError `invalid` for each invalid field; `not_allowed` if the person has no access to the app; `conflict` while the
 * app is disabled or suspended
 */
export async function sendToApp(
  database: Queryable,
  call: SendCall,
  deps: FulfillmentRequestsDeps,
): Promise<SentRequest> {
  const { store, body, signed_in } = call;
  assertConsistent(body);
  const installation = await findActiveInstallation(database, store.id, body);
  // guard fulfill-beyond-scopes: without it, app-access.test.ts fails
  assertAppAccess(signed_in, installation);
  const url = await findFulfillmentUrl(database, installation, body);
  await assertOrdersExist(database, store.id, body);
  const { addresses, clock, databaseClock, secrets, sender, localAccess } = deps;
  const clientSecrets = await secrets.loadSecrets(database, installation.app_id, new Date(clock.now()));
  if (clientSecrets === null)
    throw new Error(`The app ${installation.app_id} has no client secret to sign with.`);
  const { topic, order_ids, fulfillment_order_id = null } = body;
  const content = { app_id: installation.app_id, topic, order_ids, fulfillment_order_id };
  const { actor, request_id } = call;
  const details = { installation_id: installation.id, app_handle: installation.handle, actor, request_id };
  const id = await insertRequest(database, { ...content, ...details, store_id: store.id }, databaseClock);
  const shop = addresses.storeHost(store.handle);
  const request: AppRequest = {
    ...content,
    app_name: installation.name,
    url,
    shop,
    secret: clientSecrets.signing,
    id,
    sentAt: new Date(clock.now()),
  };
  const result = await callApp(sender, request, { ownDomains: addresses.ownDomains, localAccess });
  return { id, result };
}

/** Record the result of a request and return the request as JSON. */
export async function finishRequest(
  tx: Queryable,
  { call, sentRequest: { id, result } }: { call: SendCall; sentRequest: SentRequest },
  { databaseClock }: FulfillmentRequestsDeps,
): Promise<JsonText> {
  const { store, actor, signed_in } = call;
  await recordResult(tx, { store_id: store.id, id, result }, databaseClock);
  return getRequest(tx, { store, actor, signed_in, installation: null, params: { id }, query: {} });
}

function assertConsistent({
  topic,
  order_ids,
  fulfillment_order_id,
  app_handle,
  client_id,
}: SendInput): void {
  if ((app_handle === undefined) === (client_id === undefined))
    throwFieldError("app_handle", "required", {}, "Send either app_handle or client_id.");
  if (new Set(order_ids).size < order_ids.length)
    throwFieldError("order_ids", "not_unique", {}, "{field} must contain each order only once.");
  if (topic === "fulfillment/bulk") {
    if (fulfillment_order_id !== undefined)
      throwFieldError(
        "fulfillment_order_id",
        "not_allowed",
        {},
        "{field} is only allowed with the topic fulfillment/single.",
      );
  } else if (order_ids.length > 1)
    throwFieldError(
      "order_ids",
      "too_many",
      { max: 1 },
      "{field} must contain exactly one order ID if the topic is fulfillment/single.",
    );
}

/** Find the installation of the requested app. @throws ApiError `invalid` if there is none; `conflict` if the app cannot be opened */
async function findActiveInstallation(
  db: Queryable,
  storeId: number,
  input: SendInput,
): Promise<InstallationRow> {
  const path = input.app_handle === undefined ? "client_id" : "app_handle";
  const installation = await selectInstallationByHandleOrClientId(db, storeId, input);
  if (installation === null) throwFieldError(path, "not_found", { resource: "app" });
  // guard fulfill-by-a-disabled-app: without it, send-request.test.ts fails at `the Fulfill action lists only enabled, unsuspended apps with a fulfillment URL`
  assertOpenable(installation);
  return installation;
}

/** Find the app's fulfillment URL for the requested topic. @throws ApiError `invalid` for `topic` if there is none */
async function findFulfillmentUrl(
  db: Queryable,
  { app_id, name }: InstallationRow,
  { topic }: SendInput,
): Promise<string> {
  const urls = (await selectFulfillmentUrls(db, [app_id])).get(app_id) ?? [];
  const match = urls.find((candidate) => candidate.topic === topic);
  return (
    match?.url ?? throwFieldError("topic", "not_allowed", {}, `${name} has no fulfillment URL for ${topic}.`)
  );
}

/** Assert that the requested orders and fulfillment order exist. @throws ApiError `invalid` for each that does not exist */
async function assertOrdersExist(db: Queryable, store_id: number, input: SendInput): Promise<void> {
  const { order_ids, fulfillment_order_id } = input;
  const missingIds = new Set(await findMissingOrders(db, { store_id, ids: order_ids }));
  // guard fulfill-orders-of-another-store: without it, send-request.test.ts fails at `a fulfillment request gets an error for each unknown order and for each order of another store`
  if (missingIds.size > 0) {
    const fields = order_ids.flatMap((id, index) =>
      missingIds.has(id) ? [fieldError(`order_ids.${index}`, "not_found", { resource: "order" })] : [],
    );
    throwApiError("invalid", { fields });
  }
  const [order_id] = order_ids;
  if (fulfillment_order_id === undefined || order_id === undefined) return;
  if (!(await hasFulfillmentOrder(db, { store_id, order_id, id: fulfillment_order_id })))
    throwFieldError("fulfillment_order_id", "not_found", { resource: "fulfillment_order", of: "order" });
}
