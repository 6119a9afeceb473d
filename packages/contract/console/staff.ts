import { type TSchema, Type } from "typebox";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { pageParameters } from "../query.ts";
import { idParam, noParams } from "../schemas/common.ts";
import {
  staffAction,
  staffApp,
  staffAppDetail,
  staffFulfillmentUrl,
  staffPartner,
  staffPartnerDetail,
  staffReason,
  staffStore,
  staffStoreDetail,
} from "../schemas/staff.ts";

/** What all operations of the staff console have in common. */
export const staffOperation = {
  surface: "staff_console",
  auth: "session",
  scopes: [],
  rights: [],
  definedBy: "souk",
  clauses: [],
} as const;
const listFilters = {
  ...pageParameters,
  suspended: { kind: "boolean", description: "`true` returns suspended records only, `false` all others." },
} as const;

/**
 * Create the operations of the staff console on partners, apps or stores: list, get, suspend, and lift a suspension.
 * @param searchedFields completes the sentence "Returns records if this text is part of …"
 */
function createStaffOperations<
  const N extends "partner" | "app" | "store",
  L extends TSchema,
  D extends TSchema,
>(
  name: N,
  {
    listSchema,
    detailSchema,
    searchedFields,
    suspensionEffect,
  }: { listSchema: L; detailSchema: D; searchedFields: string; suspensionEffect: string },
) {
  const plural = `${name}s` as const;
  const article = name === "app" ? "an" : "a";
  const response = Type.Object({ [name]: detailSchema } as Record<N, D>);
  const changeOperation = {
    ...staffOperation,
    needsStepUp: true,
    method: "POST",
    params: idParam,
    query: {},
    body: staffReason,
    response,
    errors: ["not_found", "invalid", "csrf_failed"],
  } as const;
  return {
    list: defineOperation({
      ...staffOperation,
      id: `staff_${plural}.list`,
      method: "GET",
      path: `/${plural}.json`,
      params: noParams,
      query: {
        ...listFilters,
        query: {
          kind: "text",
          maxLength: 255,
          description: `Returns records if this text is part of ${searchedFields}.`,
        },
      },
      response: createListSchema(plural, listSchema),
      errors: ["invalid"],
      summary: `List ${plural}`,
    }),
    get: defineOperation({
      ...staffOperation,
      id: `staff_${plural}.get`,
      method: "GET",
      path: `/${plural}/:id.json`,
      params: idParam,
      query: {},
      response,
      errors: ["not_found"],
      summary: `Get ${article} ${name}`,
    }),
    suspend: defineOperation({
      ...changeOperation,
      id: `staff_${plural}.suspend`,
      path: `/${plural}/:id/suspend.json`,
      summary: `Suspend ${article} ${name}`,
      description: `${suspensionEffect} Suspending a suspended record changes nothing.`,
    }),
    lift: defineOperation({
      ...changeOperation,
      id: `staff_${plural}.lift`,
      path: `/${plural}/:id/lift.json`,
      summary: `Lift the suspension of ${article} ${name}`,
      description: "Lifting a suspension that does not exist changes nothing.",
    }),
  };
}

export const staffPartners = createStaffOperations("partner", {
  listSchema: staffPartner,
  detailSchema: staffPartnerDetail,
  searchedFields: "a partner's name or a member's email address",
  suspensionEffect:
    "The partner's people cannot change anything in the partner dashboard, and all of the partner's apps are " +
    "suspended.",
});

export const staffApps = createStaffOperations("app", {
  listSchema: staffApp,
  detailSchema: staffAppDetail,
  searchedFields: "an app's name, handle or client id",
  suspensionEffect:
    "The app's tokens stop working, it cannot be opened, installed or authorized, and no webhooks are sent to it.",
});

export const setFulfillmentUrl = defineOperation({
  ...staffOperation,
  id: "staff_apps.set_fulfillment_url",
  needsStepUp: true,
  method: "PUT",
  path: "/apps/:id/fulfillment_url.json",
  params: idParam,
  query: {},
  body: staffFulfillmentUrl,
  response: Type.Object({ app: staffAppDetail }),
  errors: ["not_found", "invalid", "csrf_failed"],
  summary: "Set a fulfillment URL",
  description:
    "Sets or clears the URL of one topic, effective from the next Fulfill action. Setting the current URL " +
    "changes nothing.",
  clauses: ["REG-4"],
});

export const staffStores = createStaffOperations("store", {
  listSchema: staffStore,
  detailSchema: staffStoreDetail,
  searchedFields: "a store's name or handle, or its owner's email address",
  suspensionEffect: "No token works on the store's API, and its people can read but not change anything.",
});

export const listStaffActions = defineOperation({
  ...staffOperation,
  id: "staff_actions.list",
  method: "GET",
  path: "/actions.json",
  params: noParams,
  query: {
    ...pageParameters,
    target_kind: {
      kind: "choice",
      of: ["partner", "app", "store", "account"],
      description: "Returns actions on one kind of record.",
    },
    target_id: { kind: "id", description: "Returns actions on one record. Requires `target_kind`." },
  },
  response: createListSchema("actions", staffAction),
  errors: ["invalid"],
  summary: "List staff actions",
});
