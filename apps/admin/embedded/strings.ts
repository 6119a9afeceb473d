export const strings = {
  reload: "Reload",
  newTab: "Open in a new tab",
  details: "App details",
  opening: (app: string) => `Opening ${app}…`,
  frame: (app: string) => `The app ${app}`,
  slow: {
    title: "The app has not answered",
    text: (app: string) => `${app} takes longer than usual. Reload it, or open it in a tab of its own.`,
  },
  toast: (app: string, text: string) => `${app}: ${text}`,
  continue: {
    title: (app: string) => `Continue to ${app}`,
    text: (app: string) => `${app} opens in a new tab of your browser, already signed in to this shop.`,
    button: "Continue",
  },
} as const;
