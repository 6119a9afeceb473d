import { assertAccess, hasAccess, throwApiError, throwFieldError } from "@souk/contract";
import type { Conditions } from "../../infrastructure/listing/conditions.ts";
import type { Actor } from "../../infrastructure/routing/actor.ts";
import type { Installation } from "../../infrastructure/routing/call.ts";
import type { Owner } from "./owners.ts";

/** The caller of a request. */
export interface Caller {
  actor: Actor;
  installation: Installation | null;
}

const storeAccess = {
  read: { scopes: [["read_store"]], rights: [["settings.view"]] },
  write: { scopes: [["write_store"]], rights: [["settings.edit"]] },
} as const;

/** A kind of access to the store's metafields: reading or writing them. */
export type StoreAccess = keyof typeof storeAccess;

/** The prefix of reserved namespaces. Each is reserved for the app whose handle follows the prefix. */
const reservedPrefix = "app--";

/**
 * Return whether a caller may access the store's metafields in a namespace. An app needs no scope for two namespaces: its handle, and
 * its handle after the reserved prefix. For metafields of other records, the request pipeline has already checked the scopes.
 */
function canAccessNamespace(caller: Caller, kind: StoreAccess, namespace: string): boolean {
  const handle = caller.installation?.app_handle;
  const isOwnNamespace = handle !== undefined && [handle, `${reservedPrefix}${handle}`].includes(namespace);
  return isOwnNamespace || hasAccess(storeAccess[kind], caller.actor);
}

/**
 * Check that a namespace in which the caller wants to create a metafield is not reserved for another app.
 * @throws ApiError `invalid` for `namespace`
 */
export function assertCanUseNamespace({ installation }: Caller, namespace: string): void {
  if (!namespace.startsWith(reservedPrefix)) return;
  const ownNamespace = installation === null ? null : `${reservedPrefix}${installation.app_handle}`;
  // guard reserved-namespaces: without it, metafields/reserved-namespaces.test.ts fails
  if (namespace !== ownNamespace)
    throwFieldError(
      "namespace",
      "not_allowed",
      ownNamespace === null ? {} : { allowed: [ownNamespace] },
      `{field} is reserved for the app whose handle follows ${reservedPrefix}.${ownNamespace === null ? "" : ` This app can use ${ownNamespace}.`}`,
    );
}

/**
 * Check that a metafield in a reserved namespace is changed only by the app that created it. People may delete it, so that the data of
 * an uninstalled app can be removed.
 * @throws ApiError `not_allowed`
 */
function assertNotReserved(
  { installation }: Caller,
  { namespace, app_id }: { namespace: string; app_id: number | null },
  change: "update" | "delete",
): void {
  if (!namespace.startsWith(reservedPrefix)) return;
  if (installation === null && change === "delete") return;
  // guard reserved-metafields: without it, metafields/reserved-namespaces.test.ts fails
  if (installation === null || installation.app_id !== app_id) throwApiError("not_allowed");
}

/**
 * Check that the caller may read the owner's metafields in a namespace. Without a namespace, there is nothing to check, because the
 * visibility conditions restrict what the caller reads.
 * @throws ApiError `scope_missing`, `right_missing`
 */
export function assertCanRead(caller: Caller, { resource }: Owner, namespace: string | undefined): void {
  if (resource !== "store" || namespace === undefined) return;
  if (!canAccessNamespace(caller, "read", namespace)) assertAccess(storeAccess.read, caller.actor);
}

/** Check that the caller may write the owner's metafields in a namespace. @throws ApiError `scope_missing`, `right_missing` */
export function assertCanWrite(caller: Caller, { resource }: Owner, namespace: string): void {
  if (resource !== "store") return;
  if (!canAccessNamespace(caller, "write", namespace)) assertAccess(storeAccess.write, caller.actor);
}

/**
 * Check that the caller may change a metafield of the owner. Without `write_store`, an app changes only what it created in the
 * namespace of its handle, because people and other apps can create metafields in that namespace too.
 * @throws ApiError `scope_missing`, `right_missing`; `not_allowed` if the namespace is reserved for another app
 */
export function assertCanChange(
  caller: Caller,
  owner: Owner,
  {
    metafield,
    change,
  }: { metafield: { namespace: string; app_id: number | null }; change: "update" | "delete" },
): void {
  assertNotReserved(caller, metafield, change);
  assertCanWrite(caller, owner, metafield.namespace);
  if (owner.resource !== "store") return;
  // guard metafields-of-namesakes: without it, metafields/visibility.test.ts fails at `store metafields require a scope`
  if (metafield.app_id !== caller.installation?.app_id) assertAccess(storeAccess.write, caller.actor);
}

/**
 * Add conditions that restrict the metafields `r` to those that the caller may read. Private metafields are visible only to the
 * app that created them. The store's own metafields require access to the store, except those that the app
 * created in the namespace of its handle.
 * @param access the kinds of access to the store, of which the caller needs one
 */
export function addVisibilityConditions(
  conditions: Conditions,
  caller: Caller,
  { owner, access }: { owner: Owner; access: readonly StoreAccess[] },
): void {
  conditions.filter(caller.installation?.app_id ?? 0, (id) => `(not r.is_private or r.app_id = ${id})`);
  if (owner.resource !== "store" || access.some((kind) => hasAccess(storeAccess[kind], caller.actor))) return;
  const { app_handle = "", app_id = 0 } = caller.installation ?? {};
  conditions.filter(app_handle, (handle) => `r.namespace in (${handle}, '${reservedPrefix}' || ${handle})`);
  conditions.filter(app_id, (id) => `r.app_id = ${id}`);
}
