export const strings = {
  button: "Fulfill by app",
  from: (place: string) => `Fulfill by app from ${place}`,
  asking: (app: string) => `Asking ${app}…`,
  said: (app: string, text: string) => `${app}: ${text}`,
  askedBefore: (app: string) =>
    `${app} was asked at the try before, of which no answer came; it was not asked a second time.`,
  page: {
    title: (app: string) => `Fulfill with ${app}`,
    loading: "Fulfill by app",
    frame: (app: string) => `The page of ${app}`,
    done: "Back",
    newTab: "Open in a new tab",
    again: "Reload",
    opening: (app: string) => `Opening ${app}…`,
    slow: {
      title: "The page has not opened",
      text: (app: string) =>
        `The page of ${app} takes longer than usual, or cannot be shown here. Reload it, or open it in a tab of its own.`,
    },
    blocked: {
      title: "The page cannot be shown here",
      text: (app: string) => `The page of ${app} leads on to another address. Open it in a tab of its own.`,
    },
    sent: "The app is being asked…",
    waiting: "What it answers stands here as soon as it has come.",
    failed: "The app did not answer as it should",
    messaged: "What the app answered",
    notEnabled:
      "The app answered with a page of its own, and is not enabled in this shop any more: the page is not opened.",
    hidden: "A page, which opens for those who may change orders and send them.",
    missing: "There is no such request",
    missingText: "It may be another shop's, or the address is misspelled.",
    facts: "This request",
    app: "App",
    orders: "Orders",
    when: "Asked",
    took: "Answered after",
    milliseconds: (figure: string) => `${figure} ms`,
  },
} as const;
