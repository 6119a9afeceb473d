import { parentPort } from "node:worker_threads";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import type { StrengthResult, StrengthTask } from "./password-strength.ts";

// The script of a thread that estimates the strength of passwords. An attacker's text can take a tenth of a second,
// which must not delay requests.

/** Longer passwords are judged by their beginning, because the time grows with the length. */
const maxLength = 128;
/** The minimum number of guesses that a password needs. The limits on attempts to sign in do not allow so many, even in years. */
const minGuesses = 1e6;
/** The minimum number of guesses for a password that contains a name, because people who know the person try names first. */
const minGuessesWithName = 1e8;

const estimator = new ZxcvbnFactory({
  dictionary: { common: dictionary["passwords-common"] },
  graphs: adjacencyGraphs,
  l33tMaxSubstitutions: 20,
  maxLength,
});

/** Return why a password is easy to guess, or null if it is not. */
function findWeakness({ password, names }: StrengthTask): StrengthResult["weakness"] {
  const { guesses, sequence } = estimator.check(password.slice(0, maxLength), [...names]);
  const dictionaries = sequence.map((match) => ("dictionaryName" in match ? match.dictionaryName : null));
  const hasName = dictionaries.includes("userInputs");
  if (guesses >= (hasName ? minGuessesWithName : minGuesses)) return null;
  if (hasName) return "name";
  return dictionaries.includes("common") ? "common" : "pattern";
}

parentPort?.on("message", (task: StrengthTask) => {
  const result: StrengthResult = { id: task.id, weakness: findWeakness(task) };
  parentPort?.postMessage(result);
});
