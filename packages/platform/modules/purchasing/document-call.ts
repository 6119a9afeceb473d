import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";

/** A line as a request has it. */
export interface LineOfBody {
  id?: number;
  variant_id?: number;
  quantity?: number;
  cost_price?: string | number | null;
}

/** The common fields of creating and changing; the other fields are those of the kind. */
export interface DocumentBody {
  status?: string;
  line_items?: readonly LineOfBody[];
}

/** A request about documents, of any operation. */
export interface DocumentCall<Body = unknown> extends Cause {
  store: Store;
  body: Body;
}

/** A request about one document. */
export interface OneDocumentCall<Body = unknown> extends DocumentCall<Body> {
  params: { id: number };
}

/** The largest number of errors in a response. */
export const maxErrors = 20;
