/** An action that a guide has a reader do, in its order. */
export type Step =
  /**
   * Commands typed into a terminal: without a name into the reader's own, with one into a terminal that stays open.
   */
  | { kind: "commands"; terminal: string | null; text: string; shown: string | null; line: number }
  /** An action in a browser. */
  | { kind: "browser"; what: string; line: number };

const fence = /^```(\w*)(.*)$/;
const inBrowser = /^<!-- in the browser: (.+) -->$/;

/**
 * Read a guide's ```sh blocks and the output that it shows after them: the next ```json or ```text block, if it comes
 * before other commands.
 */
export function guideSteps(markdown: string): Step[] {
  const steps: Step[] = [];
  const lines = markdown.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const what = inBrowser.exec(line)?.[1];
    if (what !== undefined) steps.push({ kind: "browser", what, line: at + 1 });
    const [, language, rest = ""] = fence.exec(line) ?? [];
    if (language === undefined) continue;
    const end = lines.indexOf("```", at + 1);
    const text = lines.slice(at + 1, end).join("\n");
    if (language === "sh") {
      const terminal = /terminal=(\S+)/.exec(rest)?.[1] ?? null;
      steps.push({ kind: "commands", terminal, text, shown: null, line: at + 1 });
    } else {
      const last = steps.at(-1);
      if (last?.kind !== "commands" || last.shown !== null)
        throw new Error(`Line ${at + 1} shows an output, but no commands stand before it.`);
      last.shown = text;
    }
    at = end;
  }
  return steps;
}

/** Return an output without what differs from one run to the next: times, numbers, ids and secrets. */
export function withoutRunsOwn(output: string): string {
  return output
    .trim()
    .replace(/souk_(app|cs|at|ac)_[A-Za-z0-9_-]+/g, "souk_$1_0")
    .replace(/req_[A-Za-z0-9_-]+/g, "req_0")
    .replace(/"hint": "[^"]+"/g, '"hint": "0"')
    .replace(/\d+/g, "0");
}
