import { appRecordGroups, operations } from "@souk/contract";
import { type Route, read, write } from "../../infrastructure/routing/route.ts";
import type { CustomizationDeps } from "./customization-deps.ts";
import { deleteCustomization, getCustomization } from "./get-customization.ts";
import { listAppLinks } from "./links/list-app-links.ts";
import { openAppLink } from "./links/open-app-link.ts";
import { countRecords, getRecord, listRecords } from "./records/list-records.ts";
import { recordKinds } from "./records/record-kinds.ts";
import type { UrlRules } from "./records/url-rules.ts";
import { createRecord, deleteRecord, updateRecord } from "./records/write-record.ts";

function buildRecordRoutes(plural: keyof typeof appRecordGroups, rules: UrlRules): Route[] {
  const group = appRecordGroups[plural];
  const kind = recordKinds[plural];
  const context = { kind, rules };
  return [
    read(group.list, (database, call) => listRecords(database, context, call)),
    read(group.count, (database, call) => countRecords(database, kind, call)),
    read(group.get, (database, call) => getRecord(database, context, call)),
    write(group.create, (tx, call) => createRecord(tx, context, call)),
    write(group.update, (tx, call) => updateRecord(tx, context, call)),
    write(group.delete, (tx, call) => deleteRecord(tx, kind, call)),
  ];
}

/** Create the routes with which apps manage their records in a store, and those with which members see and delete them. */
export function createCustomizationRoutes(deps: CustomizationDeps): Route[] {
  const { rules } = deps;
  const kinds = Object.keys(appRecordGroups) as (keyof typeof appRecordGroups)[];
  return [
    ...kinds.flatMap((plural) => buildRecordRoutes(plural, rules)),
    read(operations.getCustomization, (database, call) => getCustomization(database, call, rules)),
    write(operations.deleteCustomization, deleteCustomization),
    read(operations.listAppLinks, listAppLinks),
    read(operations.openAppLink, (database, { store, signed_in, params, body }) =>
      openAppLink(database, { store, signed_in, id: params.id, ids: body.ids }, deps),
    ),
  ];
}
