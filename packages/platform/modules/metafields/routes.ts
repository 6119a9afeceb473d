import { metafieldGroups } from "@souk/contract";
import { type Route, read, write } from "../../infrastructure/routing/route.ts";
import { createMetafield } from "./create-metafield.ts";
import { deleteMetafield } from "./delete-metafield.ts";
import { getMetafield } from "./find-metafield.ts";
import { countMetafields, listMetafields } from "./list-metafields.ts";
import type { Owner, OwnerResource } from "./owners.ts";
import { updateMetafield } from "./update-metafield.ts";

/**
 * Return the owner of the metafields in a request: the store, or the record whose id is in the path, for example the product in
 * `/products/:product_id/metafields.json`.
 */
function getOwner(
  resource: OwnerResource,
  { store, params }: { store: { id: number }; params: object },
): Owner {
  const ids = params as Readonly<Record<string, number>>;
  return { resource, id: resource === "store" ? store.id : (ids[`${resource}_id`] ?? 0) };
}

function buildRoutes(resource: OwnerResource): Route[] {
  const group = metafieldGroups[resource];
  return [
    read(group.list, (database, call) => listMetafields(database, getOwner(resource, call), call)),
    read(group.count, (database, call) => countMetafields(database, getOwner(resource, call), call)),
    read(group.get, (database, call) => getMetafield(database, getOwner(resource, call), call)),
    write(group.create, (tx, call) => createMetafield(tx, getOwner(resource, call), call)),
    write(group.update, (tx, call) => updateMetafield(tx, getOwner(resource, call), call)),
    write(group.delete, (tx, call) => deleteMetafield(tx, getOwner(resource, call), call)),
  ];
}

/** Create the routes of metafields, for every kind of record that has them. */
export function createMetafieldRoutes(): Route[] {
  return (Object.keys(metafieldGroups) as OwnerResource[]).flatMap(buildRoutes);
}
