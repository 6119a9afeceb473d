export const strings = {
  button: "Open in an app",
  of: (app: string, inTab: boolean) => (inTab ? `${app}, in a new tab` : app),
} as const;
