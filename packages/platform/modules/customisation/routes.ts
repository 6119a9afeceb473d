import { appRecordGroups, operations } from "@souk/contract";
import type { PageRoute } from "../../routing/page.ts";
import { type Route, read, write } from "../../routing/route.ts";
import type { InstallsWiring } from "../installs/index.ts";
import { deleteCustomisation, getCustomisation } from "./get-customisation.ts";
import { linkPages } from "./links/link-page.ts";
import { listAppLinks } from "./links/list-app-links.ts";
import { openAppLink } from "./links/open-app-link.ts";
import type { AddressRules } from "./records/address-rules.ts";
import { recordKinds } from "./records/kinds.ts";
import { countRecords, getRecord, listRecords } from "./records/list-records.ts";
import { createRecord, deleteRecord, updateRecord } from "./records/write-record.ts";

function recordRoutes(plural: keyof typeof appRecordGroups, rules: AddressRules): Route[] {
  const group = appRecordGroups[plural];
  const kind = recordKinds[plural];
  const ground = { kind, rules };
  return [
    read(group.list, (database, call) => listRecords(database, ground, call)),
    read(group.count, (database, call) => countRecords(database, kind, call)),
    read(group.get, (database, call) => getRecord(database, ground, call)),
    write(group.create, (tx, call) => createRecord(tx, ground, call)),
    write(group.update, (tx, call) => updateRecord(tx, ground, call)),
    write(group.delete, (tx, call) => deleteRecord(tx, kind, call)),
  ];
}

/** The operations of what apps put into a shop: the apps' own, and those of the shop's people. */
export function customisationRoutes(installs: InstallsWiring, rules: AddressRules): Route[] {
  const kinds = Object.keys(appRecordGroups) as (keyof typeof appRecordGroups)[];
  return [
    ...kinds.flatMap((plural) => recordRoutes(plural, rules)),
    read(operations.getCustomisation, (database, call) => getCustomisation(database, call, rules)),
    write(operations.deleteCustomisation, deleteCustomisation),
    read(operations.listAppLinks, listAppLinks),
    read(operations.openAppLink, (database, { store, params, body }) =>
      openAppLink(database, { store, id: params.id, ids: body.ids }, installs),
    ),
  ];
}

/** The way into an app by a link of it. */
export function customisationPages(installs: InstallsWiring): PageRoute[] {
  return linkPages(installs);
}
