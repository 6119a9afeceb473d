/** Words of stock wherever it is shown and changed. */
export const strings = {
  cell: {
    committed: (count: string) => `${count} promised`,
    incoming: (count: string) => `${count} on the way`,
    reserved: (count: string) => `${count} held back`,
    spoken: (variant: string, place: string, quantity: string) =>
      `${variant} at ${place}: ${quantity}. Change the stock`,
    none: "no stock so far",
    history: "All movements here",
  },
  change: {
    title: (variant: string, place: string) => `${variant} at ${place}`,
    way: "How to change it",
    adjust: "Add or take",
    set: "Set to",
    by: "Change by",
    byHint: "Write -3 to take three away.",
    to: "New quantity",
    more: "One more",
    less: "One less",
    reason: "Reason",
    reasonHint: "Optional, kept with the change",
    usual: ["Counted", "Damaged", "Returned by a customer", "Stolen or lost", "Given away", "Delivered"],
    preview: (from: string, to: string) => `${from} becomes ${to}`,
    save: "Change the stock",
    cancel: "Cancel",
    needsNumber: "Write a whole number.",
    notZero: "Write how many to add or take; 0 changes nothing.",
    notBelow: "The quantity cannot be below 0.",
    tooFew: "There are not that many to take. This variant is not sold beyond its stock.",
    done: (variant: string, place: string, quantity: string) =>
      `${variant} at ${place}: ${quantity} in stock now.`,
    conflictTitle: "The stock has changed meanwhile",
    conflict: (then: string, now: string) => `It was ${then} when you began and is ${now} now.`,
    anyway: (quantity: string) => `Set it to ${quantity} anyway`,
    keep: (quantity: string) => `Keep ${quantity}`,
  },
  movements: {
    title: "Movements",
    none: "No movements yet",
    noneText: "Each change of the stock will be listed here.",
    older: (left: string) => `Load older movements (${left} more)`,
    all: "That is all of them.",
    when: "When",
    variant: "Variant",
    place: "Where",
    change: "Change",
    result: "Stock then",
    reason: "Reason",
    who: "Who",
    gone: "A location that is gone",
    reasons: { set: "Set", adjust: "Adjusted", "opening stock": "Opening stock" } as Readonly<
      Record<string, string>
    >,
    fields: {
      committed_inventory_quantity: "promised",
      incoming_inventory_quantity: "on the way",
      reserved_inventory_quantity: "held back",
    } as Readonly<Record<string, string>>,
  },
  line: {
    words: (from: string, since: string, now: string) =>
      `${from} units on ${since}, ${now} now. The list of movements below says the same in numbers.`,
  },
} as const;
