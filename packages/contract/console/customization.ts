import { Type } from "typebox";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { pageParameters } from "../query.ts";
import { emptyObject, id, idParam, noParams } from "../schemas/common.ts";
import {
  adminLink,
  adminLinkPlacements,
  appLink,
  curl,
  customizationKinds,
  placedSnippet,
  scriptTag,
} from "../schemas/customization.ts";
import { signedUrl } from "../schemas/people.ts";

const merchantOperation = {
  surface: "store_console",
  auth: "session",
  scopes: [],
  definedBy: "souk",
} as const;

export const getCustomization = defineOperation({
  ...merchantOperation,
  id: "customizations.get",
  rights: [],
  method: "GET",
  path: "/apps/:id/customization.json",
  params: idParam,
  query: {},
  response: Type.Object({
    customization: Type.Object({
      snippets: Type.Array(placedSnippet),
      script_tags: Type.Array(scriptTag),
      admin_links: Type.Array(adminLink),
      curls: Type.Array(curl),
    }),
  }),
  errors: ["not_signed_in", "not_found"],
  summary: "List what an app added to the store",
  description:
    "Returns all of the app's snippets, script tags, admin links and callbacks. For a snippet, only the beginning " +
    "of its HTML is returned.",
  clauses: ["SNP-4"],
});

export const deleteCustomization = defineOperation({
  ...merchantOperation,
  id: "customizations.delete",
  rights: [["apps.manage"]],
  method: "DELETE",
  path: "/apps/:id/customization/:kind/:record_id.json",
  params: Type.Object({ id, kind: Type.Enum([...customizationKinds]), record_id: id }),
  query: {},
  response: emptyObject,
  errors: ["not_signed_in", "not_allowed", "not_found", "csrf_failed"],
  summary: "Delete a record that an app added to the store",
  description: "The app is not notified and can add the record again.",
  clauses: [],
});

export const listAppLinks = defineOperation({
  ...merchantOperation,
  id: "app_links.list",
  rights: [],
  method: "GET",
  path: "/app_links.json",
  params: noParams,
  query: {
    ...pageParameters,
    placement: { kind: "choice", of: adminLinkPlacements, description: "Returns links of this placement." },
  },
  response: createListSchema("app_links", appLink),
  errors: ["not_signed_in", "invalid"],
  summary: "List the app links of the admin",
  description: "Returns the links that can be opened now, sorted by app name and then by creation time.",
  clauses: [],
});

export const openAppLink = defineOperation({
  ...merchantOperation,
  id: "app_links.open",
  rights: [],
  method: "POST",
  path: "/app_links/:id/open.json",
  params: idParam,
  query: {},
  body: Type.Object({
    ids: Type.Array(id, {
      minItems: 1,
      maxItems: 250,
      description: "Ids of the selected records: exactly one on a detail page, one or more in a list.",
    }),
  }),
  response: Type.Object({ open: signedUrl }),
  errors: ["not_signed_in", "not_allowed", "not_found", "invalid", "conflict", "csrf_failed"],
  summary: "Open an app link",
  description: "Returns the link's URL with freshly signed parameters, including `id` or `ids`.",
  clauses: ["INS-14"],
});
