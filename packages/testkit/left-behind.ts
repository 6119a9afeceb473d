const open = new Map<symbol, string>();
let watching = false;

/**
 * Notes something that a test must stop. What is still noted when nothing of the test file is left to do is told by name and
 * place, and fails the file.
 * @returns what takes the note back
 */
export function mustBeStopped(name: string): () => void {
  const note = Symbol(name);
  open.set(note, `${name}, started ${callerOf(new Error().stack)}`);
  // Before the process ends, too: it may have other files to run.
  if (!watching) process.on("beforeExit", tellLeftBehind).on("exit", tellLeftBehind);
  watching = true;
  return () => void open.delete(note);
}

function tellLeftBehind(): void {
  if (open.size === 0) return;
  process.stderr.write(
    `not stopped by the test:\n${[...open.values()].map((line) => `  ${line}\n`).join("")}`,
  );
  open.clear();
  process.exitCode = 1;
}

// The first place outside the testkit is the test's own line.
function callerOf(stack: string | undefined): string {
  const lines = (stack ?? "").split("\n").slice(1);
  const outside = lines.find((line) => !line.includes("/packages/testkit/") || line.includes(".test.ts"));
  return outside?.trim() ?? "at an unknown place";
}
