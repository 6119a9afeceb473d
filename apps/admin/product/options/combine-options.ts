import { maxVariants } from "@souk/contract";

/** An option of a product, for example Size with S and M. */
export interface OptionDraft {
  name: string;
  values: readonly string[];
}

/** An option that is being edited. */
export interface OptionBeingWritten extends OptionDraft {
  /** The unique key of the option's inputs. */
  key: string;
}

/** Return the options that have a name and values; the others are incomplete. */
export function writtenOptions(options: readonly OptionDraft[]): OptionDraft[] {
  return options
    .map(({ name, values }) => ({ name: name.trim(), values }))
    .filter(({ name, values }) => name !== "" && values.length > 0);
}

/** Count the variants of the options; 1 without options. */
export function countCombinations(options: readonly OptionDraft[]): number {
  return options.reduce((count, { values }) => count * values.length, 1);
}

/**
 * Return every combination of one value of each option, the last option changing fastest; empty when there
 * are too many.
 */
export function combineOptions(options: readonly OptionDraft[]): string[][] {
  if (options.length === 0 || countCombinations(options) > maxVariants) return [];
  return options.reduce<string[][]>(
    (made, { values }) => made.flatMap((start) => values.map((value) => [...start, value])),
    [[]],
  );
}

/** Return the error of each option, in their order; an empty text for a valid one. */
export function validateOptions(
  options: readonly OptionDraft[],
  words: { nameRequired: string; valuesRequired: string; notUnique: string },
): string[] {
  return options.map(({ name, values }, index) => {
    if (name.trim() === "") return words.nameRequired;
    const isTwice = options.slice(0, index).some((other) => other.name.trim() === name.trim());
    if (isTwice) return words.notUnique;
    return values.length === 0 ? words.valuesRequired : "";
  });
}
