import { mostVariants } from "@souk/contract";

/** A way in which variants differ, such as Size with S and M. */
export interface OptionDraft {
  name: string;
  values: readonly string[];
}

/** The same while it is being written. */
export interface OptionBeingWritten extends OptionDraft {
  /** Keeps its inputs apart from the others'. */
  key: string;
}

/** Options that have a name and values; the others are still being written. */
export function writtenOptions(options: readonly OptionDraft[]): OptionDraft[] {
  return options
    .map(({ name, values }) => ({ name: name.trim(), values }))
    .filter(({ name, values }) => name !== "" && values.length > 0);
}

/** How many variants some options make; 1 when there are none. */
export function countCombinations(options: readonly OptionDraft[]): number {
  return options.reduce((count, { values }) => count * values.length, 1);
}

/** Every combination of one value of each option, the last option changing fastest; nothing when there are too many. */
export function combineOptions(options: readonly OptionDraft[]): string[][] {
  if (options.length === 0 || countCombinations(options) > mostVariants) return [];
  return options.reduce<string[][]>(
    (made, { values }) => made.flatMap((start) => values.map((value) => [...start, value])),
    [[]],
  );
}

/** Why some options cannot be, in the order of the options; empty texts where nothing is wrong. */
export function optionFaults(
  options: readonly OptionDraft[],
  words: { needsName: string; needsValues: string; twice: string },
): string[] {
  return options.map(({ name, values }, at) => {
    if (name.trim() === "") return words.needsName;
    const isTwice = options.slice(0, at).some((each) => each.name.trim() === name.trim());
    if (isTwice) return words.twice;
    return values.length === 0 ? words.needsValues : "";
  });
}
