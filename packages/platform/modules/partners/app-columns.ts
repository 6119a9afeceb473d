import type { OperationBody, OperationResponse, operations } from "@souk/contract";
import type { Tables } from "@souk/database";
import {
  createColumnFunctions,
  type RecordColumns,
  type WritableRow,
} from "../../infrastructure/record-columns.ts";

/** An app as its partner sees it (REG-1, REG-2). */
export type AppJson = OperationResponse<typeof operations.getApp>["app"];

interface Types {
  row: Tables["apps"];
  input: OperationBody<typeof operations.updateApp>;
  document: AppJson;
  csv: never;
}

/** The only list of the columns of apps. Select, insert, update and the copying of input are derived from it. */
export const appColumns = {
  id: { input: "none", json: "value" },
  kind: { input: "none", json: null },
  partner_id: { input: "none", json: null },
  store_id: { input: "none", json: null },
  name: { input: "trimmed", initial: "", json: "value", csv: null },
  handle: { input: "none", json: "value" },
  client_id: { input: "none", json: "value" },
  app_url: { input: "as_sent", initial: "", json: "value", csv: null },
  redirection_urls: { input: "as_sent", initial: [], json: "value", csv: null },
  embedded: { input: "as_sent", initial: true, json: "value", csv: null },
  requires_pkce: { input: "as_sent", initial: false, json: "value", csv: null },
  created_at: { input: "none", json: "time" },
  updated_at: { input: "none", json: "time" },
  suspended_at: { input: "none", json: null },
  suspended_reason: { input: "none", json: null },
} satisfies RecordColumns<Types>;

/** The columns of an app that its partner can write. */
export type AppFields = WritableRow<Tables["apps"], typeof appColumns>;

export const appColumnFunctions = createColumnFunctions<Tables["apps"]>()(appColumns);
