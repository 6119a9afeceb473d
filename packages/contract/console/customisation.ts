import { Type } from "typebox";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { pageParameters } from "../query.ts";
import { id, idParam, noParams, nothing } from "../schemas/common.ts";
import {
  adminLink,
  adminLinkPlacements,
  appLink,
  curl,
  customisationKinds,
  placedSnippet,
  scriptTag,
} from "../schemas/customisation.ts";
import { signedOpening } from "../schemas/people.ts";

const merchant = { surface: "shop_console", caller: "session", scopes: [], badge: "decided" } as const;

export const getCustomisation = operation({
  ...merchant,
  id: "customisations.get",
  method: "GET",
  path: "/apps/:id/customisation.json",
  params: idParam,
  query: {},
  answer: Type.Object({
    customisation: Type.Object({
      snippets: Type.Array(placedSnippet),
      script_tags: Type.Array(scriptTag),
      admin_links: Type.Array(adminLink),
      curls: Type.Array(curl),
    }),
  }),
  refusals: ["not_signed_in", "not_found"],
  summary: "See what an app has put into the shop",
  description: "All of it; of a snippet's HTML the beginning.",
  clauses: ["SNP-4"],
});

export const deleteCustomisation = operation({
  ...merchant,
  id: "customisations.delete",
  method: "DELETE",
  path: "/apps/:id/customisation/:kind/:record_id.json",
  params: Type.Object({ id, kind: Type.Enum([...customisationKinds]), record_id: id }),
  query: {},
  answer: nothing,
  refusals: ["not_signed_in", "not_allowed", "not_found", "csrf_failed"],
  summary: "Delete something that an app has put into the shop",
  description: "The app is not told, and may put it there again.",
  clauses: [],
});

export const listAppLinks = operation({
  ...merchant,
  id: "app_links.list",
  method: "GET",
  path: "/app_links.json",
  params: noParams,
  query: {
    ...pageParameters,
    placement: { kind: "choice", of: adminLinkPlacements, description: "Only those of this placement." },
  },
  answer: listOf("app_links", appLink),
  refusals: ["not_signed_in", "invalid"],
  summary: "List the links that apps have in the shop's admin",
  description:
    "Those of apps that can be opened now, by the app's name and then in the order they were made.",
  clauses: [],
});

export const openAppLink = operation({
  ...merchant,
  id: "app_links.open",
  method: "POST",
  path: "/app_links/:id/open.json",
  params: idParam,
  query: {},
  body: Type.Object({
    ids: Type.Array(id, {
      minItems: 1,
      maxItems: 250,
      description:
        "The records that it is opened with: exactly one on a record's page, one or more in a list.",
    }),
  }),
  answer: Type.Object({ open: signedOpening }),
  refusals: ["not_signed_in", "not_found", "invalid", "conflict", "csrf_failed"],
  summary: "Open a link of an app",
  description: "Its address with freshly signed parameters, among them id or ids.",
  clauses: ["INS-14"],
});
