const open = new Map<symbol, string>();
let watching = false;

/**
 * Register something that a test must stop. What is still registered when the test file has nothing left to do is
 * reported by name and place, and fails the file.
 * @returns a function that removes the registration
 */
export function mustBeStopped(name: string): () => void {
  const note = Symbol(name);
  open.set(note, `${name}, started ${findCaller(new Error().stack)}`);
  // Before the process ends, too: it may have other files to run.
  if (!watching) process.on("beforeExit", reportLeftBehind).on("exit", reportLeftBehind);
  watching = true;
  return () => void open.delete(note);
}

function reportLeftBehind(): void {
  if (open.size === 0) return;
  process.stderr.write(
    `not stopped by the test:\n${[...open.values()].map((line) => `  ${line}\n`).join("")}`,
  );
  open.clear();
  process.exitCode = 1;
}

// The first place outside the testkit is the test's own line.
function findCaller(stack: string | undefined): string {
  const lines = (stack ?? "").split("\n").slice(1);
  const outside = lines.find((line) => !line.includes("/packages/testkit/") || line.includes(".test.ts"));
  return outside?.trim() ?? "at an unknown place";
}
