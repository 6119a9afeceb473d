/** A log entry. */
export interface LogLine {
  level: "info" | "warn" | "error";
  message: string;
  fields: object;
}

/** A logger that stores its entries for the test. */
export interface CollectedLog {
  lines: readonly LogLine[];
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Create a logger that stores its entries in `lines`. */
export function createCollectedLog(): CollectedLog {
  const lines: LogLine[] = [];
  const add = (level: LogLine["level"]) => (fields: object, message: string) =>
    void lines.push({ level, message, fields });
  return { lines, info: add("info"), warn: add("warn"), error: add("error") };
}
