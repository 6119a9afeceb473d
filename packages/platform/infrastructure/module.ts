import type { Tables } from "@souk/database";
import type { Job } from "../runtime/housekeeping/index.ts";
import type { LongTask } from "../runtime/jobs/index.ts";
import type { SnapshotRenderers } from "./events/snapshot-renderers.ts";
import type { PageRoute } from "./routing/page.ts";
import type { Route } from "./routing/route.ts";

/** One module of the platform, made by its factory from what it needs (docs/decisions/0027-modules-as-factories.md). */
export interface Module {
  /** The name of its folder. */
  name: string;
  /** The tables that it owns; another module writes them only where tools/table-owners.ts says why. */
  tables: readonly (keyof Tables)[];
  routes: readonly Route[];
  /** Pages that the server renders. */
  pages?: readonly PageRoute[];
  /** How the records of its topics are rendered for stubs and history. */
  snapshotRenderers?: SnapshotRenderers;
  /** Work that takes longer than a request. */
  tasks?: readonly LongTask[];
  /** Work that no request asks for. */
  housekeeping?: readonly Job[];
}

/** A module with functions that later modules and the runtime call; what needs no deps they import from its index.ts. */
export interface ModuleWith<Api> extends Module {
  api: Api;
}
