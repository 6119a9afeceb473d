import type { Statement } from "../statement.ts";

/** Reads rows as they are at one moment. */
export type Read = <Row extends object>(
  statement: Statement | string,
  values?: readonly unknown[],
) => Promise<Row[]>;
