import { Context, type Liquid } from "liquidjs";

/**
 * The maximum cost of an email: milliseconds of this thread's own time, Liquid's units of memory, characters
 * of a text.
 */
interface Cost {
  ms: number;
  memory: number;
  characters: number;
}

/**
 * The limits for a store's own texts, for all of an email together except the characters: all requests wait
 * while they are rendered.
 */
const storeTextCost: Cost = { ms: 40, memory: 300_000, characters: 200_000 };

/** No limits for the default texts, whose cost depends on the order's lines and which have no fallback. */
const ofDefaults: Cost = { ms: Infinity, memory: Infinity, characters: Infinity };

/** The error of a template that takes more time or memory than is left. */
export class BudgetSpentError extends Error {
  override name = "BudgetSpentError";
}

/** The remaining budget for the texts of one email. */
export interface RenderBudget {
  characters: number;
  /** Check the time. @throws BudgetSpentError once it is used up */
  check(): void;
  /** Create the context in which a template is rendered; all contexts of one budget share it. */
  contextFor(engine: Liquid, variables: object): Context;
}

// The thread's own time and not the clock's: a template that is good stays good while the machine is busy with others.
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Create a budget that starts now. @param whose who wrote the texts */
export function createRenderBudget(whose: "store" | "default"): RenderBudget {
  const { ms, memory, characters } = whose === "store" ? storeTextCost : ofDefaults;
  const startedAt = threadMs();
  const { memoryLimit, renderLimit } = new Context();
  const check = (): void => {
    if (threadMs() - startedAt > ms) throw new BudgetSpentError("The time is used up.");
  };
  // Liquid's own limiter throws the same error as every other assertion of Liquid.
  let usedMemory = 0;
  memoryLimit.use = (count) => {
    usedMemory += Math.max(Number(count) || 0, 0);
    if (usedMemory > memory) throw new BudgetSpentError("The memory is used up.");
  };
  // Liquid asks before each step, and would look at the clock.
  renderLimit.check = check;
  return {
    characters,
    check,
    contextFor: (engine, variables) =>
      new Context(variables, engine.options, { sync: true }, { memoryLimit, renderLimit }),
  };
}
