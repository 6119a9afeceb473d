import { Context, type Liquid } from "liquidjs";

interface RenderLimits {
  /** The maximum CPU time of the thread in milliseconds. */
  cpuMs: number;
  /** The maximum memory in Liquid's units. */
  memory: number;
  /** The maximum number of characters of each text. */
  characters: number;
}

/**
 * The limits for a store's texts. Time and memory are limited for all texts of an email together, because other stores wait for
 * their turn while these texts are rendered. A process renders a warm-up text before its first email, which would otherwise take
 * several times as long.
 */
const storeLimits: RenderLimits = { cpuMs: 100, memory: 300_000, characters: 200_000 };

/** The default texts have no limits, because their cost depends on the order's lines and there is no other text to fall back to. */
const noLimits: RenderLimits = { cpuMs: Infinity, memory: Infinity, characters: Infinity };

/** The error if a template takes more time or memory than the remaining budget allows. */
export class BudgetExceededError extends Error {
  override name = "BudgetExceededError";
}

/** The remaining budget for the texts of one email. */
export interface RenderBudget {
  /** The maximum number of characters of each text. */
  characters: number;
  /** Check the used time. @throws BudgetExceededError if it exceeds the budget */
  check(): void;
  /** Create the context in which a template is rendered. All contexts of a budget share its time and memory. */
  createContext(engine: Liquid, variables: object): Context;
}

// The budget limits the CPU time of the thread instead of the elapsed time, so that a valid template is not rejected while the machine
// is busy.
function getThreadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Create a budget whose time starts now. @param author whether a store wrote the texts or they are the defaults */
export function createRenderBudget(author: "store" | "default"): RenderBudget {
  const { cpuMs, memory, characters } = author === "store" ? storeLimits : noLimits;
  const startedAt = getThreadCpuMs();
  const { memoryLimit, renderLimit } = new Context();
  const check = (): void => {
    if (getThreadCpuMs() - startedAt > cpuMs) throw new BudgetExceededError("The time is used up.");
  };
  // Liquid's limiter is replaced, because its error cannot be distinguished from Liquid's other assertion errors.
  let usedMemory = 0;
  memoryLimit.use = (count) => {
    usedMemory += Math.max(Number(count) || 0, 0);
    if (usedMemory > memory) throw new BudgetExceededError("The memory is used up.");
  };
  // Liquid calls this function before each step. Liquid's own function would check the elapsed time instead of the CPU time.
  renderLimit.check = check;
  return {
    characters,
    check,
    createContext: (engine, variables) =>
      new Context(variables, engine.options, { sync: true }, { memoryLimit, renderLimit }),
  };
}
