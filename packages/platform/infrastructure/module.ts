import type { Tables } from "@souk/database";
import type { Job } from "../runtime/housekeeping/index.ts";
import type { LongTask } from "../runtime/jobs/index.ts";
import type { SnapshotRenderers } from "./events/snapshot-renderers.ts";
import type { PageRoute } from "./routing/page.ts";
import type { Route } from "./routing/route.ts";

/** A module of the platform, created by its factory (docs/decisions/0027-modules-as-factories.md). */
export interface Module {
  /** The name of the module's folder. */
  name: string;
  /** The tables that the module owns. Another module may write to them only with a reason in tools/table-owners.ts. */
  tables: readonly (keyof Tables)[];
  routes: readonly Route[];
  /** Pages that the server renders. */
  pages?: readonly PageRoute[];
  /**
   * The functions that render the records of the module's topics, both for events that were published without a payload and for
   * the replay of past events.
   */
  snapshotRenderers?: SnapshotRenderers;
  /** Work that takes longer than a request and runs as a job. */
  tasks?: readonly LongTask[];
  /** Periodic work. */
  housekeeping?: readonly Job[];
}

/**
 * A module with functions that other modules and the runtime call through `api`. Functions without dependencies are
 * imported from the module's index.ts instead.
 */
export interface ModuleWith<Api> extends Module {
  api: Api;
}
