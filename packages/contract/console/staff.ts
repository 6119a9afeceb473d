import { type TSchema, Type } from "typebox";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
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

const staff = {
  surface: "staff_console",
  caller: "session",
  scopes: [],
  badge: "decided",
  clauses: [],
} as const;
const findBy = {
  ...pageParameters,
  suspended: { kind: "boolean", description: "Only what is suspended, or only what is not." },
} as const;

/** List, one, suspend and lift are the same for partners, apps and stores. */
function staffOperations<const N extends "partner" | "app" | "store", L extends TSchema, D extends TSchema>(
  name: N,
  { listed, shown, found, effect }: { listed: L; shown: D; found: string; effect: string },
) {
  const plural = `${name}s` as const;
  const answer = Type.Object({ [name]: shown } as Record<N, D>);
  const change = {
    ...staff,
    method: "POST",
    params: idParam,
    query: {},
    body: staffReason,
    answer,
    refusals: ["not_found", "invalid", "csrf_failed"],
  } as const;
  return {
    list: operation({
      ...staff,
      id: `staff_${plural}.list`,
      method: "GET",
      path: `/${plural}.json`,
      params: noParams,
      query: {
        ...findBy,
        query: { kind: "text", maxLength: 255, description: `A part of ${found}.` },
      },
      answer: listOf(plural, listed),
      refusals: ["invalid"],
      summary: `List the platform's ${plural}, the newest first`,
    }),
    get: operation({
      ...staff,
      id: `staff_${plural}.get`,
      method: "GET",
      path: `/${plural}/:id.json`,
      params: idParam,
      query: {},
      answer,
      refusals: ["not_found"],
      summary: `Get one ${name}`,
    }),
    suspend: operation({
      ...change,
      id: `staff_${plural}.suspend`,
      path: `/${plural}/:id/suspend.json`,
      summary: `Suspend a ${name}`,
      description: `${effect} One that is suspended already stays as it is.`,
    }),
    lift: operation({
      ...change,
      id: `staff_${plural}.lift`,
      path: `/${plural}/:id/lift.json`,
      summary: `Lift the suspension of a ${name}`,
      description: "One that is not suspended stays as it is.",
    }),
  };
}

export const staffPartners = staffOperations("partner", {
  listed: staffPartner,
  shown: staffPartnerDetail,
  found: "a partner's name or of a member's e-mail address",
  effect: "Its people can change nothing in the partner dashboard, and all its apps count as suspended.",
});

export const staffApps = staffOperations("app", {
  listed: staffApp,
  shown: staffAppDetail,
  found: "an app's name, handle or client id",
  effect: "Its tokens fail, it cannot be opened, installed or authorized, and no webhook is sent to it.",
});

export const setFulfillmentUrl = operation({
  ...staff,
  id: "staff_apps.set_fulfillment_url",
  method: "PUT",
  path: "/apps/:id/fulfillment_url.json",
  params: idParam,
  query: {},
  body: staffFulfillmentUrl,
  answer: Type.Object({ app: staffAppDetail }),
  refusals: ["not_found", "invalid", "csrf_failed"],
  summary: "Set or clear where an app answers the Fulfill action",
  description:
    "One URL for each topic. It counts from the next Fulfill action on; what is as asked already stays as it is.",
  clauses: ["REG-4"],
});

export const staffStores = staffOperations("store", {
  listed: staffStore,
  shown: staffStoreDetail,
  found: "a store's name, of its handle or of its owner's e-mail address",
  effect: "No token opens its API, and its people can read but change nothing.",
});

export const listStaffActions = operation({
  ...staff,
  id: "staff_actions.list",
  method: "GET",
  path: "/actions.json",
  params: noParams,
  query: {
    ...pageParameters,
    target_kind: {
      kind: "choice",
      of: ["partner", "app", "store"],
      description: "Only those about one kind.",
    },
    target_id: { kind: "id", description: "Only those about one record; takes target_kind as well." },
  },
  answer: listOf("actions", staffAction),
  refusals: ["invalid"],
  summary: "List what staff did, the latest first",
});
