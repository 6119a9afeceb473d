export const strings = {
  credit: {
    title: "Store credit",
    lead: "What the customer can pay with in this shop. It never goes below 0.",
    amount: "Amount",
    done: "The store credit is changed.",
  },
  points: {
    title: "Points",
    lead: "What the customer collects for loyalty. They never go below 0.",
    amount: "How many",
    done: "The points are changed.",
  },
  adjust: "Add or deduct",
  direction: "What to do",
  directions: { add: "Add", deduct: "Deduct" },
  reason: "Reason",
  reasonHelp: "It stands in the history, for the people of the shop and its apps.",
  submit: "Change it",
  history: "History",
  lineLead: (changes: string) =>
    changes === "1"
      ? "Drawn over time, from the last change."
      : `Drawn over time, from the last ${changes} changes.`,
  lineWords: (from: string, since: string, now: string) =>
    `${from} on ${since}, ${now} now. The history below says the same in numbers.`,
  columns: { when: "When", change: "Change", result: "Left then", reason: "Reason", who: "By" },
  noReason: "–",
  none: "Nothing changed yet",
  noneText: "Each change will stand here, with who made it and why.",
  older: (count: string) => `Show older ones (${count})`,
  all: "That is all of it.",
} as const;
