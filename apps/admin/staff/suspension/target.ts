import type { Suspension, TargetKind } from "../records.ts";

/** What is suspended, or may be. */
export interface Target {
  kind: TargetKind;
  id: number;
  name: string;
  /** What is typed before it is suspended: its handle, or its name where it has none. */
  typed: string;
  suspended: Suspension;
  /** What is said while it is not suspended itself; that it works, when left out. */
  otherwise?: string;
}
