/** Words of the ways in which the variants of a product differ. */
export const strings = {
  title: "Options",
  lead: (most: number) => `The ways in which its variants differ, such as size and colour; at most ${most}.`,
  none: "It comes in one form only.",
  add: "Add an option",
  name: "Option",
  nameHint: "Size, colour, …",
  values: "Values",
  valuesHelp: "Enter or a comma ends a value.",
  valuesHint: "S, M, L",
  removeDraft: (name: string) => (name === "" ? "Remove this option" : `Remove ${name}`),
  clear: "Clear the values",
  count: (count: number) => (count === 1 ? "This makes 1 variant." : `This makes ${count} variants.`),
  tooMany: (count: number, most: number) =>
    `This would make ${count} variants; a product has at most ${most}.`,
  full: (most: number) => `A product has at most ${most} options.`,
  faults: {
    needsName: "The option needs a name.",
    needsValues: "The option needs values.",
    twice: "There is an option of this name already.",
  },
  rename: (name: string) => `Rename ${name}`,
  renameTo: "New name",
  renamed: (before: string, now: string) => `${before} is called ${now} now.`,
  removeOption: (name: string) => `Remove the option ${name}`,
  removeValue: (value: string) => `Remove the value ${value}`,
  addValues: (name: string) => `Add values to ${name}`,
  addValuesShort: "Add values",
  newValues: "New values",
  made: (count: number) => (count === 1 ? "1 variant is made." : `${count} variants are made.`),
  willMake: (count: number) =>
    count === 1 ? "This makes 1 new variant." : `This makes ${count} new variants.`,
  firstOfAll: (value: string) => `The variants that there are become ${value}.`,
  save: "Save",
  addIt: "Add",
  cancel: "Cancel",
  same: "Write another name.",
  removal: {
    titleValue: (value: string) => `Remove ${value}?`,
    titleOption: (name: string) => `Remove the option ${name}?`,
    lost: (count: number, units: string) =>
      count === 1
        ? `1 variant goes with it, with its price, SKU and ${units} units in stock. This cannot be taken back.`
        : `${count} variants go with it, with their prices, SKUs and ${units} units in stock. This cannot be taken back.`,
    nothingLost: "No variant goes with it.",
    more: (count: number) => `and ${count} more`,
    confirm: "Remove",
    done: (name: string) => `${name} is removed.`,
  },
} as const;
