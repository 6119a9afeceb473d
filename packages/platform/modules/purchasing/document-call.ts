import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";

/** A line in a request. */
export interface LineInput {
  id?: number;
  variant_id?: number;
  quantity?: number;
  cost_price?: string | number | null;
}

/** The fields that the requests to create and to update purchase orders and transfers have in common. */
export interface DocumentBody {
  status?: string;
  line_items?: readonly LineInput[];
}

/** A request about documents. */
export interface DocumentCall<Body = unknown> extends Cause {
  store: Store;
  body: Body;
}

/** A request about one document. */
export interface SingleDocumentCall<Body = unknown> extends DocumentCall<Body> {
  params: { id: number };
}

/** The maximum number of errors in a response. */
export const maxErrors = 20;
