const names: Readonly<Record<number, string>> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "warning",
  50: "error",
  60: "fatal",
};

interface Entry {
  level: number;
  time: number;
  msg?: string;
  pid?: number;
  err?: { stack?: string; message?: string };
  [field: string]: unknown;
}

/**
 * Format a JSON line of the log for people: time, level, sentence, the other fields, and an error's stack
 * below.
 */
export function readableLine(json: string): string {
  const { level, time, msg = "", pid: _, err, ...fields } = JSON.parse(json) as Entry;
  const at = new Date(time).toISOString().slice(11, 23);
  const rest = Object.entries(fields).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  const error = err === undefined ? "" : `\n  ${(err.stack ?? err.message ?? "").replaceAll("\n", "\n  ")}`;
  return `${at} ${names[level] ?? level}: ${msg}${rest.join("")}${error}\n`;
}
