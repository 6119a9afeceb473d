import type { Scope } from "@souk/contract";
import type { Database, Queryable, Transaction } from "@souk/database";
import type { Cause } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { CsvRow } from "./csv/read-csv.ts";
import type { RowError } from "./rows/row-error.ts";
import type { GroupingRules, RowGroup } from "./rows/row-groups.ts";

/** What an import does so that the store's record matches the record's rows in the file. */
export interface RecordPlan {
  kind: "create" | "update" | "unchanged";
}

/** A record of the file with its plan. A record without a plan is not imported, and its errors say why. */
export interface PlannedRecord<Plan extends RecordPlan = RecordPlan> {
  group: RowGroup;
  plan: Plan | null;
  errors: RowError[];
  /** A unique key of the store's record, if rows with different keys can match the same record. */
  recordKey?: string;
}

/** List the plans of the records that have one. */
export function getPlans<Plan extends RecordPlan>(plannedRecords: readonly PlannedRecord<Plan>[]): Plan[] {
  return plannedRecords.flatMap(({ plan }) => plan ?? []);
}

/** Plans to write in one transaction. */
export interface PlansToWrite<Plan extends RecordPlan = RecordPlan> {
  plans: readonly Plan[];
  cause: Cause;
}

/** Records that are ready to be written. */
export interface PreparedRecords<Plan extends RecordPlan = RecordPlan> {
  /**
   * Write records according to their plans, all or none.
   * @returns errors that do not prevent the records from being written
   * @throws ApiError if a record cannot be written
   */
  write(tx: Transaction, plansToWrite: PlansToWrite<Plan>): Promise<RowError[]>;
}

/** An import file whose heading was parsed. Files of products and of customers implement these members differently. */
export interface ImportSheet<Plan extends RecordPlan = RecordPlan> extends GroupingRules {
  /** Names of columns that are ignored. */
  ignoredColumns: readonly string[];
  /** The scopes that an importing app must have while records are written. */
  scopes: readonly Scope[];
  /** Plan the changes of each record by comparing it with the store's current data. */
  plan(db: Queryable, groups: readonly RowGroup[]): Promise<PlannedRecord<Plan>[]>;
  /** Fetch over the network what the records need, such as images, before the transaction that writes the records. */
  prepare(
    database: Database,
    request: { groups: readonly RowGroup[]; signal: AbortSignal },
  ): Promise<PreparedRecords<Plan>>;
}

/** An uploaded file of a store. */
export interface UploadedFile {
  store: Store;
  heading: CsvRow["cells"];
  /** Whether custom fields of customers may be written (CUS-3). */
  canWriteAttributes: boolean;
}

/**
 * Parses the heading of a file.
 * @throws FileProblem if a required column is missing, or if the uploader may not write one of the columns
 */
export type OpenSheet = (db: Queryable, file: UploadedFile) => Promise<ImportSheet>;
