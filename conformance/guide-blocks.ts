/** A step of a guide: commands to type or an action in a browser. */
export type Step =
  /**
   * Commands typed into a terminal. If `terminal` is null, the reader types them into their own terminal, and the commands end.
   * Otherwise the commands keep running in the terminal with this name.
   */
  | { kind: "commands"; terminal: string | null; text: string; expectedOutput: string | null; line: number }
  /** An action in a browser. */
  | { kind: "browser"; action: string; line: number };

const fence = /^```(\w*)(.*)$/;
const browserComment = /^<!-- in the browser: (.+) -->$/;

/**
 * Parse a guide into steps: its ```sh blocks, and its comments that describe an action in a browser. The expected output of
 * commands is the next ```json or ```text block, if it comes before the next step.
 * @throws Error if an output block does not follow the commands that it belongs to
 */
export function parseGuideSteps(markdown: string): Step[] {
  const steps: Step[] = [];
  const lines = markdown.split("\n");
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const action = browserComment.exec(line)?.[1];
    if (action !== undefined) steps.push({ kind: "browser", action, line: index + 1 });
    const [, language, attributes = ""] = fence.exec(line) ?? [];
    if (language === undefined) continue;
    const end = lines.indexOf("```", index + 1);
    const text = lines.slice(index + 1, end).join("\n");
    if (language === "sh") {
      const terminal = /terminal=(\S+)/.exec(attributes)?.[1] ?? null;
      steps.push({ kind: "commands", terminal, text, expectedOutput: null, line: index + 1 });
    } else {
      const lastStep = steps.at(-1);
      if (lastStep?.kind !== "commands" || lastStep.expectedOutput !== null)
        throw new Error(`Line ${index + 1} shows output, but no commands come before it.`);
      lastStep.expectedOutput = text;
    }
    index = end;
  }
  return steps;
}

/** Replace the parts of an output that differ between runs: times, numbers, ids and secrets. */
export function maskVolatileValues(output: string): string {
  return output
    .trim()
    .replace(/souk_(app|cs|at|ac)_[A-Za-z0-9_-]+/g, "souk_$1_0")
    .replace(/req_[A-Za-z0-9_-]+/g, "req_0")
    .replace(/"hint": "[^"]+"/g, '"hint": "0"')
    .replace(/\d+/g, "0");
}
