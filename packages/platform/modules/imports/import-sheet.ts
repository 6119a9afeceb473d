import type { Scope } from "@souk/contract";
import type { Database, Queryable, Transaction } from "@souk/database";
import type { Cause } from "../../routing/actor.ts";
import type { Store } from "../../routing/call.ts";
import type { CsvRow } from "./csv/read-csv.ts";
import type { RowError } from "./rows/row-error.ts";
import type { RecordRows, RowGroup } from "./rows/row-groups.ts";

/** What is to be done so that a record is as its rows say. */
export interface RecordPlan {
  kind: "create" | "update" | "unchanged";
}

/** A record of the file, with what is to be done; without a plan it is left out, and its errors say why. */
export interface PlannedRecord<Plan extends RecordPlan = RecordPlan> {
  group: RowGroup;
  plan: Plan | null;
  errors: RowError[];
  /** The record that the store has, in a word of its own, where rows may know one record by different keys. */
  same?: string;
}

/** The plans of those records that have one. */
export function plansOf<Plan extends RecordPlan>(planned: readonly PlannedRecord<Plan>[]): Plan[] {
  return planned.flatMap(({ plan }) => plan ?? []);
}

/** Plans that are carried out in one transaction. */
export interface PlansToWrite<Plan extends RecordPlan = RecordPlan> {
  plans: readonly Plan[];
  cause: Cause;
}

/** Records that are ready to be written. */
export interface PreparedRecords<Plan extends RecordPlan = RecordPlan> {
  /**
   * Makes records as their plans say, all or none.
   * @returns what is wrong with their rows and keeps none of them from being written
   * @throws Refusal when one of them may not be written after all
   */
  write(tx: Transaction, write: PlansToWrite<Plan>): Promise<RowError[]>;
}

/** A file on its way into a store, once its heading is read: all that is different from one resource to the next. */
export interface ImportSheet<Plan extends RecordPlan = RecordPlan> extends RecordRows {
  /** Names of columns that mean nothing here. */
  ignored: readonly string[];
  /** What whoever imports it must be allowed, as long as it is written. */
  scopes: readonly Scope[];
  /** Says what is to be done with each record, by what the store holds now. */
  plan(run: Queryable, groups: readonly RowGroup[]): Promise<PlannedRecord<Plan>[]>;
  /** Gets what records need from elsewhere, before the transaction that writes them. */
  prepare(
    database: Database,
    wanted: { groups: readonly RowGroup[]; signal: AbortSignal },
  ): Promise<PreparedRecords<Plan>>;
}

/** A file of a store, as it is opened. */
export interface UploadedFile {
  store: Store;
  heading: CsvRow["cells"];
  /** Whether custom fields of customers may be written (CUS-3). */
  attributes: boolean;
}

/** Reads the heading of a file. @throws FileProblem when it is none of the resource's files, or holds what may not be written */
export type OpenSheet = (run: Queryable, file: UploadedFile) => Promise<ImportSheet>;
