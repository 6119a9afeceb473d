import type { BodyOf, operations } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Cause } from "../../routing/actor.ts";
import type { Store } from "../../routing/call.ts";

/** A tag that is given or taken, in which request. */
export interface TagChange {
  store: Store;
  cause: Cause;
  name: string;
}

/** What became of records that were to get a tag. */
export interface TagGiven {
  /** Those that are no records of the store. */
  unknown: readonly number[];
  /** Those that can bear no more tags. */
  full: readonly number[];
  /** How many did not have it, and have it now. */
  changed: number;
}

/** Records of one kind that bear tags; the module that owns them gives and takes, and tells what changed. */
export interface TaggedResource {
  /** Gives the tag to all of these, or to none when one is unknown or full. */
  give(tx: Transaction, change: TagChange & { ids: readonly number[] }): Promise<TagGiven>;
  /** Takes it from some that have it, in the order of their ids after one; answers the last, or null at the end. */
  takeAway(tx: Transaction, change: TagChange & { after: number }): Promise<number | null>;
}

/** Every kind of record that the contract names; wiring fills it. */
export type TaggedResources = Readonly<
  Record<BodyOf<typeof operations.createTag>["resource_type"], TaggedResource>
>;
