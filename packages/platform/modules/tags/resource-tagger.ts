import type { OperationBody, operations } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";

/** A tag to add or remove, with the cause of the change. */
export interface TagChange {
  store: Store;
  cause: Cause;
  name: string;
}

/** The result of adding a tag to records. */
export interface AddTagResult {
  /** Ids for which the store has no record. */
  unknownIds: readonly number[];
  /** Ids of records that have the maximum number of tags. */
  fullIds: readonly number[];
  /** How many records got the tag. */
  changedCount: number;
}

/**
 * Adds tags to records of one kind, and removes tags from them. The module that owns the records implements this interface and
 * publishes the changes.
 */
export interface ResourceTagger {
  /** Add a tag to all of these records, or to none of them if any id is unknown or any record has the maximum number of tags. */
  addTag(tx: Transaction, change: TagChange & { ids: readonly number[] }): Promise<AddTagResult>;
  /**
   * Remove a tag from the next batch of records that have it, in the order of their ids.
   * @param change.after the last id of the previous batch; 0 at the start
   * @returns the last id of this batch; null if this batch was the last one
   */
  removeTag(tx: Transaction, change: TagChange & { after: number }): Promise<number | null>;
}

/** The tagger of each kind of record that can have tags. */
export type ResourceTaggers = Readonly<
  Record<OperationBody<typeof operations.createTag>["resource_type"], ResourceTagger>
>;
