import type { OperationBody, operations } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";

/** A tag that is added or removed, and its request. */
export interface TagChange {
  store: Store;
  cause: Cause;
  name: string;
}

/** The result of adding a tag to records. */
export interface TagGiven {
  /** Ids of no record of the store. */
  unknown: readonly number[];
  /** Records that can have no more tags. */
  full: readonly number[];
  /** How many records did not have it, and have it now. */
  changed: number;
}

/** Records of one kind that have tags; the module that owns them adds and removes tags, and publishes the changes. */
export interface TaggedResource {
  /** Add the tag to all of these, or to none when one is unknown or full. */
  give(tx: Transaction, change: TagChange & { ids: readonly number[] }): Promise<TagGiven>;
  /**
   * Remove the tag from some that have it, in the order of their ids after the given one; return the last id, or null
   * at the end.
   */
  takeAway(tx: Transaction, change: TagChange & { after: number }): Promise<number | null>;
}

/** Every kind of record that the contract names; the composition fills it. */
export type TaggedResources = Readonly<
  Record<OperationBody<typeof operations.createTag>["resource_type"], TaggedResource>
>;
