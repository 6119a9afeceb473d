import { Worker } from "node:worker_threads";
import { throwFieldError } from "@souk/contract";

/** A password whose strength is to be estimated. */
export interface StrengthTask {
  id: number;
  password: string;
  /** The names of the person and of their stores. People who know the person try these names first. */
  names: readonly string[];
}

/** The result of estimating a password. */
export interface StrengthResult {
  id: number;
  /** Why the password is easy to guess: many people use it, it contains a name, or it follows a pattern. Null if it is hard to guess. */
  weakness: "common" | "name" | "pattern" | null;
}

/** Estimates in a separate thread how easy passwords are to guess. */
interface StrengthEstimator {
  findWeakness(task: Omit<StrengthTask, "id">): Promise<StrengthResult["weakness"]>;
}

const reasons = {
  common: "Many people use it or a similar password.",
  name: "It contains your name, your email address, or the name of a store or of this platform.",
  pattern: "It repeats a few characters, or follows an order such as that of the alphabet or the keyboard.",
} as const;

/** The maximum number of names and parts of names that the estimator gets for a password. */
const maxNameParts = 50;
/** The maximum number of characters of a name that are used. */
const maxNameLength = 100;

/** Start a thread that estimates passwords. An idle thread does not keep the process running. */
function startEstimator(onEnd: () => void): StrengthEstimator {
  const worker = new Worker(new URL("./password-strength-worker.ts", import.meta.url));
  worker.unref();
  const pendingTasks = new Map<number, PromiseWithResolvers<StrengthResult["weakness"]>>();
  let lastId = 0;
  const end = (error: Error): void => {
    onEnd();
    for (const { reject } of pendingTasks.values()) reject(error);
    pendingTasks.clear();
  };
  worker.on("error", (error: Error) => end(error));
  worker.on("exit", () => end(new Error("The thread that estimates passwords has ended.")));
  worker.on("message", ({ id, weakness }: StrengthResult) => {
    pendingTasks.get(id)?.resolve(weakness);
    pendingTasks.delete(id);
    if (pendingTasks.size === 0) worker.unref();
  });
  return {
    findWeakness(task) {
      const id = ++lastId;
      const result = Promise.withResolvers<StrengthResult["weakness"]>();
      pendingTasks.set(id, result);
      worker.ref();
      worker.postMessage({ ...task, id } satisfies StrengthTask);
      return result.promise;
    },
  };
}

// Loading the dictionary takes a third of a second and 7 MB, so a process loads it once, when the first person chooses a password.
let estimator: StrengthEstimator | null = null;

/**
 * List names with their words, because `Maya Rahman` may choose `rahman`. Words of one or two letters are omitted, because they occur in
 * many good passwords.
 */
function listNameParts(names: readonly string[]): string[] {
  const texts = ["souk", ...names].flatMap((name) => {
    const text = name.slice(0, maxNameLength).toLowerCase();
    const words = text.split(/[^\p{L}\p{N}]+/u);
    return [text, words.join(""), words.join("-"), ...words];
  });
  return [...new Set(texts.filter((text) => text.length > 2))].slice(0, maxNameParts);
}

/**
 * Assert that a password is not easy to guess: that few people use it, that it follows no simple pattern, and that it contains
 * more than a name of the person or their stores.
 * @param names the person's name and email address, and the names of their stores
 * @throws ApiError `invalid` for `password`, with the reason and what to choose instead
 */
export async function assertStrongPassword(password: string, names: readonly string[]): Promise<void> {
  estimator ??= startEstimator(() => {
    estimator = null;
  });
  const weakness = await estimator.findWeakness({ password, names: listNameParts(names) });
  if (weakness === null) return;
  throwFieldError(
    "password",
    "not_allowed",
    {},
    `This password is easy to guess. ${reasons[weakness]} Choose another, for example several words that have nothing to do with each other.`,
  );
}
