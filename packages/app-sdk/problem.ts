/** Something that went wrong while the app was answering; the one who asked saw a bare page or status. */
export interface Problem {
  /** `server` is a listener of the developer's own, beside the app's addresses. */
  where: "page" | "install" | "subscribe" | "webhook" | "fulfillment" | "rates" | "server";
  shop: string | null;
  error: unknown;
}

/** What is told of problems. */
export type ProblemListener = (problem: Problem) => unknown;

/**
 * Tells a listener of problems. One that throws or rejects itself takes nothing with it: what it was told and what it threw are
 * printed.
 */
export function reporter(listener: ProblemListener = printProblem): (problem: Problem) => void {
  return (problem) => {
    void tell(listener, problem).catch((error: unknown) => {
      printProblem(problem);
      printProblem({ ...problem, error });
    });
  };
}

async function tell(listener: ProblemListener, problem: Problem): Promise<void> {
  await listener(problem);
}

/** Writes a problem to the standard error output: what an app does that names no other place. */
function printProblem({ where, shop, error }: Problem): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`souk ${where}${shop === null ? "" : ` ${shop}`}: ${text}\n`);
}
