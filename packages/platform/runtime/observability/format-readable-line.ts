const levelNames: Readonly<Record<number, string>> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "warning",
  50: "error",
  60: "fatal",
};

interface LogEntry {
  level: number;
  time: number;
  msg?: string;
  pid?: number;
  err?: { stack?: string; message?: string };
  [field: string]: unknown;
}

/**
 * Format a JSON log line as readable text: the time, the level, the message, and the other fields, followed by the
 * stack of an error.
 */
export function formatReadableLine(json: string): string {
  const { level, time, msg = "", pid: _, err, ...fields } = JSON.parse(json) as LogEntry;
  const timeText = new Date(time).toISOString().slice(11, 23);
  const fieldTexts = Object.entries(fields).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  const errorText =
    err === undefined ? "" : `\n  ${(err.stack ?? err.message ?? "").replaceAll("\n", "\n  ")}`;
  return `${timeText} ${levelNames[level] ?? level}: ${msg}${fieldTexts.join("")}${errorText}\n`;
}
