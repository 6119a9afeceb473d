import type { SuspendableKind, Suspension } from "../records.ts";

/** A record that is or can be suspended. */
export interface Target {
  kind: SuspendableKind;
  id: number;
  name: string;
  /** The text that staff must type to confirm the suspension: the handle or, for a partner, the name. */
  textToType: string;
  suspended: Suspension;
  /** The text shown if the record itself is not suspended. The default text says that the record is active. */
  activeText?: string;
}
