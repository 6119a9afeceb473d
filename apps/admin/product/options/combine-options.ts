import { maxVariants } from "@souk/contract";

/** An option of a product, for example Size with the values S and M. */
export interface OptionDraft {
  name: string;
  values: readonly string[];
}

/** An option that is being edited. */
export interface EditedOption extends OptionDraft {
  /** The unique key of the option's inputs. */
  key: string;
}

/** List the options that have a name and values, with trimmed names. */
export function listCompleteOptions(options: readonly OptionDraft[]): OptionDraft[] {
  return options
    .map(({ name, values }) => ({ name: name.trim(), values }))
    .filter(({ name, values }) => name !== "" && values.length > 0);
}

/** Count the variants that the options create; without options, 1. */
export function countCombinations(options: readonly OptionDraft[]): number {
  return options.reduce((count, { values }) => count * values.length, 1);
}

/**
 * List every combination of one value of each option. The values of the last option change fastest. The list is empty
 * without options, or if the number of combinations exceeds the maximum number of variants of a product.
 */
export function combineOptions(options: readonly OptionDraft[]): string[][] {
  if (options.length === 0 || countCombinations(options) > maxVariants) return [];
  return options.reduce<string[][]>(
    (combinations, { values }) =>
      combinations.flatMap((combination) => values.map((value) => [...combination, value])),
    [[]],
  );
}

/** Return the error of each option, in the order of the options; an empty text if the option is valid. */
export function validateOptions(
  options: readonly OptionDraft[],
  messages: { nameRequired: string; valuesRequired: string; notUnique: string },
): string[] {
  return options.map(({ name, values }, index) => {
    if (name.trim() === "") return messages.nameRequired;
    const isDuplicate = options.slice(0, index).some((other) => other.name.trim() === name.trim());
    if (isDuplicate) return messages.notUnique;
    return values.length === 0 ? messages.valuesRequired : "";
  });
}
