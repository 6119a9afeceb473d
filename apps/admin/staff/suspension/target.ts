import type { Suspension, TargetKind } from "../records.ts";

/** A record that is or can be suspended. */
export interface Target {
  kind: TargetKind;
  id: number;
  name: string;
  /** The text to type before the suspension: the handle, or the name of a record without one. */
  typed: string;
  suspended: Suspension;
  /** The text shown while the record itself is not suspended; by default, that it works. */
  otherwise?: string;
}
