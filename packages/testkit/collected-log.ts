/** A line of a log, as it would be written. */
export interface LogLine {
  level: "info" | "warn" | "error";
  message: string;
  fields: object;
}

/** A logger that keeps its entries. */
export interface CollectedLog {
  lines: readonly LogLine[];
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export function collectedLog(): CollectedLog {
  const lines: LogLine[] = [];
  const add = (level: LogLine["level"]) => (fields: object, message: string) =>
    void lines.push({ level, message, fields });
  return { lines, info: add("info"), warn: add("warn"), error: add("error") };
}
