import { Worker } from "node:worker_threads";
import { throwFieldError } from "@souk/contract";

/** A password whose strength is to be estimated. */
export interface StrengthTask {
  id: number;
  password: string;
  /** The names of the person and of their stores, which people who know them try first. */
  names: readonly string[];
}

/** Why a password is easy to guess: many people use it, it contains a name, or it follows a pattern; null if it is not. */
export interface StrengthResult {
  id: number;
  weakness: "common" | "name" | "pattern" | null;
}

/** Estimates how easy passwords are to guess, in a thread of its own. */
interface StrengthEstimator {
  findWeakness(task: Omit<StrengthTask, "id">): Promise<StrengthResult["weakness"]>;
}

const reasons = {
  common: "Many people use it or a similar password.",
  name: "It contains your name, your email address, or the name of a store or of this platform.",
  pattern: "It repeats a few characters, or follows an order such as that of the alphabet or the keyboard.",
} as const;

const maxNames = 50;
const maxNameLength = 100;

/** Start a thread that estimates passwords. It does not keep the process running. */
function startEstimator(onEnd: () => void): StrengthEstimator {
  const worker = new Worker(new URL("./password-strength-worker.ts", import.meta.url));
  worker.unref();
  const pending = new Map<number, PromiseWithResolvers<StrengthResult["weakness"]>>();
  let lastId = 0;
  const end = (error: Error): void => {
    onEnd();
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  worker.on("error", (error: Error) => end(error));
  worker.on("exit", () => end(new Error("The thread that estimates passwords has ended.")));
  worker.on("message", ({ id, weakness }: StrengthResult) => {
    pending.get(id)?.resolve(weakness);
    pending.delete(id);
    if (pending.size === 0) worker.unref();
  });
  return {
    findWeakness(task) {
      const id = ++lastId;
      const result = Promise.withResolvers<StrengthResult["weakness"]>();
      pending.set(id, result);
      worker.ref();
      worker.postMessage({ ...task, id } satisfies StrengthTask);
      return result.promise;
    },
  };
}

// The dictionary takes a third of a second and 7 MB, so a process loads it once, when the first person chooses a password.
let estimator: StrengthEstimator | null = null;

/** List names with their words, because `Maya Rahman` may choose `rahman`. Words of one or two letters are in every password. */
function listNameParts(names: readonly string[]): string[] {
  const texts = ["souk", ...names].flatMap((name) => {
    const text = name.slice(0, maxNameLength).toLowerCase();
    const words = text.split(/[^\p{L}\p{N}]+/u);
    return [text, words.join(""), words.join("-"), ...words];
  });
  return [...new Set(texts.filter((text) => text.length > 2))].slice(0, maxNames);
}

/**
 * Assert that a password is not easy to guess: that few people use it, that it follows no simple pattern, and that it has more than a
 * name of the person or their stores.
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
