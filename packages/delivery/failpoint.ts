/**
 * A place in the code where a test can stop, freeze or end the process. In production there is nothing at any of them.
 *
 * Whatever is thrown here fails the work at that place; a promise holds it up.
 */
export type Failpoint = (name: FailpointName) => void | Promise<void>;

export type FailpointName =
  | "sequencer.after-take"
  | "sequencer.before-commit"
  | "sequencer.after-commit"
  | "engine.before-lease"
  | "engine.after-lease"
  | "engine.after-read"
  | "engine.before-send"
  | "engine.after-send-before-ack"
  | "engine.after-ack"
  | "engine.before-renew"
  | "engine.before-park"
  | "engine.before-cancel";

export const noFailpoint: Failpoint = () => undefined;
