import { Context, type Liquid } from "liquidjs";

/** What a mail may cost: milliseconds of this thread's own time, Liquid's units of memory, characters a text comes to. */
interface Cost {
  ms: number;
  memory: number;
  characters: number;
}

/** For the texts that a shop wrote, all of a mail together but for the characters: everybody waits while they are rendered. */
const ofShops: Cost = { ms: 40, memory: 300_000, characters: 200_000 };

/** The default's own texts cost what the order has lines, and there is nothing to fall back on. */
const ofDefaults: Cost = { ms: Infinity, memory: Infinity, characters: Infinity };

/** What is left for the texts of one mail. */
export interface RenderBudget {
  characters: number;
  /** @throws Error once the time is used up */
  check(): void;
  /** What a template is rendered in; everything that is made of one budget draws on it. */
  contextFor(engine: Liquid, variables: object): Context;
}

// The thread's own time and not the clock's: a template that is good stays good while the machine is busy with others.
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** A budget that runs from now on. @param whose who wrote the texts */
export function createRenderBudget(whose: "shop" | "default"): RenderBudget {
  const { ms, memory, characters } = whose === "shop" ? ofShops : ofDefaults;
  const startedAt = threadMs();
  const { memoryLimit, renderLimit } = new Context({}, undefined, { memoryLimit: memory });
  const check = (): void => {
    if (threadMs() - startedAt > ms) throw new Error("time limit exceeded");
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
