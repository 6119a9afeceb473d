import type { FactRegistry } from "../../events/facts.ts";
import type { Cause } from "../../routing/actor.ts";
import type { Store } from "../../routing/call.ts";
import type { ChangeLevels } from "../inventory/index.ts";
import type { DocumentKind } from "./document-kind.ts";

/** What a change of documents of one kind works with. */
export interface Desk {
  kind: DocumentKind;
  facts: FactRegistry;
  changeLevels: ChangeLevels;
}

/** A line as a request has it. */
export interface LineOfBody {
  id?: number;
  variant_id?: number;
  quantity?: number;
  cost_price?: string | number | null;
}

/** What creating and changing have in common; the other fields are those of the kind. */
export interface DocumentBody {
  status?: string;
  line_items?: readonly LineOfBody[];
}

/** A request about documents, of whichever operation. */
export interface DocumentCall<Body = unknown> extends Cause {
  store: Store;
  body: Body;
}

/** The same about one document. */
export interface OneDocumentCall<Body = unknown> extends DocumentCall<Body> {
  params: { id: number };
}

/** At most this many faults are answered. */
export const mostFaults = 20;
