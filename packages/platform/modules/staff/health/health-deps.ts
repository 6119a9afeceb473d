import type { SmtpCheck } from "../../../infrastructure/mail/index.ts";
import type { DiskSpace } from "../../../infrastructure/storage/index.ts";
import type { StaffHealth } from "./staff-health.ts";

/** What reading the health needs besides the database. */
export interface HealthDeps {
  /** The version of Souk in this process. */
  version: string;
  /** The id of this process in the table of live processes; null if the table does not contain this process. */
  processId: string | null;
  storage: "disk" | "s3";
  /** The quota for files that the operator has set; null for the default. */
  fileQuota: number | null;
  readDiskSpace(): Promise<DiskSpace>;
  /** Check whether the SMTP server can be reached; null if none is configured. */
  checkSmtp: (() => Promise<SmtpCheck>) | null;
}

/** The name of a part of the health. */
export type PartName = Exclude<keyof StaffHealth, "at" | "problems">;

/** A part of the health that could be read. */
export type Part<N extends PartName> = NonNullable<StaffHealth[N]>;

/** All parts of the health. A part that could not be read is null. */
export type Parts = Pick<StaffHealth, PartName>;

/** Convert a time to ISO 8601 text, or return null if there is no time. */
export function toTime(time: Date | null | undefined): string | null {
  return time?.toISOString() ?? null;
}

/** The SQL expression of a store's JSON in a response. The table `stores` has the alias `store`. */
export const storeSql = "json_build_object('id', store.id, 'handle', store.handle, 'name', store.name)";
